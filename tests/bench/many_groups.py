"""Group-bys of very many groups: with grouping in the region servers, and by Spark alone.

The region servers group where nothing is known of the groups, as in the *first* run of a query. The
*next* run knows how many groups the first one made. It sends rows if they were hardly fewer, and
Spark groups them in one step. *Spark alone* is Spark's default plan over sent rows, in two steps.
The first run may not take longer than either by more than ``GOAL`` says.
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

KEYS: Final = {"one row each": "id * 7919 % {n}", "one or two rows": "id * 7919 % ({n} * 9 DIV 10)"}
"""Each makes more than four groups of five rows; by the name that is printed."""

TURNS: Final = 15

QUERY: Final = (
    "SELECT count(*), sum(n), max(total), max(mean) FROM"
    " (SELECT {key}, count(*) AS n, sum(price) AS total, avg(weight) AS mean"
    " FROM hbase.default.{table} WHERE id >= {least}{more} GROUP BY {key})"
)
"""``least`` is below all: another number is another query, of which nothing is known."""

IN_SPARK: Final = " AND monotonically_increasing_id() >= 0"
"""Spark decides about its own numbers, so all above this condition stays there too."""


def table(rows: int) -> str:
    """Seconds of the three ways, medians of runs that take turns, for number and text keys."""
    lines = [
        f"seconds, medians of {TURNS} turns of {rows:,} rows; groups sent are of the first run",
        f"{'groups of':18}{'key':>8}{'first':>11}{'next':>11}{'alone':>11}"
        f"{'first/alone':>13}{'middle half':>17}{'first/next':>12}{'groups sent':>13}",
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
    next_: list[float] = []
    alone: list[float] = []
    for turn in range(TURNS + 2):
        names = {"key": column, "table": name, "least": -1 - turn}
        query = QUERY.format(more="", **names)
        unknown, answer, groups = _asked(spark, query)
        known, again, sent = _asked(spark, query)
        by_spark, third, sent_alone = _asked(spark, QUERY.format(more=IN_SPARK, **names))
        if {again, third} != {answer} or {sent, sent_alone} != {rows}:
            raise SystemExit(
                f"{name}, {column}: {sent} and {sent_alone} rows came;"
                f" {answer} was {again} and {third}"
            )
        # The first two warm up.
        if turn > 1:
            first.append(unknown)
            next_.append(known)
            alone.append(by_spark)
    low, ratio, high = statistics.quantiles(_ratios(first, alone), n=4)
    seconds = "".join(f"{statistics.median(way):11.3f}" for way in (first, next_, alone))
    half = f"{low:.3f} to {high:.3f}"
    to_next = statistics.median(_ratios(first, next_))
    missed = "" if max(ratio, to_next) <= GOAL else "  missed"
    return f"{seconds}{ratio:13.3f}{half:>17}{to_next:12.3f}{groups:13,}{missed}"


def _ratios(seconds: list[float], others: list[float]) -> list[float]:
    return [a / b for a, b in zip(seconds, others, strict=True)]


def _asked(spark: SparkSession, query: str) -> tuple[float, str, int]:
    frame = spark.sql(query)
    begin = time.perf_counter()
    answer = str(frame.collect())
    seconds = time.perf_counter() - begin
    return seconds, answer, sum(scan.metrics["hbaseRowsReceived"] for scan in hbase_scans(frame))
