"""Settings of HBase's client can be given wherever a quorum can."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from pyspark_hbase.admin import Cluster
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.errors import PySparkHBaseError

ZNODE = "zookeeper.znode.parent"
BOOTSTRAP = "hbase.client.bootstrap.servers"
# With the start of a Java process; the client of HBase by itself tries for minutes.
SOON_SECONDS = 40


@pytest.fixture(scope="module")
def table(spark: SparkSession) -> str:
    spark.newSession().sql(
        "CREATE TABLE hbase.default.found (k STRING, v STRING, PRIMARY KEY (k)) USING hbase "
        "TBLPROPERTIES ('hbase.layout' = 'columns', 'hbase.encoding' = 'hbase')"
    )
    spark.newSession().sql("INSERT INTO hbase.default.found VALUES ('1', '2')")
    return "found"


@pytest.fixture(scope="module")
def servers(spark: SparkSession, table: str) -> str:
    """A region server, as a bootstrap server."""
    (region, *_) = spark.sql("SELECT * FROM hbase.default.found.regions").collect()
    return str(region["server"])


def session(spark: SparkSession, name: str, settings: dict[str, str]) -> SparkSession:
    """A session with a catalog of its own."""
    made = spark.newSession()
    made.conf.set(f"spark.sql.catalog.{name}", "org.apache.spark.sql.hbase.HBaseCatalog")
    for key, value in settings.items():
        made.conf.set(f"spark.sql.catalog.{name}.{key}", value)
    return made


def site(folder: Path, settings: dict[str, str]) -> str:
    properties = "".join(
        f"<property><name>{k}</name><value>{v}</value></property>" for k, v in settings.items()
    )
    (folder / "hbase-site.xml").write_text(f"<configuration>{properties}</configuration>")
    return str(folder / "hbase-site.xml")


def test_a_catalog_takes_a_site_by_its_path(
    spark: SparkSession, hbase: EmbeddedHBase, table: str, tmp_path: Path
) -> None:
    path = site(tmp_path, {"hbase.zookeeper.quorum": hbase.quorum, ZNODE: "/hbase"})
    by_site = session(spark, "by_site", {"site": path})
    assert by_site.sql("SELECT * FROM by_site.default.found").collect() == [("1", "2")]
    nowhere = session(spark, "nowhere", {"site": str(tmp_path / "none.xml")})
    with pytest.raises(PySparkException, match="INVALID_OPTION.*none.xml"):
        nowhere.sql("SELECT * FROM nowhere.default.found").collect()


def test_a_catalog_takes_bootstrap_servers(spark: SparkSession, servers: str, table: str) -> None:
    by_rpc = session(spark, "by_rpc", {BOOTSTRAP: servers})
    assert by_rpc.sql("SELECT * FROM by_rpc.default.found").collect() == [("1", "2")]
    by_rpc.sql("INSERT INTO by_rpc.default.found VALUES ('3', '4')")
    by_rpc.sql("DELETE FROM by_rpc.default.found WHERE k = '3'")


PROGRAM = """
import sys
import pyspark_hbase
given = dict(setting.split("=", 1) for setting in sys.argv[1:])
spark = pyspark_hbase.session(**{"spark.ui.enabled": False}, **given)
print(spark.sql("SELECT v FROM hbase.default.found WHERE k = '1'").collect()[0].v)
spark.stop()
"""


@pytest.mark.parametrize(
    ("program", "way"),
    [("admin", "conf"), ("sql", "file"), ("session", "conf"), ("session", "file with a quorum")],
)
def test_the_command_line_and_a_session_need_no_quorum(
    hbase: EmbeddedHBase, servers: str, way: str, program: str, tmp_path: Path
) -> None:
    setting = f"{BOOTSTRAP}={servers}"
    environment = {k: v for k, v in os.environ.items() if k != "PYSPARK_HBASE_QUORUM"}
    given = [setting] if way == "conf" else []
    if way != "conf":
        named = {BOOTSTRAP: servers} if way == "file" else {"hbase.zookeeper.quorum": hbase.quorum}
        environment["HBASE_CONF_DIR"] = str(Path(site(tmp_path, named)).parent)
    cli = [sys.executable, "-m", "pyspark_hbase.cli"]
    confs = [part for each in given for part in ("--conf", each)]
    line = {
        "admin": [*cli, "regions", "default:found", *confs],
        "sql": [*cli, "sql", *confs, "-e", "SELECT v FROM found WHERE k = '1'", "--format", "csv"],
        "session": [
            *(sys.executable, "-c", PROGRAM),
            *(f"spark.sql.catalog.hbase.{each}" for each in given),
        ],
    }[program]
    ended = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    expected = servers.partition(",")[0] if program == "admin" else "2"
    assert expected in ended.stdout


def options(hbase: EmbeddedHBase, **given: str) -> dict[str, str]:
    catalog = {
        "table": {"namespace": "default", "name": "found", "tableCoder": "PrimitiveType"},
        "rowkey": "key",
        "columns": {
            "k": {"cf": "rowkey", "col": "key", "type": "string"},
            "v": {"cf": "d", "col": "v", "type": "string"},
        },
    }
    return {"catalog": json.dumps(catalog), **given}


def test_options_take_settings_of_the_client(
    spark: SparkSession, hbase: EmbeddedHBase, servers: str, table: str, tmp_path: Path
) -> None:
    path = site(tmp_path, {"hbase.zookeeper.quorum": hbase.quorum})
    everything = json.dumps({"hbase.zookeeper.quorum": hbase.quorum, ZNODE: "/hbase"})
    for given in (
        {"quorum": hbase.quorum, ZNODE: "/hbase"},
        {ZNODE: "/hbase"},
        {"site": path},
        {BOOTSTRAP: servers},
        {"hbaseConfiguration": everything},
    ):
        read = spark.newSession().read.format("hbase").options(**options(hbase, **given))
        assert read.load().count() == 1


@pytest.mark.parametrize("way", ["catalog", "options", "hbaseConfiguration", "site", "admin"])
def test_a_wrong_znode_is_named_soon(
    spark: SparkSession, hbase: EmbeddedHBase, table: str, way: str, tmp_path: Path
) -> None:
    wrong = {"hbase.zookeeper.quorum": hbase.quorum, ZNODE: f"/of_{way}"}
    started = time.monotonic()
    with pytest.raises((PySparkException, PySparkHBaseError)) as caught:
        _read(spark, hbase, way, wrong, tmp_path)
    assert time.monotonic() - started < SOON_SECONDS
    text = str(caught.value)
    assert "CLUSTER_UNREACHABLE" in text and f"/of_{way}" in text and "clusters=/hbase" in text


def _read(
    spark: SparkSession, hbase: EmbeddedHBase, way: str, wrong: dict[str, str], folder: Path
) -> Any:
    if way == "admin":
        with Cluster.connect(hbase.quorum, conf={ZNODE: wrong[ZNODE]}) as cluster:
            return cluster.tables()
    if way in ("catalog", "site"):
        given = {"site": site(folder, wrong)} if way == "site" else wrong
        name = f"wrong_{way}"
        return session(spark, name, given).sql(f"SELECT * FROM {name}.default.found").collect()
    given = (
        {"hbaseConfiguration": json.dumps(wrong)}
        if way == "hbaseConfiguration"
        else {"quorum": hbase.quorum, ZNODE: wrong[ZNODE]}
    )
    return (
        spark.newSession().read.format("hbase").options(**options(hbase, **given)).load().collect()
    )
