"""A table of the row keys with one prefix, in an HBase table that other programs share."""

from __future__ import annotations

from collections.abc import Iterator

import happybase
import pytest
from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession

from pyspark_hbase.connection import connect
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.expressions import col
from pyspark_hbase.plan import SubPlan

TABLE = "hbase.default.users"
# Rows with keys of which our key column cannot be made, and with values that are no INT.
FOREIGN = (b"order", b"user", b"user#\x00\xff\xff", b"usez", b"\x00", b"\xff\xff")


@pytest.fixture
def shared(spark: SparkSession, hbase: EmbeddedHBase) -> Iterator[happybase.Table]:
    host, port = hbase.thrift.split(":")
    gateway = happybase.Connection(host, int(port))
    gateway.create_table("shared_rows", {"f": {}})
    table = gateway.table("shared_rows")
    for row in FOREIGN:
        table.put(row, {b"f:v": b"no number"})
    for i in range(4):
        table.put(f"user#1{i}".encode(), {b"f:v": str(i).encode()})
    jar = spark.conf.get("spark.sql.hbase.coprocessor.jar")
    spark.sql(
        f"CREATE TABLE {TABLE} (k STRING, v INT, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ("
        "'hbase.table' = 'shared_rows', 'hbase.layout' = 'columns', 'hbase.encoding' = 'string', "
        f"'hbase.family' = 'f', 'hbase.row.prefix' = 'user#1', 'hbase.coprocessor.jar' = '{jar}')"
    )
    spark.sql(
        "CALL hbase.system.claim_table(table => 'default.users', hbase_table => 'shared_rows')"
    )
    yield table
    spark.sql(f"DROP TABLE {TABLE}")
    gateway.delete_table("shared_rows", disable=True)
    gateway.close()


def kept(table: happybase.Table) -> None:
    """No foreign row has changed."""
    rows = {row: cells for row, cells in table.scan() if not row.startswith(b"user#1")}
    assert rows == {row: {b"f:v": b"no number"} for row in FOREIGN}


CONDITIONS = (
    ("true", 4),
    ("k = 'order'", 0),
    ("k IN ('order', 'user#12', 'usez')", 1),
    ("k < 'user#12'", 2),
    ("k > 'user#12'", 1),
    ("k LIKE 'u%'", 4),
    ("k LIKE 'o%'", 0),
    ("v >= 2", 2),
    ("length(k) = 7", 4),
)


def test_queries_see_the_rows_with_the_prefix_alone(
    spark: SparkSession, hbase: EmbeddedHBase, shared: happybase.Table
) -> None:
    for mode in ("auto", "off"):
        read = f"{TABLE} WITH ('coprocessor' = '{mode}')"
        for condition, rows in CONDITIONS:
            found = spark.sql(f"SELECT k, v FROM {read} WHERE {condition}").collect()
            assert len(found) == rows, (mode, condition)
            counted = spark.sql(f"SELECT count(*), sum(v) FROM {read} WHERE {condition}").first()
            assert counted == (rows, sum(row.v for row in found) if rows else None)
        joined = f"SELECT r.k FROM VALUES ('order'), ('user#11') AS l(k) JOIN {read} r USING (k)"
        assert spark.sql(joined).collect() == [("user#11",)]
        assert spark.sql(f"SELECT k FROM {read} ORDER BY k DESC LIMIT 2").collect() == [
            ("user#13",),
            ("user#12",),
        ]
    with connect(f"thrift://{hbase.thrift}") as connection:
        for condition, rows in CONDITIONS:
            found = connection.sql(f"SELECT k, v FROM users WHERE {condition}").to_arrow()
            assert found.num_rows == rows, condition
            counted = connection.sql(f"SELECT count(*) AS n FROM users WHERE {condition}")
            assert counted.to_arrow().to_pydict() == {"n": [rows]}, condition
        for key, rows in (("user#11", 1), ("order", 0), ("user#12", 1)):
            by_key = connection.sql("SELECT v FROM users WHERE k = ?", args=[key])
            assert by_key.to_arrow().num_rows == rows
        users = SubPlan.scan(connection.table("users"))
        for mode in ("true", "false"):
            spark.conf.set("spark.sql.hbase.coprocessor", mode)
            assert users.select(col("v")).to_dataframe(spark).count() == 4
            one = users.filter(col("k") == "order").to_dataframe(spark)
            assert one.collect() == []
        spark.conf.unset("spark.sql.hbase.coprocessor")
    spark.sql("CALL hbase.system.analyze('default.users')")
    assert spark.sql(f"SELECT count(*) FROM {TABLE}").first() == (4,)
    shown = spark.sql(f"SHOW CREATE TABLE {TABLE}").first()[0]
    assert "'hbase.row.prefix' = 'user#1'" in shown


