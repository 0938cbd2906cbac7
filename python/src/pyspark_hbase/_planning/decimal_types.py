"""Spark's result types of DECIMAL arithmetic and aggregation."""

from __future__ import annotations

from typing import Final

from pyspark_hbase.types import MAX_PRECISION, DataType, TypeKind, decimal

_MIN_SCALE: Final = 6
"""The scale that Spark keeps when a result needs more than 38 digits."""

_INTEGER_DIGITS: Final = {
    TypeKind.TINYINT: 3,
    TypeKind.SMALLINT: 5,
    TypeKind.INT: 10,
    TypeKind.BIGINT: 20,
}


def of_integer(kind: TypeKind) -> DataType:
    """The DECIMAL that holds every value of an integer type."""
    return decimal(_INTEGER_DIGITS[kind])


def of_value(unscaled: int, scale: int) -> DataType:
    """The smallest DECIMAL that holds the value.

    >>> str(of_value(-12345, 2)), str(of_value(5, 3))
    ('decimal(5,2)', 'decimal(3,3)')
    """
    return decimal(max(len(str(abs(unscaled))), scale), scale)


def wider(left: DataType, right: DataType) -> DataType | None:
    """The DECIMAL that holds the values of both; None when that takes more than 38 digits."""
    scale = max(left.scale, right.scale)
    precision = scale + max(left.precision - left.scale, right.precision - right.scale)
    return decimal(precision, scale) if precision <= MAX_PRECISION else None


def result(function: str, left: DataType, right: DataType) -> DataType:
    """The type of ``left function right``.

    >>> str(result("MULTIPLY", decimal(12, 2), decimal(12, 2)))
    'decimal(25,4)'
    >>> str(result("MULTIPLY", decimal(38, 10), decimal(38, 10)))
    'decimal(38,6)'
    """
    p1, s1, p2, s2 = left.precision, left.scale, right.precision, right.scale
    match function:
        case "ADD" | "SUBTRACT":
            scale = max(s1, s2)
            return _adjusted(max(p1 - s1, p2 - s2) + scale + 1, scale)
        case "MULTIPLY":
            return _adjusted(p1 + p2 + 1, s1 + s2)
        case "DIVIDE":
            scale = max(_MIN_SCALE, s1 + p2 + 1)
            return _adjusted(p1 - s1 + s2 + scale, scale)
        case "REMAINDER" | "PMOD":
            scale = max(s1, s2)
            return _adjusted(min(p1 - s1, p2 - s2) + scale, scale)
    raise ValueError(f"not a function of two decimals: {function}")


def rounded(argument: DataType, scale: int) -> DataType:
    """The type of ``round(argument, scale)``.

    >>> str(rounded(decimal(12, 4), 2)), str(rounded(decimal(12, 4), -3))
    ('decimal(11,2)', 'decimal(9,0)')
    """
    whole_digits = argument.precision - argument.scale + 1
    if scale < 0:
        return decimal(min(MAX_PRECISION, max(whole_digits, 1 - scale)))
    kept = min(argument.scale, scale)
    return decimal(min(MAX_PRECISION, whole_digits + kept), kept)


def whole(argument: DataType) -> DataType:
    """The type of ``floor(argument)`` and ``ceil(argument)``.

    >>> str(whole(decimal(12, 4)))
    'decimal(9,0)'
    """
    return decimal(min(MAX_PRECISION, argument.precision - argument.scale + 1))


def sum_type(argument: DataType) -> DataType:
    """The type of a sum: ten more digits."""
    return decimal(min(MAX_PRECISION, argument.precision + 10), argument.scale)


def average_type(argument: DataType) -> DataType:
    """The type of a mean: four more digits, all after the point.

    >>> str(average_type(decimal(12, 2))), str(average_type(decimal(38, 2)))
    ('decimal(16,6)', 'decimal(38,6)')
    """
    precision = min(MAX_PRECISION, argument.precision + 4)
    return decimal(precision, min(MAX_PRECISION, argument.scale + 4))


def _adjusted(precision: int, scale: int) -> DataType:
    """Cut digits after the point, but not below six, where 38 digits are not enough."""
    if precision <= MAX_PRECISION:
        return decimal(precision, scale)
    whole_digits = precision - scale
    return decimal(MAX_PRECISION, max(MAX_PRECISION - whole_digits, min(scale, _MIN_SCALE)))
