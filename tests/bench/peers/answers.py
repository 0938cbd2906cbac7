"""Whether two answers are the same: whole numbers and text exactly, averages nearly."""

from __future__ import annotations

import math
from typing import Any, Final

Rows = list[list[Any]]

# Phoenix cuts averages of whole numbers after the fourth decimal.
_TOLERANCE: Final = 1e-4


def difference(found: Rows, expected: Rows) -> str | None:
    """The first difference of two sets of rows in words, or None; the order of rows is free.

    >>> difference([["b", 2], ["a", 1.5]], [["a", 1.50001], ["b", 2]])
    >>> difference([["a", 1]], [["a", 2]])
    "row ['a', 1], expected ['a', 2]"
    """
    if len(found) != len(expected):
        return f"{len(found)} rows, expected {len(expected)}"
    for row, other in zip(sorted(found, key=_key), sorted(expected, key=_key), strict=True):
        if len(row) != len(other) or not all(map(_same, row, other)):
            return f"row {row}, expected {other}"
    return None


def _key(row: list[Any]) -> list[tuple[bool, str | int]]:
    """Orders by the exact values, which are in the same columns of both sides."""
    return [
        (value is None, "" if value is None else value)
        for value in row
        if value is None or isinstance(value, str | int)
    ]


def _same(value: Any, other: Any) -> bool:
    if isinstance(value, float) or isinstance(other, float):
        numbers = isinstance(value, int | float) and isinstance(other, int | float)
        return numbers and math.isclose(value, other, rel_tol=1e-9, abs_tol=_TOLERANCE)
    return bool(value == other)
