"""HBase with its root in a folder of HDFS that is erasure-coded, or encrypted."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from clusters import CONF, session_of
from hdfs_files import file_system
from pyspark.sql import SparkSession

from pyspark_hbase._explain.scans import hbase_scans
from pyspark_hbase.admin import Cluster, DeployOptions, deploy
from pyspark_hbase.embedded import EmbeddedHBase

ROWS: Final = 20_000
CODE: Final = "XOR-2-1-1024k"
"""It spreads a file over three data nodes, of which one may be lost."""
KEY: Final = "of_hbase"
HBASE: Final = ("gateway", "master", "region-server-1", "region-server-2", "zookeeper")
SUM: Final = "SELECT count(*), sum(v), sum(length(text)) FROM apart.default.{} WHERE id % 3 <> 1"
ANSWER: Final = (
    13_333,
    sum(id for id in range(ROWS) if id % 3 != 1),
    sum(5 + len(str(id)) for id in range(ROWS) if id % 3 != 1),
)


@pytest.fixture(scope="module")
def keys(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file of keys for HDFS with one key. A cluster of several hosts has a server for it."""
    assert spark._jvm is not None
    hadoop = spark._jvm.org.apache.hadoop
    uri = f"jceks://file{tmp_path_factory.mktemp('keys')}/keys.jceks"
    conf = hadoop.conf.Configuration()
    provider = hadoop.crypto.key.KeyProviderFactory.get(spark._jvm.java.net.URI.create(uri), conf)
    provider.createKey(KEY, hadoop.crypto.key.KeyProvider.options(conf))
    provider.flush()
    return uri


@pytest.fixture(scope="module")
def cluster(keys: str) -> Iterator[EmbeddedHBase]:
    conf = CONF | {"hadoop.security.key.provider.path": keys}
    with EmbeddedHBase(
        region_servers=2, thrift=True, conf=conf, heap="512m", separate_processes=True, hdfs=3
    ) as running:
        yield running


def erasure_coded(files: Any, admin: Any, root: Any) -> None:
    files.enableErasureCodingPolicy(CODE)
    files.setErasureCodingPolicy(root, CODE)


def encrypted(files: Any, admin: Any, root: Any) -> None:
    admin.createEncryptionZone(root, KEY)


def is_erasure_coded(files: Any, file: Any) -> bool:
    policy = files.getErasureCodingPolicy(file)
    return policy is not None and bool(policy.getName() == CODE)


def is_encrypted(files: Any, file: Any) -> bool:
    return bool(files.getFileStatus(file).isEncrypted())


@pytest.mark.parametrize(
    ("prepare", "is_prepared", "is_copied"),
    # HDFS moves a file between codes, and none into an encryption zone.
    [(erasure_coded, is_erasure_coded, False), (encrypted, is_encrypted, True)],
)
def test_rows_come_from_store_files(
    cluster: EmbeddedHBase,
    spark: SparkSession,
    prepare: Callable[[Any, Any, Any], None],
    is_prepared: Callable[[Any, Any], bool],
    is_copied: bool,
) -> None:
    servers = cluster.servers
    assert spark._jvm is not None
    hadoop = spark._jvm.org.apache.hadoop
    files = file_system(spark, servers.client_settings)
    admin = hadoop.hdfs.client.HdfsAdmin(files.getUri(), files.getConf())
    root = hadoop.fs.Path("/hbase")

    # HBase begins anew, in a folder that is as it should be before the first file.
    for name in HBASE:
        servers.kill(name)
    files.delete(root, True)
    shutil.rmtree(servers._folder / "zookeeper" / "data")
    files.mkdirs(root)
    prepare(files, admin, root)
    servers.restart(*HBASE)

    site = (servers.client_settings / "hbase-site.xml").as_uri()
    session = session_of(cluster, spark, site)
    folder = files.makeQualified(hadoop.fs.Path("/outside")).toString()
    for table, write in (("loaded", "bulk"), ("written", "puts"), ("moved", "bulk")):
        if table == "moved":
            session.conf.set("spark.sql.hbase.bulk.folder", folder)
        session.sql(
            f"CREATE TABLE apart.default.{table} (id INT NOT NULL, v BIGINT, text STRING, "
            "PRIMARY KEY (id)) USING hbase TBLPROPERTIES ('hbase.splits' = '10000')"
        )
        session.sql(
            f"INSERT INTO apart.default.{table} WITH ('write' = '{write}') "
            f"SELECT CAST(id AS INT), id, concat('text ', id) FROM range({ROWS})"
        )
    with Cluster.connect(
        cluster.quorum, conf={"hbase.rootdir": files.makeQualified(root).toString()}
    ) as connected:
        connected.flush("written")
        assert deploy(connected, ["loaded", "written", "moved"], DeployOptions()).succeeded
    for table in ("loaded", "written", "moved"):
        frame = session.sql(SUM.format(table))
        assert frame.collect() == [ANSWER]
        [scan] = hbase_scans(frame)
        assert scan.metrics["hbaseStoreFileRows"] == ROWS, scan.metrics
        assert scan.metrics["hbaseFallbacks"] == 0
    found = files.listFiles(hadoop.fs.Path("/hbase/data/default"), True)
    stored = []
    while found.hasNext():
        file = found.next().getPath()
        if "/d/" in file.toString():
            stored.append(is_prepared(files, file))
    assert len(stored) == 6
    assert stored.count(True) == (6 if is_copied else 4)
    assert len(files.listStatus(hadoop.fs.Path(folder))) == 0
