"""Errors over Thrift show the place in the text of the query that Spark's own errors show."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from pyspark_hbase.connection import Connection, connect
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.errors import EvaluationError

COLUMNS = "k INT, z INT, s STRING, b BIGINT, d DECIMAL(38,0), t TINYINT, day DATE"
ROW = "0, 'x', 9223372036854775807, 12345, CAST(127 AS TINYINT), DATE '2024-02-29'"
NAMESPACE = "error_places"

QUERIES = [
    "SELECT k / z FROM places",
    "SELECT k % z FROM places",
    "SELECT k div z FROM places",
    "SELECT b + 1 AS more FROM places",
    "SELECT k, (b - 1) * (k + 1) FROM places",
    "SELECT round(b, -1) FROM places",
    "SELECT mod(k, z) FROM places",
    "SELECT CAST(s AS INT) FROM places",
    "SELECT int(s), k FROM places",
    "SELECT s::int FROM places",
    "SELECT CAST(s AS DATE) FROM places",
    "SELECT CAST(s AS TIMESTAMP) FROM places",
    "SELECT CAST(s AS BOOLEAN) FROM places",
    "SELECT CAST(d AS DECIMAL(3, 0)) FROM places",
    "SELECT s + 1 FROM places",
    "SELECT k FROM places WHERE s = 5",
    "SELECT k FROM places WHERE s BETWEEN 1 AND 2",
    "SELECT k FROM places WHERE (k > 0 AND s NOT BETWEEN 1 AND 2)",
    "SELECT k FROM places WHERE s IS NOT DISTINCT FROM 5",
    "SELECT k FROM places WHERE day BETWEEN '2024-01-01' AND s",
    "SELECT k FROM places WHERE 10 / z > 1 AND k > 0",
    "SELECT k\nFROM places\nWHERE k = 1\n  AND (10 /\n    z) > 1",
    "SELECT k FROM places WHERE NOT (k % z = 1 OR s LIKE 'y%')",
    "SELECT CASE WHEN k > 0 THEN 10 / z ELSE CAST(s AS INT) END FROM places",
    "SELECT if(k > 0, 10 / z, 1) FROM places",
    "SELECT coalesce(k / z, 1.5) FROM places",
    "SELECT upper(substring(s, CAST(k / z AS INT), 2)) FROM places",
    "SELECT abs(k / (z * 2)) + CAST(s AS INT) FROM places",
    "SELECT max(k / z) FROM places",
    "SELECT count(*) FILTER (WHERE 10 / z > 1) FROM places",
    "SELECT count(*) FROM places GROUP BY k / z",
    "SELECT k / z AS q, count(*) FROM places GROUP BY 1",
    "SELECT k / z AS q, count(*) FROM places GROUP BY q",
    "SELECT z, count(*) FROM places\nGROUP BY z, CAST(s AS INT)",
    "SELECT k FROM places ORDER BY k % z",
    "SELECT k FROM places ORDER BY\n  CAST(s AS INT) DESC\nLIMIT 3",
    "SELECT z, max(k) FROM places GROUP BY z HAVING max(k) / sum(z) > 1",
    "SELECT sum(k) / sum(z) AS q FROM places",
    "SELECT z, sum(k) FROM places GROUP BY k, z ORDER BY sum(k) % sum(z)",
    "SELECT max(b) + 1 FROM places",
    "SELECT 1 + 1, 1 / 0",
    "SELECT k, s, b, d, t, day, k AS again, CAST(s AS INT) AS number, z, k + 1 AS more FROM places",
    "  -- a comment\nSELECT /* k / z */ k\n     /* over */ /\n z\nFROM places",
]
"""Each has one error, whose place is that of plain Spark."""

WITHOUT_PLACE_IN_SPARK = [
    ("SELECT CAST(b AS INT) FROM places", "CAST(b AS INT)"),
    ("SELECT k FROM places WHERE t + t > 1", "t + t"),
    ("SELECT make_date(k, z, k) FROM places", "make_date(k, z, k)"),
    ("SELECT -(0 - b - 1) FROM places", "-(0 - b - 1)"),
    ("SELECT abs(0 - b - 1) FROM places", "abs(0 - b - 1)"),
]
"""Errors whose place Spark's own leave out."""


@pytest.fixture(scope="module")
def plain(spark: SparkSession) -> SparkSession:
    """Plain Spark: a view of the name without HBase; the same rows are in a table of HBase."""
    session = spark.newSession()
    session.sql(f"CREATE NAMESPACE hbase.{NAMESPACE}")
    session.sql(f"CREATE TABLE hbase.{NAMESPACE}.places ({COLUMNS}, PRIMARY KEY (k)) USING hbase")
    session.sql(f"INSERT INTO hbase.{NAMESPACE}.places SELECT id, {ROW} FROM range(1, 3)")
    table = session.table(f"hbase.{NAMESPACE}.places")
    rows = session.createDataFrame(table.collect(), table.schema).coalesce(1)
    rows.createOrReplaceTempView("places")
    return session


@pytest.fixture(scope="module")
def cluster(plain: SparkSession, hbase: EmbeddedHBase) -> Iterator[Connection]:
    """The gateway."""
    with connect(f"thrift://{hbase.thrift}", namespace=NAMESPACE) as connection:
        yield connection


def place(cluster: Connection, query: str) -> str:
    with pytest.raises(EvaluationError) as caught:
        cluster.sql(query).to_arrow()
    assert str(caught.value).endswith(caught.value.query_context)
    return caught.value.query_context


def place_in_spark(plain: SparkSession, query: str) -> str:
    with pytest.raises(PySparkException) as caught:
        plain.sql(query).collect()
    (found,) = caught.value.getQueryContext() or [None]
    return "" if found is None else str(found.summary()).rstrip("\n")


@pytest.mark.parametrize("query", QUERIES)
def test_the_place_is_sparks(plain: SparkSession, cluster: Connection, query: str) -> None:
    assert place(cluster, query) == place_in_spark(plain, query)


@pytest.mark.parametrize(("query", "fragment"), WITHOUT_PLACE_IN_SPARK)
def test_a_place_is_shown_where_spark_shows_none(
    plain: SparkSession, cluster: Connection, query: str, fragment: str
) -> None:
    assert place_in_spark(plain, query) == ""
    heading, line, marks = place(cluster, query).split("\n")
    assert (heading, line) == (f"== SQL (line 1, position {query.index(fragment) + 1}) ==", query)
    assert [query[slice(*found.span())] for found in re.finditer(r"\^+", marks)] == [fragment]


@pytest.mark.parametrize("ansi", [True, False])
def test_errors_of_every_mode_have_no_place_as_in_spark(
    plain: SparkSession, hbase: EmbeddedHBase, ansi: bool
) -> None:
    query = "SELECT split_part(s, ',', k - 1) FROM places"
    plain.conf.set("spark.sql.ansi.enabled", ansi)
    try:
        with connect(f"thrift://{hbase.thrift}", namespace=NAMESPACE, ansi=ansi) as cluster:
            assert place(cluster, query) == place_in_spark(plain, query) == ""
    finally:
        plain.conf.unset("spark.sql.ansi.enabled")
