"""The encodings ORDERED and HBASE of internal values; see docs/FORMAT.md, "Values"."""

from __future__ import annotations

import math
import struct
from decimal import Decimal

from pyspark_hbase._codec.python_values import bounds, exact_unscaled
from pyspark_hbase.types import MAX_LONG_PRECISION, DataType, TypeKind

_MAX_UNSCALED_BYTES = 64
_SCALE_BYTES = 4
_FLOAT_BYTES = 4

_WIDTHS = {
    TypeKind.BOOLEAN: 1,
    TypeKind.TINYINT: 1,
    TypeKind.SMALLINT: 2,
    TypeKind.INT: 4,
    TypeKind.FLOAT: 4,
    TypeKind.DATE: 4,
    TypeKind.BIGINT: 8,
    TypeKind.DOUBLE: 8,
    TypeKind.TIMESTAMP: 8,
    TypeKind.TIMESTAMP_NTZ: 8,
}


class MalformedValueError(Exception):
    """Bytes that are not a value; the message is the reason."""


def fixed_width(data_type: DataType) -> int | None:
    """Bytes of every value in ORDERED and in packed cells; None for STRING and BINARY."""
    if data_type.kind is TypeKind.DECIMAL:
        return 8 if data_type.precision <= MAX_LONG_PRECISION else 16
    return _WIDTHS.get(data_type.kind)


def encode_ordered(internal: int | float | bytes, data_type: DataType) -> bytes:
    """Big-endian with the sign flipped; floating point numbers in total order."""
    if isinstance(internal, bytes):
        return internal
    if isinstance(internal, float):
        bits = int.from_bytes(ieee(internal, data_type), "big")
        width = _width(data_type)
        sign = 1 << (width * 8 - 1)
        return (bits ^ (2 * sign - 1 if bits & sign else sign)).to_bytes(width, "big")
    return (internal + _sign(data_type)).to_bytes(_width(data_type), "big")


def decode_ordered(data: bytes, data_type: DataType) -> int | float | bytes:
    """Read what :func:`encode_ordered` wrote."""
    if fixed_width(data_type) is None:
        return data
    width = require_width(data, data_type)
    unsigned = int.from_bytes(data, "big")
    if data_type.kind in (TypeKind.FLOAT, TypeKind.DOUBLE):
        sign = 1 << (width * 8 - 1)
        bits = unsigned ^ (sign if unsigned & sign else 2 * sign - 1)
        return from_ieee(bits.to_bytes(width, "big"))
    return require_bounds(unsigned - _sign(data_type), data_type)


def encode_hbase(internal: int | float | bytes, data_type: DataType) -> bytes:
    """Encode as HBase's ``Bytes.toBytes`` does."""
    if isinstance(internal, bytes):
        return internal
    if isinstance(internal, float):
        return ieee(internal, data_type)
    if data_type.kind is TypeKind.BOOLEAN:
        return b"\xff" if internal else b"\x00"
    if data_type.kind is TypeKind.DECIMAL:
        magnitude = internal if internal >= 0 else ~internal
        unscaled = internal.to_bytes(magnitude.bit_length() // 8 + 1, "big", signed=True)
        return data_type.scale.to_bytes(_SCALE_BYTES, "big") + unscaled
    return internal.to_bytes(_width(data_type), "big", signed=True)


def decode_hbase(data: bytes, data_type: DataType) -> int | float | bytes:
    """Read what HBase's ``Bytes.toBytes`` wrote."""
    if data_type.kind is TypeKind.DECIMAL:
        return _decode_hbase_decimal(data, data_type)
    if fixed_width(data_type) is None:
        return data
    require_width(data, data_type)
    if data_type.kind in (TypeKind.FLOAT, TypeKind.DOUBLE):
        return from_ieee(data)
    if data_type.kind is TypeKind.BOOLEAN:
        return int(data != b"\x00")
    return int.from_bytes(data, "big", signed=True)


def _decode_hbase_decimal(data: bytes, data_type: DataType) -> int:
    if not 1 <= len(data) - _SCALE_BYTES <= _MAX_UNSCALED_BYTES:
        raise MalformedValueError("a value has 5 to 68 bytes")
    scale = int.from_bytes(data[:_SCALE_BYTES], "big", signed=True)
    number = int.from_bytes(data[_SCALE_BYTES:], "big", signed=True)
    digits = tuple(int(digit) for digit in str(abs(number)))
    unscaled = exact_unscaled(Decimal((int(number < 0), digits, -scale)), data_type)
    if unscaled is None:
        raise MalformedValueError("the type cannot hold the decimal exactly")
    return unscaled


def ieee(number: float, data_type: DataType) -> bytes:
    """IEEE 754 bits, big-endian; every NaN is the canonical one."""
    code = ">f" if data_type.kind is TypeKind.FLOAT else ">d"
    return struct.pack(code, math.nan if math.isnan(number) else number)


def from_ieee(data: bytes) -> float:
    """Read 4 or 8 bytes of :func:`ieee`."""
    number: float = struct.unpack(">f" if len(data) == _FLOAT_BYTES else ">d", data)[0]
    return number


def require_width(data: bytes, data_type: DataType) -> int:
    """Return the width of the type, which the bytes must have."""
    width = _width(data_type)
    if len(data) != width:
        raise MalformedValueError(f"a value has exactly {width} bytes")
    return width


def require_bounds(internal: int, data_type: DataType) -> int:
    """Return the value, which the type must be able to hold."""
    smallest, largest = bounds(data_type)
    if not smallest <= internal <= largest:
        raise MalformedValueError(f"the type has values from {smallest} to {largest}, unscaled")
    return internal


def _width(data_type: DataType) -> int:
    width = fixed_width(data_type)
    assert width is not None
    return width


def _sign(data_type: DataType) -> int:
    return 0 if data_type.kind is TypeKind.BOOLEAN else 1 << (_width(data_type) * 8 - 1)
