"""Arithmetic and casts over merged aggregates, with Spark's types, rounding and errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from typing import Any, Final

from pyspark_hbase._codec.python_values import bounds, nearest_float
from pyspark_hbase._planning.typed import ANSI, TypedCall, TypedLiteral
from pyspark_hbase._translation._compute import (
    EXACT,
    FLOATING,
    INTEGERS,
    Builder,
    Compute,
    NotComputableError,
    Row,
)
from pyspark_hbase._translation._query_contexts import QUERY_CONTEXT
from pyspark_hbase.errors import EvaluationError
from pyspark_hbase.types import DataType, TypeKind

_LONG_LIMIT: Final = 1 << 63


def _arithmetic(
    exact: Callable[[TypedCall, int, int], int | None],
    floating: Callable[[float, float], float],
    *,
    zero_divisor: str | None = None,
) -> Builder:
    """Build a function of two numbers.

    ``exact`` gives the value in the scale of the result. ``zero_divisor`` is the code of the error
    for a second number of zero. As in Spark there is no error where the first number is NULL.
    """

    def build(call: TypedCall, parts: list[Compute]) -> Compute:
        left, right = parts
        kind = call.type.kind

        def run(row: Row) -> Any:
            a, b = left(row), right(row)
            if a is None or b is None:
                return None
            if zero_divisor is not None and b == 0:
                _failed(
                    call, zero_divisor, "The divisor is zero; write nullif(divisor, 0) to get NULL."
                )
                return None
            if kind in FLOATING:
                return _narrow(floating(a, b), kind)
            value = exact(call, a, b)
            return None if value is None else _fitting(call, value)

        return run

    return build


def _narrow(value: float, kind: TypeKind) -> float:
    if kind is TypeKind.DOUBLE:
        return value
    try:
        return nearest_float(value)
    except OverflowError:
        return math.copysign(math.inf, value)


def _fitting(call: TypedCall, value: int) -> int | None:
    """The value of an integer or DECIMAL, if its type holds it."""
    smallest, largest = bounds(call.type)
    if smallest <= value <= largest:
        return value
    if call.type.kind is TypeKind.DECIMAL:
        _failed(
            call,
            "NUMERIC_VALUE_OUT_OF_RANGE",
            "The result does not fit its type; cast an operand to a wider one.",
        )
        return None
    _failed(
        call,
        "ARITHMETIC_OVERFLOW",
        "The result does not fit its type; cast an operand to a wider one.",
    )
    return (value - smallest) % (largest - smallest + 1) + smallest


def _failed(call: TypedCall, code: str, sentence: str) -> None:
    """Raise the error of ANSI mode."""
    if call.eval_mode == ANSI:
        values = {"expression": call, "type": call.type, QUERY_CONTEXT: call.query_context}
        raise EvaluationError(code, sentence, **values)


def _scales(call: TypedCall) -> tuple[int, int, int]:
    left, right = (argument.type.scale for argument in call.arguments)
    return left, right, call.type.scale


def _rescaled(value: int, scale: int, target: int) -> int:
    """The unscaled value in another scale, half away from zero."""
    if target >= scale:
        return int(value * 10 ** (target - scale))
    return _half_up(value, 10 ** (scale - target))


def _half_up(dividend: int, divisor: int) -> int:
    quotient, rest = divmod(abs(dividend), abs(divisor))
    rounded = quotient + (2 * rest >= abs(divisor))
    return -rounded if (dividend < 0) != (divisor < 0) else rounded


def _add(call: TypedCall, a: int, b: int) -> int:
    left, right, result = _scales(call)
    common = max(left, right)
    total = a * 10 ** (common - left) + b * 10 ** (common - right)
    return _rescaled(total, common, result)


def _subtract(call: TypedCall, a: int, b: int) -> int:
    return _add(call, a, -b)


def _multiply(call: TypedCall, a: int, b: int) -> int:
    left, right, result = _scales(call)
    return _rescaled(a * b, left + right, result)


def _divide(call: TypedCall, a: int, b: int) -> int:
    left, right, result = _scales(call)
    shift = result + right - left
    return _half_up(a * 10 ** max(shift, 0), b * 10 ** max(-shift, 0))


def _integral_divide(_: TypedCall, a: int, b: int) -> int:
    return _towards_zero(a, b)


def _towards_zero(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return -quotient if (a < 0) != (b < 0) else quotient


def _remainder(call: TypedCall, a: int, b: int) -> int:
    left, right, result = _scales(call)
    common = max(left, right)
    a, b = a * 10 ** (common - left), b * 10 ** (common - right)
    return _rescaled(a - b * _towards_zero(a, b), common, result)


def _float_remainder(a: float, b: float) -> float:
    return math.nan if math.isinf(a) or math.isnan(a) or math.isnan(b) else math.fmod(a, b)


def _negate(call: TypedCall, parts: list[Compute]) -> Compute:
    return _unary(call, parts[0], lambda value: -value)


def _abs(call: TypedCall, parts: list[Compute]) -> Compute:
    return _unary(call, parts[0], abs)


def _unary(call: TypedCall, part: Compute, function: Callable[[Any], Any]) -> Compute:
    is_floating = call.type.kind in FLOATING

    def run(row: Row) -> Any:
        value = part(row)
        if value is None or is_floating:
            return None if value is None else function(value)
        return _fitting(call, function(value))

    return run


def _round(rounding: str) -> Builder:
    def build(call: TypedCall, parts: list[Compute]) -> Compute:
        number, digits = call.arguments[0].type, call.arguments[1]
        assert isinstance(digits, TypedLiteral)
        unit = Decimal(1).scaleb(-int(digits.value or 0))

        def run(row: Row) -> Any:
            value = parts[0](row)
            if value is None:
                return None
            if number.kind in FLOATING:
                if not math.isfinite(value):
                    return value
                # The digits are the fewest that tell the number from its neighbours.
                rounded = float(_quantized(Decimal(repr(value)), unit, rounding))
                # There is no -0.0 among decimal numbers.
                return rounded + 0.0
            found = _quantized(Decimal(value).scaleb(-number.scale, _WIDE), unit, rounding)
            return _fitting(call, int(found.scaleb(call.type.scale, _WIDE)))

        return run

    def checked(call: TypedCall, parts: list[Compute]) -> Compute:
        if call.arguments[0].type.kind is TypeKind.FLOAT:
            raise NotComputableError(call.function.lower())
        return build(call, parts)

    return checked


def _whole(round_down: bool) -> Builder:
    def build(call: TypedCall, parts: list[Compute]) -> Compute:
        number = call.arguments[0].type
        divisor = 10**number.scale

        def run(row: Row) -> Any:
            value = parts[0](row)
            if value is None:
                return None
            if number.kind is not TypeKind.DOUBLE:
                return _fitting(call, value // divisor if round_down else -(-value // divisor))
            if math.isnan(value):
                # As Java's cast to long has it, which Spark keeps.
                return 0
            if value >= _LONG_LIMIT or value < -_LONG_LIMIT:
                _failed(
                    call,
                    "ARITHMETIC_OVERFLOW",
                    "The result does not fit its type; cast an operand to a wider one.",
                )
                return _LONG_LIMIT - 1 if value > 0 else -_LONG_LIMIT
            return math.floor(value) if round_down else math.ceil(value)

        return run

    return build


def _cast(call: TypedCall, parts: list[Compute]) -> Compute:
    source, target = call.arguments[0].type, call.type
    convert = _conversion(call, source, target)
    if convert is None:
        raise NotComputableError(f"cast from {source} to {target}")

    def run(row: Row) -> Any:
        value = parts[0](row)
        return None if value is None else convert(value)

    return run


def _conversion(call: TypedCall, source: DataType, target: DataType) -> Callable[[Any], Any] | None:
    if source.kind in EXACT and target.kind is TypeKind.DECIMAL:
        return lambda value: _fitting(call, _rescaled(value, source.scale, target.scale))
    if source.kind in INTEGERS and target.kind in INTEGERS:
        return lambda value: _fitting(call, value)
    if source.kind in EXACT and target.kind is TypeKind.DOUBLE:
        return lambda value: value / 10**source.scale
    if source.kind is TypeKind.FLOAT and target.kind is TypeKind.DOUBLE:
        return float
    if source.kind in INTEGERS and target.kind is TypeKind.STRING:
        return lambda value: str(value).encode()
    return None


_WIDE: Final = Context(prec=800)
"""Digits enough for every DECIMAL and DOUBLE."""


def _quantized(value: Decimal, unit: Decimal, rounding: str) -> Decimal:
    return value.quantize(unit, rounding, _WIDE)


ARITHMETIC: Final[dict[str, Builder]] = {
    "ADD": _arithmetic(_add, lambda a, b: a + b),
    "SUBTRACT": _arithmetic(_subtract, lambda a, b: a - b),
    "MULTIPLY": _arithmetic(_multiply, lambda a, b: a * b),
    "DIVIDE": _arithmetic(_divide, lambda a, b: a / b, zero_divisor="DIVIDE_BY_ZERO"),
    "REMAINDER": _arithmetic(_remainder, _float_remainder, zero_divisor="REMAINDER_BY_ZERO"),
    "INTEGRAL_DIVIDE": _arithmetic(
        _integral_divide, lambda a, b: a / b, zero_divisor="DIVIDE_BY_ZERO"
    ),
    "NEGATE": _negate,
    "ABS": _abs,
    "ROUND": _round(ROUND_HALF_UP),
    "BROUND": _round(ROUND_HALF_EVEN),
    "FLOOR": _whole(True),
    "CEIL": _whole(False),
    "CAST": _cast,
}
