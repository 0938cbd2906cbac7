"""Statements that lines of Spark plan in different ways: what they do is the same on each."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pyspark
import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from pyspark_hbase._spark.older_pyspark import condition_of

SPACE = "hbase.planned"
LINE = tuple(map(int, pyspark.__version__.split(".")[:2]))
# In Spark 3.5 this error has no name.
NULL_IN_KEY = "NOT_NULL_ASSERT_VIOLATION" if LINE >= (4, 0) else "None"


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
    with pytest.raises((PySparkException, Py4JJavaError)) as caught:
        sql.sql(statement)
    return str(condition_of(caught.value)).removeprefix("SPARKSQL_HBASE.")


def test_a_table_like_another_has_its_columns_key_and_properties(sql: SparkSession) -> None:
    sql.sql(
        f"CREATE TABLE {SPACE}.model (day DATE, shop CHAR(3), n INT DEFAULT 7 COMMENT 'so many', "
        "PRIMARY KEY (shop, day)) USING hbase COMMENT 'a model' "
        "TBLPROPERTIES ('hbase.layout' = 'columns', 'hbase.versions' = '3')"
    )
    like = f"{SPACE}.alike LIKE {SPACE}.model"
    sql.sql(f"CREATE TABLE {like} USING hbase TBLPROPERTIES ('hbase.versions' = '2', 'a' = 'b')")

    def shown(table: str) -> list[str]:
        text = sql.sql(f"SHOW CREATE TABLE {SPACE}.{table}").collect()[0][0]
        text = re.sub(rf"planned([.:]){table}", r"planned\1it", text)
        return [line for line in text.splitlines() if "'a'" not in line and ".versions" not in line]

    assert shown("alike") == shown("model")
    properties = dict(rows(sql, f"SHOW TBLPROPERTIES {SPACE}.alike"))
    assert (properties["hbase.versions"], properties["a"]) == ("2", "b")
    sql.sql(f"INSERT INTO {SPACE}.alike VALUES (DATE'2024-01-01', 'a', 1)")
    assert rows(sql, f"SELECT shop, n FROM {SPACE}.alike") == [("a  ", 1)]
    assert rows(sql, f"SELECT * FROM {SPACE}.model") == []
    sql.sql(f"CREATE TABLE IF NOT EXISTS {like}")
    assert fails(sql, f"CREATE TABLE {like}") == "TABLE_OR_VIEW_ALREADY_EXISTS"


def test_a_table_like_one_of_another_catalog_needs_a_key(sql: SparkSession) -> None:
    sql.sql("CREATE TEMPORARY VIEW source AS SELECT id, 'v' AS v FROM range(2)")
    like = f"CREATE TABLE {SPACE}.of_view LIKE source"
    assert fails(sql, like) == "NO_PRIMARY_KEY"
    sql.sql(f"USE {SPACE}")
    sql.sql("CREATE TABLE of_view LIKE source TBLPROPERTIES ('hbase.key' = 'id')")
    sql.sql("USE spark_catalog.default")
    sql.sql(f"INSERT INTO {SPACE}.of_view SELECT * FROM source")
    assert rows(sql, f"SELECT * FROM {SPACE}.of_view ORDER BY id") == [(0, "v"), (1, "v")]


@pytest.mark.parametrize(
    ("rest", "error"),
    [
        ("LIKE nowhere", "TABLE_OR_VIEW_NOT_FOUND"),
        ("LIKE elsewhere USING parquet", "UNSUPPORTED_STATEMENT"),
        ("LIKE elsewhere LOCATION '/tmp/x'", "UNSUPPORTED_STATEMENT"),
        ("LIKE elsewhere STORED AS PARQUET", "UNSUPPORTED_STATEMENT"),
        ("LIKE elsewhere USING hbase USING hbase", "DUPLICATE_CLAUSES"),
        ("LIKE elsewhere TBLPROPERTIES ('hbase.layuot' = 'packed')", "UNKNOWN_PROPERTY"),
        ("LIKE elsewhere PARTITIONED BY (k)", "PARSE_SYNTAX_ERROR"),
    ],
)
def test_what_such_a_statement_cannot_say_is_refused(
    sql: SparkSession, rest: str, error: str
) -> None:
    sql.sql("CREATE OR REPLACE TEMPORARY VIEW elsewhere AS SELECT 1 AS k")
    assert fails(sql, f"CREATE TABLE {SPACE}.refused {rest}") == error


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
    repeated = merge("(5, 50), (5, 51)")
    assert fails(sql, repeated) == "DUPLICATE_ROW_KEY"
    assert fails(sql, f"WITH u AS (SELECT 1) {repeated}") == "DUPLICATE_ROW_KEY"
    of_several = "WHEN NOT MATCHED AND s.v > 50 THEN INSERT (k, v) VALUES (s.k, 0) WHEN NOT"
    assert fails(sql, repeated.replace("WHEN NOT", of_several)) == "DUPLICATE_ROW_KEY"
    # A key without a value has no partner, and no row.
    assert fails(sql, merge("(CAST(NULL AS INT), 60)")) == NULL_IN_KEY
    sql.sql(merge("(CAST(NULL AS INT), 60), (6, 60)", "AND s.k IS NOT NULL"))
    assert rows(sql, f"SELECT v FROM {table} WHERE k >= 6") == [(60,)]


@pytest.mark.parametrize(
    ("selected", "read"),
    [
        ("rlike(s.t.v, '(?=x)')", "s:struct<t:struct<v:string>>"),
        # Only Spark 4.3 tells a scan what a lambda function needs.
        (
            "transform(a, x -> x.i)",
            f"a:array<struct<i:int{'' if LINE >= (4, 3) else ',v:string'}>>",
        ),
    ],
)
def test_a_scan_reads_the_fields_that_spark_asks_for(
    sql: SparkSession, selected: str, read: str
) -> None:
    columns = "s STRUCT<i: INT, t: STRUCT<v: STRING, d: DATE>>, a ARRAY<STRUCT<i: INT, v: STRING>>"
    table = f"{SPACE}.nested"
    sql.sql(f"CREATE TABLE IF NOT EXISTS {table} (k INT, {columns}, PRIMARY KEY (k)) USING hbase")
    plan = sql.sql(f"SELECT {selected} FROM {table}")._jdf.queryExecution().sparkPlan()
    assert plan.collectLeaves().apply(0).schema().simpleString() == f"struct<{read}>"


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


def test_a_write_by_name_may_leave_columns_out(sql: SparkSession) -> None:
    table = f"{SPACE}.left_out"
    columns = "k INT, n INT DEFAULT 7, s STRING, c CHAR(3), d DATE NOT NULL, PRIMARY KEY (k)"
    sql.sql(f"CREATE TABLE {table} ({columns}) USING hbase")
    sql.sql(f"INSERT INTO {table} (d, k) VALUES (DATE'2024-01-01', 1)")
    sql.sql(f"INSERT INTO {table} (K, s, d, n) SELECT 2, 'b', DATE'2024-01-01', DEFAULT")
    sql.sql(f"INSERT INTO {table} BY NAME SELECT 'c' AS c, DATE'2024-01-01' AS d, 3 AS k")
    frame = sql.sql("SELECT DATE'2024-01-01' AS d, 4 AS k, 'd' AS s")
    if LINE >= (4, 0):
        frame.writeTo(table).append()
    else:
        # No rule of an extension comes early enough there.
        frame.selectExpr("*", "7 AS n", "NULL AS c").writeTo(table).append()
    expected = [(1, 7, None, None), (2, 7, "b", None), (3, 7, None, "c  "), (4, 7, "d", None)]
    selected = f"SELECT k, n, s, c FROM {table} ORDER BY k"
    assert rows(sql, selected) == expected
    # What has neither a default nor a NULL must be there.
    missing = "INCOMPATIBLE_DATA_FOR_TABLE.CANNOT_FIND_DATA"
    assert fails(sql, f"INSERT INTO {table} (k, s) VALUES (5, 'e')") == missing
    with pytest.raises(PySparkException) as caught:
        sql.sql("SELECT 5 AS k").writeTo(table).append()
    assert condition_of(caught.value) == missing
    sql.conf.set("spark.sql.defaultColumn.useNullsForMissingDefaultValues", "false")
    try:
        assert fails(sql, f"INSERT INTO {table} (k, d) VALUES (5, DATE'2024-01-01')") == missing
    finally:
        sql.conf.unset("spark.sql.defaultColumn.useNullsForMissingDefaultValues")
    assert rows(sql, selected) == expected
    sql.sql(f"INSERT OVERWRITE {table} (k, d) VALUES (6, DATE'2024-01-01')")
    assert rows(sql, selected) == [(6, 7, None, None)]


MERGED_ROW = "INSERT (k, a, b) VALUES (s.k, s.a, s.b)"


@pytest.mark.parametrize(
    ("key", "b", "expected"),
    [
        (
            "CHAR(3)",
            "CHAR(4)",
            [("a  ", "a", "a   "), ("d  ", "e ", "f   "), ("g  ", "h ", "i   ")],
        ),
        ("STRING", "VARCHAR(4)", [("a", "a", "a"), ("d", "e ", "f"), ("g", "h ", "i")]),
    ],
)
def test_a_merge_that_only_inserts_takes_texts_with_a_length(
    sql: SparkSession, key: str, b: str, expected: list[tuple[str, ...]]
) -> None:
    source, table = f"{SPACE}.texts_given", f"{SPACE}.texts_merged"
    columns = "k CHAR(1), a CHAR(2), b VARCHAR(2), PRIMARY KEY (k)"
    sql.sql(f"CREATE OR REPLACE TABLE {source} ({columns}) USING hbase")
    sql.sql(f"INSERT INTO {source} VALUES ('a', 'b', 'c'), ('d', 'e', 'f'), ('g', 'h', 'i')")
    twice = f"(SELECT * FROM {source} UNION ALL SELECT * FROM {source})"
    merge = f"MERGE INTO {table} t USING {source} s ON t.k = s.k WHEN NOT MATCHED "
    for clauses in (
        f"THEN {MERGED_ROW}",
        f"AND s.k = 'd' THEN {MERGED_ROW} WHEN NOT MATCHED THEN {MERGED_ROW}",
    ):
        columns = f"k {key}, a STRING, b {b}, PRIMARY KEY (k)"
        sql.sql(f"CREATE OR REPLACE TABLE {table} ({columns}) USING hbase")
        sql.sql(f"INSERT INTO {table} VALUES ('a', 'a', 'a')")
        too_long = clauses.replace("s.b", "'abcde'")
        assert fails(sql, merge + too_long) == "EXCEED_LIMIT_LENGTH"
        assert fails(sql, merge.replace(source, twice) + clauses) == "DUPLICATE_ROW_KEY"
        sql.sql(merge + clauses)
        assert rows(sql, f"SELECT * FROM {table} ORDER BY k") == expected
    sql.sql(merge.replace("WHEN NOT", "WHEN") + "THEN UPDATE SET a = s.a")
    sql.sql(f"UPDATE {table} SET a = b WHERE a <> 'e '")
    changed = [(k, "e " if k[0] == "d" else b, b) for k, _, b in expected]
    assert rows(sql, f"SELECT * FROM {table} ORDER BY k") == changed


def test_each_error_of_an_expression_is_a_condition_of_this_spark(sql: SparkSession) -> None:
    hbase = sql._jvm.org.apache.spark.sql.hbase
    values = {"type": "DECIMAL(3,0)", "from": "INT", "to": "TINYINT", "operation": "ADD"}
    messages = {}
    for code in hbase.wire.ErrorCode.values():
        error = hbase.wire.RemoteError(code, "It failed.", values)
        raised = hbase.cluster.EvaluationErrors.toSpark(error)
        if raised.isDefined():
            messages[code.name()] = raised.get().getMessage()
    assert len(messages) >= 14, messages
    # Where its list lacks a condition, Spark raises this one instead.
    assert [text for text in messages.values() if "INTERNAL_ERROR" in text] == []


def test_a_decimal_of_a_late_timestamp_is_sparks(sql: SparkSession) -> None:
    # Spark before 4.1 makes it of a DOUBLE, which has too few digits for it.
    late = "TIMESTAMP'9999-12-31 23:59:59.999999Z'"
    sql.sql(f"CREATE TABLE {SPACE}.late (k INT, at TIMESTAMP, PRIMARY KEY (k)) USING hbase")
    sql.sql(f"INSERT INTO {SPACE}.late VALUES (1, {late})")
    sql.sql(f"CREATE OR REPLACE TEMPORARY VIEW plain AS SELECT {late} AS at FROM range(1)")
    for cast in "CAST(at AS DECIMAL(18, 6))", "try_cast(at AS DECIMAL(38, 18))":
        query = f"SELECT count(*), max({cast}) FROM {{}} WHERE {cast} < 253402300800"
        assert rows(sql, query.format(f"{SPACE}.late")) == rows(sql, query.format("plain")), cast
