"""Times the 22 queries of TPC-H from Spark, over HBase tables of each layout and over Parquet.

All tables hold the same rows and are asked in one session; they take turns, query by query. So
ratios mean something, times of two runs do not compare. Tables are bulk-loaded and analyzed.
After that a Spark without the connector can ask the plain tables through HBase's TableInputFormat,
once each. An answer that is not Parquet's ends the run.

Run by ``./build.sh bench tpch``.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final

from local_spark import WARM, local_spark
from peers import artifacts, cluster, machine
from peers.answers import difference
from peers.bench import python_command
from peers.process import Worker
from peers.systems.table_input_format import WAY, class_path
from prose import wrapped
from pyspark.sql import DataFrame, SparkSession
from tpch_rows import READ, ROOT, data

from pyspark_hbase._explain.scans import ScanNode, executed_plan, hbase_scans, kind_of, walked
from pyspark_hbase.embedded import EmbeddedHBase

PLAIN: Final = "columns"

LAYOUTS: Final = (PLAIN, "packed", "columnar")

GROUP_BITS: Final = {"lineitem": 54, "partsupp": 56}
"""Row keys with two columns: about 1,000 rows are a group of layout columnar."""

PARQUET: Final = "Parquet"

PULLED: Final = "TableInputFormat"
"""The plain tables as programs without a connector read them."""

KINDS: Final = (*LAYOUTS, PULLED)

BYTES_AT_ONE: Final = 5e9
"""The store files of all three layouts at scale factor 1."""

WARM_UPS: Final = 1

GOAL: Final = 1.2
"""Rows sent for each row that Spark's plan over Parquet needs."""

REASONS: Final[dict[int, str]] = {}
"""The reasons why queries send more than the goal allows."""

_PULLED_WORDS: Final = (
    f" {PULLED} is a Spark without the connector over the plain tables, one run of each query. Its"
    " scans ask for the columns that the query needs."
)

_FILES: Final = "FileSourceScanExec"

_BETWEEN: Final = ("ColumnarToRowExec", "InputAdapter", "WholeStageCodegenExec")
"""Nodes between a scan of files and its filter."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One query over tables of one kind; what is counted is of the last run.

    ``sent`` are rows that come to Spark's plan: of Parquet's, those that its filters let pass.
    """

    seconds: float
    scanned: int = 0
    sent: int = 0
    received_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Wanted:
    """The answer of one query from Parquet, and the columns that it reads of each table."""

    rows: list[list[Any]]
    columns: dict[str, set[str]]


Measured = dict[int, dict[str, Asked]]
"""By query and by one of ``KINDS`` or ``PARQUET``."""


def page_of(scale: float) -> Path:
    """The page of a scale factor."""
    return ROOT / "docs" / "benchmarks" / f"tpch-{scale:g}.md"


def measure(scale: float, rounds: int, *, pull: bool) -> Measured:
    """Make the tables in an HBase of its own and ask; ``pull``: through TableInputFormat too."""
    heap = cluster.heap_gigabytes(BYTES_AT_ONE * scale)
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedHBase(region_servers=1, heap=f"{heap}g", conf=cluster.CONF) as hbase,
    ):
        data.Generator(scale).write(Path(folder))
        wanted: dict[int, Wanted] = {}
        with local_spark(hbase, **WARM) as spark:
            _make(spark, Path(folder), scale)
            types = {
                table: {
                    field.name: field.dataType.simpleString() for field in spark.table(table).schema
                }
                for table in data.KEYS
            }
            measured = {query: _asked(spark, query, rounds, wanted) for query in data.QUERIES}
        if not pull:
            return measured
        worker = python_command(
            Path(sys.executable),
            "spark_worker",
            *(WAY, folder, hbase.quorum, class_path()),
        )
        with Worker(worker, artifacts.FOLDER / "logs" / "tpch.log") as pulling:
            for query in data.QUERIES:
                measured[query][PULLED] = _pulled(pulling, query, wanted[query], types)
        return measured


