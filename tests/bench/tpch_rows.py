"""Measures the rows of each table that the queries of TPC-H read, and the rows that come to Spark.

The tables have their natural keys and are analyzed. ``static`` is what the query alone says:
conditions, key ranges and partial aggregation. ``learned`` adds what only a running query knows.
That is the values of small join sides, which become filters and key ranges, or travel to the region
servers with the sub-plan. ``by cost`` is the same where Spark orders joins by what the analysis
counted.

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

from local_spark import local_spark
from pyspark.sql import SparkSession

from pyspark_hbase._explain.scans import hbase_scans
from pyspark_hbase.embedded import EmbeddedHBase

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "benchmarks" / "tpch-rows.md"

sys.path.insert(0, str(ROOT / "tests" / "conformance"))

from prose import wrapped  # noqa: E402

from tpch import data  # noqa: E402 - the tables and queries are those of the conformance suite

NAMESPACE: Final = "tpch_packed"

WAYS: Final = ("static", "learned", "by cost")

SETTINGS: Final = {
    "spark.sql.optimizer.dynamicPartitionPruning.enabled": ("false", "true", "true"),
    "spark.sql.optimizer.runtime.bloomFilter.enabled": ("false", "true", "true"),
    "spark.sql.hbase.join.broadcast.bytes": ("0", "1m", "1m"),
    "spark.sql.hbase.join.runtime.keys": ("0", "10000", "10000"),
    "spark.sql.cbo.enabled": ("false", "false", "true"),
    "spark.sql.cbo.joinReorder.enabled": ("false", "false", "true"),
}
"""With their values for each way."""

BROADCAST_BYTES: Final = int(10 * 2**20 * data.SCALE_FACTOR)
"""Spark's default, as far from the largest table as it is at scale factor 1."""

READ: Final = ("hbaseServerRowsScanned", "hbaseGetRows")
"""Counters of rows that region servers looked at."""

FACTS: Final = "lineitem"

GOAL: Final = 20
"""A query with a selective side sends so many times fewer facts at least."""

SMALL: Final = 200
"""Tables of fewer rows are left out."""

REASONS: Final[dict[int, str]] = {
    9: "one part in 19 is green",
    18: "the subquery makes a group for each order",
    21: "half of the orders have the status that is asked for. All their lines are looked at for"
    " EXISTS and NOT EXISTS before suppliers are joined",
}
"""The reasons why queries send more facts than the goal allows."""


@dataclass(frozen=True, slots=True)
class Rows:
    """One table in one query: all its rows, once per scan, and what was done in each way."""

    query: int
    table: str
    all_rows: int
    read: tuple[int, ...]
    sent: tuple[int, ...]

    def factor(self, way: str) -> float:
        """Return the number of all rows for each row that comes to Spark."""
        return self.all_rows / max(1, self.sent[WAYS.index(way)])


def measure() -> list[Rows]:
    """Run every query in each way, on an embedded HBase."""
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedHBase(region_servers=1, conf={"hbase.balancer.period": "0"}) as hbase,
        local_spark(hbase, **{"spark.sql.autoBroadcastJoinThreshold": BROADCAST_BYTES}) as spark,
    ):
        data.Generator().write(Path(folder))
        data.make(spark, spark.newSession(), Path(folder), {NAMESPACE: data.NAMESPACES[NAMESPACE]})
        for table in data.KEYS:
            spark.sql(f"CALL hbase.system.analyze(table => '{NAMESPACE}.{table}')").collect()
        spark.catalog.setCurrentCatalog("hbase")
        spark.catalog.setCurrentDatabase(NAMESPACE)
        sizes = {table: spark.table(table).count() for table in data.KEYS}
        return [rows for query in data.QUERIES for rows in _query(spark, query, sizes)]


def _query(spark: SparkSession, query: int, sizes: dict[str, int]) -> Iterator[Rows]:
    scans: Counter[str] = Counter()
    read: list[Counter[str]] = []
    sent: list[Counter[str]] = []
    for way in range(len(WAYS)):
        for setting, values in SETTINGS.items():
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
                tuple(count[table] for count in read),
                tuple(count[table] for count in sent),
            )


def page(measured: list[Rows]) -> str:
    """A table, one line per query and table."""
    lines = [
        "# Rows that TPC-H reads",
        "",
        wrapped(
            "This page counts the rows that each query of TPC-H reads and sends. It is for people"
            " who want to know what pushing down saves."
        ),
        "",
        wrapped(
            "Made by `./build.sh bench tpch-rows --page`; do not edit."
            f" Scale factor {data.SCALE_FACTOR}, natural keys (`o_orderkey`; `l_orderkey,"
            " l_linenumber`; ...), layout packed."
        ),
        "",
        wrapped(
            "*All* are the rows of the table, once per scan: a connector without pushdown moves"
            " them all. *Read* are those that region servers looked at, *sent* those that came to"
            " Spark, groups included. *Static* is what the query alone says: conditions, key"
            " ranges, partial aggregation, and key order. *Learned* adds what joins learn while the"
            " query runs. *By cost* is learned with `spark.sql.cbo.enabled` and"
            " `spark.sql.cbo.joinReorder.enabled`: Spark orders joins by what `CALL system.analyze`"
            " counted. Spark"
            f" broadcasts sides of up to {BROADCAST_BYTES:,} bytes, as much less than its default"
            " as these tables are smaller than those of scale factor 1."
        ),
        "",
        f"| query | table | all | {' | '.join(f'read, {way} | sent, {way}' for way in WAYS)} |"
        " all : sent, learned | all : sent, by cost |",
        f"|---:|---|---:|{'---:|---:|' * len(WAYS)}---:|---:|",
    ]
    for rows in measured:
        counts = [f"{read:,} | {sent:,}" for read, sent in zip(rows.read, rows.sent, strict=True)]
        factors = [f"{rows.factor(way):,.1f}" for way in ("learned", "by cost")]
        cells = [str(rows.query), rows.table, f"{rows.all_rows:,}", *counts, *factors]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "", *_joins(measured), ""])


def _joins(measured: list[Rows]) -> list[str]:
    """Return the lines about the goal for joins."""
    facts = [rows for rows in measured if rows.table == FACTS]
    met = [rows for rows in facts if rows.factor("learned") >= GOAL]
    by_cost = [rows for rows in facts if rows not in met and rows.factor("by cost") >= GOAL]
    missed = [rows for rows in facts if rows not in met and rows not in by_cost]
    return [
        wrapped(
            f"In queries {_queries(met)}, at most one in {GOAL} rows of `{FACTS}` comes to Spark."
            f" It is the largest table. By cost they are as few also in {_queries(by_cost)}. More"
            " rows come in"
        ),
        "",
        *(
            wrapped(
                f"- {rows.query} ({max(rows.factor('learned'), rows.factor('by cost')):,.1f}):"
                f" {REASONS.get(rows.query, 'not known')}.",
                "  ",
            )
            for rows in missed
        ),
    ]


def _queries(facts: list[Rows]) -> str:
    return ", ".join(str(rows.query) for rows in facts)
