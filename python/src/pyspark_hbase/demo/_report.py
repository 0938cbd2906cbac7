"""The output of the demo: lines, and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyspark_hbase._text.text_table import table
from pyspark_hbase.demo._answers import digest
from pyspark_hbase.demo._runs import Comparison, Run

_HEADER = (
    "query",
    "rows scanned in the servers",
    "rows on the wire",
    "(without)",
    "bytes on the wire",
    "(without)",
    "seconds",
    "(without)",
    "(Parquet)",
)


def costs(comparisons: Sequence[Comparison]) -> str:
    """Return the cost of each query with the coprocessor, and without it."""
    return table(_HEADER, map(_cost_line, comparisons))


def _cost_line(comparison: Comparison) -> tuple[str, ...]:
    pushed, plain = comparison.pushed, comparison.plain
    return (
        comparison.query.name,
        _number(pushed, "hbaseServerRowsScanned"),
        _number(pushed, "hbaseRowsReceived"),
        _number(plain, "hbaseRowsReceived"),
        _number(pushed, "hbaseBytesReceived"),
        _number(plain, "hbaseBytesReceived"),
        f"{pushed.seconds:.2f}",
        f"{plain.seconds:.2f}",
        f"{comparison.parquet.seconds:.2f}",
    )


def _number(run: Run, metric: str) -> str:
    return f"{run.total(metric):,}"


def as_json(comparison: Comparison) -> dict[str, Any]:
    """One query for ``--json``."""
    return {
        "name": comparison.query.name,
        "sql": comparison.query.sql,
        "rows": len(comparison.pushed.answer),
        "pushed": [scan.pushed for scan in comparison.pushed.scans],
        "stays_in_spark": [scan.refused for scan in comparison.pushed.scans if scan.refused],
        "coprocessor": _run_as_json(comparison.pushed),
        "no_coprocessor": _run_as_json(comparison.plain),
        "parquet": _run_as_json(comparison.parquet),
    }


def _run_as_json(run: Run) -> dict[str, Any]:
    metrics: dict[str, int] = {}
    for scan in run.scans:
        for name, value in scan.metrics.items():
            metrics[name] = metrics.get(name, 0) + value
    return {"digest": digest(run.answer), "seconds": round(run.seconds, 3), "metrics": metrics}
