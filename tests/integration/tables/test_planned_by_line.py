"""Statements that lines of Spark plan in different ways: what they do is the same on each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
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
