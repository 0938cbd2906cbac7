"""How many rows of each table the queries of TPC-H read, and how many come to Spark.

The tables have their natural keys and are analyzed. ``static`` is what the query alone says:
conditions, key ranges and partial aggregation. ``learned`` adds what only a running query knows:
the values of small join sides, which become filters and key ranges, or travel to the region servers
with the sub-plan.

Run by ``./build.sh bench tpch-rows``.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyspark.sql import SparkSession

from pyspark_hbase import session
from pyspark_hbase._scans import hbase_scans
from pyspark_hbase.embedded import EmbeddedHBase

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "benchmarks" / "tpch-rows.md"

sys.path.insert(0, str(ROOT / "tests" / "conformance"))

from tpch import data  # noqa: E402 - the tables and queries are those of the conformance suite

NAMESPACE: Final = "tpch_packed"

LEARNS: Final = {
    "spark.sql.optimizer.dynamicPartitionPruning.enabled": ("false", "true"),
    "spark.sql.optimizer.runtime.bloomFilter.enabled": ("false", "true"),
    "spark.sql.hbase.join.maxBuildBytes": ("0", "1m"),
    "spark.sql.hbase.join.maxLookUpKeys": ("0", "10000"),
}
"""Settings, with their values for static and for learned."""

BROADCAST_BYTES: Final = int(10 * 2**20 * data.SCALE_FACTOR)
"""Spark's default, as far from the largest table as it is at scale factor 1."""

READ: Final = ("hbaseServerRowsScanned", "hbaseGetRows")
"""Counters of rows that region servers looked at."""

FACTS: Final = "lineitem"

GOAL: Final = 20
"""A query with a selective side sends so many times fewer facts at least."""

SMALL: Final = 200
"""Tables of fewer rows are left out."""

_NO_WAIT: Final = (
    "parts are joined by l_partkey, which is not of the row key, and Spark takes all tables of this"
    " size for 1 MiB, so that neither side is worth a wait"
)
_LATE_NATION: Final = "suppliers are joined before their nations, of which nothing is known then"

REASONS: Final[dict[int, str]] = {
    5: "the orders of one year are 15 % of all, and the region is joined behind lineitem",
    7: _LATE_NATION,
    8: _NO_WAIT,
    9: f"{_NO_WAIT}; one part in 19 is green",
    18: "the subquery makes a group for each order",
    20: _NO_WAIT,
    21: f"{_LATE_NATION}; half of the orders have the status that is asked for",
}
"""Why a query sends more facts than the goal allows."""


@dataclass(frozen=True, slots=True)
class Rows:
    """One table in one query: all its rows, once per scan, and what was done, both ways."""

    query: int
    table: str
    all_rows: int
    read: tuple[int, int]
    sent: tuple[int, int]


def measure() -> list[Rows]:
    """Run every query both ways, on an embedded HBase."""
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedHBase(region_servers=1, conf={"hbase.balancer.period": "0"}) as hbase,
    ):
        spark = session(
            quorum=hbase.quorum,
            master="local[2]",
            **{
                "spark.sql.shuffle.partitions": 2,
                "spark.ui.enabled": "false",
                "spark.sql.autoBroadcastJoinThreshold": BROADCAST_BYTES,
            },
        )
        try:
            data.Generator().write(Path(folder))
            data.make(
                spark, spark.newSession(), Path(folder), {NAMESPACE: data.NAMESPACES[NAMESPACE]}
            )
            for table in data.KEYS:
                spark.sql(f"CALL hbase.system.analyze(table => '{NAMESPACE}.{table}')").collect()
            spark.catalog.setCurrentCatalog("hbase")
            spark.catalog.setCurrentDatabase(NAMESPACE)
            sizes = {table: spark.table(table).count() for table in data.KEYS}
            return [rows for query in data.QUERIES for rows in _query(spark, query, sizes)]
        finally:
            spark.stop()


def _query(spark: SparkSession, query: int, sizes: dict[str, int]) -> Iterator[Rows]:
    scans: Counter[str] = Counter()
    read: list[Counter[str]] = []
    sent: list[Counter[str]] = []
    for way in (0, 1):
        for setting, values in LEARNS.items():
            spark.conf.set(setting, values[way])
        frame = spark.sql(data.sql(query))
        frame.collect()
        read.append(Counter())
        sent.append(Counter())
        for scan in hbase_scans(frame):
            table = scan.hbase_table.rpartition(":")[2]
            if scan.metrics["hbaseScanCalls"] and way == 0:
                scans[table] += 1
            read[way][table] += sum(scan.metrics[name] for name in READ)
            sent[way][table] += scan.metrics["hbaseRowsReceived"]
    for table, count in sorted(scans.items()):
        if sizes[table] >= SMALL:
            yield Rows(
                query,
                table,
                sizes[table] * count,
                (read[0][table], read[1][table]),
                (sent[0][table], sent[1][table]),
            )


def page(measured: list[Rows]) -> str:
    """A table, one line per query and table."""
    lines = [
        "# Rows that TPC-H reads",
        "",
        "Made by `./build.sh bench tpch-rows --page`; do not edit."
        f" Scale factor {data.SCALE_FACTOR}, natural keys (`o_orderkey`; `l_orderkey,"
        " l_linenumber`; ...), layout packed.",
        "",
        "*All* are the rows of the table, once per scan: what a connector without push-down moves."
        " *Read* are those that region servers looked at, *sent* those that came to Spark, groups"
        " included. *Static* is what the query alone says: conditions, key ranges, partial"
        " aggregation, and key order. *Learned* adds what joins learn while the query runs. Spark"
        f" broadcasts sides of up to {BROADCAST_BYTES:,} bytes, as much less than its default as"
        " these tables are smaller than those of scale factor 1.",
        "",
        "| query | table | all | read, static | sent, static | read, learned | sent, learned |"
        " all : sent |",
        "|---:|---|---:|---:|---:|---:|---:|---:|",
    ]
    for rows in measured:
        factor = rows.all_rows / max(1, rows.sent[1])
        lines.append(
            f"| {rows.query} | {rows.table} | {rows.all_rows:,} | {rows.read[0]:,}"
            f" | {rows.sent[0]:,} | {rows.read[1]:,} | {rows.sent[1]:,} | {factor:,.1f} |"
        )
    return "\n".join([*lines, "", *_joins(measured), ""])


def _joins(measured: list[Rows]) -> list[str]:
    """What came of the goal for joins."""
    factors = {
        rows.query: rows.all_rows / max(1, rows.sent[1]) for rows in measured if rows.table == FACTS
    }
    met = [f"{query} ({factor:,.0f})" for query, factor in factors.items() if factor >= GOAL]
    missed = {query: factor for query, factor in factors.items() if factor < GOAL}
    return [
        f"At least {GOAL} times fewer rows of `{FACTS}`, the largest table, come to Spark in"
        f" queries {', '.join(met)}. Not in",
        "",
        *(
            f"- {query} ({factor:,.1f}): {REASONS.get(query, 'not known')}."
            for query, factor in missed.items()
        ),
    ]
