"""The commands of docs/OPERATIONS.md, on servers in processes of their own with files on HDFS.

They run as operators run them: each is a process, which knows the cluster by ``HBASE_CONF_DIR``.
Each test goes on with the tables as the one before leaves them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from clusters import Command, session_of
from gate import awaited
from hdfs_files import file_system
from pyspark.errors import PySparkException
from pyspark.sql import Row, SparkSession
from upgrades import upgrade

from pyspark_hbase._explain.scans import HBaseScan, hbase_scans
from pyspark_hbase._spark.jars import RegionServerJar, region_server_jar
from pyspark_hbase.embedded import EmbeddedHBase

ROWS = 20_000
TABLES = ("orders", "sales:parts", "sales:shops")
SUM = "SELECT count(*) AS n, sum(v) AS s FROM apart.{} WHERE id % 3 <> 1"
ANSWER = (13_333, sum(id for id in range(ROWS) if id % 3 != 1))
FOLDER = "hdfs:///jars"
PATIENCE_SECONDS = 200


@pytest.fixture(scope="module")
def command(on_hdfs: EmbeddedHBase) -> Command:
    return Command(on_hdfs.servers.client_settings, PATIENCE_SECONDS)


@pytest.fixture(scope="module")
def files(on_hdfs: EmbeddedHBase, spark: SparkSession) -> Any:
    """The file system of HBase's files, and the class of its paths."""
    assert spark._jvm is not None
    system = file_system(spark, on_hdfs.servers.client_settings)
    return Files(system, spark._jvm.org.apache.hadoop.fs.Path)


@dataclass(frozen=True)
class Files:
    """A file system of Hadoop, by paths as text."""

    system: Any
    path: Any

    def names(self, folder: str) -> list[str]:
        """The names of all in a folder; none where there is no such folder."""
        place = self.path(folder)
        found = self.system.listStatus(place) if self.system.exists(place) else []
        return [each.getPath().getName() for each in found]

    def put(self, source: Path, target: str) -> str:
        """Copy a file of this machine; returns the whole path of the copy."""
        self.system.copyFromLocalFile(self.path(str(source)), self.path(target))
        return str(self.system.makeQualified(self.path(target)).toString())

    def delete(self, path: str) -> None:
        """Delete a file that is there."""
        assert self.system.delete(self.path(path), False)


@pytest.fixture(scope="module")
def session(on_hdfs: EmbeddedHBase, spark: SparkSession, files: Files) -> Iterator[SparkSession]:
    """A session whose catalog knows the cluster by a file on its HDFS; tables without a jar."""
    session = session_of(on_hdfs, spark, site=site(on_hdfs, files))
    session.sql("CREATE NAMESPACE apart.sales")
    for table in TABLES:
        create(session, of_spark(table))
    yield session
    for table in TABLES:
        session.sql(f"DROP TABLE apart.{of_spark(table)} PURGE")


def site(on_hdfs: EmbeddedHBase, files: Files) -> str:
    """The path of the cluster's settings on its own HDFS."""
    return files.put(on_hdfs.servers.client_settings / "hbase-site.xml", "/conf/hbase-site.xml")


def create(session: SparkSession, table: str, properties: str = "") -> None:
    session.sql(
        f"CREATE TABLE apart.{table} (id INT NOT NULL, v BIGINT, text STRING, PRIMARY KEY (id)) "
        f"USING hbase TBLPROPERTIES ('hbase.splits' = '10000'{properties})"
    )
    session.sql(
        f"INSERT INTO apart.{table} WITH ('write' = 'bulk') "
        f"SELECT CAST(id AS INT), id, concat('text ', id) FROM range({ROWS})"
    )


def of_spark(table: str) -> str:
    """The name of an HBase table in Spark."""
    return table.replace(":", ".") if ":" in table else f"default.{table}"


def run(session: SparkSession, table: str = "default.orders") -> tuple[Row | None, HBaseScan]:
    """The answer of the query, and what its scan did."""
    frame = session.sql(SUM.format(table))
    [row] = frame.collect()
    [scan] = hbase_scans(frame)
    return row, scan


