"""When each region was read, and how much of that its region server worked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyspark_hbase._explain.model import ScanExplanation
from pyspark_hbase._explain.pictures._svg import WIDTH, bar, named, picture, shortened, tag, text
from pyspark_hbase._explain.regions import Region, Work

MOST_REGIONS: Final = 40
_LEFT: Final = 200
_LABEL: Final = 200
_FULL: Final = WIDTH - _LEFT - _LABEL
_STEP: Final = 20
_TOP: Final = 22


def timeline(scan: ScanExplanation) -> str:
    """A bar per region from its first key range to its last; empty before a run."""
    if not scan.worked:
        return ""
    longest = sorted(scan.worked, key=lambda each: -_length(each[1]))[:MOST_REGIONS]
    shown = sorted(longest, key=lambda each: each[1].began_millis)
    total = Work.total(work for _, work in scan.worked)
    more = len(scan.worked) - len(shown)
    rest = f" The {more:,} shortest are not shown." if more else ""
    return picture(
        "When each region was read",
        f"All regions took {total.ended_millis:,} ms, and region servers worked "
        f"{total.server_millis:,} ms on them in all.{rest}",
        _TOP + len(shown) * _STEP,
        (*_axis(total.ended_millis, len(shown)), *_bars(shown, total.ended_millis)),
    )


def _length(work: Work) -> int:
    return work.ended_millis - work.began_millis


def _axis(end: int, regions: int) -> Iterator[str]:
    for millis in (0, end // 2, end):
        x = _LEFT + _FULL * millis / max(1, end)
        bottom = _TOP + regions * _STEP
        yield tag("line", x1=x, x2=x, y1=16, y2=bottom, class_="hx-line")
        yield text(f"{millis:,} ms", x=x, y=12, class_="hx-soft", text_anchor="middle")


def _bars(shown: list[tuple[Region, Work]], end: int) -> Iterator[str]:
    scale = _FULL / max(1, end)
    for i, (region, work) in enumerate(shown):
        y = _TOP + i * _STEP
        x, width = _LEFT + work.began_millis * scale, max(2.0, _length(work) * scale)
        # Key ranges of one region are read by several tasks at once, so servers can work longer.
        worked = min(width, work.server_millis * scale)
        label = (
            f"{work.began_millis:,} to {work.ended_millis:,} ms, server {work.server_millis:,} ms"
        )
        yield named(
            f"{region.place}: {label}",
            text(shortened(region.begin, 26), x=0, y=y + 11, class_="hx-code"),
            tag("rect", x=x, y=y + 1, width=width, height=12, class_="hx-box"),
            bar(x=x, y=y + 1, width=worked, height=12, striped=False) if worked else "",
            text(label, x=x + width + 6, y=y + 11),
            data_began_millis=work.began_millis,
            data_ended_millis=work.ended_millis,
            data_server_millis=work.server_millis,
        )