def test_deletions_keep_other_rows(spark: SparkSession, shared: happybase.Table) -> None:
    spark.sql(f"DELETE FROM {TABLE} WHERE k IN ('order', 'user#10')")
    assert spark.table(TABLE).count() == 3
    kept(shared)
    spark.sql(f"DELETE FROM {TABLE} WHERE v = 1")
    spark.sql(f"UPDATE {TABLE} SET v = v + 10")
    assert sorted(spark.table(TABLE).collect()) == [("user#12", 12), ("user#13", 13)]
    kept(shared)
    spark.sql(f"INSERT OVERWRITE {TABLE} VALUES ('user#1x', 7)")
    assert spark.table(TABLE).collect() == [("user#1x", 7)]
    kept(shared)
    spark.sql(f"TRUNCATE TABLE {TABLE}")
    assert spark.table(TABLE).count() == 0
    kept(shared)
    spark.sql(f"INSERT INTO {TABLE} VALUES ('user#1', 1)")
    spark.sql(f"DELETE FROM {TABLE}")
    assert spark.table(TABLE).count() == 0
    kept(shared)


def test_a_row_of_another_program_is_not_written(
    spark: SparkSession, shared: happybase.Table
) -> None:
    rows = "SELECT 'usez' AS k, 1 AS v"
    for statement in (
        f"INSERT INTO {TABLE} {rows}",
        f"INSERT OVERWRITE {TABLE} {rows}",
        f"INSERT INTO {TABLE} WITH ('write' = 'bulk') {rows}",
        f"UPDATE {TABLE} SET k = 'usez' WHERE k = 'user#11'",
        f"MERGE INTO {TABLE} t USING ({rows}) s ON t.k = s.k WHEN MATCHED THEN DELETE "
        "WHEN NOT MATCHED THEN INSERT *",
    ):
        with pytest.raises(Exception, match="ROW_OUTSIDE_TABLE.*usez.*user#1"):
            spark.sql(statement)
        kept(shared)
    assert spark.table(TABLE).count() == 4


def test_own_tables_have_no_prefix(spark: SparkSession) -> None:
    with pytest.raises(AnalysisException, match="INVALID_PROPERTY.*hbase.row.prefix"):
        spark.sql(
            "CREATE TABLE hbase.default.own_prefix (k STRING, PRIMARY KEY (k)) USING hbase "
            "TBLPROPERTIES ('hbase.row.prefix' = 'x')"
        )


def test_what_would_take_rows_of_others_is_refused(
    spark: SparkSession, shared: happybase.Table
) -> None:
    for statement, code in (
        (f"DROP TABLE {TABLE} PURGE", "UNSUPPORTED_STATEMENT"),
        (f"ALTER TABLE {TABLE} SET TBLPROPERTIES ('hbase.ttl' = '1')", "CANNOT_CHANGE_PROPERTY"),
        (
            f"ALTER TABLE {TABLE} SET TBLPROPERTIES ('hbase.row.prefix' = 'u')",
            "CANNOT_CHANGE_PROPERTY",
        ),
    ):
        with pytest.raises(AnalysisException, match=code):
            spark.sql(statement)
        kept(shared)
    spark.sql(
        f"CREATE OR REPLACE TABLE {TABLE} USING hbase TBLPROPERTIES ('hbase.key' = 'k', "
        "'hbase.table' = 'replaced_users') AS SELECT 'a' AS k"
    )
    assert spark.table(TABLE).collect() == [("a",)]
    kept(shared)
