"""Statements that lines of Spark plan in different ways: what they do is the same on each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

SPACE = "hbase.planned"


@pytest.fixture(scope="module")
def sql(spark: SparkSession) -> Iterator[SparkSession]:
    """A session whose tables go with the module."""
    session = spark.newSession()
    session.sql(f"CREATE NAMESPACE {SPACE}")
    yield session
    for row in session.sql(f"SHOW TABLES IN {SPACE}").collect():
        session.sql(f"DROP TABLE {SPACE}.{row.tableName} PURGE")
    session.sql(f"DROP NAMESPACE {SPACE}")


def rows(sql: SparkSession, query: str) -> list[tuple[object, ...]]:
    return [tuple(row) for row in sql.sql(query).collect()]


def fails(sql: SparkSession, statement: str) -> str:
    with pytest.raises(PySparkException) as caught:
        sql.sql(statement)
    return str(caught.value.getCondition()).removeprefix("SPARKSQL_HBASE.")


def test_a_merge_that_only_inserts_adds_the_rows_without_a_partner(sql: SparkSession) -> None:
    table = f"{SPACE}.merged"
    sql.sql(f"CREATE TABLE {table} (k INT, v INT, PRIMARY KEY (k)) USING hbase")
    sql.sql(f"INSERT INTO {table} VALUES (1, 10), (2, 20)")

    def merge(source: str, condition: str = "") -> str:
        sql.sql(
            f"CREATE OR REPLACE TEMPORARY VIEW source AS SELECT * FROM VALUES {source} AS s(k, v)"
        )
        return (
            f"MERGE INTO {table} t USING source s ON t.k = s.k "
            f"WHEN NOT MATCHED {condition} THEN INSERT (k, v) VALUES (s.k, s.v)"
        )

    statement = merge("(1, 11), (1, 12), (3, 30), (4, NULL)")
    # What Spark itself says of rows without a partner.
    without = f"SELECT * FROM source s WHERE NOT EXISTS (SELECT 1 FROM {table} t WHERE t.k = s.k)"
    expected = sorted(rows(sql, f"SELECT * FROM {table}") + rows(sql, without))
    sql.sql(statement)
    assert rows(sql, f"SELECT * FROM {table} ORDER BY k") == expected
    # Two rows of one key, in one task and in several.
    assert fails(sql, merge("(5, 50), (5, 51)")) == "DUPLICATE_ROW_KEY"
    # A key without a value has no partner, and no row.
    assert fails(sql, merge("(CAST(NULL AS INT), 60)")) == "NOT_NULL_ASSERT_VIOLATION"
    sql.sql(merge("(CAST(NULL AS INT), 60), (6, 60)", "AND s.k IS NOT NULL"))
    assert rows(sql, f"SELECT v FROM {table} WHERE k >= 6") == [(60,)]


def test_texts_of_columns_with_a_length_are_written_to_columns_without(sql: SparkSession) -> None:
    columns = "c CHAR(3), v VARCHAR(3), s STRUCT<i: INT, t: STRING>, PRIMARY KEY (k)"
    sql.sql(f"CREATE TABLE {SPACE}.lengths (k CHAR(2), {columns}) USING hbase")
    values = "'a', 'b', 'c', named_struct('i', 1, 't', 'd')"
    sql.sql(f"INSERT INTO {SPACE}.lengths VALUES ({values})")
    sql.sql(f"INSERT INTO {SPACE}.lengths SELECT 'e', c, v, s FROM {SPACE}.lengths")
    columns = columns.replace("CHAR(3)", "STRING").replace("VARSTRING", "STRING")
    sql.sql(f"CREATE TABLE {SPACE}.texts (k STRING, {columns}) USING hbase")
    sql.sql(f"INSERT INTO {SPACE}.texts SELECT * FROM {SPACE}.lengths")
    written = f"SELECT CAST(k AS STRING) AS k, CAST(c AS STRING) AS c, v, s FROM {SPACE}.lengths"
    sql.sql(f"INSERT OVERWRITE {SPACE}.texts {written}")
    sql.sql(
        f"CREATE TABLE {SPACE}.copied USING hbase TBLPROPERTIES ('hbase.key' = 'k') AS {written}"
    )
    expected = [(k, "b  ", "c", (1, "d")) for k in ("a ", "e ")]
    for name in ("lengths", "texts", "copied"):
        assert rows(sql, f"SELECT * FROM {SPACE}.{name} ORDER BY k") == expected
