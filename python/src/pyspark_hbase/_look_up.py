"""The one row that a sub-plan names by its whole row key: one get, decoded here.

A scan costs three calls of the gateway and a frame, a get one call. Only what is plain to decode is
read so, and a row that does not decode is left to the scan: its answer, or its error, is the
engine's. A get asks no coprocessor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any, Final

import pyarrow as pa

from pyspark_hbase import _arrow_values, _key_range
from pyspark_hbase._binary_values import MalformedValueError
from pyspark_hbase._columns import CellPlace, PackedPlace
from pyspark_hbase._operators import FilterOperator, LimitOperator, Operator, ProjectOperator
from pyspark_hbase._runnable import RunnablePlan
from pyspark_hbase._typed import TypedColumn
from pyspark_hbase.codec_error import CodecError
from pyspark_hbase.packed import PackedSchema
from pyspark_hbase.table_schema import TableSchema
from pyspark_hbase.types import MAX_PRECISION, DataType, TypeKind
from pyspark_hbase.values import decoder, is_decodable

Internal = int | float | bytes
Columns = dict[int, Internal | None]
"""Internal values by the column's position in the table."""

_UNDECODABLE: Final = (CodecError, MalformedValueError, pa.ArrowException)
_EXACT: Final = Context(prec=MAX_PRECISION)
_ORDER: Final = (FilterOperator, ProjectOperator, LimitOperator)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell that is read, its values, and the columns that they are."""

    name: bytes
    decode: Callable[[bytes], Sequence[Internal | None]]
    values: tuple[tuple[int, int], ...]
    """Positions among the decoded values, and of the column."""


@dataclass(frozen=True, slots=True)
class LookUp:
    """A get, and how its cells become the row of the result. Immutable."""

    hbase_table: bytes
    row: bytes
    families: Sequence[bytes] | None
    """None is all."""
    cells: tuple[_Cell, ...]
    of_key: Columns
    output: tuple[tuple[int, Callable[[Any], Any] | None], ...]
    """Positions in the table, and what makes Python's value of an internal one where Arrow asks."""
    struct: pa.StructType
    """Names and types of the result."""

    @property
    def bounds(self) -> tuple[bytes, bytes]:
        """The row keys that are read: ``[start_row, stop_row)``."""
        return self.row, self.row + b"\0"

    def answer(self, client: Any) -> pa.Table | None:
        """The result; None where only a scan can tell it. Raises what the Thrift client raises."""
        rows = client.getRowWithColumns(self.hbase_table, self.row, self.families, {})
        if not rows:
            return pa.schema(list(self.struct)).empty_table()
        found = rows[0].columns
        values = dict(self.of_key)
        try:
            for cell in self.cells:
                stored = found.get(cell.name)
                # Columns without a cell are NULL.
                if stored is not None:
                    decoded = cell.decode(stored.value)
                    for index, position in cell.values:
                        values[position] = decoded[index]
            row = []
            for position, convert in self.output:
                value = values.get(position)
                row.append(value if value is None or convert is None else convert(value))
            # All columns at once: an array for each costs several times as much.
            struct: Any = pa.array([tuple(row)], self.struct)
        except _UNDECODABLE:
            return None
        return pa.Table.from_batches([pa.RecordBatch.from_struct_array(struct)])


def look_up(plan: RunnablePlan, families: Sequence[bytes] | None) -> LookUp | None:
    """The get for a plan; None if it asks for more than columns of one row as they are stored.

    ``families`` are those that the scan would read, None for all.
    """
    if plan.schema.group_bits is not None:
        # Its HBase row is a group of rows.
        return None
    pinned = _key_range.pinned_row(plan.schema, plan.operators)
    positions = _picked(plan.schema, plan.operators)
    if pinned is None or positions is None or plan.schema.undecodable_as_null:
        return None
    row, of_key = pinned
    columns = plan.schema.columns
    cells = _cells(plan.schema, sorted(set(positions) - of_key.keys()))
    if cells is None:
        return None
    output = plan.output
    types = [_arrow_values.result_type(column.type) for column in output]
    return LookUp(
        hbase_table=plan.schema.hbase_table.encode(),
        row=row,
        families=families,
        cells=cells,
        of_key=dict(of_key),
        output=tuple((position, _converter(columns[position].type)) for position in positions),
        struct=pa.struct([pa.field(c.name, t) for c, t in zip(output, types, strict=True)]),
    )


def _picked(schema: TableSchema, operators: Sequence[Operator]) -> list[int] | None:
    """Positions of the result's columns in the table, if the operators compute nothing."""
    if not all(isinstance(each, _ORDER) for each in operators):
        return None
    steps = [_ORDER.index(type(each)) for each in operators]
    if steps != sorted(steps) or any(
        isinstance(each, LimitOperator) and each.rows == 0 for each in operators
    ):
        return None
    projects = [each for each in operators if isinstance(each, ProjectOperator)]
    if not projects:
        return list(range(len(schema.columns)))
    picked = [each.position for each in projects[0].expressions if isinstance(each, TypedColumn)]
    is_all = len(projects) == 1 and len(picked) == len(projects[0].expressions)
    return picked if is_all else None


def _cells(schema: TableSchema, positions: Sequence[int]) -> tuple[_Cell, ...] | None:
    """The cells of these columns; None if one is read by region servers only."""
    cells = []
    packed: dict[int, list[tuple[int, int]]] = {}
    for position in positions:
        column = schema.columns[position]
        match column.place:
            case PackedPlace(cell, field) if not column.type.nested:
                packed.setdefault(cell, []).append((field, position))
            case CellPlace(family, qualifier, encoding) if is_decodable(column.type, encoding):
                own = _of_one(decoder(column.type, encoding))
                cells.append(_Cell(family + b":" + qualifier, own, ((0, position),)))
            case _:
                return None
    for cell, values in packed.items():
        stored = schema.packed_cells[cell]
        decode = PackedSchema(stored.fields).decode_internal
        name = stored.family + b":" + stored.qualifier
        cells.append(_Cell(name, decode, tuple(values)))
    return tuple(cells)


def _of_one(decode: Callable[[bytes], Internal]) -> Callable[[bytes], Sequence[Internal]]:
    return lambda data: (decode(data),)


def _converter(data_type: DataType) -> Callable[[Any], Any] | None:
    if data_type.kind is TypeKind.BOOLEAN:
        return bool
    if data_type.kind is TypeKind.DECIMAL:
        return lambda unscaled: _EXACT.scaleb(Decimal(unscaled), -data_type.scale)
    return None
