"""Statements over what is not there, or is called otherwise, say so by a code and in few words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import happybase
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from pyspark_hbase._spark.older_pyspark import condition_of
from pyspark_hbase.connection import connect
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.errors import PySparkHBaseError

# Letters of a message that a person reads to its end.
FEW = 2000


@pytest.fixture(scope="module")
def sql(spark: SparkSession) -> SparkSession:
    session = spark.newSession()
    session.sql("CREATE NAMESPACE hbase.missing")
    session.sql("USE hbase.missing")
    return session


@pytest.fixture(scope="module")
def thrift(hbase: EmbeddedHBase) -> Iterator[happybase.Connection]:
    host, port = hbase.thrift.split(":")
    connection = happybase.Connection(host, int(port))
    yield connection
    connection.close()


@pytest.fixture(scope="module")
def gone(sql: SparkSession, thrift: happybase.Connection) -> str:
    """A SQL table whose HBase table is not there any more."""
    sql.sql("CREATE TABLE gone (k INT, v INT, PRIMARY KEY (k)) USING hbase")
    thrift.delete_table("missing:gone", disable=True)
    return "gone"


def refusal(sql: Any, statement: str) -> PySparkException:
    with pytest.raises(PySparkException) as caught:
        sql.sql(statement).collect()
    assert len(str(caught.value)) < FEW
    return caught.value


def code(error: PySparkException) -> str:
    return (condition_of(error) or str(error)).removeprefix("SPARKSQL_HBASE.")


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM gone",
        "SELECT count(*) FROM gone WHERE k = 1",
        "SELECT v FROM gone WHERE k IN (1, 2)",
        "INSERT INTO gone VALUES (1, 2)",
        "INSERT INTO gone SELECT id, id FROM range(10)",
        "INSERT OVERWRITE gone VALUES (1, 2)",
        "UPDATE gone SET v = 1",
        "MERGE INTO gone USING (SELECT 1 AS k) u ON gone.k = u.k WHEN MATCHED THEN DELETE",
        "DELETE FROM gone WHERE k = 1",
        "DELETE FROM gone WHERE v + k = 1",
        "DELETE FROM gone",
        "TRUNCATE TABLE gone",
        "SELECT * FROM gone.regions",
        "SELECT * FROM gone.families",
        "CALL hbase.system.analyze(table => 'missing.gone')",
        "CALL hbase.system.snapshot(table => 'missing.gone', name => 'snap')",
        "CALL hbase.system.attach_coprocessor(table => 'missing.gone', jar => 'file:///a.jar')",
        "ALTER TABLE gone SET TBLPROPERTIES ('hbase.ttl' = '100')",
        "ALTER TABLE gone ADD COLUMN w INT",
    ],
)
def test_every_statement_over_a_table_that_is_gone_says_so(
    sql: SparkSession, gone: str, statement: str
) -> None:
    assert code(refusal(sql, statement)) == "HBASE_TABLE_MISSING"


def test_a_bulk_load_of_a_table_that_is_gone_says_so(sql: SparkSession, gone: str) -> None:
    with pytest.raises(PySparkException) as caught:
        sql.sql("SELECT 1 AS k, 2 AS v").writeTo(gone).option("write", "bulk").append()
    assert code(caught.value) == "HBASE_TABLE_MISSING"


def test_a_table_that_is_gone_can_be_looked_at_and_dropped(sql: SparkSession, gone: str) -> None:
    assert "PRIMARY KEY" in sql.sql("SHOW CREATE TABLE gone").collect()[0][0]
    assert sql.sql("DESCRIBE gone").collect()
    sql.sql("DROP TABLE gone PURGE")


def test_a_family_that_is_gone_is_named(sql: SparkSession, thrift: happybase.Connection) -> None:
    thrift.create_table("missing:lacking", {"a": {}, "b": {}})
    columns = "(k STRING, x STRING, y STRING, PRIMARY KEY (k)) USING hbase"
    places = "'hbase.family' = 'a', 'hbase.column.y.family' = '{}'"
    lacking = f"{places.format('B')}, 'hbase.table' = 'missing:lacking'"
    error = refusal(sql, f"CREATE TABLE wrong {columns} TBLPROPERTIES ({lacking})")
    assert code(error) == "FAMILY_MISSING" and "didYouMean=b" in str(error)
    sql.sql(f"CREATE TABLE families {columns} TBLPROPERTIES ({places.format('b')})")
    thrift.delete_table("missing:families", disable=True)
    thrift.create_table("missing:families", {"a": {}})
    for statement in (
        "INSERT INTO families VALUES ('1', 'x', 'y')",
        "SELECT y FROM families WHERE y = 'a'",
    ):
        assert code(refusal(sql, statement)) == "FAMILY_MISSING"


@pytest.mark.parametrize("mode", ["auto", "off"])
def test_every_statement_over_a_family_that_is_gone_says_so(
    sql: SparkSession, thrift: happybase.Connection, hbase: EmbeddedHBase, mode: str
) -> None:
    name = f"adopted_{mode}"
    thrift.create_table(f"missing:{name}", {"a": {}, "b": {}})
    sql.sql(
        f"CREATE TABLE {name} (k STRING, x STRING, y STRING, PRIMARY KEY (k)) USING hbase "
        "TBLPROPERTIES ('hbase.layout' = 'columns', 'hbase.family' = 'a', "
        f"'hbase.column.y.family' = 'b', 'hbase.coprocessor' = '{mode}')"
    )
    thrift.table(f"missing:{name}").put(b"1", {b"a:x": b"x"})
    thrift.delete_table(f"missing:{name}", disable=True)
    thrift.create_table(f"missing:{name}", {"a": {}})
    thrift.table(f"missing:{name}").put(b"1", {b"a:x": b"x"})
    for statement in (
        f"SELECT * FROM {name}",
        f"SELECT count(*) FROM {name}",
        f"SELECT x FROM {name} WHERE k = '1'",
        f"SELECT y FROM {name} WHERE k > '0'",
        f"INSERT INTO {name} VALUES ('1', 'x', 'y')",
        f"INSERT OVERWRITE {name} VALUES ('1', 'x', 'y')",
        f"UPDATE {name} SET y = 'y'",
        f"DELETE FROM {name} WHERE k = '1'",
        f"DELETE FROM {name} WHERE x LIKE '%x'",
        f"TRUNCATE TABLE {name}",
        f"CALL hbase.system.analyze(table => 'missing.{name}')",
    ):
        assert code(refusal(sql, statement)) == "FAMILY_MISSING", statement
    with connect(f"thrift://{hbase.thrift}") as connection:
        for query in (f"SELECT * FROM missing.{name}", f"SELECT count(*) FROM missing.{name}"):
            with pytest.raises(PySparkHBaseError, match="FAMILY_MISSING"):
                connection.sql(query).to_arrow()


def test_a_namespace_that_is_not_there_is_named(sql: SparkSession) -> None:
    columns = "(k INT, PRIMARY KEY (k)) USING hbase"
    assert code(refusal(sql, f"CREATE TABLE hbase.nowhere.t {columns}")) == "SCHEMA_NOT_FOUND"
    assert code(refusal(sql, "SELECT * FROM hbase.nowhere.t")) == "TABLE_OR_VIEW_NOT_FOUND"


def test_a_jar_that_is_not_there_is_named(sql: SparkSession) -> None:
    columns = "(k INT, v INT, PRIMARY KEY (k)) USING hbase"
    jar = "TBLPROPERTIES ('hbase.coprocessor.jar' = 'file:///nowhere/of/this.jar')"
    error = refusal(sql, f"CREATE TABLE jarless {columns} {jar}")
    assert condition_of(error).startswith("SPARKSQL_HBASE.") and "/nowhere/of/this.jar" in str(
        error
    )


@pytest.mark.parametrize("name", ["Orders", "ORDERS"])
def test_a_name_in_other_letters_gets_a_hint(sql: SparkSession, name: str) -> None:
    sql.sql("CREATE TABLE IF NOT EXISTS orders (k INT, v INT, PRIMARY KEY (k)) USING hbase")
    for statement in (
        f"SELECT * FROM {name}",
        f"INSERT INTO hbase.Missing.{name} VALUES (1, 2)",
    ):
        error = refusal(sql, statement)
        assert code(error) == "UNKNOWN_TABLE" and "didYouMean=missing.orders" in str(error)
    assert not sql.catalog.tableExists(f"hbase.missing.{name}")


def test_sparks_error_for_a_misspelt_table_gets_a_hint(sql: SparkSession) -> None:
    sql.sql("CREATE TABLE IF NOT EXISTS orders (k INT, v INT, PRIMARY KEY (k)) USING hbase")
    for statement in (
        "SELECT * FROM ordres",
        "SELECT * FROM hbase.misssing.orders",
        "INSERT INTO ordres VALUES (1, 2)",
        "DELETE FROM ordres WHERE k = 1",
        "DESCRIBE ordres",
        "ALTER TABLE ordres ADD COLUMN w INT",
    ):
        error = refusal(sql, statement)
        assert code(error) == "TABLE_OR_VIEW_NOT_FOUND"
        assert "Did you mean hbase.missing.orders?" in str(error), statement
    with pytest.raises(PySparkException, match=r"Did you mean hbase\.missing\.orders\?"):
        sql.table("hbase.missing.ordres")
    assert not sql.catalog.tableExists("hbase.missing.ordres")
    sql.sql("DROP TABLE IF EXISTS ordres")
    other = refusal(sql, "SELECT * FROM nothing_like_it")
    assert code(other) == "TABLE_OR_VIEW_NOT_FOUND" and "Did you mean" not in str(other)


def test_a_delimiter_without_a_letter_is_refused(sql: SparkSession, tmp_path: Path) -> None:
    sql.sql("CREATE TABLE loaded (k INT, v INT, PRIMARY KEY (k)) USING hbase")
    (tmp_path / "rows.csv").write_text("1,2\n")
    error = refusal(
        sql, f"LOAD DATA INPATH '{tmp_path}/rows.csv' INTO TABLE loaded FIELDS TERMINATED BY ''"
    )
    assert code(error) == "INVALID_OPTION" and "delimiter" in str(error)


def test_a_continuous_trigger_is_refused_by_name(sql: SparkSession, tmp_path: Path) -> None:
    sql.sql("CREATE TABLE streamed (k BIGINT, v BIGINT, PRIMARY KEY (k)) USING hbase")
    source = sql.readStream.format("rate").load().selectExpr("value AS k", "value AS v")
    writer = source.writeStream.option("checkpointLocation", str(tmp_path / "checkpoint"))
    with pytest.raises(PySparkException) as caught:
        writer.trigger(continuous="1 second").toTable("streamed").awaitTermination(60)
    assert "not a continuous one" in str(caught.value)


def test_save_as_table_takes_the_key_as_an_option(sql: SparkSession) -> None:
    frame = sql.sql("SELECT 1 AS k, 'x' AS v")
    with pytest.raises(PySparkException) as caught:
        frame.write.format("hbase").saveAsTable("hbase.missing.saved")
    assert code(caught.value) == "NO_PRIMARY_KEY" and "option hbase.key" in str(caught.value)
    for mode in ("error", "overwrite"):
        writer = frame.write.format("hbase").option("hbase.key", "k").mode(mode)
        writer.option("hbase.layout", "columns").saveAsTable("hbase.missing.saved")
        assert sql.table("saved").collect() == [(1, "x")]
    assert "'hbase.layout' = 'columns'" in sql.sql("SHOW CREATE TABLE saved").collect()[0][0]
