"""The objects that remembered columns are in the heap of a region server, by class.

The heap is looked at before and after queries of every column of a table. Both times it holds what
a full collection of garbage leaves. What the server says that its columns take
(``columnMemoryBytes``) stands beside the sum.
"""

from __future__ import annotations

import time
from typing import Final

from local_spark import WARM, local_spark
from pyspark.sql import SparkSession
from server_objects import figures, objects_and_bytes

from pyspark_hbase._explain.scans import hbase_scans
from pyspark_hbase.embedded import EmbeddedHBase

HEAP: Final = "4g"

COLUMNS: Final = {
    "number": ("BIGINT", "id * 7919 % 1000003"),
    "small": ("INT", "CAST(id % 200 AS INT)"),
    "price": ("DECIMAL(12, 2)", "CAST(id % 1000000 / 100 AS DECIMAL(12, 2))"),
    "weight": ("DOUBLE", "id / 7"),
    "part": ("FLOAT", "CAST(id % 1000 AS FLOAT)"),
    "day": ("DATE", "date_add(DATE '1992-01-01', CAST(id % 2500 AS INT))"),
    "moment": ("TIMESTAMP", "timestamp_seconds(1700000000 + id)"),
    "flag": ("BOOLEAN", "id % 3 = 0"),
    "kind": ("STRING", "concat('kind ', id % 40)"),
    "text": ("STRING", "concat('customer ', id * 7919 % 1000003)"),
    "sparse": ("INT", "IF(id % 10 = 0, CAST(id AS INT), NULL)"),
}
"""Types, and expressions over the number of a row, which is its key."""

OLDEST_FIGURE_SECONDS: Final = 12
"""Hadoop shows figures over JMX as they were up to ten seconds before."""

SHOWN: Final = 8


def table(rows: int) -> str:
    """The classes that grew most, and all together, against what the server says."""
    conf = {"hbase.sparksql.column.memory.fraction": "0.2"}
    with (
        EmbeddedHBase(region_servers=1, heap=HEAP, conf=conf) as hbase,
        local_spark(hbase, **WARM) as spark,
    ):
        _make(spark, "warm", rows // 100)
        _make(spark, "measured", rows)
        for _ in range(3):
            _ask(spark, "warm")
        # The first query of a table keeps its blocks and nothing of its columns.
        _ask(spark, "measured")
        told_before = _told(hbase.pid)
        before = objects_and_bytes(hbase.pid)
        _ask(spark, "measured")
        if _ask(spark, "measured") != rows:
            raise SystemExit("some rows did not come from the memory of columns")
        told = _told(hbase.pid) - told_before
        after = objects_and_bytes(hbase.pid)
    grown = {
        name: (number - before.get(name, (0, 0))[0], size - before.get(name, (0, 0))[1])
        for name, (number, size) in after.items()
    }
    largest = sorted(grown, key=lambda name: -grown[name][1])[:SHOWN]
    total = sum(size for _, size in after.values()) - sum(size for _, size in before.values())
    lines = [
        f"{rows:,} rows of {1 + len(COLUMNS)} columns",
        f"{'class':72}{'objects':>9}{'bytes':>13}",
        *(f"{name:72}{grown[name][0]:9,}{grown[name][1]:13,}" for name in largest),
        f"{'all classes':81}{total:13,}",
        f"{'columnMemoryBytes':81}{told:13,}",
    ]
    return "\n".join(lines)


def _told(pid: int) -> int:
    time.sleep(OLDEST_FIGURE_SECONDS)
    return int(figures(pid)["ColumnMemoryBytes"])


def _make(spark: SparkSession, name: str, rows: int) -> None:
    columns = ", ".join(f"{column} {kind}" for column, (kind, _) in COLUMNS.items())
    spark.sql(
        f"CREATE TABLE hbase.default.{name} (id BIGINT, {columns}, PRIMARY KEY (id)) USING hbase"
        f" TBLPROPERTIES ('hbase.splits' = '{rows // 2}')"
    )
    values = [f"{value} AS {column}" for column, (_, value) in COLUMNS.items()]
    made = spark.range(rows).selectExpr("id", *values)
    made.writeTo(f"hbase.default.{name}").option("write", "bulk").append()


def _ask(spark: SparkSession, name: str) -> int:
    """Returns the rows that came from the memory of columns."""
    aggregates = ", ".join(f"max({column})" for column in ("id", *COLUMNS))
    frame = spark.sql(f"SELECT {aggregates} FROM hbase.default.{name}")
    frame.collect()
    return sum(scan.metrics["hbaseColumnMemoryRows"] for scan in hbase_scans(frame))
