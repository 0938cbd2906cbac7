"""Embedded HBases: side by side, and in the background with data that survives."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import happybase
import pytest
from pyspark.sql import Row, SparkSession

from pyspark_hbase._spark.jvm import Jvm
from pyspark_hbase.connection import connect
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.embedded._launch import JAVA_OPTIONS_VARIABLE
from pyspark_hbase.errors import ServerError, SetupError

TIMEOUT_SECONDS = 120


def embedded(folder: Path, *arguments: str) -> list[str]:
    """Run one verb; the lines it prints, or a failed test with what it complains about."""
    result = subprocess.run(
        [sys.executable, "-m", "pyspark_hbase.embedded", *arguments, "--state-dir", str(folder)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def thrift_connection(lines: list[str]) -> happybase.Connection:
    [address] = [line.removeprefix("thrift ") for line in lines if line.startswith("thrift ")]
    host, port = address.split(":")
    return happybase.Connection(host, int(port))


def test_two_run_side_by_side_with_data_of_their_own(
    hbase: EmbeddedHBase, spark: SparkSession
) -> None:
    conf = {"hbase.regionserver.thrift.http": "true", "zookeeper.znode.parent": "/second"}
    with EmbeddedHBase(region_servers=1, thrift=True, conf=conf) as second:
        assert second.quorum != hbase.quorum
        session = spark.newSession()
        session.conf.set("spark.sql.catalog.second", "org.apache.spark.sql.hbase.HBaseCatalog")
        session.conf.set("spark.sql.catalog.second.quorum", second.quorum)
        session.conf.set("spark.sql.catalog.second.zookeeper.znode.parent", "/second")
        for catalog, value in (("hbase", 1), ("second", 2)):
            session.sql(
                f"CREATE TABLE {catalog}.default.twin (id INT NOT NULL, v INT, PRIMARY KEY (id)) "
                "USING hbase"
            )
            session.sql(f"INSERT INTO {catalog}.default.twin VALUES (1, {value})")
        joined = session.sql(
            "SELECT a.v AS here, b.v AS there FROM hbase.default.twin a "
            "JOIN second.default.twin b USING (id)"
        )
        assert joined.collect() == [Row(here=1, there=2)]
        session.sql("DROP TABLE hbase.default.twin")
        with connect(f"http://{second.thrift}") as asking:
            for _ in range(3):
                assert asking.rows("SELECT v FROM twin WHERE id = 1") == [{"v": 2}]
            assert asking.rows("SELECT sum(v) AS s FROM twin") == [{"s": 2}]
        with (
            connect(f"thrift://{second.thrift}") as wrong,
            pytest.raises(ServerError, match=f"answers=http://{second.thrift}/"),
        ):
            wrong.tables()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Yield the folder of state files, and stop the clusters that run there afterwards."""
    yield tmp_path
    embedded(tmp_path, "down", "--all")


def test_data_survives_down_and_up(folder: Path) -> None:
    up = ("up", "--name", "kept", "--data", str(folder / "data"), "--thrift")
    lines = embedded(folder, *up)
    host, port = lines[-1].split(":")
    assert (host, port.isdigit()) == ("127.0.0.1", True)
    connection = thrift_connection(lines)
    connection.create_table("t", {"f": {}})
    connection.table("t").put(b"r", {b"f:q": b"v"})
    connection.close()
    embedded(folder, "down", "--name", "kept")
    assert list(folder.glob("*.json")) == []
    connection = thrift_connection(embedded(folder, *up))
    assert connection.table("t").row(b"r") == {b"f:q": b"v"}
    connection.close()


def test_a_data_folder_in_use_ends_the_start_with_its_words(folder: Path) -> None:
    data = folder / "data"
    framed = {
        "hbase.regionserver.thrift.framed": "true",
        "hbase.regionserver.thrift.compact": "true",
    }
    with EmbeddedHBase(region_servers=1, data=data, thrift=True, conf=framed) as running:
        with pytest.raises(SetupError, match="did not start.*in use by another embedded HBase"):
            EmbeddedHBase(region_servers=1, data=data).__enter__()
        address = f"thrift://{running.thrift}?transport=framed&protocol=compact"
        with connect(address) as asking:
            assert asking.tables() == []
        with connect(f"thrift://{running.thrift}") as wrong, pytest.raises(ServerError) as caught:
            wrong.tables()
        assert caught.value.values["answers"] == address


def test_a_jvm_may_write_before_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(JAVA_OPTIONS_VARIABLE, "-Xlog:gc")
    with EmbeddedHBase(region_servers=1) as logging:
        assert logging.quorum.startswith("127.0.0.1:")


def test_a_jvm_that_ends_before_hbase_starts_ends_the_start_with_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The JVM says so on its standard output.
    monkeypatch.setenv(JAVA_OPTIONS_VARIABLE, "-Xms2g -Xmx1g")
    with pytest.raises(SetupError, match="(?s)did not start.*Initial heap size"):
        EmbeddedHBase(region_servers=1).__enter__()


def test_the_java_process_of_commands_may_write_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-Xlog:gc*=debug")
    with Jvm() as jvm:
        system = jvm.java_class("java.lang.System")
        # More than a pipe holds.
        for _ in range(30):
            system.gc()
        assert system.getProperty("java.version")


def test_a_java_process_of_commands_that_ends_tells_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-Xms2g")
    with pytest.raises(SetupError, match="(?s)did not start.*Initial heap size"):
        Jvm().__enter__()


def test_a_setting_that_hbase_refuses_ends_the_start_with_its_words() -> None:
    conf = {"hbase.rootdir": "nowhere://x"}
    with pytest.raises(SetupError, match="did not start.*nowhere"):
        EmbeddedHBase(region_servers=1, conf=conf).__enter__()
