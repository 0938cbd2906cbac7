"""The mean of decimals as Spark rounds it. Runs in Spark's Python workers too: imports nothing."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

_DIVISION_SCALE: Final = 38


def unscaled_average(total: int, scale: int, count: int, result_scale: int) -> int:
    """``total / count`` for an unscaled total, as unscaled value of the result.

    Spark divides to 38 digits after the point, rounding half up. Then it rounds to the result's
    scale, half up again. This function does the same.

    >>> unscaled_average(200, 2, 3, 6)  # 2.00 / 3
    666667
    >>> unscaled_average(-5, 0, 2, 0)
    -3
    """
    quotient = _half_up(total * 10 ** (_DIVISION_SCALE - scale), count)
    return _half_up(quotient, 10 ** (_DIVISION_SCALE - result_scale))


def decimal_average(
    total: Decimal | None, count: int, result_scale: int, null_above: int | None = None
) -> Decimal | None:
    """Divide a total that is a Decimal; NULL of NULL.

    With more digits than ``null_above`` the result is NULL; without ``null_above``, Spark raises.

    >>> decimal_average(Decimal("2.00"), 3, 6)
    Decimal('0.666667')
    >>> decimal_average(Decimal("20.00"), 1, 6, null_above=7) is None
    True
    """
    if total is None:
        return None
    sign, digits, exponent = total.as_tuple()
    assert isinstance(exponent, int)
    unscaled = int("".join(map(str, digits))) * (-1 if sign else 1)
    average = unscaled_average(unscaled, -exponent, count, result_scale)
    magnitude = str(abs(average))
    if null_above is not None and len(magnitude) > null_above:
        return None
    # From digits, because arithmetic of Decimal rounds to the context's 28.
    return Decimal((int(average < 0), tuple(map(int, magnitude)), -result_scale))


def _half_up(dividend: int, divisor: int) -> int:
    """The whole number next to the quotient; of two, the one further from zero."""
    magnitude = (2 * abs(dividend) + divisor) // (2 * divisor)
    return magnitude if dividend >= 0 else -magnitude
