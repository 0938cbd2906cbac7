"""Python values as typed literals, and literals moved to another type."""

from __future__ import annotations

import calendar
import math
import re
import struct
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

from pyspark_hbase import types
from pyspark_hbase._codec.python_values import (
    Value,
    bounds,
    exact_unscaled,
    from_internal,
    to_internal,
)
from pyspark_hbase._planning import decimal_types
from pyspark_hbase._planning.typed import TypedLiteral
from pyspark_hbase.codec_error import CodecError
from pyspark_hbase.errors import InvalidPlanError
from pyspark_hbase.types import MAX_PRECISION, DataType, TypeKind

INTEGERS: Final = (TypeKind.TINYINT, TypeKind.SMALLINT, TypeKind.INT, TypeKind.BIGINT)
"""From the narrowest to the widest."""

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
_PLAIN_NUMBER: Final = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")
_WALL_CLOCK: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,6}))?)?"
)

_TYPES: Final[dict[type[Value], DataType]] = {
    bool: types.BOOLEAN,
    float: types.DOUBLE,
    str: types.STRING,
    bytes: types.BINARY,
    date: types.DATE,
}


def of_python(value: Value | None) -> TypedLiteral:
    """The literal that PySpark's ``lit`` makes, but for a datetime without zone: TIMESTAMP_NTZ.

    NULL comes as a BOOLEAN that fits every type.
    """
    if value is None:
        return TypedLiteral(types.BOOLEAN, None)
    data_type = _type_of(value)
    return TypedLiteral(data_type, to_internal(value, data_type))


def _type_of(value: Value) -> DataType:
    if isinstance(value, int) and not isinstance(value, bool):
        smallest, largest = bounds(types.INT)
        return types.INT if smallest <= value <= largest else types.BIGINT
    if isinstance(value, Decimal):
        return _type_of_decimal(value)
    if isinstance(value, datetime):
        return types.TIMESTAMP_NTZ if value.tzinfo is None else types.TIMESTAMP
    return _TYPES[type(value)]


def _type_of_decimal(value: Decimal) -> DataType:
    _, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        raise InvalidPlanError(
            "VALUE_OUT_OF_RANGE", "A DECIMAL is a finite number; use a float.", value=value
        )
    scale = max(-exponent, 0)
    # Before the power of ten: that of 1E+999999999 takes minutes, and gigabytes.
    if max(len(digits) + max(exponent, 0) if value else 1, scale) > MAX_PRECISION:
        raise InvalidPlanError(
            "VALUE_OUT_OF_RANGE", "A DECIMAL has at most 38 digits; round the value.", value=value
        )
    unscaled = int("".join(map(str, digits))) * 10 ** max(exponent, 0) if value else 0
    return decimal_types.of_value(unscaled, scale)


def exactly(literal: TypedLiteral, target: DataType, time_zone: str) -> TypedLiteral | None:
    """Return the literal in another type; None when the type does not hold exactly this value."""
    if literal.type == target or literal.value is None:
        return TypedLiteral(target, literal.value)
    value = from_internal(literal.value, literal.type)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Decimal):
        return _exact_number(value, target)
    if isinstance(value, float):
        fits = target == types.DOUBLE or (target == types.FLOAT and _is_float(value))
        return TypedLiteral(target, value) if fits else None
    time = read_time(value, target) if isinstance(value, str) else value
    return _exact_time(time, target, time_zone) if isinstance(time, date) else None


def read_time(text: str, target: DataType) -> date | None:
    """The date, or wall clock, of a text in Spark's own notation; None for every other text.

    >>> read_time("2024-02-29", types.DATE)
    datetime.date(2024, 2, 29)
    >>> read_time("2024-02-29 12:30:00.5", types.TIMESTAMP)
    datetime.datetime(2024, 2, 29, 12, 30, 0, 500000)
    >>> read_time("2024-02-30", types.DATE)
    """
    pattern = _DATE if target == types.DATE else _WALL_CLOCK
    if target not in (types.DATE, types.TIMESTAMP, types.TIMESTAMP_NTZ):
        return None
    try:
        match pattern.fullmatch(text):
            case None:
                return None
            case found if target == types.DATE:
                return date.fromisoformat(found[0])
            case found:
                day, clock, fraction = found.groups(default="")
                micros = int(fraction.ljust(6, "0"))
                wall_clock = datetime.fromisoformat(f"{day}T{clock or '00:00:00'}")
                return wall_clock.replace(microsecond=micros)
    except ValueError:
        return None


