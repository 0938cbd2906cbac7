"""SQL through the Thrift gateway, and the Spark source in Python, against Spark's own answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812

from pyspark_hbase import gateway
from pyspark_hbase.connection import Connection, connect
from pyspark_hbase.datasource import HBaseThriftSource
from pyspark_hbase.demo._answers import answer, difference
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.errors import (
    CoprocessorNotLoadedError,
    EvaluationError,
    SubPlanError,
    TableNotFoundError,
)

pytestmark = pytest.mark.usefixtures("sql")

ROWS = 600
ZONE = "Europe/Berlin"


@pytest.fixture(scope="module")
def sql(spark: SparkSession) -> SparkSession:
    """A session with the tables ``sales``, ``none`` and, without the jar, ``plain``."""
    session = spark.newSession()
    session.conf.set("spark.sql.session.timeZone", ZONE)
    session.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    session.dataSource.register(HBaseThriftSource)
    session.sql("CREATE NAMESPACE hbase.sql_free")
    session.sql("USE hbase.sql_free")
    columns = (
        "area STRING NOT NULL, id INT NOT NULL, amount DECIMAL(12,2), qty SMALLINT, score DOUBLE, "
        "at TIMESTAMP, day DATE, note STRING, flag BOOLEAN, PRIMARY KEY (area, id)"
    )
    for name, properties in (
        ("sales", "'hbase.splits' = \"'a2'; 'a4'\""),
        ("none", "'hbase.layout' = 'columns'"),
        ("plain", "'hbase.coprocessor.jar' = ''"),
    ):
        session.sql(f"CREATE TABLE {name} ({columns}) USING hbase TBLPROPERTIES ({properties})")
    session.sql(f"INSERT INTO sales {SELECT}")
    return session


@pytest.fixture(scope="module")
def cluster(hbase: EmbeddedHBase) -> Iterator[Connection]:
    """The gateway."""
    with connect(f"thrift://{hbase.thrift}", namespace="sql_free", time_zone=ZONE) as connection:
        yield connection


SELECT = (
    "SELECT concat('a', CAST(id % 6 AS STRING)), CAST(id AS INT), "
    "if(id % 11 = 0, NULL, CAST(id AS DECIMAL(12,2)) / 8 - 20), CAST(id % 50 - 10 AS SMALLINT), "
    "CASE id % 9 WHEN 0 THEN double('NaN') WHEN 1 THEN NULL WHEN 2 THEN -0.0D ELSE id / 4D END, "
    "timestamp_seconds(1700000000 + id * 9770), "
    "date_add(DATE '2024-01-01', CAST(id % 90 AS INT)), "
    "if(id % 7 = 0, NULL, concat('Note ', CAST(id % 13 AS STRING))), "
    f"id % 3 = 0 FROM range({ROWS})"
)
TEXTS = (Path(__file__).parent / "sql_without_spark.sql").read_text(encoding="utf-8")
QUERIES = [
    text
    for part in TEXTS.split("\n\n")
    if (text := " ".join(line for line in part.split("\n") if not line.startswith("--")).strip())
]


def rows_of(table: Any) -> list[tuple[Any, ...]]:
    columns = [column.to_pylist() for column in table.columns]
    return list(zip(*columns, strict=True))


@pytest.mark.parametrize("query", QUERIES)
def test_the_answer_is_sparks(sql: SparkSession, cluster: Connection, query: str) -> None:
    expected = sql.sql(query).toArrow()
    found = cluster.sql(query).to_arrow()
    assert found.schema.types == expected.schema.types
    ordered = "ORDER BY" in query
    wanted = answer(rows_of(expected), ordered=ordered)
    assert difference(wanted, answer(rows_of(found), ordered=ordered)) is None


@pytest.mark.parametrize(
    "query",
    [
        "SELECT 1 / (id - 5) FROM sales",
        "SELECT sum(qty) / (count(*) - 600) FROM sales",
        "SELECT CAST(note AS INT) FROM sales",
    ],
)
def test_errors_are_sparks_in_ansi_mode_and_nulls_without_it(
    sql: SparkSession, hbase: EmbeddedHBase, cluster: Connection, query: str
) -> None:
    with pytest.raises(PySparkException):
        sql.sql(query).toArrow()
    with pytest.raises(EvaluationError):
        cluster.sql(query).to_arrow()
    session = sql.newSession()
    session.sql("USE hbase.sql_free")
    session.conf.set("spark.sql.ansi.enabled", "false")
    with connect(f"thrift://{hbase.thrift}", namespace="sql_free", ansi=False) as lenient:
        found = lenient.sql(query).to_arrow()
    assert difference(answer(rows_of(session.sql(query).toArrow())), answer(rows_of(found))) is None


def rows_scanned(cluster: Connection, text: str) -> list[int]:
    plan = cluster.sql(text).plan
    with cluster.gateway() as client:
        frames = gateway.bounded_frames(plan, client)
        return [frame.header.statistics.rows_scanned for frame in frames]


def test_a_point_read_reads_one_row_in_one_frame(cluster: Connection) -> None:
    text = "SELECT note FROM sales WHERE area = 'a1' AND id = 301"
    assert rows_scanned(cluster, text) == [1]
    assert len(list(cluster.sql(text))) == 1


@pytest.mark.parametrize(
    "properties",
    [
        "'hbase.layout' = 'packed'",
        "'hbase.layout' = 'columns'",
        "'hbase.layout' = 'columns', 'hbase.encoding' = 'hbase'",
        "'hbase.layout' = 'columns', 'hbase.encoding' = 'string'",
        "'hbase.layout' = 'columns', 'hbase.encoding' = 'phoenix'",
    ],
)
def test_a_row_that_is_looked_up_is_the_one_that_a_scan_finds(
    sql: SparkSession, cluster: Connection, properties: str
) -> None:
    raw = "" if "string" in properties else "raw BINARY, "
    sql.sql(
        f"CREATE TABLE keyed (name STRING, day DATE, tiny TINYINT, small SMALLINT, whole INT, "
        f"big BIGINT, price DECIMAL(25,3), cheap DECIMAL(5,1), f FLOAT, d DOUBLE, flag BOOLEAN, "
        f"text STRING, {raw}at TIMESTAMP, wall TIMESTAMP_NTZ, list ARRAY<INT>, "
        f"PRIMARY KEY (name, day)) USING hbase CLUSTERED BY (name) INTO 3 BUCKETS "
        f"TBLPROPERTIES ({properties})"
    )
    some = "CAST(if(id % 4 = 3, NULL, {}) AS {})"
    values = [
        some.format(value, kind)
        for value, kind in (
            ("id - 3", "TINYINT"), ("id * -300", "SMALLINT"), ("id * 70000", "INT"),
            ("id * -5000000000", "BIGINT"), ("id * 123456789012345.678BD", "DECIMAL(25,3)"),
            ("id / -2BD", "DECIMAL(5,1)"), ("if(id = 1, 'NaN', id / 3)", "FLOAT"),
            ("if(id = 2, '-0.0', id / 7)", "DOUBLE"), ("id % 2 = 0", "BOOLEAN"),
            ("if(id = 0, '', concat('Zürich ', id))", "STRING"),
            *([("unhex('00ff')", "BINARY")] if raw else []),
            ("timestamp_micros(id * 1234567890123)", "TIMESTAMP"),
            ("timestamp_ntz'1969-12-31 23:59:59.999999'", "TIMESTAMP_NTZ"),
            ("array(CAST(id AS INT))", "ARRAY<INT>"),
        )
    ]  # fmt: skip
    sql.sql(
        f"INSERT INTO keyed SELECT concat('k', id), date_add(DATE'1969-12-31', CAST(id AS INT)), "
        f"{', '.join(values)} FROM range(4)"
    )
    try:
        # The array is the region servers' to read, and so is a row with one.
        columns = ", ".join(c.name for c in cluster.table("keyed").columns if c.name != "list")
        text = f"SELECT {columns}, big AS again FROM keyed WHERE day = :day AND name = :name"
        for i in range(5):
            args = {"name": f"k{i}", "day": date(1969, 12, 31) + timedelta(days=i)}
            got = cluster.sql(text, args)
            # A DATE as text can be written in several ways, so there is no one row key.
            assert got.explain().startswith("Row: ") == ("string" not in properties)
            scanned = got.to_arrow(lambda header: None)
            assert got.to_arrow().schema == scanned.schema
            # Their texts, because NaN is not equal to itself.
            assert repr(got.to_arrow().to_pylist()) == repr(scanned.to_pylist())
            for rows in (list(got), cluster.rows(text, args), list(cluster.sql(text, args))):
                assert repr(rows) == repr(scanned.to_pylist())
            assert scanned.num_rows == (i < 4)
    finally:
        sql.sql("DROP TABLE keyed PURGE")


def test_a_query_sees_the_table_as_the_last_statement_has_left_it(
    sql: SparkSession, cluster: Connection, hbase: EmbeddedHBase
) -> None:
    sql.sql("CREATE TABLE changing (id INT, old STRING, PRIMARY KEY (id)) USING hbase")
    sql.sql("INSERT INTO changing VALUES (1, 'a')")
    text = "SELECT * FROM changing WHERE id = 1"
    trusting = connect(
        f"thrift://{hbase.thrift}", namespace="sql_free", time_zone=ZONE, trusted_seconds=600
    )
    try:
        for each in (cluster, trusting):
            for _ in range(2):
                assert list(each.sql(text)) == each.rows(text) == [{"id": 1, "old": "a"}]
        sql.sql("ALTER TABLE changing ADD COLUMN more INT")
        for _ in range(2):
            assert cluster.rows(text) == [{"id": 1, "old": "a", "more": None}]
            assert list(cluster.sql(text)) == cluster.rows(text)
            assert list(trusting.sql(text)) == trusting.rows(text) == [{"id": 1, "old": "a"}]
        sql.sql("DROP TABLE changing PURGE")
        sql.sql("CREATE TABLE changing (id INT, old INT, PRIMARY KEY (id)) USING hbase")
        sql.sql("INSERT INTO changing VALUES (1, 5)")
        assert cluster.rows(text) == list(cluster.sql(text)) == [{"id": 1, "old": 5}]
    finally:
        trusting.close()
        sql.sql("DROP TABLE changing PURGE")


def test_a_limit_ends_the_scan(cluster: Connection) -> None:
    assert rows_scanned(cluster, "SELECT note FROM sales LIMIT 7") == [7]
    assert cluster.sql("SELECT note FROM sales LIMIT 7").to_arrow().num_rows == 7


def test_tables_are_listed_and_described(cluster: Connection) -> None:
    assert cluster.tables("sql_free") == ["sql_free.none", "sql_free.plain", "sql_free.sales"]
    assert set(cluster.tables("sql_free")) <= set(cluster.tables())
    assert [column.name for column in cluster.table("sales").key_columns] == ["area", "id"]
    regions = cluster.regions(cluster.table("sql_free.sales"))
    assert regions == [(b"", b"a2\0\1"), (b"a2\0\1", b"a4\0\1"), (b"a4\0\1", b"")]
    with pytest.raises(TableNotFoundError, match=r"table=sql_free\.nothing"):
        cluster.sql("SELECT * FROM nothing")


def test_a_closed_connection_opens_again(cluster: Connection) -> None:
    cluster.close()
    assert list(cluster.sql("SELECT count(*) AS n FROM sales")) == [{"n": ROWS}]


def test_a_table_without_the_jar_is_a_typed_error(cluster: Connection) -> None:
    with pytest.raises((CoprocessorNotLoadedError, SubPlanError)):
        list(cluster.sql("SELECT * FROM plain"))


def source(sql: SparkSession, hbase: EmbeddedHBase, name: str, **options: str) -> Any:
    options = {"gateway": f"thrift://{hbase.thrift}", "table": f"sql_free.{name}", **options}
    return sql.read.format("hbase_thrift").options(**options).load()


def test_the_source_in_python_gives_the_rows_of_the_catalog(
    sql: SparkSession, hbase: EmbeddedHBase
) -> None:
    found = source(sql, hbase, "sales")
    assert found.schema.simpleString() == sql.table("sales").schema.simpleString()
    assert found.select(F.spark_partition_id()).distinct().count() == 3
    expected = sql.table("sales").toArrow()
    assert difference(answer(rows_of(expected)), answer(rows_of(found.toArrow()))) is None


def test_the_source_in_python_filters_and_cuts_columns_in_the_region_servers(
    sql: SparkSession, hbase: EmbeddedHBase, capsys: pytest.CaptureFixture[str]
) -> None:
    condition = (
        "area IN ('a1', 'a2') AND qty > 10 AND note LIKE 'Note%' AND amount < 12.5 "
        "AND at > TIMESTAMP '2023-11-15 12:00:00' AND length(note) > 3"
    )
    found = source(sql, hbase, "sales", columns="id, area, qty, note, amount, at")
    found = found.where(condition).agg(F.count("*"), F.sum("qty"), F.max("at"))
    expected = sql.table("sales").where(condition)
    expected = expected.agg(F.count("*"), F.sum("qty"), F.max("at"))
    assert found.collect() == expected.collect()
    found.explain("formatted")
    assert "GreaterThan(qty" in capsys.readouterr().out
    one = source(sql, hbase, "sales").where("area = 'a5'")
    assert one.count() == ROWS // 6
    assert source(sql, hbase, "sales").where("area < 'a' AND area > 'b'").count() == 0


def test_the_source_in_python_reads_where_filters_are_not_pushed(
    sql: SparkSession, hbase: EmbeddedHBase
) -> None:
    session = sql.newSession()
    session.dataSource.register(HBaseThriftSource)
    with pytest.raises(PySparkException, match="filterPushdown.enabled"):
        source(session, hbase, "sales").where("qty > 10").count()
    found = source(session, hbase, "sales", filters="false").where("area = 'a5'")
    assert found.count() == ROWS // 6


def test_the_source_in_python_says_what_is_wrong(sql: SparkSession, hbase: EmbeddedHBase) -> None:
    with pytest.raises((PySparkException, SubPlanError), match="TABLE_NOT_FOUND"):
        source(sql, hbase, "nothing").count()
    with pytest.raises((PySparkException, SubPlanError), match="needs the option 'table'"):
        source(sql, hbase, "sales", table="").count()
    sql.sql("INSERT INTO plain (area, id) VALUES ('a', 1)")
    with pytest.raises(PySparkException, match="COPROCESSOR_MISSING"):
        source(sql, hbase, "plain").collect()
