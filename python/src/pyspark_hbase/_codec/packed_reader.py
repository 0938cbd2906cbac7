"""Packed cells read field by field in one step; docs/FORMAT.md, "Packed cell".

For rows that are read one at a time. Whatever is not as it should be is left to ``packed``, so that
there is one place that says what is wrong with a cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from struct import error as StructError  # noqa: N812  (a class)
from typing import Final

from pyspark_hbase._codec.binary_values import fixed_width
from pyspark_hbase._codec.python_values import bounds
from pyspark_hbase.packed import FORMAT, PackedSchema
from pyspark_hbase.types import MAX_LONG_PRECISION, DataType, TypeKind

__all__ = ["PackedReader"]

_HEADER_BYTES: Final = 3
_CODES: Final = {
    TypeKind.BOOLEAN: "b",
    TypeKind.TINYINT: "b",
    TypeKind.SMALLINT: "h",
    TypeKind.INT: "i",
    TypeKind.BIGINT: "q",
    TypeKind.FLOAT: "f",
    TypeKind.DOUBLE: "d",
    TypeKind.DATE: "i",
    TypeKind.TIMESTAMP: "q",
    TypeKind.TIMESTAMP_NTZ: "q",
}
_WIDE: Final = "16s"
_OFFSET: Final = "i"
_NARROWER_THAN_THEIR_BYTES: Final = (TypeKind.BOOLEAN, TypeKind.DECIMAL)


class PackedReader:
    """Reads cells of one schema. Threads may share it."""

    def __init__(self, schema: PackedSchema) -> None:
        self.fields = len(schema.fields)
        self._schema = schema
        self._layouts: dict[bytes, _Layout] = {}

    def read(self, cell: bytes) -> list[int | float | bytes | None]:
        """Internal values of all fields, as :meth:`PackedSchema.decode_internal` gives them.

        Raises:
            CodecError: ``CORRUPT_VALUE``.
        """
        header = cell[:_HEADER_BYTES]
        layout = self._layouts.get(header) or self._layout(header)
        found = None if layout is None else layout.read(cell)
        return self._schema.decode_internal(cell) if found is None else found

    def _layout(self, header: bytes) -> _Layout | None:
        """Return the layout of cells with this header.

        None for a header that no cell of this schema has.
        """
        fields = self._schema.fields
        count = int.from_bytes(header[1:], "big")
        if len(header) < _HEADER_BYTES or header[0] != FORMAT or count > len(fields):
            return None
        found = _Layout.of(fields[:count], len(fields) - count)
        self._layouts[header] = found
        return found


@dataclass(frozen=True, slots=True)
class _Layout:
    """The places of the fields of a cell."""

    fixed: Struct
    """Header, bitmap, and all fields; of a field of variable length, where it ends."""
    count: int
    missing: tuple[None, ...]
    """For the fields that the cell was written without."""
    variable: tuple[int, ...]
    wide: tuple[int, ...]
    """Numbers of 16 bytes."""
    bounded: tuple[tuple[int, int, int], ...]
    """Fields whose bytes can hold more than their type, with its smallest and largest value."""

    @staticmethod
    def of(fields: tuple[DataType, ...], missing: int) -> _Layout:
        codes = [_code(field) for field in fields]
        bitmap = (len(fields) + 7) // 8
        return _Layout(
            fixed=Struct(f">{_HEADER_BYTES}x{bitmap}s{''.join(codes)}"),
            count=len(fields),
            missing=(None,) * missing,
            variable=tuple(i for i, field in enumerate(fields) if fixed_width(field) is None),
            wide=tuple(i for i, code in enumerate(codes) if code == _WIDE),
            bounded=tuple(
                (i, *bounds(field))
                for i, field in enumerate(fields)
                if field.kind in _NARROWER_THAN_THEIR_BYTES
            ),
        )

    def read(self, cell: bytes) -> list[int | float | bytes | None] | None:
        """The values; None if something is wrong with the cell, or may be."""
        try:
            bitmap, *values = self.fixed.unpack_from(cell)
        except StructError:
            return None
        nulls = int.from_bytes(bitmap, "little")
        tail, size = self.fixed.size, len(cell)
        start = tail
        for i in self.variable:
            end = tail + values[i]
            if not start <= end <= size:
                return None
            values[i] = cell[start:end]
            start = end
        if start != size:
            return None
        for i in self.wide:
            values[i] = int.from_bytes(values[i], "big", signed=True)
        for i, smallest, largest in self.bounded:
            if not smallest <= values[i] <= largest and not nulls >> i & 1:
                return None
        if nulls:
            for i in range(self.count):
                if nulls >> i & 1:
                    values[i] = None
        values += self.missing
        return values


def _code(field: DataType) -> str:
    if field.kind is TypeKind.DECIMAL:
        return "q" if field.precision <= MAX_LONG_PRECISION else _WIDE
    return _CODES.get(field.kind, _OFFSET)
