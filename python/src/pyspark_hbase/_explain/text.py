"""The report of :func:`pyspark_hbase.explain` as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pyspark_hbase._explain.model import ScanExplanation
from pyspark_hbase._explain.statistics import ColumnStatistics
from pyspark_hbase._explain.zones import ColumnZones
from pyspark_hbase._text.text_table import aligned

_SHOWN: Final = 10


def render(scans: Sequence[ScanExplanation]) -> str:
    """All scans of a query, one after the other."""
    if not scans:
        return "The query reads no HBase table.\n"
    return "\n".join("\n".join(_lines(scan)) + "\n" for scan in scans)


def _lines(scan: ScanExplanation) -> Iterator[str]:
    yield f"Scan of {scan.table} (HBase table {scan.hbase_table})"
    yield f"  row keys  {scan.row_keys}"
    if scan.columns:
        yield f"  columns   {scan.columns}"
    # One range stands in the line above already.
    if scan.range_count > 1:
        yield from _some([f"    {text}" for text in scan.ranges], scan.range_count)
    yield f"  regions   {scan.region_count}"
    yield f"  runs in   {scan.runs_in}"
    yield f"  fallback  {scan.fallback}"
    yield "  predicates"
    yield from _table([(p.where, p.text, p.reason) for p in scan.predicates]) or ["    none"]
    reduced = [(r.place, r.left) for r in scan.regions or () if r.left]
    if reduced:
        yield "  left of the predicates"
        yield from _some(_table(reduced[:_SHOWN]), len(reduced))
    if in_spark := [(step.text, step.reason) for step in scan.steps if step.where == "Spark"]:
        yield "  in Spark, from the last step down"
        yield from _table(in_spark)
    yield "  sub-plan"
    for depth, operator in enumerate(scan.sub_plan):
        yield "    " + ("   " * (depth - 1) + "└─ " if depth else "") + operator
    if scan.has_run:
        yield "  counters of the run"
        yield from _table([(c.text, f"{c.value:,}") for c in scan.counters if c.value])
    if scan.zones:
        yield "  remembered by region servers"
        yield from _table(
            [
                (
                    z.column,
                    f"{z.count:,} stretches of rows in {z.blocks:,} blocks",
                    f"{z.rejected:,} cannot pass",
                    _ends(z),
                )
                for z in scan.zones
            ]
        )
    if scan.statistics is not None:
        yield f"  learned   {scan.statistics.text}"
        yield from _table(
            [
                (c.name, f"about {c.distinct:,} values, {c.nulls:,} NULLs", _ends(c))
                for c in scan.statistics.columns
            ]
        )


def _ends(column: ColumnStatistics | ColumnZones) -> str:
    return "" if column.least is None else f"from {column.least} to {column.greatest}"


def _some(lines: list[str], count: int) -> Iterator[str]:
    yield from lines[:_SHOWN]
    if count > _SHOWN:
        yield f"    and {count - _SHOWN:,} more"


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    return [f"    {line}" for line in aligned(rows)]
