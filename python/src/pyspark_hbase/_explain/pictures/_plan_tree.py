"""A picture of the operators on the rows of a scan, with the place and the reason of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyspark_hbase._explain.model import ScanExplanation
from pyspark_hbase._explain.pictures._svg import WIDTH, bar, named, picture, tag, text, wrapped
from pyspark_hbase._explain.steps import Step

_TAB: Final = 94
_LINE: Final = 17
_PADDING: Final = 8
_GAP: Final = 18
_CODE_CHARACTERS: Final = 60
_REASON_CHARACTERS: Final = 70
_CODE_LINES: Final = 6
_REASON_LINES: Final = 12


def plan_tree(scan: ScanExplanation) -> str:
    """Boxes above each other; rows go up from the limits of the row keys to Spark."""
    boxes = [_Box(step, in_both=scan.runs_in_both) for step in scan.steps]
    height = sum(box.height for box in boxes) + _GAP * (len(boxes) - 1) + 2
    told = ", then ".join(f"{step.text} in {_place(step)}" for step in reversed(scan.steps))
    return picture("What runs where", f"From the rows up: {told}.", height, _drawn(boxes))


def _place(step: Step) -> str:
    return {"key range": "the key range", "server": "the region servers", "Spark": "Spark"}[
        step.where
    ]


class _Box:
    """A step with its lines."""

    def __init__(self, step: Step, *, in_both: bool) -> None:
        self.step = step
        self._in_both = in_both and step.where == "server"
        self.code = wrapped(step.text, _CODE_CHARACTERS, lines=_CODE_LINES)
        self.reason = wrapped(step.reason, _REASON_CHARACTERS, lines=_REASON_LINES)
        self.height = (len(self.code) + len(self.reason)) * _LINE + 2 * _PADDING

    def drawn(self, top: float) -> str:
        outline = tag("rect", x=1, y=top, width=WIDTH - 2, height=self.height, class_="hx-box")
        first = top + _PADDING + 12
        where = text(self.step.where, x=18, y=first, font_weight="bold")
        return named(
            f"{self.step.text}: {self.step.where} {self.step.reason}".strip(),
            outline,
            *self._tab(top),
            where,
            *self._lines(first),
            data_where=self.step.where,
        )

    def _tab(self, top: float) -> Iterator[str]:
        if self._in_both:
            half = self.height / 2
            yield bar(x=1, y=top, width=8, height=half, striped=False)
            yield bar(x=1, y=top + half, width=8, height=half, striped=True)
        elif self.step.where != "key range":
            is_spark = self.step.where == "Spark"
            yield bar(x=1, y=top, width=8, height=self.height, striped=is_spark)

    def _lines(self, first: float) -> Iterator[str]:
        for i, line in enumerate(self.code):
            yield text(line, x=_TAB, y=first + i * _LINE, class_="hx-code")
        for i, line in enumerate(self.reason, len(self.code)):
            yield text(line, x=_TAB, y=first + i * _LINE, class_="hx-soft")


def _drawn(boxes: list[_Box]) -> Iterator[str]:
    top = 1.0
    for i, box in enumerate(boxes):
        if i:
            yield _arrow(top)
            top += _GAP
        yield box.drawn(top)
        top += box.height


def _arrow(top: float) -> str:
    x, bottom = 60, top + _GAP
    path = f"M{x} {bottom:g}V{top + 2:g}M{x - 4} {top + 7:g}L{x} {top + 2:g}L{x + 4} {top + 7:g}"
    return tag("path", d=path, class_="hx-box")
