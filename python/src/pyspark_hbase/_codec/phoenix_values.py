"""The encoding PHOENIX of internal values; see docs/FORMAT.md, "Phoenix"."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from pyspark_hbase._codec import binary_values
from pyspark_hbase._codec.binary_values import MalformedValueError, require_bounds
from pyspark_hbase._codec.python_values import exact_unscaled
from pyspark_hbase.types import DataType, TypeKind

_FLOATING: Final = (TypeKind.FLOAT, TypeKind.DOUBLE)
_TIMESTAMPS: Final = (TypeKind.TIMESTAMP, TypeKind.TIMESTAMP_NTZ)

_MILLIS_BYTES: Final = 8
_NANOS_BYTES: Final = 4
_SIGN: Final = 1 << 63
_MILLIS_PER_DAY: Final = 86_400_000
_NANOS_PER_MILLI: Final = 1_000_000
_THOUSAND: Final = 1_000

_ZERO: Final = b"\x80"
_POSITIVE: Final = 0x80
_POSITIVE_EXPONENT: Final = 65
_NEGATIVE_EXPONENT: Final = 62
_POSITIVE_DIGIT: Final = 1
_NEGATIVE_DIGIT: Final = 101
_NEGATIVE_END: Final = 102
_BASE: Final = 100
_MAX_DIGITS: Final = 20
_MIN_BYTES: Final = 2


def fixed_width(data_type: DataType) -> int | None:
    """Bytes of every value; None for DECIMAL, STRING and BINARY."""
    if data_type.kind is TypeKind.DECIMAL:
        return None
    if data_type.kind is TypeKind.DATE:
        return _MILLIS_BYTES
    if data_type.kind in _TIMESTAMPS:
        return _MILLIS_BYTES + _NANOS_BYTES
    return binary_values.fixed_width(data_type)


def encode(internal: int | float | bytes, data_type: DataType) -> bytes:
    """Encode as Phoenix does for its type of this name."""
    if isinstance(internal, float):
        return _shifted(binary_values.encode_ordered(internal, data_type), 1)
    if isinstance(internal, int):
        if data_type.kind is TypeKind.DECIMAL:
            return _encode_decimal(internal, data_type.scale)
        if data_type.kind is TypeKind.DATE:
            return _millis(internal * _MILLIS_PER_DAY)
        if data_type.kind in _TIMESTAMPS:
            millis, micros = divmod(internal, _THOUSAND)
            return _millis(millis) + (micros * _THOUSAND).to_bytes(_NANOS_BYTES, "big")
    return binary_values.encode_ordered(internal, data_type)


def decode(data: bytes, data_type: DataType) -> int | float | bytes:
    """Read what :func:`encode` wrote."""
    if data_type.kind is TypeKind.DECIMAL:
        return _decode_decimal(data, data_type)
    width = fixed_width(data_type)
    if width is not None and len(data) != width:
        raise MalformedValueError(f"a value has exactly {width} bytes")
    if data_type.kind in _FLOATING:
        return binary_values.decode_ordered(_shifted(data, -1), data_type)
    if data_type.kind is TypeKind.DATE:
        day, time = divmod(int.from_bytes(data, "big") - _SIGN, _MILLIS_PER_DAY)
        if time:
            raise MalformedValueError(
                "it is a time of the day; declare the column as BIGINT in encoding ORDERED, "
                "which are its milliseconds"
            )
        return require_bounds(day, data_type)
    if data_type.kind in _TIMESTAMPS:
        return _decode_timestamp(data, data_type)
    return binary_values.decode_ordered(data, data_type)


def _shifted(data: bytes, by: int) -> bytes:
    """The bytes as a number, which wraps around, with another added."""
    return (int.from_bytes(data, "big") + by & (1 << len(data) * 8) - 1).to_bytes(len(data), "big")


def _millis(millis: int) -> bytes:
    return (millis + _SIGN).to_bytes(_MILLIS_BYTES, "big")


def _decode_timestamp(data: bytes, data_type: DataType) -> int:
    millis = int.from_bytes(data[:_MILLIS_BYTES], "big") - _SIGN
    nanos = int.from_bytes(data[_MILLIS_BYTES:], "big")
    if nanos >= _NANOS_PER_MILLI or nanos % _THOUSAND:
        raise MalformedValueError(
            "behind the milliseconds stand 0 to 999000 nanoseconds, whole microseconds"
        )
    return require_bounds(millis * _THOUSAND + nanos // _THOUSAND, data_type)


def _encode_decimal(unscaled: int, scale: int) -> bytes:
    if unscaled == 0:
        return _ZERO
    rest = abs(unscaled)
    while rest % 10 == 0:
        rest, scale = rest // 10, scale - 1
    if scale % 2:
        # Digits of base 100 need an even scale.
        rest, scale = rest * 10, scale + 1
    digits: list[int] = []
    while rest:
        rest, digit = divmod(rest, _BASE)
        digits.insert(0, digit)
    exponent = len(digits) - 1 - scale // 2
    if unscaled > 0:
        first = _POSITIVE | _POSITIVE_EXPONENT + exponent
        return bytes([first, *(_POSITIVE_DIGIT + digit for digit in digits)])
    end = [_NEGATIVE_END] if len(digits) < _MAX_DIGITS else []
    return bytes([_NEGATIVE_EXPONENT - exponent, *(_NEGATIVE_DIGIT - d for d in digits), *end])


def _decode_decimal(data: bytes, data_type: DataType) -> int:
    if data == _ZERO:
        return 0
    if len(data) < _MIN_BYTES:
        raise MalformedValueError("a value other than zero has 2 to 21 bytes")
    is_negative = data[0] < _POSITIVE
    has_end = is_negative and data[-1] == _NEGATIVE_END
    if is_negative:
        exponent = _NEGATIVE_EXPONENT - data[0]
        digits = [_NEGATIVE_DIGIT - byte for byte in data[1 : len(data) - has_end]]
    else:
        exponent = data[0] - _POSITIVE - _POSITIVE_EXPONENT
        digits = [byte - _POSITIVE_DIGIT for byte in data[1:]]
    is_complete = (len(digits) < _MAX_DIGITS) == has_end if is_negative else True
    in_range = bool(digits) and len(digits) <= _MAX_DIGITS and digits[0] and digits[-1]
    if not is_complete or not in_range or not all(0 <= digit < _BASE for digit in digits):
        raise MalformedValueError("it has not the digits of a decimal")
    number = int("".join(f"{digit:02}" for digit in digits))
    scale = 2 * (len(digits) - 1 - exponent)
    value = Decimal((int(is_negative), tuple(map(int, str(number))), -scale))
    unscaled = exact_unscaled(value, data_type)
    if unscaled is None:
        raise MalformedValueError("the type cannot hold the decimal exactly")
    return unscaled