def read_plain(text: str, target: DataType) -> TypedLiteral | None:
    """A BIGINT, DOUBLE or BOOLEAN that a text plainly is; None for what takes Spark's rules.

    >>> read_plain("42", types.BIGINT).value, read_plain("-1.5", types.DOUBLE).value
    (42, -1.5)
    >>> read_plain(" 42", types.BIGINT) is read_plain("4.2", types.BIGINT) is None
    True
    """
    if target == types.BIGINT and _WHOLE.fullmatch(text):
        return TypedLiteral(target, int(text))
    if target == types.DOUBLE and _PLAIN_NUMBER.fullmatch(text):
        return TypedLiteral(target, float(text))
    if target == types.BOOLEAN and text in ("true", "false"):
        return TypedLiteral(target, int(text == "true"))
    return None


def _exact_number(value: int | Decimal, target: DataType) -> TypedLiteral | None:
    if target == types.DOUBLE:
        # Not exact for every DECIMAL, but the very number that Spark's cast of the literal gives.
        return TypedLiteral(target, float(value))
    if target == types.FLOAT:
        return TypedLiteral(target, float(value)) if _is_float(value) else None
    if target.kind is TypeKind.DECIMAL:
        unscaled = exact_unscaled(Decimal(value), target)
    elif target.kind in INTEGERS and value == int(value):
        unscaled = int(value)
    else:
        return None
    smallest, largest = bounds(target)
    if unscaled is None or not smallest <= unscaled <= largest:
        return None
    return TypedLiteral(target, unscaled)


def _exact_time(value: date, target: DataType, time_zone: str) -> TypedLiteral | None:
    if target == types.DATE:
        return (
            None
            if isinstance(value, datetime)
            else TypedLiteral(target, to_internal(value, target))
        )
    if isinstance(value, datetime):
        wall_clock = value
        if value.tzinfo is not None:
            return None
    else:
        wall_clock = datetime(value.year, value.month, value.day)
    if target == types.TIMESTAMP:
        return _instant(wall_clock, time_zone)
    if target == types.TIMESTAMP_NTZ:
        return TypedLiteral(target, to_internal(wall_clock, target))
    return None


def _is_float(value: float | Decimal) -> bool:
    try:
        narrow: float = struct.unpack(">f", struct.pack(">f", value))[0]
    except OverflowError:
        return False
    return math.isnan(narrow) or narrow == value


def plus(
    literal: TypedLiteral, months: int, days: int, micros: int, time_zone: str
) -> TypedLiteral | None:
    """A DATE or timestamp some time later; None where Python's dates do not reach.

    Months and days are those of the wall clock; microseconds come last.
    """
    assert isinstance(literal.value, int)
    try:
        start = from_internal(literal.value, literal.type)
        assert isinstance(start, date)
        if not isinstance(start, datetime):
            found: date = _months_later(start, months) + timedelta(days=days)
        elif start.tzinfo is None:
            found = _months_later(start, months) + timedelta(days=days, microseconds=micros)
        else:
            found = _later_in_zone(start, months, days, ZoneInfo(time_zone))
            found += timedelta(microseconds=micros)
        return TypedLiteral(literal.type, to_internal(found, literal.type))
    except (CodecError, OverflowError, ValueError):
        return None


def _later_in_zone(instant: datetime, months: int, days: int, zone: ZoneInfo) -> datetime:
    if not months and not days:
        return instant
    before = instant.astimezone(zone)
    wall_clock = _months_later(before.replace(tzinfo=None, fold=0), months) + timedelta(days=days)
    first, second = (wall_clock.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    is_twice = first.utcoffset() > second.utcoffset()  # type: ignore[operator]
    # Java keeps the offset where the wall clock is there twice.
    keeps_second = is_twice and second.utcoffset() == before.utcoffset()
    return (second if keeps_second else first).astimezone(timezone.utc)


_Day = TypeVar("_Day", bound=date)


def _months_later(start: _Day, months: int) -> _Day:
    """Return the same day of a later or earlier month, or its last day."""
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    last = calendar.monthrange(year, month + 1)[1] if months else start.day
    return start.replace(year=year, month=month + 1, day=min(start.day, last))


def _instant(wall_clock: datetime, time_zone: str) -> TypedLiteral:
    """Return the instant of a wall clock; the earlier one where the clock shows it twice."""
    instant = wall_clock.replace(tzinfo=ZoneInfo(time_zone)).astimezone(timezone.utc)
    return TypedLiteral(types.TIMESTAMP, to_internal(instant, types.TIMESTAMP))
