"""Group-bys of very many groups: in the first run of a query, and by Spark over the sent rows.

The *first* run of a query is decided by a look at its keys, whose time is in it. What is known of
the table is forgotten before each run, as when rows were written. In *one step* Spark groups the
rows after the shuffle, with ``bypassPartialAggregation``; in *two* it groups before and after, as
by default. The first run may not take longer than either by more than ``GOAL`` says.
"""

from __future__ import annotations

import statistics
import time
from typing import Final

from local_spark import WARM, local_spark
from pyspark.sql import SparkSession

from pyspark_hbase._explain.scans import hbase_scans
from pyspark_hbase.embedded import EmbeddedHBase

GOAL: Final = 1.02

KEYS: Final = {
    "one row": "id * 7919 % {n}",
    "one or two": "id * 7919 % ({n} * 9 DIV 10)",
    "one, one, two": "(id DIV 4 * 3 + least(id % 4, 2)) * 7919 % {n}",
    "two rows": "id DIV 2 * 7919 % {n}",
    "twenty rows": "id * 7919 % ({n} DIV 20)",
}
"""Expressions over the row number, by the rows of each group."""

TURNS: Final = 11

QUERY: Final = (
    "SELECT count(*), sum(n), max(total), max(mean) FROM"
    " (SELECT {key}, count(*) AS n, sum(price) AS total, avg(weight) AS mean"
    " FROM hbase.default.{table} WHERE id >= {least}{more} GROUP BY {key})"
)
"""``least`` is below all: another number is another query, of which nothing is known."""

IN_SPARK: Final = " AND monotonically_increasing_id() >= 0"
"""Spark decides about its own numbers, so all above this condition stays there too."""


ONE_STEP: Final = "spark.sql.execution.bypassPartialAggregation"


def table(rows: int) -> str:
    """Seconds of the three ways, medians of runs that take turns, for number and text keys."""
    lines = [
        f"seconds, medians of {TURNS} turns of {rows:,} rows",
        f"{'rows of a group':18}{'key':>8}{'first':>9}{'one step':>10}{'two':>9}{'first/one':>11}"
        f"{'middle half':>17}{'first/two':>11}{'sent':>11}",
    ]
    with (
        EmbeddedHBase(region_servers=1, heap="4g") as hbase,
        local_spark(hbase, **WARM) as spark,
    ):
        for position, (name, key) in enumerate(KEYS.items()):
            made = f"groups{position}"
            _make(spark, made, key.format(n=rows), rows)
            for column in ("number", "text"):
                lines.append(f"{name:18}{column:>8}{_compared(spark, made, column, rows)}")
    return "\n".join(lines)


def _make(spark: SparkSession, name: str, key: str, rows: int) -> None:
    spark.sql(
        f"CREATE TABLE hbase.default.{name} (id BIGINT, number BIGINT, text STRING,"
        " price DECIMAL(12, 2), weight DOUBLE, PRIMARY KEY (id)) USING hbase"
        f" TBLPROPERTIES ('hbase.splits' = '{rows // 2}')"
    )
    numbered = spark.range(rows).selectExpr("id", f"{key} AS number")
    numbered.selectExpr(
        "id",
        "number",
        "concat('customer ', number) AS text",
        "CAST(id % 1000000 / 100 AS DECIMAL(12, 2)) AS price",
        "id / 7 AS weight",
    ).writeTo(f"hbase.default.{name}").option("write", "bulk").append()


def _compared(spark: SparkSession, name: str, column: str, rows: int) -> str:
    first: list[float] = []
    one: list[float] = []
    two: list[float] = []
    for turn in range(TURNS + 2):
        names = {"key": column, "table": name, "least": -1 - turn}
        unknown, answer, sent = _asked(spark, name, QUERY.format(more="", **names))
        in_spark = QUERY.format(more=IN_SPARK, **names)
        spark.conf.set(ONE_STEP, "true")
        in_one, second, rows_of_one = _asked(spark, name, in_spark)
        spark.conf.set(ONE_STEP, "false")
        in_two, third, rows_of_two = _asked(spark, name, in_spark)
        if {second, third} != {answer} or {rows_of_one, rows_of_two} != {rows}:
            raise SystemExit(
                f"{name}, {column}: {rows_of_one} and {rows_of_two} rows came;"
                f" {answer} was {second} and {third}"
            )
        # The first two warm up.
        if turn > 1:
            first.append(unknown)
            one.append(in_one)
            two.append(in_two)
    low, to_one, high = statistics.quantiles(_ratios(first, one), n=4)
    to_two = statistics.median(_ratios(first, two))
    half = f"{low:.3f} to {high:.3f}"
    missed = "" if max(to_one, to_two) <= GOAL else "  missed"
    return (
        f"{statistics.median(first):9.3f}{statistics.median(one):10.3f}{statistics.median(two):9.3f}"
        f"{to_one:11.3f}{half:>17}{to_two:11.3f}{sent:11,}{missed}"
    )


def _ratios(seconds: list[float], others: list[float]) -> list[float]:
    return [a / b for a, b in zip(seconds, others, strict=True)]


def _asked(spark: SparkSession, name: str, query: str) -> tuple[float, str, int]:
    spark.sql(f"INSERT INTO hbase.default.{name} SELECT * FROM hbase.default.{name} WHERE id < 0")
    frame = spark.sql(query)
    begin = time.perf_counter()
    answer = str(frame.collect())
    seconds = time.perf_counter() - begin
    return seconds, answer, sum(scan.metrics["hbaseRowsReceived"] for scan in hbase_scans(frame))
