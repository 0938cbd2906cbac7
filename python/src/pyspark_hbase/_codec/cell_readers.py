"""Readers of many values of one type and encoding: the codec's decoders, with its checks made once.

Malformed bytes are left to the codec, so that one place names the fault.

Bytes that are not as they should be are left to the codec. So there is one place that says what is
wrong with them.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Final

from pyspark_hbase._codec.binary_values import fixed_width
from pyspark_hbase._codec.python_values import bounds
from pyspark_hbase.types import DataType, TypeKind
from pyspark_hbase.values import Encoding, decoder

__all__ = ["reader"]

Read = Callable[[bytes], int | float | bytes]

_FLOATING: Final = {TypeKind.FLOAT: Struct(">f"), TypeKind.DOUBLE: Struct(">d")}
_BYTES: Final = (TypeKind.STRING, TypeKind.BINARY)


def reader(data_type: DataType, encoding: Encoding) -> Read:
    """Gives the internal value of a cell; raises MalformedValueError as ``values.decoder`` does.

    Raises:
        ValueError: the package does not read such cells.
    """
    decode = decoder(data_type, encoding)
    kind = data_type.kind
    if kind in _BYTES:
        return bytes
    if encoding is Encoding.ORDERED and kind in _FLOATING:
        return _ordered_number(_FLOATING[kind], decode)
    if encoding is Encoding.HBASE and kind in _FLOATING:
        return _number(_FLOATING[kind], decode)
    is_whole = kind not in (TypeKind.BOOLEAN, TypeKind.DECIMAL)
    if encoding is Encoding.HBASE and is_whole:
        return _whole(data_type, decode)
    if encoding is Encoding.ORDERED:
        width = fixed_width(data_type)
        assert width is not None
        sign = 0 if kind is TypeKind.BOOLEAN else 1 << (width * 8 - 1)
        return _unsigned(data_type, width, sign, decode)
    return decode


def _unsigned(data_type: DataType, width: int, sign: int, decode: Read) -> Read:
    smallest, largest = bounds(data_type)
    from_bytes = int.from_bytes

    def read(data: bytes) -> int | float | bytes:
        value = from_bytes(data, "big") - sign
        is_right = len(data) == width and smallest <= value <= largest
        return value if is_right else decode(data)

    return read


def _whole(data_type: DataType, decode: Read) -> Read:
    width = fixed_width(data_type)
    from_bytes = int.from_bytes

    def read(data: bytes) -> int | float | bytes:
        return from_bytes(data, "big", signed=True) if len(data) == width else decode(data)

    return read


def _number(form: Struct, decode: Read) -> Read:
    def read(data: bytes) -> int | float | bytes:
        return float(form.unpack(data)[0]) if len(data) == form.size else decode(data)

    return read


def _ordered_number(form: Struct, decode: Read) -> Read:
    size = form.size
    sign, ones = 1 << (size * 8 - 1), (1 << size * 8) - 1

    def read(data: bytes) -> int | float | bytes:
        if len(data) != size:
            return decode(data)
        bits = int.from_bytes(data, "big")
        bits ^= sign if bits & sign else ones
        return float(form.unpack(bits.to_bytes(size, "big"))[0])

    return read
