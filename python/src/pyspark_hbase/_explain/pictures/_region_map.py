"""All regions along the row keys, and what became of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from pyspark_hbase._explain.model import ScanExplanation
from pyspark_hbase._explain.pictures._svg import WIDTH, bar, named, picture, shortened, tag, text
from pyspark_hbase._explain.regions import Region, State

_SIDE: Final = 14
_STEP: Final = 18
_LEFT: Final = 150
_PER_LINE: Final = (WIDTH - _LEFT) // _STEP
_LINE: Final = 26
_LEGEND_LINE: Final = 20


def region_map(scan: ScanExplanation) -> str:
    """Boxes in row-key order; empty without regions."""
    regions = scan.regions or ()
    if not regions:
        return ""
    counts = Counter(scan.states)
    told = [state.of(counts[state]) for state in State if counts[state]]
    more = f"; {scan.other_regions:,} more are not shown" if scan.other_regions else ""
    lines = (len(regions) + _PER_LINE - 1) // _PER_LINE
    legend = lines * _LINE + 6
    return picture(
        "Regions in row-key order",
        f"{scan.region_count}: {'; '.join(told)}{more}.",
        legend + (len(told) + bool(more)) * _LEGEND_LINE,
        (*_boxes(regions, scan.states), *_legend(legend, counts, scan.other_regions)),
    )


def _boxes(regions: tuple[Region, ...], states: tuple[State, ...]) -> Iterator[str]:
    for i, (region, state) in enumerate(zip(regions, states, strict=True)):
        x, y = _LEFT + i % _PER_LINE * _STEP, i // _PER_LINE * _LINE + 4
        if i % _PER_LINE == 0:
            yield text(shortened(region.short_begin, 20), x=0, y=y + 11, class_="hx-code")
        rows = region.work.rows if region.work else 0
        yield named(
            _title(region, state),
            _SHAPES[state](x, y),
            data_region=i,
            data_state=state.name.lower(),
            data_rows=rows,
        )


def _title(region: Region, state: State) -> str:
    rows = f", {region.work.rows:,} rows scanned" if region.work else ""
    return f"{region.place}: {state.value}{rows}"


def _legend(top: float, counts: Counter[State], others: int) -> Iterator[str]:
    shown = [state for state in State if counts[state]]
    for line, state in enumerate(shown):
        y = top + line * _LEGEND_LINE
        yield _SHAPES[state](_LEFT, y)
        yield text(state.of(counts[state]), x=_LEFT + _STEP + 4, y=y + 11)
    if others:
        y = top + len(shown) * _LEGEND_LINE
        yield text(f"{others:,} more are not shown", x=_LEFT + _STEP + 4, y=y + 11)


def _server(x: float, y: float) -> str:
    return bar(x=x, y=y, width=_SIDE, height=_SIDE, striped=False)


def _spark(x: float, y: float) -> str:
    return bar(x=x, y=y, width=_SIDE, height=_SIDE, striped=True)


def _both(x: float, y: float) -> str:
    half = _SIDE / 2
    return bar(x=x, y=y, width=_SIDE, height=half, striped=False) + bar(
        x=x, y=y + half, width=_SIDE, height=half, striped=True
    )


def _outline(kind: str) -> Callable[[float, float], str]:
    def draw(x: float, y: float) -> str:
        return tag("rect", x=x + 1, y=y + 1, width=_SIDE - 2, height=_SIDE - 2, class_=kind)

    return draw


def _gets(x: float, y: float) -> str:
    dot = tag("circle", cx=x + _SIDE / 2, cy=y + _SIDE / 2, r=3, class_="hx-spark")
    return _outline("hx-box")(x, y) + dot


def _pruned(x: float, y: float) -> str:
    return tag("rect", x=x + 1, y=y + _SIDE - 4, width=_SIDE - 2, height=3, class_="hx-box")


_SHAPES: Final[dict[State, Callable[[float, float], str]]] = {
    State.SERVER: _server,
    State.BOTH: _both,
    State.SPARK: _spark,
    State.GETS: _gets,
    State.UNREACHED: _outline("hx-box hx-dashed"),
    State.WANTED: _outline("hx-wanted"),
    State.PRUNED: _pruned,
}
