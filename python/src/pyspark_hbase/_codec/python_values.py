"""Between Python's values and the internal ones, which are what the encodings write.

Internal is ``int`` for BOOLEAN (0, 1), integers, DECIMAL (unscaled), DATE (days since 1970-01-01)
and timestamps (microseconds). It is ``float`` for FLOAT and DOUBLE, ``bytes`` for STRING and
BINARY.
"""

from __future__ import annotations

import struct
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import TypeGuard

from pyspark_hbase.codec_error import CodecError, CodecErrorCode
from pyspark_hbase.types import DataType, TypeKind

Value = bool | int | float | Decimal | str | bytes | date | datetime

_EPOCH_DAY = date(1970, 1, 1).toordinal()
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MICROSECOND = timedelta(microseconds=1)
_SIGNED_BITS = {
    TypeKind.TINYINT: 8,
    TypeKind.SMALLINT: 16,
    TypeKind.INT: 32,
    TypeKind.DATE: 32,
    TypeKind.BIGINT: 64,
    TypeKind.TIMESTAMP: 64,
    TypeKind.TIMESTAMP_NTZ: 64,
}


def bounds(data_type: DataType) -> tuple[int, int]:
    """Smallest and largest internal value of a type that is an ``int`` internally."""
    if data_type.kind is TypeKind.BOOLEAN:
        return 0, 1
    if data_type.kind is TypeKind.DECIMAL:
        largest = 10**data_type.precision - 1
        return -largest, largest
    half = 1 << (_SIGNED_BITS[data_type.kind] - 1)
    return -half, half - 1


def to_internal(value: Value, data_type: DataType) -> int | float | bytes:
    """Check a Python value and make it internal."""
    match data_type.kind:
        case TypeKind.STRING | TypeKind.BINARY:
            return _to_bytes(value, data_type)
        case TypeKind.FLOAT | TypeKind.DOUBLE:
            return _to_float(value, data_type)
        case TypeKind.BOOLEAN:
            internal = int(value) if isinstance(value, bool) else None
        case TypeKind.DECIMAL:
            internal = _to_unscaled(value, data_type)
        case TypeKind.DATE if isinstance(value, date) and not isinstance(value, datetime):
            internal = value.toordinal() - _EPOCH_DAY
        case TypeKind.TIMESTAMP | TypeKind.TIMESTAMP_NTZ if isinstance(value, datetime):
            internal = _to_micros(value, data_type)
        case _:
            internal = value if _is_int(value) else None
    if internal is None:
        raise _wrong_type(value, data_type)
    smallest, largest = bounds(data_type)
    if not smallest <= internal <= largest:
        raise _out_of_range(value, data_type)
    return internal


def from_internal(internal: int | float | bytes, data_type: DataType) -> Value:
    """Make an internal value what Python users expect."""
    match data_type.kind:
        case TypeKind.BOOLEAN:
            return bool(internal)
        case TypeKind.STRING:
            assert isinstance(internal, bytes)
            return internal.decode("utf-8", "surrogateescape")
        case TypeKind.DECIMAL:
            assert isinstance(internal, int)
            sign, digits = int(internal < 0), tuple(int(digit) for digit in str(abs(internal)))
            return Decimal((sign, digits, -data_type.scale))
        case TypeKind.DATE | TypeKind.TIMESTAMP | TypeKind.TIMESTAMP_NTZ:
            assert isinstance(internal, int)
            return _to_date_or_datetime(internal, data_type)
        case _:
            return internal


def _to_date_or_datetime(internal: int, data_type: DataType) -> date | datetime:
    try:
        if data_type.kind is TypeKind.DATE:
            return date.fromordinal(_EPOCH_DAY + internal)
        instant = _EPOCH + internal * _MICROSECOND
    except (OverflowError, ValueError):
        raise CodecError(
            CodecErrorCode.YEAR_OUT_OF_PYTHON_RANGE,
            type=data_type,
            value=internal,
        ) from None
    return instant if data_type.kind is TypeKind.TIMESTAMP else instant.replace(tzinfo=None)


def _to_bytes(value: Value, data_type: DataType) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, str) and data_type.kind is TypeKind.STRING:
        return value.encode("utf-8", "surrogateescape")
    raise _wrong_type(value, data_type)


def _to_float(value: Value, data_type: DataType) -> float:
    if not isinstance(value, float) and not _is_int(value):
        raise _wrong_type(value, data_type)
    try:
        number = float(value)
        return nearest_float(number) if data_type.kind is TypeKind.FLOAT else number
    except OverflowError:
        raise _out_of_range(value, data_type) from None


def nearest_float(number: float) -> float:
    """Round to 32 bits; raises OverflowError for finite numbers beyond them."""
    nearest: float = struct.unpack(">f", struct.pack(">f", number))[0]
    return nearest


def _to_unscaled(value: Value, data_type: DataType) -> int | None:
    if not isinstance(value, Decimal):
        return value * 10**data_type.scale if _is_int(value) else None
    unscaled = exact_unscaled(value, data_type) if value.is_finite() else None
    if unscaled is None:
        raise _out_of_range(value, data_type)
    return unscaled


def exact_unscaled(value: Decimal, data_type: DataType) -> int | None:
    """Return the unscaled value of a finite number; None when the type cannot hold it exactly."""
    if not value:
        return 0
    sign, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int)
    shift = exponent + data_type.scale
    # The bounds come first: the exponent alone could ask for a billion digits.
    if len(digits) + shift > data_type.precision or -shift >= len(digits):
        return None
    number = int("".join(map(str, digits)))
    multiplier: int = 10 ** max(shift, 0)
    divisor: int = 10 ** max(-shift, 0)
    unscaled, remainder = divmod(number * multiplier, divisor)
    if remainder:
        return None
    return -unscaled if sign else unscaled


def _to_micros(value: datetime, data_type: DataType) -> int:
    aware = value.utcoffset() is not None
    if aware != (data_type.kind is TypeKind.TIMESTAMP):
        wanted = "with" if data_type.kind is TypeKind.TIMESTAMP else "without"
        raise TypeError(f"a {data_type} value is a datetime {wanted} time zone, found {value!r}")
    return ((value if aware else value.replace(tzinfo=timezone.utc)) - _EPOCH) // _MICROSECOND


def _is_int(value: Value) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _wrong_type(value: Value, data_type: DataType) -> TypeError:
    return TypeError(f"a {data_type} value cannot be {value!r} ({type(value).__name__})")


def _out_of_range(value: Value, data_type: DataType) -> CodecError:
    return CodecError(
        CodecErrorCode.VALUE_OUT_OF_RANGE,
        type=data_type,
        value=value,
    )
