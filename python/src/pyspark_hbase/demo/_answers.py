"""When two answers to one query are equal.

Rows are compared as multisets, or in order where the query has an ORDER BY. Floating-point values
may differ by a relative :data:`TOLERANCE`, because Spark's own order of summation is not fixed;
everything else must be equal.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

TOLERANCE: Final = 1e-9

Answer = list[tuple[Any, ...]]


def answer(rows: Iterable[Sequence[Any]], *, ordered: bool = False) -> Answer:
    """Rows in a comparable order: their own where ``ordered``, else sorted."""
    plain = [tuple(row) for row in rows]
    return plain if ordered else sorted(plain, key=_sort_key)


def difference(expected: Answer, found: Answer) -> str | None:
    """The first difference in words, or None where the answers are equal.

    >>> difference([(1, 0.1 + 0.2)], [(1, 0.3)])
    >>> difference([(1, "a")], [(1, "b")])
    "row 0: expected (1, 'a'), found (1, 'b')"
    >>> difference([([b"a"],)], [([bytearray(b"a")],)])
    """
    if len(expected) != len(found):
        return f"expected {len(expected)} rows, found {len(found)}"
    for position, (left, right) in enumerate(zip(expected, found, strict=True)):
        if len(left) != len(right) or not all(map(_equal, left, right)):
            return f"row {position}: expected {left}, found {right}"
    return None


def digest(rows: Answer) -> str:
    """A short digest; floating-point values count with 9 significant digits."""
    text = "\n".join(repr(tuple(map(_rounded, row))) for row in rows)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _equal(left: Any, right: Any) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        both_nan = math.isnan(left) and math.isnan(right)
        return both_nan or math.isclose(left, right, rel_tol=TOLERANCE, abs_tol=0.0)
    # PySpark before 4.1 collects binary values as bytearray.
    if isinstance(left, bytes | bytearray) and isinstance(right, bytes | bytearray):
        return left == right
    if type(left) is type(right) and isinstance(left, dict):
        return left.keys() == right.keys() and all(_equal(left[key], right[key]) for key in left)
    if type(left) is type(right) and isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(_equal, left, right))
    return type(left) is type(right) and bool(left == right)


def _sort_key(row: tuple[Any, ...]) -> list[tuple[int, Any]]:
    """Floating-point values come last: those that differ a little must not reorder the rows."""
    exact = [_orderable(value) for value in row if not isinstance(value, float)]
    floating = [_orderable(value) for value in row if isinstance(value, float)]
    return exact + floating


def _orderable(value: Any) -> tuple[int, Any]:
    if value is None:
        return 0, 0
    if isinstance(value, float):
        return (2, 0.0) if math.isnan(value) else (1, value)
    # Nested values have no order of their own, or hold NULL.
    return 1, repr(value) if isinstance(value, dict | list | tuple) else value


def _rounded(value: Any) -> Any:
    return float(f"{value:.9g}") if isinstance(value, float) else value
