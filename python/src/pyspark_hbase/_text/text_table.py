"""Tables of text: columns below one another, in the columns that a terminal shows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

_WIDE: Final = frozenset("WF")


def table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table under its headers; columns whose values are all numbers end at the right.

    >>> print(table(["TABLE", "REGIONS"], [["orders", "4"], ["x", "12"]]))
    TABLE   REGIONS
    orders        4
    x            12
    """
    body = [list(row) for row in rows]
    numeric = [
        bool(body) and all(_is_number(row[position]) for row in body)
        for position in range(len(headers))
    ]
    return "\n".join(aligned([headers, *body], numeric))


def aligned(rows: Sequence[Sequence[str]], at_right: Sequence[bool] = ()) -> list[str]:
    """Rows whose columns are as wide as needed.

    >>> aligned([("a", "bc", ""), ("de", "f", "g")])
    ['a   bc', 'de  f   g']
    """
    to = widths(rows)
    return [line(row, to, at_right).rstrip() for row in rows]


def line(
    cells: Sequence[str],
    to: Sequence[int],
    at_right: Sequence[bool] = (),
    gap: str = "  ",
) -> str:
    """One row; its last cell has no blanks behind it.

    >>> line(("a", "b"), (3, 2)), line(("a", "b"), (3, 2), (False, True), " | "), line((), ())
    ('a    b', 'a   |  b', '')
    """
    if not cells:
        return ""
    sides = at_right or [False] * len(cells)
    *others, last = (padded(*cell) for cell in zip(cells, to, sides, strict=True))
    return gap.join([*others, last if sides[-1] else cells[-1]])


def widths(rows: Iterable[Sequence[str]]) -> list[int]:
    """Return the widths that the columns need."""
    return [max(map(width, column)) for column in zip(*rows, strict=True)]


def width(text: str) -> int:
    r"""Columns of a terminal that a text without control characters takes.

    >>> width("abc"), width("日本"), width("e\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in _WIDE)
        for c in text
    )


def padded(text: str, to: int, at_right: bool = False) -> str:
    """A text with blanks, at its left or at its right."""
    space = " " * (to - width(text))
    return space + text if at_right else text + space


def _is_number(text: str) -> bool:
    return text == "-" or text[:1].isdigit()
