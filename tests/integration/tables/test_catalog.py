"""Tables through the catalog: create, look at, fill, read, drop."""

from __future__ import annotations

from collections.abc import Iterator

import happybase
import pytest
from pyspark.errors import AnalysisException
from pyspark.sql import Row, SparkSession

from pyspark_hbase.embedded import EmbeddedHBase

EVERY_TYPE = (
    "flag BOOLEAN, tiny TINYINT, small SMALLINT, i INT, l BIGINT, f FLOAT, d DOUBLE, "
    "n DECIMAL(12,2), wide DECIMAL(38,10), s STRING, b BINARY, day DATE, at TIMESTAMP, "
    "wall TIMESTAMP_NTZ"
)
VALUES = (
    "true, -1Y, -2S, -3, -4L, float('1.5'), 2.25D, 10.50BD, CAST(-1.0000000001 AS DECIMAL(38,10)), "
    "'é', X'00FF', DATE '2024-02-29', TIMESTAMP '2024-02-29 12:34:56.789012', "
    "TIMESTAMP_NTZ '1969-12-31 23:59:59.999999'"
)


@pytest.fixture(scope="module")
def sql(spark: SparkSession) -> SparkSession:
    """A session in UTC whose current namespace is of this module alone."""
    session = spark.newSession()
    session.conf.set("spark.sql.session.timeZone", "UTC")
    session.sql("CREATE NAMESPACE hbase.catalog_tests")
    session.sql("USE hbase.catalog_tests")
    return session


@pytest.fixture
def thrift(hbase: EmbeddedHBase) -> Iterator[happybase.Connection]:
    """HBase as another client sees it."""
    host, port = hbase.thrift.split(":")
    connection = happybase.Connection(host, int(port))
    yield connection
    connection.close()


@pytest.mark.parametrize("layout", ["packed", "columns"])
def test_every_type_is_written_and_read_as_a_value(sql: SparkSession, layout: str) -> None:
    sql.sql(
        f"CREATE TABLE values_{layout} (id INT NOT NULL, {EVERY_TYPE}, PRIMARY KEY (id)) "
        f"USING hbase TBLPROPERTIES ('hbase.layout' = '{layout}')"
    )
    sql.sql(f"INSERT INTO values_{layout} SELECT 1, {VALUES}")
    sql.sql(f"INSERT INTO values_{layout} (id) VALUES (2)")
    full, empty = sql.table(f"values_{layout}").orderBy("id").collect()
    expected = sql.sql(f"SELECT 1, {VALUES}").collect()[0]
    assert tuple(full) == tuple(expected)
    assert tuple(empty) == (2,) + (None,) * 14


@pytest.mark.parametrize("column", EVERY_TYPE.split(", "))
def test_every_type_can_be_the_key(sql: SparkSession, column: str) -> None:
    name, type_name = column.split()
    sql.sql(
        f"CREATE TABLE key_{name} ({name} {type_name} NOT NULL, v INT, PRIMARY KEY ({name})) "
        "USING hbase"
    )
    sql.sql(f"INSERT INTO key_{name} SELECT {name}, 7 FROM VALUES ({VALUES}) AS t({_names()})")
    expected = sql.sql(f"SELECT {name}, 7 AS v FROM VALUES ({VALUES}) AS t({_names()})").collect()
    assert sql.table(f"key_{name}").collect() == expected


def _names() -> str:
    return ", ".join(column.split()[0] for column in EVERY_TYPE.split(", "))


def test_a_composite_key_is_read_back_in_row_key_order(sql: SparkSession) -> None:
    sql.sql(
        "CREATE TABLE composite (s STRING NOT NULL, d DATE NOT NULL, n INT NOT NULL, v STRING, "
        "PRIMARY KEY (d, s, n)) USING hbase TBLPROPERTIES ('hbase.column.n.order' = 'desc')"
    )
    sql.sql(
        "INSERT INTO composite VALUES ('b', DATE '2024-01-02', 1, 'x'), "
        "('', DATE '2024-01-02', 1, 'y'), ('b', DATE '2024-01-02', 2, NULL), "
        "('z', DATE '1999-01-01', -5, 'w')"
    )
    rows = [(row.s, row.n, row.v) for row in sql.table("composite").collect()]
    assert rows == [("z", -5, "w"), ("", 1, "y"), ("b", 2, None), ("b", 1, "x")]


