"""The floor benchmark, seen from Spark: queries with and without the coprocessor, groups or rows.

One table of ``rows`` rows x 16 columns per layout, each in an embedded HBase of its own. So neither
is measured in a JVM that the other has warmed. Times are wall times of the whole query in a
``local[2]`` session on the same machine as HBase. They are the median of the counted runs after
those that warm up. The two ways take turns, and who is first alternates.

Run by ``./build.sh bench floor``. It asserts nothing about time, but that both ways give the same
answer.
"""

from __future__ import annotations

import re
import statistics
import time
from dataclasses import dataclass

from local_spark import local_spark
from pyspark.sql import DataFrame, SparkSession

from pyspark_hbase._explain.scans import hbase_scans
from pyspark_hbase.embedded import EmbeddedHBase

LAYOUTS = ("columns", "packed")

# Grouping in the region server cannot pay, but it must not cost either. Each run has another
# condition, so that all are the first one: of groupings that did not reduce before, rows are sent.
_GROUP_OF_EACH_ROW = (
    "SELECT count(*), sum(n), max(total) FROM"
    " (SELECT l3, count(*) AS n, sum(l4) AS total FROM {table} WHERE id >= -{run} GROUP BY l3)"
)

QUERIES = {
    "count": "SELECT count(*) FROM {table}",
    "q6": (
        "SELECT sum(l4 * l5) FROM {table} WHERE d1 >= DATE'1994-01-01' AND d1 < DATE'1995-01-01'"
        " AND l1 BETWEEN 5 AND 7 AND l2 < 24"
    ),
    "q1": (
        "SELECT s1, s2, sum(l2), sum(l4), sum(f1), avg(l2), avg(f2), count(*) FROM {table}"
        " WHERE d1 <= DATE'1998-09-02' GROUP BY s1, s2"
    ),
    "keys": _GROUP_OF_EACH_ROW,
    "keys1": _GROUP_OF_EACH_ROW,
}

ROWS_SENT = {
    # What decides about a number of Spark's stays in Spark, and so does all above it: Spark's
    # default plan, in two steps, over rows of two columns. (rand() >= 0 is folded away.)
    "keys": (
        "SELECT count(*), sum(n), max(total) FROM (SELECT l3, count(*) AS n, sum(l4) AS total"
        " FROM {table} WHERE monotonically_increasing_id() >= 0 GROUP BY l3)"
    ),
}
"""The text of a query for "off", where a setting does not do it."""

GROUPS_BEFORE_SHUFFLE = re.compile(r"HashAggregate\(keys=\[l3#\d+L\], functions=\[partial_count")
"""In a physical plan of "keys" and "keys1", where Spark groups what it shuffles then."""

NO_COPROCESSOR = ("spark.sql.hbase.coprocessor", "true", "false")
ROWS_SHIPPED = ("spark.sql.execution.bypassPartialAggregation", "false", "true")
"""Spark then plans one step of aggregation, and the region server sends the two columns."""

SWITCHES = {"keys": ("spark.sql.hbase.coprocessor", "true", "true"), "keys1": ROWS_SHIPPED}
"""Setting that a query is measured with: its name, its value for "on" and for "off"."""

WARM_UPS = {"keys": 6, "keys1": 6}
"""Runs that are not counted, of the queries whose two ways are close; of others it is one."""

MORE_RUNS = 3
"""The factor of counted runs for the queries in ``WARM_UPS``."""

HEAP = "4g"
"""The heap of HBase.

In a heap of 1 GB each array of a grouping is a "humongous" object of the collector G1. The table of
layout "columns" fills most of that heap, as no region server's heap is filled.
"""

COLUMNS = (
    ("id", "BIGINT NOT NULL", "id"),
    ("l1", "BIGINT", "id % 11"),
    ("l2", "BIGINT", "id % 50"),
    ("l3", "BIGINT", "id * 7"),
    ("l4", "BIGINT", "id % 100000"),
    ("l5", "BIGINT", "id % 10"),
    ("i1", "INT", "CAST(id % 1000 AS INT)"),
    ("i2", "INT", "CAST(id % 7 AS INT)"),
    ("f1", "DOUBLE", "CAST(id % 1000 AS DOUBLE) / 8"),
    ("f2", "DOUBLE", "CAST(id % 100 AS DOUBLE) / 4"),
    ("d1", "DATE", "date_add(DATE'1992-01-01', CAST(id % 2557 AS INT))"),
    ("d2", "DATE", "date_add(DATE'1992-01-01', CAST(id % 365 AS INT))"),
    ("s1", "STRING", "substring('ANR', CAST(id % 3 AS INT) + 1, 1)"),
    ("s2", "STRING", "substring('FO', CAST(id % 2 AS INT) + 1, 1)"),
    ("s3", "STRING", "concat('comment ', id % 1000)"),
    ("s4", "STRING", "concat('mode ', id % 7)"),
)


