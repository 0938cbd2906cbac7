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

from floor_spark import COLUMNS, QUERIES
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
    lines = [
        f"ms, medians of {RUNS} runs after {WARM_UPS}, {rows:,} rows x {len(COLUMNS)} columns,"
        " two cores",
        f"{'query':10}{'HBase':>8}{'Parquet':>9}{'HBase/Parquet':>15}{'tasks':>7}{'Parquet':>9}",
    ]
    with (
        TemporaryDirectory() as folder,
        EmbeddedHBase(region_servers=1, heap="4g") as hbase,
        local_spark(hbase, **WARM, **{"spark.ui.showConsoleProgress": "false"}) as spark,
    ):
        _fill(spark, rows, Path(folder))
        for name, query in SHORT.items():
            ours, theirs = _medians(spark, query)
            tasks = [_tasks(spark, query, source) for source in (HBASE, PARQUET)]
            lines.append(
                f"{name:10}{ours:8.0f}{theirs:9.0f}{ours / theirs:15.2f}{tasks[0]:7}{tasks[1]:9}"
            )
    return "\n".join(lines)


def _fill(spark: SparkSession, rows: int, folder: Path) -> None:
    columns = ", ".join(f"{name} {sql_type}" for name, sql_type, _ in COLUMNS)
    spark.sql(
        f"CREATE TABLE {HBASE} ({columns}, PRIMARY KEY (id)) USING hbase"
        f" TBLPROPERTIES('hbase.layout' = 'packed', 'hbase.splits' = '{rows // 2}')"
    )
    values = ", ".join(f"{expression} AS {name}" for name, _, expression in COLUMNS)
    spark.sql(f"INSERT INTO {HBASE} WITH ('write' = 'bulk') SELECT {values} FROM range({rows})")
    made = spark.sql(f"SELECT {values} FROM range({rows})").repartition(2)
    made.write.parquet(str(folder / "rows"))
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


def _tasks(spark: SparkSession, query: str, source: str) -> int:
    """Partitions of a scan of one column with the conditions of the query."""
    condition = query.partition(" WHERE ")[2].partition(" GROUP BY ")[0]
    rows = f"SELECT id FROM {source} WHERE {condition or 'true'}"
    return spark.sql(rows).rdd.getNumPartitions()
