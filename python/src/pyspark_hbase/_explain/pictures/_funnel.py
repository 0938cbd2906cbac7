"""A picture of the rows scanned, the rows kept and the rows sent, for each region."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyspark_hbase._explain.model import ScanExplanation
from pyspark_hbase._explain.pictures._svg import WIDTH, bar, named, picture, shortened, text
from pyspark_hbase._explain.regions import Region, Work

MOST_REGIONS: Final = 20
_LABEL: Final = 190
_FULL: Final = WIDTH - _LABEL
_BAR: Final = 12
_STEP: Final = 15
_GROUP: Final = 4 * _STEP + 12
_TOP: Final = 4
_LEAST: Final = 1.0
"""The width of the smallest bar, so that it is seen."""


def funnel(scan: ScanExplanation) -> str:
    """Three bars for the whole scan and for each of its largest regions; empty before a run."""
    if not scan.worked:
        return ""
    total = Work.total(work for _, work in scan.worked)
    passed = "passed the filters" if scan.filters else "kept: no filter runs here"
    groups = [("all regions", total), *_groups(scan.worked)]
    return picture(
        "Rows scanned, kept and sent to Spark",
        f"{total.rows:,} rows in {len(scan.worked):,} regions, {total.rows_kept:,} {passed}; "
        f"{total.rows_received:,} rows or groups crossed the wire.",
        _TOP + len(groups) * _GROUP,
        _drawn(groups, passed),
    )


def _groups(worked: tuple[tuple[Region, Work], ...]) -> Iterator[tuple[str, Work]]:
    by_rows = sorted(range(len(worked)), key=lambda i: -worked[i][1].rows)
    for region, work in (worked[i] for i in sorted(by_rows[:MOST_REGIONS])):
        yield region.begin, work
    others = [worked[i][1] for i in by_rows[MOST_REGIONS:]]
    if others:
        yield f"{len(others):,} other regions", Work.total(others)


def _drawn(groups: list[tuple[str, Work]], passed: str) -> Iterator[str]:
    # One scale for all: equal bars are equal numbers.
    scale = _FULL / max(1, *(_most(work) for _, work in groups))
    for i, (name, work) in enumerate(groups):
        top = _TOP + i * _GROUP
        yield named(
            f"{name}: {work.rows:,} scanned, {work.rows_kept:,} kept, {work.rows_received:,} sent",
            text(shortened(name, 76), x=0, y=top + 11, class_="hx-code"),
            *_bars(work, top + _STEP, scale, passed),
            data_scanned=work.rows,
            data_kept=work.rows_kept,
            data_received=work.rows_received,
        )


def _most(work: Work) -> int:
    return max(work.rows, work.rows_kept, work.rows_received)


def _bars(work: Work, top: float, scale: float, passed: str) -> Iterator[str]:
    in_spark = work.spark_rows > 0 and work.server_rows == 0
    scanned = [(work.server_rows, False), (work.spark_rows, True)]
    lines: list[tuple[list[tuple[int, bool]], str]] = [
        (scanned, f"{work.rows:,} scanned"),
        ([(work.rows_kept, in_spark)], f"{work.rows_kept:,} {passed}"),
        ([(work.rows_received, in_spark)], f"{work.rows_received:,} crossed the wire"),
    ]
    for line, (parts, label) in enumerate(lines):
        x, y = 0.0, top + line * _STEP
        for rows, striped in parts:
            if rows:
                width = max(_LEAST, rows * scale)
                yield bar(x=x, y=y, width=width, height=_BAR, striped=striped)
                x += width
        yield text(label, x=x + 6, y=y + 10)
