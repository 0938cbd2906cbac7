"""Sub-plans from Python by their routes: SQL, Spark with the given bytes, Thrift without Spark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import happybase
import pytest
from pyspark.sql import SparkSession

from pyspark_hbase import gateway
from pyspark_hbase._proto import frame_pb2
from pyspark_hbase.embedded import EmbeddedHBase
from pyspark_hbase.errors import (
    CoprocessorNotLoadedError,
    EvaluationError,
    InvalidPlanError,
    TableNotFoundError,
)
from pyspark_hbase.expressions import avg, col, count, date_trunc, hour, max_, min_, sum_, when
from pyspark_hbase.plan import SubPlan
from pyspark_hbase.table_schema import TableSchema

pytestmark = pytest.mark.usefixtures("sql")

ROWS = 1000
UNKNOWN_FIELD = b"\xc2\x3e\x01x"
"""Field 1000 of a message: one byte."""
COLUMNS = (
    "carrier STRING NOT NULL, number INT NOT NULL, distance INT, fare DECIMAL(10,2), "
    "delay DOUBLE, at TIMESTAMP, PRIMARY KEY (carrier, number)"
)
SELECT = (
    "SELECT concat('C', CAST(id % 7 AS STRING)), CAST(id AS INT), "
    "CAST(if(id % 10 = 0, NULL, id * 3) AS INT), CAST(id AS DECIMAL(10,2)) / 8, "
    "if(id % 5 = 0, NULL, id / 4D), timestamp_seconds(1700000000 + id * 977) "
    f"FROM range({ROWS})"
)


@pytest.fixture(scope="module")
def sql(spark: SparkSession) -> SparkSession:
    """A session with the tables ``packed``, ``columns`` and ``without_jar``."""
    session = spark.newSession()
    session.conf.set("spark.sql.session.timeZone", "Europe/Berlin")
    session.sql("CREATE NAMESPACE hbase.sub_plan_tests")
    session.sql("USE hbase.sub_plan_tests")
    for name, properties in (
        ("packed", "'hbase.layout' = 'packed', 'hbase.splits' = \"'C2'; 'C4'; 'C9'\""),
        ("columns", "'hbase.layout' = 'columns', 'hbase.splits' = \"'C3'\""),
        ("without_jar", "'hbase.coprocessor.jar' = ''"),
    ):
        session.sql(f"CREATE TABLE {name} ({COLUMNS}) USING hbase TBLPROPERTIES ({properties})")
        session.sql(f"INSERT INTO {name} {SELECT}")
    return session


@pytest.fixture
def thrift(hbase: EmbeddedHBase) -> Iterator[happybase.Connection]:
    """The gateway."""
    host, port = hbase.thrift.split(":")
    connection = happybase.Connection(host, int(port))
    yield connection
    connection.close()


Build = Callable[[SubPlan], SubPlan]
QUERIES: list[Any] = [
    pytest.param(
        lambda plan: plan.agg(count(), sum_("distance"), avg("fare"), min_("at"), max_("carrier")),
        "SELECT count(1), sum(distance), avg(fare), min(at), max(carrier) FROM {t}",
        id="global aggregate",
    ),
    pytest.param(
        lambda plan: plan.filter(col("distance") > 5000).agg(count(), sum_("fare"), avg("delay")),
        "SELECT count(1), sum(fare), avg(delay) FROM {t} WHERE distance > 5000",
        id="global aggregate of no row",
    ),
    pytest.param(
        lambda plan: (
            plan.filter(col("carrier").isin("C1", "C5") & (col("fare") >= 10))
            .group_by("carrier")
            .agg(
                count("delay"),
                sum_("fare"),
                avg("fare"),
                avg("distance"),
                count().filter(col("delay") > 100),
            )
        ),
        "SELECT carrier, count(delay), sum(fare), avg(fare), avg(distance), "
        "count(1) FILTER (WHERE delay > 100) FROM {t} WHERE carrier IN ('C1', 'C5') AND fare >= 10 "
        "GROUP BY carrier",
        id="groups by a key column",
    ),
    pytest.param(
        lambda plan: plan.group_by(hour("at"), date_trunc("day", "at")).agg(sum_("distance")),
        "SELECT hour(at), date_trunc('day', at), sum(distance) FROM {t} "
        "GROUP BY hour(at), date_trunc('day', at)",
        id="groups by local time",
    ),
    pytest.param(
        lambda plan: plan.filter(col("delay").is_null()).select(
            "number", (col("fare") * 2).alias("twice"), when(col("distance") > 600, "far")
        ),
        "SELECT number, fare * 2, CASE WHEN distance > 600 THEN 'far' END FROM {t} "
        "WHERE delay IS NULL",
        id="filter and project",
    ),
    pytest.param(
        lambda plan: (
            plan.select("number", "delay", "carrier")
            .order_by(col("delay").desc_nulls_first(), col("number").desc())
            .limit(230)
        ),
        "SELECT number, delay, carrier FROM {t} ORDER BY delay DESC NULLS FIRST, number DESC "
        "LIMIT 230",
        id="first rows in an order",
    ),
    pytest.param(lambda plan: plan, "SELECT * FROM {t}", id="all rows"),
]


def scan(thrift: happybase.Connection, name: str, **options: Any) -> SubPlan:
    schema = TableSchema.load(thrift, f"sub_plan_tests.{name}")
    return SubPlan.scan(schema, time_zone="Europe/Berlin", **options)


def ordered(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(rows, key=str)


@pytest.mark.parametrize("table", ["packed", "columns"])
@pytest.mark.parametrize(("build", "query"), QUERIES)
def test_the_three_routes_give_the_same_rows_and_types(
    sql: SparkSession, thrift: happybase.Connection, table: str, build: Build, query: str
) -> None:
    plan = build(scan(thrift, table))
    expected = sql.sql(query.format(t=table))
    frames = plan.to_dataframe(sql)
    assert [f.dataType for f in frames.schema] == [f.dataType for f in expected.schema]
    arrow = plan.to_arrow(thrift)
    assert arrow.schema.types == expected.toArrow().schema.types
    wanted = ordered(
        [tuple(row) for row in expected.toArrow().to_pylist() for row in [row.values()]]
    )
    assert ordered([tuple(row.values()) for row in arrow.to_pylist()]) == wanted
    assert ordered([tuple(row.values()) for row in frames.toArrow().to_pylist()]) == wanted


def test_bytes_from_elsewhere_run_as_they_are(
    sql: SparkSession, thrift: happybase.Connection
) -> None:
    plan = scan(thrift, "packed").group_by("carrier").agg(count())
    copy = SubPlan.from_bytes(plan.to_bytes(), hbase_table=plan.schema.hbase_table)
    assert copy.output[1].name == "c1"
    assert copy.to_arrow(thrift).num_rows == 7
    assert copy.to_dataframe(sql).count() == 7


def test_a_range_of_row_keys_is_read_alone(thrift: happybase.Connection) -> None:
    plan = scan(thrift, "packed").agg(count().alias("n"))
    parts = [b"", b"C1", b"C4\x00", b"C6", b""]
    counts = [
        plan.to_arrow(thrift, start_row=start, stop_row=stop).to_pydict()["n"][0]
        for start, stop in zip(parts, parts[1:], strict=False)
    ]
    assert sum(counts) == ROWS
    assert counts[3] == ROWS // 7


def test_a_limit_is_kept_by_both_routes(sql: SparkSession, thrift: happybase.Connection) -> None:
    plan = scan(thrift, "packed").select("number").limit(5)
    assert plan.to_arrow(thrift).num_rows == 5
    assert plan.to_dataframe(sql).count() == 5


def test_a_table_without_the_jar_is_an_error_over_thrift_and_runs_in_spark(
    sql: SparkSession, thrift: happybase.Connection
) -> None:
    plan = scan(thrift, "without_jar").agg(count().alias("n"))
    with pytest.raises(CoprocessorNotLoadedError, match="Run pyspark-hbase deploy"):
        plan.to_arrow(thrift)
    assert plan.to_dataframe(sql).collect()[0].n == ROWS


def test_errors_of_expressions_are_typed(thrift: happybase.Connection) -> None:
    plan = scan(thrift, "packed").select((col("number") / (col("number") - 7)).alias("q"))
    with pytest.raises(EvaluationError) as caught:
        plan.to_arrow(thrift)
    assert caught.value.code == "DIVIDE_BY_ZERO"
    lenient = scan(thrift, "packed", ansi=False)
    lenient = lenient.select((col("number") / (col("number") - 7)).alias("q"))
    assert lenient.to_arrow(thrift).column("q").null_count == 1


def test_a_plan_with_a_field_of_a_later_version_is_refused_and_the_server_goes_on_serving(
    thrift: happybase.Connection,
) -> None:
    plan = scan(thrift, "packed").agg(count().alias("n"))
    later = plan.to_bytes() + UNKNOWN_FIELD
    copy = SubPlan.from_bytes(later, hbase_table=plan.schema.hbase_table)
    with pytest.raises(InvalidPlanError) as caught:
        copy.to_arrow(thrift)
    assert caught.value.code == "UNSUPPORTED_FEATURE"
    assert plan.to_arrow(thrift).to_pydict() == {"n": [ROWS]}


@pytest.mark.parametrize("writes", [True, False])
def test_regions_that_merge_beside_a_writer_are_read_again_from_where_the_frames_end(
    hbase: EmbeddedHBase, sql: SparkSession, thrift: happybase.Connection, writes: bool
) -> None:
    name = f"merging_{writes}".lower()
    sql.sql(
        f"CREATE TABLE {name} (k INT, v INT, PRIMARY KEY (k)) USING hbase "
        "TBLPROPERTIES ('hbase.splits' = '100; 200')"
    )
    sql.sql(f"INSERT INTO {name} SELECT CAST(id * 2 AS INT), 1 FROM range(150)")
    plan = SubPlan.scan(TableSchema.load(thrift, f"sub_plan_tests.{name}")).select("k")
    found: list[int] = []
    answers = gateway.frames(plan, thrift)
    for frame in answers:
        found += frame.batch.column(0).to_pylist()
        if frame.header.stop_reason == frame_pb2.END_OF_REGION and max(found) == 98:
            if writes:
                # Behind the last row of the region, whose frame has answered for it.
                sql.sql(f"INSERT INTO {name} VALUES (99, 2)")
            merge_first_regions(sql, hbase.quorum, plan.schema.hbase_table)
    assert found == list(range(0, 300, 2))
    assert plan.agg(count().alias("n")).to_arrow(thrift).to_pydict() == {"n": [150 + writes]}


def merge_first_regions(spark: SparkSession, quorum: str, table: str) -> None:
    jvm = spark._jvm
    assert jvm is not None
    hadoop = jvm.org.apache.hadoop
    conf = hadoop.hbase.HBaseConfiguration.create()
    conf.set("hbase.zookeeper.quorum", quorum)
    connection = hadoop.hbase.client.ConnectionFactory.createConnection(conf)
    try:
        admin = connection.getAdmin()
        regions = admin.getRegions(hadoop.hbase.TableName.valueOf(table))
        first, second = (regions.get(i).getRegionName() for i in range(2))
        admin.mergeRegionsAsync(first, second, False).get()
    finally:
        connection.close()


def test_tables_that_are_not_there_are_named(thrift: happybase.Connection) -> None:
    with pytest.raises(TableNotFoundError, match="table=sub_plan_tests.nothing"):
        TableSchema.load(thrift, "sub_plan_tests.nothing")
    plan = scan(thrift, "packed").agg(count())
    copy = SubPlan.from_bytes(plan.to_bytes(), hbase_table="nothing")
    with pytest.raises(TableNotFoundError, match="table=nothing"):
        copy.to_arrow(thrift)


def test_an_altered_table_is_read_without_spark(
    sql: SparkSession, thrift: happybase.Connection
) -> None:
    sql.sql("CREATE TABLE altered (k INT, gone INT, v INT, PRIMARY KEY (k)) USING hbase")
    sql.sql("INSERT INTO altered VALUES (1, 10, 100)")
    sql.sql("ALTER TABLE altered DROP COLUMN gone")
    sql.sql("ALTER TABLE altered ADD COLUMN n BIGINT FIRST")
    sql.sql("ALTER TABLE altered RENAME COLUMN v TO w")
    sql.sql("INSERT INTO altered VALUES (7, 2, 200)")
    schema = TableSchema.load(thrift, "sub_plan_tests.altered")
    answer = SubPlan.scan(schema).select("k", "w", "n").to_arrow(thrift)
    assert answer.to_pydict() == {"k": [1, 2], "w": [100, 200], "n": [None, 7]}
