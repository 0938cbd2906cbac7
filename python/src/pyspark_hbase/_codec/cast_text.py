"""The encoding CAST_TEXT of internal values: texts as Spark's CAST reads them in ANSI mode.

See docs/FORMAT.md, "Values".
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Final

from pyspark_hbase._codec.binary_values import MalformedValueError, require_bounds
from pyspark_hbase._codec.python_values import nearest_float
from pyspark_hbase._codec.text_values import days_of
from pyspark_hbase.types import DataType, TypeKind

_MAX_LENGTH = 1000
_MAX_PRECISION = 38
_MICROS_PER_SECOND = 1_000_000
_MICROS_PER_DAY = 86_400 * _MICROS_PER_SECOND
_MAX_OFFSET_SECONDS = 18 * 3600
_BLANKS: Final = bytes([*range(0x21), 0x7F]).decode("latin-1")
_JAVA_BLANKS: Final = bytes(range(0x21)).decode("latin-1")

_WORDS: Final = {word: 1 for word in ("true", "t", "yes", "y", "1")} | {
    word: 0 for word in ("false", "f", "no", "n", "0")
}
_INTEGER: Final = re.compile(r"[-+]?[0-9]+")
_MAX_INTEGER_DIGITS = 20
_DECIMAL: Final = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE](?P<exponent>[-+]?\d+))?")
_MAX_EXPONENT = 2**31 - 1
_FLOATING: Final = re.compile(
    r"(?P<number>[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?)[fFdD]?"
)
_HEXADECIMAL: Final = re.compile(
    r"(?P<number>[-+]?0[xX]([0-9a-fA-F]+\.?|[0-9a-fA-F]*\.[0-9a-fA-F]+)[pP][-+]?[0-9]+)[fFdD]?"
)
_INFINITIES: Final = {
    "inf": 1,
    "+inf": 1,
    "infinity": 1,
    "+infinity": 1,
    "-inf": -1,
    "-infinity": -1,
}
_DATE: Final = re.compile(
    r"(?P<year>[-+]?[0-9]{4,7})(?:-(?P<month>[0-9]{1,2})(?:-(?P<day>[0-9]{1,2})(?:[ T].*)?)?)?",
    re.DOTALL,
)
_TIMESTAMP: Final = re.compile(
    r"(?P<year>[-+]?[0-9]{4,6})(?:-(?P<month>[0-9]{1,2})(?:-(?P<day>[0-9]{1,2})"
    r"(?:[ T](?P<hour>[0-9]{1,2})(?::(?P<minute>[0-9]{1,2})(?::(?P<second>[0-9]{1,2})"
    r"(?:\.(?P<fraction>[0-9]*))?(?P<zone>[^0-9.].*)?)?)?)?)?)?",
    re.DOTALL,
)
_OFFSET: Final = re.compile(
    r"(?:UTC|GMT|UT)?(?P<sign>[-+])(?:(?P<h>[0-9]{1,2})"
    r"(?::(?:(?P<m>[0-9]{2})(?::(?P<s>[0-9]{2}))?|(?P<one>[0-9])))?"
    r"|(?P<compact>[0-9]{4}|[0-9]{6}))"
)
_UTC: Final = ("Z", "UTC", "GMT", "UT")


def decode(data: bytes, data_type: DataType) -> int | float | bytes:
    """Read a text as CAST does; blanks around it do not count."""
    if data_type.kind is TypeKind.STRING:
        return data
    text = data.decode("utf-8", "replace")
    found = None
    if len(data) <= _MAX_LENGTH:
        found = _READERS.get(data_type.kind, _integer)(text, data_type)
    if found is None:
        raise MalformedValueError("CAST reads no such value from it")
    return found if isinstance(found, float) else require_bounds(found, data_type)


def _boolean(text: str, _: DataType) -> int | None:
    return _WORDS.get(_lower(text.strip(_BLANKS)))


def _lower(text: str) -> str:
    """Letters of ASCII only: no other letter becomes one of them."""
    return text.lower() if text.isascii() else text


def _integer(text: str, _: DataType) -> int | None:
    trimmed = text.strip(_BLANKS)
    if not _INTEGER.fullmatch(trimmed):
        return None
    sign = -1 if trimmed[0] == "-" else 1
    # Python refuses to read thousands of digits; beyond those of any type their number is enough.
    return sign * int(trimmed.lstrip("+-").lstrip("0")[:_MAX_INTEGER_DIGITS] or "0")


def _floating(text: str, data_type: DataType) -> float | None:
    trimmed = text.strip(_JAVA_BLANKS)
    word = _lower(trimmed)
    if word in _INFINITIES:
        return _INFINITIES[word] * math.inf
    if word == "nan" or trimmed in ("+NaN", "-NaN"):
        return math.nan
    if match := _HEXADECIMAL.fullmatch(trimmed):
        try:
            number = float.fromhex(match["number"])
        except OverflowError:
            number = -math.inf if trimmed[0] == "-" else math.inf
    elif match := _FLOATING.fullmatch(trimmed):
        number = float(match["number"])
    else:
        return None
    if data_type.kind is TypeKind.FLOAT and math.isfinite(number):
        try:
            return nearest_float(number)
        except OverflowError:
            return math.copysign(math.inf, number)
    return number


def _decimal(text: str, data_type: DataType) -> int | None:
    match = _DECIMAL.fullmatch(text.strip(_JAVA_BLANKS))
    if match is None or abs(int(match["exponent"] or 0)) > _MAX_EXPONENT:
        return None
    number = Decimal(match[0])
    whole_digits = number.adjusted() + 1
    if not number or whole_digits < -_MAX_PRECISION:
        return 0
    if whole_digits > _MAX_PRECISION:
        return None
    context = Context(prec=2 * _MAX_LENGTH, rounding=ROUND_HALF_UP)
    return int(number.scaleb(data_type.scale, context).to_integral_value(context=context))


def _date(text: str, _: DataType) -> int | None:
    match = _DATE.fullmatch(text.strip(_BLANKS))
    return None if match is None else _days(match)


def _days(match: re.Match[str]) -> int | None:
    try:
        return days_of(int(match["year"]), int(match["month"] or 1), int(match["day"] or 1))
    except ValueError:
        return None


def _timestamp(text: str, data_type: DataType) -> int | None:
    match = _TIMESTAMP.fullmatch(text.strip(_BLANKS))
    days = None if match is None else _days(match)
    if match is None or days is None:
        return None
    hour, minute, second = (int(match[name] or 0) for name in ("hour", "minute", "second"))
    offset = 0 if match["zone"] is None else _offset_seconds(match["zone"])
    if offset is None or hour > 23 or minute > 59 or second > 59:  # noqa: PLR2004
        return None
    seconds = (hour * 60 + minute) * 60 + second
    if data_type.kind is TypeKind.TIMESTAMP:
        seconds -= offset
    micros = int((match["fraction"] or "")[:6].ljust(6, "0"))
    return days * _MICROS_PER_DAY + seconds * _MICROS_PER_SECOND + micros


def _offset_seconds(zone: str) -> int | None:
    """Read a zone as java.time's ``ZoneId.of`` does; None for one that is no offset from UTC."""
    name = zone.strip(_JAVA_BLANKS)
    if name in _UTC:
        return 0
    match = _OFFSET.fullmatch(name)
    if match is None:
        return None
    compact = match["compact"]
    parts = (
        re.findall("..", compact)
        if compact
        else [match["h"], match["m"] or match["one"], match["s"]]
    )
    hours, minutes, seconds = (int(part or 0) for part in [*parts, None][:3])
    total = (hours * 60 + minutes) * 60 + seconds
    if minutes > 59 or seconds > 59 or total > _MAX_OFFSET_SECONDS:  # noqa: PLR2004
        return None
    return -total if match["sign"] == "-" else total


_READERS: Final[dict[TypeKind, Callable[[str, DataType], int | float | None]]] = {
    TypeKind.BOOLEAN: _boolean,
    TypeKind.FLOAT: _floating,
    TypeKind.DOUBLE: _floating,
    TypeKind.DECIMAL: _decimal,
    TypeKind.DATE: _date,
    TypeKind.TIMESTAMP: _timestamp,
    TypeKind.TIMESTAMP_NTZ: _timestamp,
}
