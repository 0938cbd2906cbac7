"""One cluster of separate processes on HDFS for all tests of faults, and a Spark that asks it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from apart import CLIENT_SETTINGS, CONF, REGION_SERVERS, Apart
from proxy import Proxy
from pyspark.sql import SparkSession

import pyspark_hbase
from pyspark_hbase.embedded._launch import Options
from pyspark_hbase.embedded._servers import Servers


@pytest.fixture(scope="session")
def apart() -> Iterator[Apart]:
    """Name node, two data nodes, ZooKeeper, master, three region servers and a gateway."""
    servers = Servers.within(
        Options(
            region_servers=len(REGION_SERVERS),
            thrift=True,
            conf=CONF,
            heap="512m",
            separate_processes=True,
            hdfs=2,
        )
    )
    with Proxy(servers._servers[name].port for name in REGION_SERVERS) as proxy:
        servers.start()
        try:
            yield Apart(servers, proxy)
        finally:
            servers.stop()


@pytest.fixture(scope="session")
def spark(apart: Apart, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """Two executors for six tasks at once, each of which Spark tries four times."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    session = pyspark_hbase.session(
        quorum=apart.quorum,
        master="local-cluster[2,3,1024]",
        **{f"spark.sql.catalog.hbase.{name}": CONF[name] for name in CLIENT_SETTINGS},
        **{
            "spark.sql.shuffle.partitions": 2,
            "spark.ui.enabled": False,
            "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseParallelGC",
            "spark.driver.memory": "2g",
            "spark.buffer.pageSize": "1m",
            "spark.sql.ui.explainMode": "simple",
            "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
        },
    )
    yield session
    session.stop()