def _make(spark: SparkSession, folder: Path, scale: float) -> None:
    for layout in LAYOUTS:
        spark.sql(f"CREATE NAMESPACE hbase.{layout}")
    for table, key in data.KEYS.items():
        rows = spark.read.parquet(str(folder / f"{table}.parquet"))
        spark.sql(f"CREATE TABLE {table} USING parquet LOCATION '{folder / table}.parquet'")
        spark.sql(f"ANALYZE TABLE {table} COMPUTE STATISTICS FOR ALL COLUMNS")
        for layout in LAYOUTS:
            name = f"hbase.{layout}.{table}"
            print(f"    {name}", flush=True)
            storage = {"hbase.layout": layout}
            if layout == PLAIN:
                # As Bytes.toBytes writes them, for readers without the connector.
                names = (name for name in rows.columns if name not in key.split(", "))
                storage |= {f"hbase.column.{name}.encoding": "hbase" for name in names}
            if layout == "columnar" and table in GROUP_BITS:
                storage["hbase.group.bits"] = str(GROUP_BITS[table])
            spark.sql(
                f"CREATE TABLE {name} ({data.columns(rows, key)}, PRIMARY KEY ({key})) USING hbase "
                f"TBLPROPERTIES ({data.properties(table, storage, scale)})"
            )
            rows.writeTo(name).option("write", "bulk").append()
            spark.sql(f"CALL hbase.system.analyze(table => '{layout}.{table}')").collect()


def _asked(
    spark: SparkSession, query: int, rounds: int, wanted: dict[int, Wanted]
) -> dict[str, Asked]:
    seconds: dict[str, list[float]] = {kind: [] for kind in (PARQUET, *LAYOUTS)}
    last: dict[str, DataFrame] = {}
    answers: dict[str, list[str]] = {}
    for turn in range(WARM_UPS + rounds):
        for kind, took in seconds.items():
            spark.catalog.setCurrentCatalog("spark_catalog" if kind == PARQUET else "hbase")
            spark.catalog.setCurrentDatabase("default" if kind == PARQUET else kind)
            begin = time.perf_counter()
            last[kind] = spark.sql(data.sql(query))
            rows = last[kind].collect()
            if turn >= WARM_UPS:
                took.append(time.perf_counter() - begin)
            answers[kind] = sorted(map(str, rows))
            if answers[kind] != answers[PARQUET]:
                raise SystemExit(f"query {query}, {kind}: the answer is not that of Parquet")
        if turn == 0:
            wanted[query] = Wanted(
                json.loads(json.dumps([list(row) for row in last[PARQUET].collect()], default=str)),
                _columns(last[PARQUET]),
            )
    found = {kind: _counted(statistics.median(seconds[kind]), last[kind]) for kind in seconds}
    print("    " + _times(str(query), _seconds(found)), flush=True)
    return found


def _columns(frame: DataFrame) -> dict[str, set[str]]:
    """The columns of each table that Spark's plan over Parquet reads.

    Adaptive execution drops scans whose rows turn out not to matter.
    """
    found: dict[str, set[str]] = {}
    plan = executed_plan(frame)
    first = [plan.initialPlan()] if kind_of(plan) == "AdaptiveSparkPlanExec" else []
    for each in chain.from_iterable(map(walked, [plan, *first])):
        if kind_of(each.node) == _FILES:
            columns = found.setdefault(str(each.node.tableIdentifier().get().table()), set())
            columns.update(map(str, each.node.requiredSchema().fieldNames()))
    return found


def _pulled(worker: Worker, query: int, wanted: Wanted, types: dict[str, dict[str, str]]) -> Asked:
    views = []
    for table, columns in wanted.columns.items():
        key = data.KEYS[table].split(", ")
        cells = [name for name in types[table] if name in columns and name not in key]
        typed = {name: f"{name} {kind.upper()}" for name, kind in types[table].items()}
        views.append(
            {
                "table": f"{PLAIN}:{table}",
                "view": table,
                "key": [typed[name] for name in key],
                "cells": [typed[name] for name in cells],
            }
        )
    reply = worker.ask(views=views, sql=data.sql(query), export=False)
    wrong = difference(reply.rows, wanted.rows)
    if wrong:
        raise SystemExit(f"query {query}, {PULLED}: {wrong}")
    print(f"    {query}: {reply.seconds:.1f} s through {PULLED}", flush=True)
    return Asked(reply.seconds)


def _files(frame: DataFrame) -> list[ScanNode]:
    return [each for each in walked(executed_plan(frame)) if kind_of(each.node) == _FILES]


def _counted(seconds: float, frame: DataFrame) -> Asked:
    if files := _files(frame):
        return Asked(
            seconds, sum(map(_rows, (node.node for node in files))), sum(map(_passed, files)), 0
        )
    metrics = [scan.metrics for scan in hbase_scans(frame)]
    return Asked(
        seconds,
        sum(each[name] for each in metrics for name in READ),
        sum(each["hbaseRowsReceived"] for each in metrics),
        sum(each["hbaseBytesReceived"] for each in metrics),
    )


