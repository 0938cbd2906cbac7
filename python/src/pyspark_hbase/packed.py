"""Packed cells: several columns in one HBase cell; see docs/FORMAT.md, "Packed cell".

>>> from pyspark_hbase import types
>>> schema = PackedSchema((types.INT, types.STRING, types.STRING))
>>> schema.encode((1, "ab", None)).hex(" ")
'01 00 03 04 00 00 00 01 00 00 00 02 00 00 00 02 61 62'
>>> schema.decode(schema.encode((1, "ab", None)))
(1, 'ab', None)

For this package alone: decode_fields, internal_fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from pyspark_hbase._codec import binary_values
from pyspark_hbase._codec.binary_values import MalformedValueError, fixed_width, ieee
from pyspark_hbase._codec.python_values import Value, from_internal, to_internal
from pyspark_hbase.codec_error import CodecError, CodecErrorCode
from pyspark_hbase.types import DataType, TypeKind

__all__ = [
    "FORMAT",
    "MAX_FIELDS",
    "PackedSchema",
    "decode_fields",
    "internal_fields",
]

FORMAT: Final = 0x01
"""First byte of every packed cell."""
MAX_FIELDS: Final = 0xFFFF

_HEADER_BYTES: Final = 3
_OFFSET_BYTES: Final = 4


@dataclass(frozen=True, slots=True)
class PackedSchema:
    """The types of all fields ever written to a packed cell, in order.

    For this package alone: decode_internal.

    Raises:
        ValueError: no field, or more than 65,535.
    """

    fields: tuple[DataType, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.fields) <= MAX_FIELDS:
            raise ValueError(f"a packed cell has 1 to {MAX_FIELDS} fields, not {len(self.fields)}")

    def encode(self, values: Sequence[Value | None]) -> bytes:
        """Write the cell of one row: a value or None for each field.

        Raises:
            CodecError: ``VALUE_OUT_OF_RANGE``; ``values["field"]`` says which field.
            ValueError: there are more or fewer values than fields.
        """
        if len(values) != len(self.fields):
            raise ValueError(f"the cell has {len(self.fields)} fields, found {len(values)}")
        bitmap = bytearray(_bitmap_bytes(len(values)))
        fixed, tail = bytearray(), bytearray()
        for index, (value, field) in enumerate(zip(values, self.fields, strict=True)):
            if value is None:
                bitmap[index // 8] |= 1 << index % 8
            try:
                internal = None if value is None else to_internal(value, field)
            except CodecError as error:
                raise error.with_values(field=index) from None
            if isinstance(internal, bytes):
                tail += internal
            fixed += _fixed_bytes(internal, field, len(tail))
        header = bytes([FORMAT]) + len(values).to_bytes(2, "big")
        return header + bytes(bitmap) + bytes(fixed) + bytes(tail)

    def decode(self, cell: bytes) -> tuple[Value | None, ...]:
        """Read the fields of a cell; those it was written without are None.

        Raises:
            CodecError: ``CORRUPT_VALUE`` when the bytes are not a packed cell of these fields.
        """
        return tuple(_values(self.decode_internal(cell), self.fields))

    def decode_internal(self, cell: bytes) -> list[int | float | bytes | None]:
        """As :meth:`decode`, but internal values of the types (see ``_python_values``)."""
        try:
            return self._decode(cell)
        except MalformedValueError as error:
            raise CodecError(
                CodecErrorCode.CORRUPT_VALUE,
                encoding="packed",
                reason=error,
                foundBytes=len(cell),
                bytes=cell.hex(),
            ) from None

    def _decode(self, cell: bytes) -> list[int | float | bytes | None]:
        if len(cell) < _HEADER_BYTES or cell[0] != FORMAT:
            raise MalformedValueError(
                "a packed cell starts with format 0x01 and a field count of 2 bytes"
            )
        count = int.from_bytes(cell[1:_HEADER_BYTES], "big")
        if count > len(self.fields):
            raise MalformedValueError(
                f"the cell has {count} fields, the table has only {len(self.fields)}"
            )
        values = internal_fields(self.fields[:count], cell, _HEADER_BYTES)
        return [*values, *[None] * (len(self.fields) - count)]


def decode_fields(fields: Sequence[DataType], cell: bytes, header_bytes: int) -> list[Value | None]:
    """The values of bitmap, fixed area and tail, which follow the header to the end of the cell."""
    return _values(internal_fields(fields, cell, header_bytes), fields)


def _values(
    internal: Sequence[int | float | bytes | None], fields: Sequence[DataType]
) -> list[Value | None]:
    return [
        None if value is None else from_internal(value, field)
        for value, field in zip(internal, fields, strict=True)
    ]


def internal_fields(
    fields: Sequence[DataType], cell: bytes, header_bytes: int
) -> list[int | float | bytes | None]:
    """As :func:`decode_fields`, but internal values of the types."""
    fixed_start = header_bytes + _bitmap_bytes(len(fields))
    starts = list(accumulate(map(_fixed_bytes_of, fields), initial=fixed_start))
    if starts[-1] > len(cell):
        raise MalformedValueError(
            f"the fixed area of {len(fields)} fields ends at byte {starts[-1]}"
        )
    tail = cell[starts[-1] :]
    tail_end = 0
    values: list[int | float | bytes | None] = []
    for index, field in enumerate(fields):
        data = cell[starts[index] : starts[index + 1]]
        is_null = cell[header_bytes + index // 8] >> index % 8 & 1
        if fixed_width(field) is None:
            tail_start, tail_end = tail_end, int.from_bytes(data, "big", signed=True)
            if not is_null and not tail_start <= tail_end <= len(tail):
                raise MalformedValueError(
                    f"field {index} goes from {tail_start} to {tail_end} of the tail"
                )
            data = tail[tail_start:tail_end]
        values.append(None if is_null else _internal(data, field))
    if tail_end != len(tail):
        raise MalformedValueError(
            f"the tail has {len(tail)} bytes, its last field ends at byte {tail_end}"
        )
    return values


def _fixed_bytes(internal: int | float | bytes | None, field: DataType, tail_end: int) -> bytes:
    if fixed_width(field) is None:
        return tail_end.to_bytes(_OFFSET_BYTES, "big")
    if internal is None:
        return bytes(_fixed_bytes_of(field))
    if isinstance(internal, float):
        return ieee(internal, field)
    assert isinstance(internal, int)
    return internal.to_bytes(_fixed_bytes_of(field), "big", signed=True)


def _internal(data: bytes, field: DataType) -> int | float | bytes:
    if fixed_width(field) is None:
        return data
    if field.kind in (TypeKind.FLOAT, TypeKind.DOUBLE):
        return binary_values.from_ieee(data)
    return binary_values.require_bounds(int.from_bytes(data, "big", signed=True), field)


def _fixed_bytes_of(field: DataType) -> int:
    return fixed_width(field) or _OFFSET_BYTES


def _bitmap_bytes(count: int) -> int:
    return (count + 7) // 8