DECLARED = ", ".join(f"{name} {sql_type}" for name, sql_type, _ in COLUMNS)


def rows_of(rows: int) -> str:
    """The query that makes the rows of a table."""
    values = ", ".join(f"{expression} AS {name}" for name, _, expression in COLUMNS)
    return f"SELECT {values} FROM range({rows})"


@dataclass(frozen=True, slots=True)
class Measurement:
    """One query on one layout; seconds are medians."""

    layout: str
    query: str
    with_coprocessor: float
    without_coprocessor: float
    bytes_with: int
    bytes_without: int


def measure(*, rows: int, runs: int = 5) -> list[Measurement]:
    """Fill a table per layout and time every query both ways, in turn."""
    results = []
    for layout in LAYOUTS:
        print(f"==> {rows:,} rows, layout {layout}, from Spark", flush=True)
        results += _measure_layout(layout, rows, runs)
    return results


def table(measurements: list[Measurement], rows: int) -> str:
    """Format as a table: one line a query, with the ratio of the two ways."""
    lines = [
        f"from Spark, {rows:,} rows x {len(COLUMNS)} columns, local[2], median wall time",
        f"{'layout':8} {'query':6} {'on ms':>9} {'off ms':>9} {'off/on':>7}"
        f" {'on ns/row':>10} {'off ns/row':>11} {'on bytes':>12} {'off bytes':>13}",
    ]
    for m in measurements:
        ratio = m.without_coprocessor / m.with_coprocessor
        lines.append(
            f"{m.layout:8} {m.query:6} {m.with_coprocessor * 1e3:9.0f}"
            f" {m.without_coprocessor * 1e3:9.0f} {ratio:7.1f}"
            f" {m.with_coprocessor * 1e9 / rows:10.0f} {m.without_coprocessor * 1e9 / rows:11.0f}"
            f" {m.bytes_with:12,} {m.bytes_without:13,}"
        )
    return "\n".join(lines)


def _measure_layout(layout: str, rows: int, runs: int) -> list[Measurement]:
    with (
        EmbeddedHBase(region_servers=1, heap=HEAP) as hbase,
        local_spark(hbase, **{"spark.ui.showConsoleProgress": "false"}) as spark,
    ):
        table = f"hbase.default.floor_{layout}"
        _fill(spark, table, layout, rows)
        return [_measure_query(spark, table, layout, name, runs) for name in QUERIES]


def _fill(spark: SparkSession, table: str, layout: str, rows: int) -> None:
    spark.sql(
        f"CREATE TABLE {table} ({DECLARED}, PRIMARY KEY (id)) USING hbase"
        f" TBLPROPERTIES('hbase.layout' = '{layout}')"
    )
    spark.sql(f"INSERT INTO {table} {rows_of(rows)}")


def _measure_query(
    spark: SparkSession, table: str, layout: str, name: str, runs: int
) -> Measurement:
    seconds: dict[str, list[float]] = {"on": [], "off": []}
    transferred: dict[str, int] = {}
    answers: dict[str, list[object]] = {}
    setting, *values = SWITCHES.get(name, NO_COPROCESSOR)
    warm_ups = WARM_UPS.get(name, 1)
    for run in range(warm_ups + runs * (MORE_RUNS if name in WARM_UPS else 1)):
        turns = list(zip(seconds.items(), values, strict=True))
        for (way, counted), value in turns if run % 2 == 0 else reversed(turns):
            spark.conf.set(setting, value)
            text = ROWS_SENT.get(name, QUERIES[name]) if way == "off" else QUERIES[name]
            # No run of one query of groups is one of the other's.
            frame = spark.sql(text.format(table=table, run=run + 100 * (name == "keys1")))
            start = time.perf_counter()
            rows = frame.collect()
            elapsed = time.perf_counter() - start
            _check_plan(frame, name, way)
            if run >= warm_ups:
                counted.append(elapsed)
            answers[way] = sorted(map(repr, rows))
            transferred[way] = sum(
                scan.metrics["hbaseBytesReceived"] for scan in hbase_scans(frame)
            )
    if answers["on"] != answers["off"]:
        raise SystemExit(f"{layout} {name}: the answers of the two ways differ")
    spark.conf.set(setting, values[0])
    return Measurement(
        layout,
        name,
        statistics.median(seconds["on"]),
        statistics.median(seconds["off"]),
        transferred["on"],
        transferred["off"],
    )


def _check_plan(frame: DataFrame, name: str, way: str) -> None:
    """Each run must be of the plan that its line names: an optimizer may see through a query."""
    plan = frame._jdf.queryExecution().executedPlan().toString()
    groups = GROUPS_BEFORE_SHUFFLE.search(plan) is not None
    if groups != (name == "keys" and way == "off"):
        raise SystemExit(f"{name}, {way}: Spark groups before the shuffle: {groups}\n{plan}")
