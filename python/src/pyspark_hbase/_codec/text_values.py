"""The encoding TEXT of internal values; see docs/FORMAT.md, "Values"."""

from __future__ import annotations

import math
import re
import struct
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from pyspark_hbase._codec.binary_values import MalformedValueError, require_bounds
from pyspark_hbase._codec.python_values import exact_unscaled, nearest_float
from pyspark_hbase.types import DataType, TypeKind

_MAX_DECIMAL_LENGTH = 128
_MAX_INTEGER_DIGITS = 20
_MICROS_PER_SECOND = 1_000_000
_MICROS_PER_DAY = 86_400 * _MICROS_PER_SECOND
# The Gregorian calendar repeats after 400 years: how years outside Python's dates are reached.
_CYCLE_YEARS = 400
_CYCLE_DAYS = 146_097
_CYCLE_START = 1970 - _CYCLE_YEARS
_FOUR_DIGITS = 9999
_PLAIN_FROM, _PLAIN_BELOW = 1e-3, 1e7

_INTEGER: Final = re.compile(r"(?P<sign>-?)0*(?P<digits>[0-9]+)")
_DECIMAL: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FLOATING: Final = re.compile(r"NaN|-?Infinity|-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_DATE: Final = re.compile(r"(-?[0-9]{4}|[-+][0-9]{5,7})-([0-9]{2})-([0-9]{2})")
_TIMESTAMP: Final = re.compile(
    r"(?P<date>[^T ]+)[T ]([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])"
    r"(?:\.([0-9]{1,6}))?(?P<zone>Z?)"
)


def encode(internal: int | float | bytes, data_type: DataType) -> bytes:
    """Write the text that the JVM writes."""
    if isinstance(internal, bytes):
        return internal
    if isinstance(internal, float):
        return _floating_text(internal, data_type).encode()
    match data_type.kind:
        case TypeKind.BOOLEAN:
            text = "true" if internal else "false"
        case TypeKind.DECIMAL:
            digits = tuple(int(digit) for digit in str(abs(internal)))
            text = f"{Decimal((int(internal < 0), digits, -data_type.scale)):f}"
        case TypeKind.DATE:
            text = date_text(internal)
        case TypeKind.TIMESTAMP:
            text = timestamp_text(internal) + "Z"
        case TypeKind.TIMESTAMP_NTZ:
            text = timestamp_text(internal)
        case _:
            text = str(internal)
    return text.encode()


def decode(data: bytes, data_type: DataType) -> int | float | bytes:
    """Read text, strictly: no blanks, no leading plus, ASCII digits only."""
    if data_type.kind is TypeKind.STRING:
        return data
    text = data.decode("latin-1")
    match data_type.kind:
        case TypeKind.FLOAT | TypeKind.DOUBLE:
            return _parse_floating(text, data_type)
        case TypeKind.BOOLEAN:
            internal = _parse_boolean(text)
        case TypeKind.DECIMAL:
            internal = _parse_decimal(text, data_type)
        case TypeKind.DATE:
            internal = _parse_date(text)
        case TypeKind.TIMESTAMP | TypeKind.TIMESTAMP_NTZ:
            internal = _parse_timestamp(text, data_type)
        case _:
            internal = _parse_integer(text)
    return require_bounds(internal, data_type)


def _parse_boolean(text: str) -> int:
    if text not in ("true", "false"):
        raise MalformedValueError("a value is true or false")
    return int(text == "true")


def _parse_integer(text: str) -> int:
    match = _INTEGER.fullmatch(text)
    if match is None:
        raise MalformedValueError("a value is decimal digits, with a minus when negative")
    # Python refuses to read thousands of digits; beyond those of any type their number is enough.
    return int(match["sign"] + match["digits"][:_MAX_INTEGER_DIGITS])


def _parse_floating(text: str, data_type: DataType) -> float:
    if not _FLOATING.fullmatch(text):
        raise MalformedValueError("a value is a decimal number, NaN, Infinity or -Infinity")
    number = float(text)
    if data_type.kind is TypeKind.FLOAT and math.isfinite(number):
        try:
            number = nearest_float(number)
        except OverflowError:
            number = math.inf
    if math.isinf(number) and "Infinity" not in text:
        raise MalformedValueError("the number is larger than the type's largest")
    return number


def _parse_decimal(text: str, data_type: DataType) -> int:
    if not _DECIMAL.fullmatch(text) or len(text) > _MAX_DECIMAL_LENGTH:
        raise MalformedValueError("a value is plain decimal digits, at most 128 bytes")
    unscaled = exact_unscaled(Decimal(text), data_type)
    if unscaled is None:
        raise MalformedValueError("the type cannot hold the decimal exactly")
    return unscaled


def _parse_date(text: str) -> int:
    match = _DATE.fullmatch(text)
    if match is None:
        raise MalformedValueError("a value is a date like 2013-01-31")
    try:
        return days_of(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        raise MalformedValueError("a value is a date like 2013-01-31") from None


def days_of(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01, of any year; ValueError where there is no such date."""
    cycles, inside = divmod(year - _CYCLE_START, _CYCLE_YEARS)
    days = date(_CYCLE_START + inside, month, day).toordinal()
    return days - date(_CYCLE_START, 1, 1).toordinal() + (cycles - 1) * _CYCLE_DAYS


def _parse_timestamp(text: str, data_type: DataType) -> int:
    zone = "Z" if data_type.kind is TypeKind.TIMESTAMP else ""
    match = _TIMESTAMP.fullmatch(text)
    if match is None or match["zone"] != zone:
        raise MalformedValueError(f"a value is a timestamp like 2013-01-31T05:00:00.000000{zone}")
    hour, minute, second = (int(match[group]) for group in (2, 3, 4))
    micros = int((match[5] or "").ljust(6, "0"))
    seconds = (hour * 60 + minute) * 60 + second
    return _parse_date(match["date"]) * _MICROS_PER_DAY + seconds * _MICROS_PER_SECOND + micros


def date_text(days: int) -> str:
    """Days since 1970-01-01, of any year."""
    cycles, day = divmod(days + _CYCLE_DAYS, _CYCLE_DAYS)
    inside = date(_CYCLE_START, 1, 1) + timedelta(days=day)
    year = inside.year + cycles * _CYCLE_YEARS
    sign = "-" if year < 0 else "+" if year > _FOUR_DIGITS else ""
    return f"{sign}{abs(year):04d}-{inside.month:02d}-{inside.day:02d}"


def timestamp_text(micros: int) -> str:
    """Microseconds since 1970-01-01T00:00, of any year."""
    days, rest = divmod(micros, _MICROS_PER_DAY)
    seconds, fraction = divmod(rest, _MICROS_PER_SECOND)
    minutes, second = divmod(seconds, 60)
    return f"{date_text(days)}T{minutes // 60:02d}:{minutes % 60:02d}:{second:02d}.{fraction:06d}"


def _floating_text(number: float, data_type: DataType) -> str:
    """Java's ``toString``: plain from 0.001 to below 10,000,000, scientific outside."""
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    sign, digits, exponent = Decimal(_shortest(number, data_type)).as_tuple()
    assert isinstance(exponent, int)
    if _PLAIN_FROM <= abs(number) < _PLAIN_BELOW or number == 0:
        text = f"{Decimal((sign, digits, exponent)):f}"
        return text if "." in text else text + ".0"
    significant = "".join(map(str, digits)).rstrip("0")
    power = exponent + len(digits) - 1
    return f"{'-' if sign else ''}{significant[0]}.{significant[1:] or '0'}E{power}"


def _shortest(number: float, data_type: DataType) -> str:
    """Return the fewest digits that read back as the same number."""
    if data_type.kind is TypeKind.DOUBLE:
        return repr(number)
    packed = struct.pack(">f", number)
    texts = (f"{number:.{digits}g}" for digits in range(1, 10))
    return next(text for text in texts if _packs_to(text, packed))


def _packs_to(text: str, packed: bytes) -> bool:
    try:
        return struct.pack(">f", float(text)) == packed
    except OverflowError:
        return False