def check_in_servers(session: SparkSession, table: str = "default.orders") -> None:
    """Check that region servers compute the right answer, from the store files on HDFS."""
    row, scan = run(session, table)
    assert row == ANSWER
    assert scan.metrics["hbaseServerRowsScanned"] == scan.metrics["hbaseStoreFileRows"] == ROWS
    assert scan.metrics["hbaseFallbacks"] == 0


def check_in_spark(session: SparkSession, table: str = "default.orders") -> None:
    """Check that Spark computes the right answer."""
    row, scan = run(session, table)
    assert row == ANSWER
    assert (scan.metrics["hbaseServerRowsScanned"], scan.metrics["hbaseLocalRowsScanned"]) == (
        0,
        ROWS,
    )


def lines(printed: str) -> list[list[str]]:
    return [line.split() for line in printed.splitlines()]


@pytest.fixture(scope="module")
def jar() -> RegionServerJar:
    return RegionServerJar.read(region_server_jar())


def test_the_first_five_commands(
    command: Command, session: SparkSession, files: Files, jar: RegionServerJar, tmp_path: Path
) -> None:
    check_in_spark(session)
    before = command("doctor")
    assert "jar folder" in before and "/hbase/pyspark-hbase/lib is free for the jar" in before
    for table in TABLES:
        advice = f"its queries run in Spark -> pyspark-hbase deploy {table}"
        assert f"table {table}" in before and advice in before

    deployment = ["deploy", "orders", "sales:*", "--jar-folder", FOLDER]
    assert "plan: 3 of 3 tables to change" in command(*deployment, "--dry-run")
    assert files.names("/jars") == []
    path = f"{files.path(files.system.getUri()).toString()}/jars/{jar.name}"
    assert command(*deployment).splitlines()[:6] == [
        "preflight: 7 checks passed",
        f"upload: {path}",
        "canary: 2 regions answered right, from memory and from store files",
        *(f"{table}: deployed" for table in TABLES),
    ]
    assert files.names("/jars") == [jar.name]
    assert "plan: 0 of 3 tables to change" in command(*deployment)

    assert lines(command("status"))[1:] == [
        [table, "on", "2/2", jar.version, jar.digest[:12], path] for table in TABLES
    ]
    [orders] = command.json("status", "orders")
    assert len({each["server"] for each in orders["handshakes"]}) == 2
    after = command("doctor")
    # Without --jar-folder it is the folder of the jars that tables name.
    assert f"{path.rpartition('/')[0]} has the jar already" in after
    assert "WARN" not in after and "FAIL" not in after
    for table in TABLES:
        check_in_servers(session, of_spark(table))

    page = tmp_path / "orders.html"
    command("report", str(page), "--sql", SUM.format("default.orders").replace("apart", "hbase"))
    assert "region servers (coprocessor version" in page.read_text()
    assert lines(command("undeploy", "sales:*"))[1:] == [
        [table, "removed", "-"] for table in TABLES[1:]
    ]
    check_in_spark(session, "sales.parts")
    check_in_servers(session)


def test_what_runs_where(command: Command, session: SparkSession) -> None:
    check_in_servers(session)
    for region in command.json("regions", "orders"):
        assert (region["store_files"], region["mem_store_bytes"]) == (1, 0)
        assert region["locality"] == 1
    assert lines(command("top", "orders", "--once"))[0][:3] == ["TABLE", "REGION", "SERVER"]
    session.sql("CALL apart.system.analyze(table => 'default.orders')")
    described = session.sql("DESCRIBE EXTENDED apart.default.orders").collect()
    assert any("hbase.statistics" in str(row) for row in described)


def test_the_kill_switch(command: Command, session: SparkSession) -> None:
    assert command("disable", "orders") == "orders disabled\n"
    assert lines(command("status", "orders"))[1][:3] == ["orders", "off", "2/2"]
    check_in_spark(session)
    assert command("enable", "orders") == "orders enabled\n"
    check_in_servers(session)