def test_writing_a_row_again_replaces_it_whole(sql: SparkSession) -> None:
    sql.sql("CREATE TABLE upsert (id INT NOT NULL, a INT, b STRING, PRIMARY KEY (id)) USING hbase")
    sql.sql("INSERT INTO upsert VALUES (1, 10, 'old'), (2, 20, 'kept')")
    sql.createDataFrame([(1, None, "new")], "id INT, a INT, b STRING").writeTo(
        "hbase.catalog_tests.upsert"
    ).append()
    assert sql.table("upsert").orderBy("id").collect() == [
        Row(id=1, a=None, b="new"),
        Row(id=2, a=20, b="kept"),
    ]


def test_insert_select_copies_between_layouts(sql: SparkSession) -> None:
    sql.sql("CREATE TABLE source (id INT NOT NULL, v STRING, PRIMARY KEY (id)) USING hbase")
    sql.sql(
        "CREATE TABLE target (id INT NOT NULL, v STRING, PRIMARY KEY (id)) USING hbase "
        "TBLPROPERTIES ('hbase.layout' = 'columns', 'hbase.encoding' = 'string')"
    )
    sql.range(500).selectExpr("int(id)", "repeat('x', int(id) % 7) AS v").writeTo(
        "hbase.catalog_tests.source"
    ).append()
    sql.sql("INSERT INTO target SELECT * FROM source WHERE id % 2 = 0")
    assert sql.table("target").count() == 250
    assert sql.sql("SELECT * FROM target EXCEPT SELECT * FROM source").count() == 0


def test_metadata_is_one_row_of_one_hbase_table(
    sql: SparkSession, thrift: happybase.Connection
) -> None:
    sql.sql(
        "CREATE TABLE recorded (id INT NOT NULL, first STRING, second DATE, PRIMARY KEY (id)) "
        "USING hbase"
    )
    rows = [
        cells
        for key, cells in thrift.table("SPARK_SQL_HBASE_TABLE").scan()
        if key.endswith(b"recorded")
    ]
    assert len(rows) == 1
    names = b" ".join(rows[0])
    assert all(name.startswith(b"CF:") for name in rows[0])
    assert b"first" in names and b"second" in names


def test_an_existing_hbase_table_gets_a_schema(
    sql: SparkSession, thrift: happybase.Connection
) -> None:
    thrift.create_table("adopted", {"cf": {}, "other": {}})
    existing = thrift.table("adopted")
    existing.put(b"k1", {b"cf:q1": b"42", b"cf:name": "é".encode()})
    existing.put(b"k2", {b"other:x": b"only another family"})
    sql.sql(
        "CREATE TABLE adopted_sql (k STRING NOT NULL, number INT, name STRING, PRIMARY KEY (k)) "
        "USING hbase TBLPROPERTIES ('hbase.table' = 'adopted', 'hbase.family' = 'cf', "
        "'hbase.encoding' = 'string', 'hbase.column.number.qualifier' = 'q1')"
    )
    assert sql.table("adopted_sql").orderBy("k").collect() == [
        Row(k="k1", number=42, name="é"),
        Row(k="k2", number=None, name=None),
    ]
    assert sql.sql("SELECT count(*), sum(number) FROM adopted_sql").collect() == [(2, 42)]


def test_drop_is_logical_and_the_same_declaration_finds_the_data_again(sql: SparkSession) -> None:
    statement = "CREATE TABLE dropped (id INT NOT NULL, v INT, PRIMARY KEY (id)) USING hbase"
    sql.sql(statement)
    sql.sql("INSERT INTO dropped VALUES (1, 2)")
    sql.sql("DROP TABLE dropped")
    with pytest.raises(AnalysisException, match="TABLE_OR_VIEW_NOT_FOUND"):
        sql.table("dropped").collect()
    sql.sql("DROP TABLE IF EXISTS dropped")
    sql.sql(statement)
    assert sql.table("dropped").collect() == [Row(id=1, v=2)]


def test_other_sessions_see_a_table_at_once(sql: SparkSession) -> None:
    sql.sql("CREATE TABLE shared (id INT NOT NULL, PRIMARY KEY (id)) USING hbase")
    sql.sql("INSERT INTO shared VALUES (1), (2)")
    assert sql.newSession().table("hbase.catalog_tests.shared").count() == 2
