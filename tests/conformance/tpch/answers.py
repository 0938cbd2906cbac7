"""Compares rows of Spark with the official answers, which are text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from pyspark_hbase.demo._answers import TOLERANCE


def difference(expected: Sequence[Sequence[str]], found: Sequence[Sequence[Any]]) -> str | None:
    """The first difference in words, or None; rows are compared in order."""
    if len(expected) != len(found):
        return f"expected {len(expected)} rows, found {len(found)}"
    for position, (left, right) in enumerate(zip(expected, found, strict=True)):
        if len(left) != len(right) or not all(map(_equal, left, right)):
            return f"row {position}: expected {left}, found {right}"
    return None


def _equal(expected: str, found: Any) -> bool:
    """Decimals are exact to their last digit.

    Spark's type of a mean or a quotient of decimals has fewer digits than the answers show, where
    it is a DOUBLE. The answer rounded to Spark's scale is Spark's.
    """
    match found:
        case None:
            return expected == ""
        case Decimal():
            unit = Decimal(1).scaleb(found.as_tuple().exponent)
            return Decimal(expected).quantize(unit, ROUND_HALF_UP) == found
        case float():
            return math.isclose(float(expected), found, rel_tol=TOLERANCE)
        case _:
            return expected == str(found)
