"""Each line of docs/LIMITS.md: what is at the limit works, and beyond it is as the page says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from pyspark_hbase._spark.older_pyspark import condition_of

PAGE: Final = Path(__file__).resolve().parents[3] / "docs" / "LIMITS.md"
NAMESPACE: Final = "limits"

Check = Callable[[SparkSession], None]
CHECKS: Final[dict[str, Check]] = {}


def limit(line: str) -> Callable[[Check], Check]:
    """Names the line of the page, by the beginning of its first cell."""

    def register(check: Check) -> Check:
        CHECKS[line] = check
        return check

    return register


@pytest.fixture(scope="module")
def sql(spark: SparkSession) -> Iterator[SparkSession]:
    session = spark.newSession()
    session.sql(f"CREATE NAMESPACE hbase.{NAMESPACE}")
    session.sql(f"USE hbase.{NAMESPACE}")
    session.sql("CREATE TABLE small (k STRING, s STRING, PRIMARY KEY (k)) USING hbase")
    session.sql("INSERT INTO small VALUES ('a', 'x'), ('b', 'y')")
    yield session


def fails(sql: SparkSession, code: str, statement: str) -> str:
    with pytest.raises(PySparkException) as caught:
        sql.sql(statement).collect()
    condition = condition_of(caught.value) or ""
    assert condition.removeprefix("SPARKSQL_HBASE.").startswith(code), str(caught.value)
    return str(caught.value)


def create(columns: str, properties: str = "", more: str = "") -> str:
    clause = f" TBLPROPERTIES ({properties})" if properties else ""
    return f"CREATE TABLE beyond ({columns}, PRIMARY KEY (k)) USING hbase {more}{clause}"


def stays_in_spark(sql: SparkSession, query: str) -> None:
    assert "stays in Spark" in sql.sql(f"EXPLAIN {query}").collect()[0][0]


@limit("bytes of a row key")
def _(sql: SparkSession) -> None:
    longest = 32751 - len("limits:small")
    sql.sql(f"INSERT INTO small VALUES (repeat('x', {longest}), 'long')")
    assert sql.sql("SELECT s FROM small WHERE length(k) > 1000").collect() == [("long",)]
    for beyond in (longest + 1, 32768):
        fails(sql, "ROW_KEY_TOO_LONG", f"INSERT INTO small VALUES (repeat('x', {beyond}), 'long')")


@limit("bytes of a cell")
def _(sql: SparkSession) -> None:
    values = "('fits', 'y', 1, repeat('z', 10000000)), ('no', 'y', 1, repeat('z', 10500000))"
    for layout in ("packed", "columns"):
        columns = "k STRING, a STRING, n INT, b STRING, PRIMARY KEY (k)"
        sql.sql(
            f"CREATE TABLE cells_{layout} ({columns}) USING hbase "
            f"TBLPROPERTIES ('hbase.layout' = '{layout}')"
        )
        text = fails(sql, "CELL_TOO_LARGE", f"INSERT INTO cells_{layout} VALUES {values}")
        assert "column=b" in text and "row=no" in text and "limit=10485760" in text
        assert "setting=hbase.client.keyvalue.maxsize" in text
        sql.sql(f"INSERT INTO cells_{layout} VALUES {values.partition('), ')[0]})")
        assert sql.sql(f"SELECT length(b) FROM cells_{layout}").collect() == [(10000000,)]
        update = f"UPDATE cells_{layout} SET b = repeat('z', 10500000)"
        fails(sql, "CELL_TOO_LARGE", update)
        sql.sql(f"DROP TABLE cells_{layout} PURGE")


@limit("columns of a table")
def _(sql: SparkSession) -> None:
    def columns(count: int) -> str:
        return "k INT, " + ", ".join(f"c{i} INT" for i in range(count - 1))

    for properties in ("", "'hbase.layout' = 'columns'"):
        assert "columns=4094" in fails(sql, "TOO_MANY_COLUMNS", create(columns(4094), properties))
    sql.sql(create(columns(4093)))
    fails(sql, "TOO_MANY_COLUMNS", "ALTER TABLE beyond ADD COLUMN more INT")
    sql.sql("INSERT INTO beyond (k, c7) VALUES (1, 2)")
    sql.sql("UPDATE beyond SET c8 = c7 + 1")
    (row,) = sql.sql("SELECT * FROM beyond").collect()
    assert (len(row), row["k"], row["c7"], row["c8"], row["c9"]) == (4093, 1, 2, 3, None)
    sql.sql("DROP TABLE beyond PURGE")


@limit("names and types of all columns")
def _(sql: SparkSession) -> None:
    names = ", ".join(f"{'c' * 500}{i} INT" for i in range(2500))
    fails(sql, "TOO_MANY_COLUMNS", create(f"k INT, {names}"))


@limit("column families that columns lie in")
def _(sql: SparkSession) -> None:
    columns = ", ".join(f"c{i} INT" for i in range(257))
    families = ", ".join(f"'hbase.column.c{i}.family' = 'f{i}'" for i in range(257))
    fails(sql, "TOO_MANY_COLUMNS", create(f"k INT, {columns}", families))


@limit("bytes of a family's name")
def _(sql: SparkSession) -> None:
    fails(sql, "INVALID_PROPERTY", create("k INT, v INT", f"'hbase.family' = '{'f' * 128}'"))
    sql.sql(create("k INT, v INT", f"'hbase.family' = '{'f' * 127}'"))
    sql.sql("INSERT INTO beyond VALUES (1, 2)")
    assert sql.table("beyond").collect() == [(1, 2)]
    sql.sql("DROP TABLE beyond PURGE")


@limit("bytes of a table's name in SQL")
def _(sql: SparkSession) -> None:
    longest, longer = ("n" * (length - len(f"{NAMESPACE}.")) for length in (32730, 32731))
    named = create("k INT, v INT", "'hbase.table' = 'long_named'")
    sql.sql(named.replace("beyond", longest))
    sql.sql(f"INSERT INTO {longest} VALUES (1, 2)")
    assert sql.table(longest).collect() == [(1, 2)]
    sql.sql(f"DROP TABLE {longest} PURGE")
    for statement in (
        named.replace("beyond", longer),
        f"SELECT * FROM {longer}",
        f"DROP TABLE {longer}",
        f"ALTER TABLE small RENAME TO {longer}",
    ):
        assert len(fails(sql, "NAME_TOO_LONG", statement)) < 2000


@limit("name of an HBase table")
def _(sql: SparkSession) -> None:
    statement = create("k INT, v INT").replace("beyond", "`a b`")
    assert f"'{NAMESPACE}:a_b'" in fails(sql, "INVALID_HBASE_NAME", statement)
    long = "n" * 256
    fails(sql, "INVALID_HBASE_NAME", create("k INT, v INT").replace("beyond", long))
    fails(sql, "INVALID_PROPERTY", create("k INT, v INT", f"'hbase.table' = '{long}'"))


@limit("name of a namespace")
def _(sql: SparkSession) -> None:
    fails(sql, "INVALID_HBASE_NAME", "CREATE NAMESPACE hbase.`a-b`")
    fails(sql, "INVALID_HBASE_NAME", f"CREATE NAMESPACE hbase.{'n' * 256}")


@limit("depth of a type")
def _(sql: SparkSession) -> None:
    def nested(depth: int) -> str:
        return "ARRAY<" * depth + "INT" + ">" * depth

    fails(sql, "UNSUPPORTED_TYPE", create(f"k INT, v {nested(33)}"))
    sql.sql(create(f"k INT, v {nested(31)}"))
    sql.sql("INSERT INTO beyond VALUES (1, " + "array(" * 31 + "7" + ")" * 31 + ")")
    assert sql.sql("SELECT v" + "[0]" * 31 + " FROM beyond").collect() == [(7,)]
    sql.sql("DROP TABLE beyond PURGE")


@limit("regions of a new table")
def _(sql: SparkSession) -> None:
    fails(sql, "INVALID_PROPERTY", create("k INT, v INT", "'hbase.region.count' = '10001'"))
    points = ";".join(str(i) for i in range(10000))
    fails(sql, "INVALID_SPLITS", create("k INT, v INT", f"'hbase.splits' = '{points}'"))


@limit("buckets of a salt")
def _(sql: SparkSession) -> None:
    salted = create("k INT, v INT", more="CLUSTERED BY (k) INTO 257 BUCKETS")
    fails(sql, "INVALID_KEY_PREFIX", salted)


@limit("bytes of a hash before row keys")
def _(sql: SparkSession) -> None:
    fails(sql, "INVALID_PROPERTY", create("k INT, v INT", "'hbase.key.hash.bytes' = '5'"))


@limit("digits of a DECIMAL")
def _(sql: SparkSession) -> None:
    fails(sql, "DECIMAL_PRECISION_EXCEEDS_MAX_PRECISION", create("k INT, v DECIMAL(39, 0)"))
    nines = "9" * 38
    sql.sql(create("k DECIMAL(38, 0), v DECIMAL(38, 38)"))
    sql.sql(f"INSERT INTO beyond VALUES (-{nines}BD, 0.{nines}BD)")
    found = sql.sql("SELECT CAST(k AS STRING), CAST(v AS STRING) FROM beyond").collect()
    assert found == [(f"-{nines}", f"0.{nines}")]
    sql.sql("DROP TABLE beyond PURGE")


@limit("time of a TIMESTAMP")
def _(sql: SparkSession) -> None:
    ends = (-(2**63), 2**63 - 1)
    sql.sql(create("k TIMESTAMP, v TIMESTAMP"))
    for end in (f"{ends[0] + 1} - 1", str(ends[1])):
        sql.sql(f"INSERT INTO beyond SELECT timestamp_micros({end}), timestamp_micros({end})")
    found = sql.sql("SELECT unix_micros(k), unix_micros(v) FROM beyond ORDER BY k").collect()
    assert [tuple(row) for row in found] == [(end, end) for end in ends]
    sql.sql("DROP TABLE beyond PURGE")


@limit("size of a sub-plan")
def _(sql: SparkSession) -> None:
    query = "SELECT k FROM small WHERE s <> repeat('x', 1100000) AND k < 'b'"
    stays_in_spark(sql, query)
    assert sql.sql(query).collect() == [("a",)]


@limit("depth of an expression in a sub-plan")
def _(sql: SparkSession) -> None:
    deep = "substring(" * 120 + "s" + ", 1, 100)" * 120
    query = f"SELECT k FROM small WHERE {deep} = 'y'"
    stays_in_spark(sql, query)
    assert sql.sql(query).collect() == [("b",)]


@limit("row keys that a query names one by one")
def _(sql: SparkSession) -> None:
    keys = ", ".join(["'a'", *(f"'n{i}'" for i in range(1000))])
    assert sql.sql(f"SELECT k FROM small WHERE k IN ({keys})").collect() == [("a",)]


@limit("small side of a join in region servers")
def _(sql: SparkSession) -> None:
    build = "(SELECT concat('n', id) AS k, id AS i FROM range(70000) UNION ALL SELECT 'a', -1L)"
    query = (
        f"SELECT /*+ BROADCAST(b) */ sum(i) FROM small JOIN {build} b ON small.k = b.k "
        "WHERE length(small.k) = 1"
    )
    assert sql.sql(query).collect() == [(-1,)]


@limit("rows of a LIMIT")
def _(sql: SparkSession) -> None:
    query = "SELECT k FROM small WHERE length(k) = 1 ORDER BY k LIMIT 2147483647"
    assert sql.sql(query).collect() == [("a",), ("b",)]
    fails(sql, "", query + "0")


@limit("groups of an aggregation in a region server")
def _(sql: SparkSession) -> None:
    sql.sql(
        "CREATE TABLE grouped (k INT, v STRING, PRIMARY KEY (k)) USING hbase "
        "TBLPROPERTIES ('hbase.coprocessor' = 'require')"
    )
    sql.sql("INSERT INTO grouped SELECT id, concat(repeat('g', 1000), id % 9000) FROM range(9500)")
    (found,) = sql.sql(
        "SELECT count(*), sum(n) FROM (SELECT v, count(*) AS n FROM grouped GROUP BY v)"
    ).collect()
    assert tuple(found) == (9000, 9500)
    sql.sql("DROP TABLE grouped PURGE")


def test_the_page_and_the_checks_have_the_same_lines() -> None:
    cells = re.findall(r"^\| ([^|]+) \|", PAGE.read_text(encoding="utf-8"), re.M)
    lines = [cell for cell in cells if cell != "limit" and not cell.startswith("---")]
    assert len(lines) == len(CHECKS)
    unchecked = [line for line in lines if not any(line.startswith(known) for known in CHECKS)]
    assert not unchecked


@pytest.mark.parametrize("line", CHECKS)
def test_the_limit_is_as_written(sql: SparkSession, line: str) -> None:
    CHECKS[line](sql)
