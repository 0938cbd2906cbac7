"""Group-bys of very many groups: with grouping in the region servers, and by Spark alone.

The region servers group where nothing is known of the groups, as in the first run of a query. The
second run of the same query knows how many groups the first one made, and sends rows if they were
hardly fewer. The first one may not take longer by more than ``GOAL`` says.
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

PAIRS: Final = 15

QUERY: Final = (
    "SELECT count(*), sum(n), max(total), max(mean) FROM"
    " (SELECT {key}, count(*) AS n, sum(price) AS total, avg(weight) AS mean"
    " FROM hbase.default.{table} WHERE id >= {least} GROUP BY {key})"
)
"""``least`` is below all: another number is another query, of which nothing is known."""


def table(rows: int) -> str:
    """Seconds of both ways, medians of pairs that take turns, for number and text keys."""
    lines = [
        f"seconds, medians of {PAIRS} pairs of {rows:,} rows; groups sent are of the first run",
        f"{'groups of':18}{'key':>8}{'unknown':>10}{'known':>9}{'ratio':>8}{'middle half':>16}"
        f"{'groups sent':>13}",
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
    unknown: list[float] = []
    known: list[float] = []
    for turn in range(PAIRS + 2):
        query = QUERY.format(key=column, table=name, least=-1 - turn)
        first, answer, groups = _asked(spark, query)
        second, again, sent = _asked(spark, query)
        if answer != again or sent != rows:
            raise SystemExit(f"{name}, {column}: {sent} rows came, {answer} was {again}")
        # The first two warm up.
        if turn > 1:
            unknown.append(first)
            known.append(second)
    ratios = [a / b for a, b in zip(unknown, known, strict=True)]
    low, ratio, high = statistics.quantiles(ratios, n=4)
    seconds = f"{statistics.median(unknown):10.3f}{statistics.median(known):9.3f}"
    half = f"{low:.3f} to {high:.3f}"
    missed = "" if ratio <= GOAL else "  missed"
    return f"{seconds}{ratio:8.3f}{half:>16}{groups:13,}{missed}"


def _asked(spark: SparkSession, query: str) -> tuple[float, str, int]:
    frame = spark.sql(query)
    begin = time.perf_counter()
    answer = str(frame.collect())
    seconds = time.perf_counter() - begin
    return seconds, answer, sum(scan.metrics["hbaseRowsReceived"] for scan in hbase_scans(frame))
