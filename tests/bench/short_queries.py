"""Short queries of one table beside Spark on Parquet, in one session.

Most of their time passes beside the rows: Spark plans, starts tasks and asks HBase. The table has
layout ``packed``, one store file in each of two regions, and what earlier runs remembered of it.
Parquet has as many files. Each query is asked in turns, also while it warms up; who is first
alternates. Both must give the same answer.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from floor_spark import COLUMNS, DECLARED, QUERIES, rows_of
from local_spark import WARM, local_spark
from pyspark.sql import SparkSession

from pyspark_hbase.embedded import EmbeddedHBase

WARM_UPS: Final = 25
RUNS: Final = 15

SHORT: Final = {
    "count": QUERIES["count"],
    "sum": "SELECT sum(l4) FROM {table}",
    "filter": "SELECT count(*), sum(l4) FROM {table} WHERE i1 = 7",
    "groups": "SELECT i1, count(*), sum(l4) FROM {table} GROUP BY i1",
    "top": "SELECT * FROM {table} ORDER BY l4 DESC, id LIMIT 100",
    "q6": QUERIES["q6"],
    "q1": QUERIES["q1"],
}

HBASE: Final = "hbase.default.short"
PARQUET: Final = "short_parquet"


def table(rows: int) -> str:
    """Milliseconds of each query over both, medians, and the tasks that read the rows."""
    with (
        TemporaryDirectory() as folder,
        EmbeddedHBase(region_servers=1, heap="4g") as hbase,
        local_spark(hbase, **WARM, **{"spark.ui.showConsoleProgress": "false"}) as spark,
    ):
        _fill(spark, rows, Path(folder))
        # No query has a condition on the row key, so each is read by the tasks of the whole table.
        tasks = [spark.table(source).rdd.getNumPartitions() for source in (HBASE, PARQUET)]
        lines = [
            f"ms, medians of {RUNS} runs after {WARM_UPS}, {rows:,} rows x {len(COLUMNS)} columns,"
            f" two cores, {tasks[0]} and {tasks[1]} tasks",
            f"{'query':10}{'HBase':>8}{'Parquet':>9}{'HBase/Parquet':>15}",
        ]
        for name, query in SHORT.items():
            ours, theirs = _medians(spark, query)
            lines.append(f"{name:10}{ours:8.0f}{theirs:9.0f}{ours / theirs:15.2f}")
    return "\n".join(lines)


def _fill(spark: SparkSession, rows: int, folder: Path) -> None:
    spark.sql(
        f"CREATE TABLE {HBASE} ({DECLARED}, PRIMARY KEY (id)) USING hbase"
        f" TBLPROPERTIES('hbase.layout' = 'packed', 'hbase.splits' = '{rows // 2}')"
    )
    spark.sql(f"INSERT INTO {HBASE} WITH ('write' = 'bulk') {rows_of(rows)}")
    spark.sql(rows_of(rows)).repartition(2).write.parquet(str(folder / "rows"))
    spark.read.parquet(str(folder / "rows")).createOrReplaceTempView(PARQUET)


def _medians(spark: SparkSession, query: str) -> tuple[float, float]:
    seconds: dict[str, list[float]] = {HBASE: [], PARQUET: []}
    answers = {}
    for run in range(WARM_UPS + RUNS):
        for source in seconds if run % 2 else reversed(seconds):
            start = time.perf_counter()
            answers[source] = spark.sql(query.format(table=source)).collect()
            if run >= WARM_UPS:
                seconds[source].append(time.perf_counter() - start)
        if sorted(map(repr, answers[HBASE])) != sorted(map(repr, answers[PARQUET])):
            raise SystemExit(f"the answers differ: {query}")
    ours, theirs = (statistics.median(counted) * 1e3 for counted in seconds.values())
    return ours, theirs
