"""A picture of the rows scanned, the rows kept and the rows sent, for each region."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from pyspark_hbase._explain.model import ScanExplanation
from pyspark_hbase._explain.pictures._svg import (
    WIDTH,
    bar,
    named,
    outline,
    picture,
    shortened,
    text,
)
from pyspark_hbase._explain.regions import Region, Work

MOST_REGIONS: Final = 20
_LABEL: Final = 230
_FULL: Final = WIDTH - _LABEL
_BAR: Final = 12
_STEP: Final = 15
_GROUP: Final = 4 * _STEP + 12
_TOP: Final = 4
_LEAST: Final = 1.0
"""The width of the smallest bar, so that it is seen."""
_DRAWN: Final[tuple[Callable[..., str], ...]] = (
    partial(bar, striped=False),
    partial(bar, striped=True),
    outline,
)
"""In region servers, in Spark, and in one of both."""


def funnel(scan: ScanExplanation) -> str:
    """Three bars for the whole scan and for each of its largest regions; empty before a run."""
    if not scan.worked:
        return ""
    total = Work.total(work for _, work in scan.worked)
    passed = "passed the filters" if scan.filters else "kept, without a filter"
    groups = [("all regions", [work for _, work in scan.worked]), *_groups(scan.worked)]
    return picture(
        "Rows scanned, kept and sent to Spark",
        f"{total.rows:,} rows in {len(scan.worked):,} regions, {total.rows_kept:,} {passed}; "
        f"{total.rows_received:,} rows or groups crossed the wire.",
        _TOP + len(groups) * _GROUP,
        _drawn(groups, passed),
    )


def _groups(worked: tuple[tuple[Region, Work], ...]) -> Iterator[tuple[str, list[Work]]]:
    by_rows = sorted(range(len(worked)), key=lambda i: -worked[i][1].rows)
    for region, work in (worked[i] for i in sorted(by_rows[:MOST_REGIONS])):
        yield region.begin, [work]
    others = [worked[i][1] for i in by_rows[MOST_REGIONS:]]
    if others:
        yield f"{len(others):,} other regions", others


def _drawn(groups: list[tuple[str, list[Work]]], passed: str) -> Iterator[str]:
    # One scale for all: equal bars are equal numbers.
    scale = _FULL / max(1, *(_most(Work.total(works)) for _, works in groups))
    for i, (name, works) in enumerate(groups):
        top, work = _TOP + i * _GROUP, Work.total(works)
        yield named(
            f"{name}: {work.rows:,} scanned, {work.rows_kept:,} kept, {work.rows_received:,} sent",
            text(shortened(name, 76), x=0, y=top + 11, class_="hx-code"),
            *_bars(works, top + _STEP, scale, passed),
            data_scanned=work.rows,
            data_kept=work.rows_kept,
            data_received=work.rows_received,
        )


def _most(work: Work) -> int:
    return max(work.rows, work.rows_kept, work.rows_received)


def _bars(works: list[Work], top: float, scale: float, passed: str) -> Iterator[str]:
    total = Work.total(works)
    # Each row that Spark scans has crossed the wire for it.
    in_spark = min(total.spark_rows, total.rows_received)
    lines = [
        ((total.server_rows, total.spark_rows, 0), f"{total.rows:,} scanned"),
        (_kept(works), f"{total.rows_kept:,} {passed}"),
        (
            (total.rows_received - in_spark, in_spark, 0),
            f"{total.rows_received:,} crossed the wire",
        ),
    ]
    for line, (parts, label) in enumerate(lines):
        x, y = 0.0, top + line * _STEP
        for rows, draw in zip(parts, _DRAWN, strict=True):
            if rows:
                width = max(_LEAST, rows * scale)
                yield draw(x=x, y=y, width=width, height=_BAR)
                x += width
        yield text(label, x=x + 6, y=y + 10)


def _kept(works: list[Work]) -> tuple[int, int, int]:
    """Rows kept in region servers, in Spark, and in one of both, which is not told."""
    in_servers = sum(work.rows_kept for work in works if not work.spark_rows)
    in_spark = sum(work.rows_kept for work in works if work.spark_rows and not work.server_rows)
    return in_servers, in_spark, sum(work.rows_kept for work in works) - in_servers - in_spark
