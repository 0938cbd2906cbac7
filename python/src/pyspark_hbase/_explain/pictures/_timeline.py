"""When each region was read, and how much of that its region server worked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyspark_hbase._explain.model import ScanExplanation
from pyspark_hbase._explain.pictures._svg import WIDTH, bar, named, picture, shortened, tag, text
from pyspark_hbase._explain.regions import Region, Work

MOST_REGIONS: Final = 40
_SIDE: Final = 30
"""Room for half of a label of the axis, on each side."""
_FULL: Final = WIDTH - 2 * _SIDE
_STEP: Final = 40
_BAR: Final = 12
_TOP: Final = 22
_NOTE: Final = 20
_NAME_CHARACTERS: Final = 42


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
        _TOP + len(shown) * _STEP + (_NOTE if more else 0),
        (
            *_axis(total.ended_millis, len(shown)),
            *_bars(shown, total.ended_millis),
            *_note(rest, _TOP + len(shown) * _STEP),
        ),
    )


def _length(work: Work) -> int:
    return work.ended_millis - work.began_millis


def _axis(end: int, regions: int) -> Iterator[str]:
    for millis in sorted({0, end // 2, end}):
        x = _SIDE + _FULL * millis / max(1, end)
        yield text(f"{millis:,} ms", x=x, y=12, class_="hx-soft", text_anchor="middle")
        for i in range(regions):
            # Beside the bars alone: no line crosses a name.
            y = _TOP + i * _STEP + 16
            yield tag("line", x1=x, x2=x, y1=y - 1, y2=y + _BAR + 3, class_="hx-line")


def _note(rest: str, top: float) -> Iterator[str]:
    if rest:
        yield text(rest.strip(), x=0, y=top + 12, class_="hx-soft")


def _bars(shown: list[tuple[Region, Work]], end: int) -> Iterator[str]:
    scale = _FULL / max(1, end)
    for i, (region, work) in enumerate(shown):
        y = _TOP + i * _STEP
        x, width = _SIDE + work.began_millis * scale, max(2.0, _length(work) * scale)
        # Key ranges of one region are read by several tasks at once, so servers can work longer.
        worked = min(width, work.server_millis * scale)
        label = (
            f"{work.began_millis:,} to {work.ended_millis:,} ms, server {work.server_millis:,} ms"
        )
        yield named(
            f"{region.place}: {label}",
            text(shortened(region.begin, _NAME_CHARACTERS), x=0, y=y + 11, class_="hx-code"),
            text(label, x=WIDTH - 2, y=y + 11, text_anchor="end"),
            tag("rect", x=x, y=y + 17, width=width, height=_BAR, class_="hx-box"),
            bar(x=x, y=y + 17, width=worked, height=_BAR, striped=False) if worked else "",
            data_began_millis=work.began_millis,
            data_ended_millis=work.ended_millis,
            data_server_millis=work.server_millis,
        )