def test_an_upgrade_is_rolled_back_with_the_jar_that_lies_there(
    command: Command, session: SparkSession, files: Files, jar: RegionServerJar, tmp_path: Path
) -> None:
    newer = upgrade(1, tmp_path)
    options = ["--jar", str(newer.file), "--jar-folder", FOLDER, "--rolling"]
    assert "\norders: replaced\n" in command("deploy", "orders", *options)
    assert lines(command("status", "orders"))[1][4] == newer.digest[:12]
    check_in_servers(session)
    again = command("deploy", "orders", "--jar-folder", FOLDER)
    assert "is there already\n" in again and "\norders: replaced\n" in again
    assert lines(command("status", "orders"))[1][4] == jar.digest[:12]
    check_in_servers(session)
    gone = command.json("gc-jars", "--jar-folder", FOLDER, "--older-than", "0")
    assert {each["path"].rpartition("/")[2]: each["outcome"] for each in gone} == {
        newer.name: "deleted",
        jar.name: "kept",
    }
    assert files.names("/jars") == [jar.name]


def test_statements_attach_a_jar_on_hdfs_and_refuse_one_that_is_not_there(
    session: SparkSession, files: Files, jar: RegionServerJar
) -> None:
    call = "CALL apart.system.attach_coprocessor(table => 'sales.parts', jar => '{}')"
    path = files.system.makeQualified(files.path(f"/jars/{jar.name}")).toString()
    session.sql(call.format(path))
    check_in_servers(session, "sales.parts")
    session.sql("CALL apart.system.detach_coprocessor('sales.parts')")
    check_in_spark(session, "sales.parts")
    with pytest.raises(PySparkException, match="COPROCESSOR_JAR_MISSING"):
        session.sql(call.format(path.replace(jar.name, "none.jar")))
    check_in_spark(session, "sales.parts")
    create(session, "sales.made", f", 'hbase.coprocessor.jar' = '{path}'")
    check_in_servers(session, "sales.made")
    session.sql("DROP TABLE apart.sales.made PURGE")


def test_a_jar_that_is_gone_is_named_and_put_back(
    on_hdfs: EmbeddedHBase, command: Command, session: SparkSession, files: Files
) -> None:
    [table] = command.json("status", "orders")
    files.delete(table["table"]["jar"])
    # Regions serve until they are closed.
    assert "orders  JAR IS GONE" in command("status", "orders", status=1)
    check_in_servers(session)
    on_hdfs.servers.restart("region-server-1", "region-server-2")
    told = command("doctor", status=1)
    assert "is gone, and regions do not open without it: 0 of 2 regions answer" in told
    assert "pyspark-hbase deploy orders" in told
    # The master opens the regions when it tries again, which may be later than the command ends.
    repaired = command("deploy", "orders", "--jar-folder", FOLDER, "--wait", "60")
    assert "warning of table orders" in repaired or "is gone" in repaired
    awaited(lambda: command.json("status", "orders")[0]["jar_is_gone"] is False, "the jar is there")
    check_in_servers(session)


def test_a_folder_for_bulk_loads(session: SparkSession, files: Files) -> None:
    folder = files.system.makeQualified(files.path("/loads")).toString()
    session.conf.set("spark.sql.hbase.bulk.folder", folder)
    create(session, "sales.loaded")
    assert files.names("/loads") == []
    check_in_spark(session, "sales.loaded")
    session.sql("DROP TABLE apart.sales.loaded PURGE")
    session.conf.unset("spark.sql.hbase.bulk.folder")


def test_a_name_node_that_does_not_answer_is_told_within_a_minute(
    on_hdfs: EmbeddedHBase, command: Command, session: SparkSession
) -> None:
    on_hdfs.servers.pause("name-node")
    try:
        told = command("doctor", status=1, seconds=60)
        assert "jar folder" in told and "cannot be read" in told
        assert "table orders" in told and "2 regions run" in told
        assert lines(command("status", "orders", seconds=60))[1][:3] == ["orders", "on", "2/2"]
    finally:
        on_hdfs.servers.resume("name-node")
    check_in_servers(session)