def _passed(files: ScanNode) -> int:
    """The rows of a file that pass the filter right above its scan, where there is one."""
    for node in reversed(files.above):
        if kind_of(node) == "FilterExec":
            return _rows(node)
        if kind_of(node) not in _BETWEEN:
            break
    return _rows(files.node)


def _rows(node: Any) -> int:
    return int(node.metrics().apply("numOutputRows").value())


def page(measured: Measured, scale: float, rounds: int) -> str:
    """Tables of one line per query: times and their sum, and what was read and sent."""
    kinds = [kind for kind in KINDS if all(kind in found for found in measured.values())]
    sums = {
        kind: sum(found[kind].seconds for found in measured.values()) for kind in (PARQUET, *kinds)
    }
    facts = machine.description()
    lines = [
        "# TPC-H against Parquet",
        "",
        wrapped(
            "This page compares the times of all queries of TPC-H with those of the same Spark over"
            " Parquet. It is for people who ask HBase tables by joins."
        ),
        "",
        wrapped(
            f"Made by `./build.sh bench tpch --scale {scale:g}"
            f"{' --table-input-format' if PULLED in kinds else ''} --page`; do not edit."
            f" {facts['processors']}, Spark {facts['Spark']} with `local[2]`, commit"
            f" {facts['commit']}. {_runs(rounds)} after one that warms up."
            " HBase's blocks are in its cache, Parquet's files in that of the system. All answers"
            " are Parquet's. A ratio is our seconds divided by those of Parquet. Blocks of tables"
            " in the layout `columns` are encoded by FAST_DIFF, as by default."
            " [Benchmarks](../BENCHMARKS.md) has such tables without an encoding."
            + (_PULLED_WORDS if PULLED in kinds else "")
        ),
        "",
        f"| query | Parquet, s | {' | '.join(kinds)} |",
        f"|---:|---:|{'---:|' * len(kinds)}",
        *(_times(str(query), _seconds(found)) for query, found in measured.items()),
        _times("sum", sums),
        "",
        wrapped(
            "*Needed* are the rows that filters of Spark's plan over Parquet let pass. *Scanned*"
            " are rows that region servers looked at or gets read. *Sent* are those that came to"
            " Spark, groups included, and *bytes* what crossed the wire."
        ),
        "",
        f"| query | needed |{''.join(f' {each}: scanned | sent | bytes |' for each in LAYOUTS)}",
        f"|---:|---:|{'---:|' * 3 * len(LAYOUTS)}",
        *(_counts(query, found) for query, found in measured.items()),
        "",
        *_more(measured),
    ]
    return "\n".join(lines)


def _runs(rounds: int) -> str:
    return "One run of each" if rounds == 1 else f"Medians of {rounds} runs in turn"


def _seconds(found: Mapping[str, Asked]) -> dict[str, float]:
    return {kind: asked.seconds for kind, asked in found.items()}


def _times(name: str, seconds: Mapping[str, float]) -> str:
    parquet = seconds[PARQUET]
    ratios = [f"{seconds[kind] / parquet:.2f}" for kind in KINDS if kind in seconds]
    return f"| {' | '.join([name, f'{parquet:.2f}', *ratios])} |"


def _counts(query: int, found: Mapping[str, Asked]) -> str:
    counts = [str(query), f"{found[PARQUET].sent:,}"]
    for layout in LAYOUTS:
        asked = found[layout]
        counts += [f"{n:,}" for n in (asked.scanned, asked.sent, asked.received_bytes)]
    return f"| {' | '.join(counts)} |"


def _more(measured: Measured) -> list[str]:
    """Return a line for each query that sends more than the goal allows."""
    factors = {
        query: max(found[layout].sent for layout in LAYOUTS) / max(1, found[PARQUET].sent)
        for query, found in measured.items()
    }
    more = {query: factor for query, factor in factors.items() if factor > GOAL}
    if not more:
        return [wrapped(f"No query sends more than {GOAL} times the rows that are needed."), ""]
    return [
        f"More than {GOAL} times the needed rows come in",
        "",
        *(
            f"- {query} ({factor:.1f}): {REASONS.get(query, 'not known')}."
            for query, factor in more.items()
        ),
        "",
    ]
