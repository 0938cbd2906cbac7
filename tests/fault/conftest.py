"""The clusters that several of these tests do harm to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from clusters import CONF, ROWS, TABLE, session_of
from pyspark.sql import SparkSession

from pyspark_hbase.admin import Cluster
from pyspark_hbase.embedded import EmbeddedHBase


@pytest.fixture(scope="session")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedHBase]:
    """Two region servers, master, ZooKeeper and gateway: five processes."""
    yield from started(tmp_path_factory, data_nodes=0)


@pytest.fixture(scope="session")
def on_hdfs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedHBase]:
    """Two region servers, master, ZooKeeper, gateway, a name node and two data nodes."""
    yield from started(tmp_path_factory, data_nodes=2)


@pytest.fixture(scope="module")
def session(apart: EmbeddedHBase, spark: SparkSession) -> Iterator[SparkSession]:
    """A table of three regions, larger than what Spark reads ahead of a task that waits."""
    session = session_of(apart, spark)
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "100")
    session.sql(
        f"CREATE TABLE {TABLE} (id INT NOT NULL, text STRING, PRIMARY KEY (id)) "
        "USING hbase TBLPROPERTIES ('hbase.splits' = '20000; 40000')"
    )
    rows = session.range(ROWS).selectExpr("CAST(id AS INT) AS id", "repeat('x', 100) AS text")
    rows.writeTo(TABLE).append()
    yield session
    session.sql(f"DROP TABLE {TABLE} PURGE")


@pytest.fixture
def cluster(apart: EmbeddedHBase) -> Iterator[Cluster]:
    with Cluster.connect(apart.quorum) as connected:
        yield connected


def started(
    tmp_path_factory: pytest.TempPathFactory, *, data_nodes: int
) -> Iterator[EmbeddedHBase]:
    """HBase's default for ``hbase.tmp.dir`` is one folder for all servers of a host, too."""
    shared = {"hbase.tmp.dir": str(tmp_path_factory.mktemp("tmp"))}
    with EmbeddedHBase(
        region_servers=2,
        thrift=True,
        conf=CONF | shared,
        heap="512m",
        separate_processes=True,
        hdfs=data_nodes,
    ) as running:
        yield running
