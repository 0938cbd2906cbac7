"""Nested values in binary form, as result frames have them; see docs/FORMAT.md, "Nested values"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pyspark_hbase import packed, types
from pyspark_hbase._codec.binary_values import MalformedValueError, fixed_width
from pyspark_hbase.codec_error import CodecError, CodecErrorCode
from pyspark_hbase.types import DataType, TypeKind

_HEADER_BYTES: Final = 5
_OFFSET_BYTES: Final = 4


def decode(data: bytes, data_type: DataType) -> Any:
    """A STRUCT as a tuple, an ARRAY as a list, a MAP as a list of pairs, other types as they are.

    Raises:
        CodecError: ``CORRUPT_VALUE`` when the bytes are not a value of the type.
    """
    try:
        return _decode(data, data_type)
    except MalformedValueError as error:
        raise CodecError(
            CodecErrorCode.CORRUPT_VALUE,
            type=data_type,
            encoding="NESTED",
            reason=error,
            foundBytes=len(data),
            bytes=data.hex(),
        ) from None


def _decode(data: bytes, data_type: DataType) -> Any:
    match data_type.kind:
        case TypeKind.STRUCT:
            fields = packed.PackedSchema(tuple(map(_flat, data_type.nested))).decode(data)
            return tuple(_parts(fields, data_type.nested))
        case TypeKind.ARRAY:
            return _elements(data, data_type.nested[0])
        case _:
            return _entries(data, data_type)


def _flat(data_type: DataType) -> DataType:
    return types.BINARY if data_type.nested else data_type


def _parts(values: Sequence[Any], data_types: Sequence[DataType]) -> list[Any]:
    return [
        _decode(value, data_type) if data_type.nested and value is not None else value
        for value, data_type in zip(values, data_types, strict=True)
    ]


def _elements(data: bytes, element: DataType) -> list[Any]:
    count = _header(data)
    width = fixed_width(_flat(element)) or _OFFSET_BYTES
    if count * width > len(data):
        raise MalformedValueError(f"the array ends before its {count} elements do")
    values = packed.decode_fields([_flat(element)] * count, data, _HEADER_BYTES)
    return _parts(values, [element] * count)


def _entries(data: bytes, data_type: DataType) -> list[Any]:
    end = _HEADER_BYTES + _header(data)
    if end > len(data):
        raise MalformedValueError("the map ends before its keys do")
    keys = _elements(data[_HEADER_BYTES:end], data_type.nested[0])
    values = _elements(data[end:], data_type.nested[1])
    if len(keys) != len(values) or None in keys:
        raise MalformedValueError("a map has a key that is not NULL for each value")
    return list(zip(keys, values, strict=True))


def _header(data: bytes) -> int:
    if len(data) < _HEADER_BYTES or data[0] != packed.FORMAT:
        raise MalformedValueError("an array or map starts with format 0x01 and 4 bytes")
    return int.from_bytes(data[1:_HEADER_BYTES], "big")
