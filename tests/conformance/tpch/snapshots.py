"""Snapshots of the pushed parts of each scan: text files that a change of pushdown changes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from pyspark_hbase._explain.scans import HBaseScan

FOLDER: Final = Path(__file__).parent / "plans"


def text(scans: Iterable[HBaseScan]) -> str:
    """One block for each scan, sorted: adaptive execution may change their order.

    Names of tables come without their namespace, so that every variant has the same text.
    """
    blocks = sorted({_block(scan) for scan in scans})
    return "\n".join(blocks)


def path(query: int) -> Path:
    """The file of one query."""
    return FOLDER / f"q{query:02}.txt"


def _block(scan: HBaseScan) -> str:
    lines = [scan.hbase_table.rpartition(":")[2]]
    operators = scan.operators or (scan.pushed,)
    lines += [f"  in the region servers: {operator}" for operator in operators]
    lines += [f"  stays in Spark: {reason}" for reason in scan.refusals]
    return "\n".join(lines) + "\n"
