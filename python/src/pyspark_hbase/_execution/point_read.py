"""The one row that a sub-plan names by its whole row key: one get, decoded here.

A scan costs three calls of the gateway and a frame, a get one call. Only what is plain to decode is
read so. A row that does not decode is left to the scan: its answer, or its error, is the engine's.
A get asks no coprocessor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Context, Decimal
from operator import itemgetter
from typing import Any, Final

import pyarrow as pa

from pyspark_hbase._codec import arrow_values, cell_readers
from pyspark_hbase._codec.binary_values import MalformedValueError
from pyspark_hbase._codec.packed_reader import PackedReader
from pyspark_hbase._planning import key_range
from pyspark_hbase._planning.operators import (
    FilterOperator,
    LimitOperator,
    Operator,
    ProjectOperator,
)
from pyspark_hbase._planning.runnable import RunnablePlan
from pyspark_hbase._planning.typed import TypedColumn
from pyspark_hbase._schema.columns import CellPlace, PackedPlace
from pyspark_hbase._thrift.row_requests import Cells, RowRequest, ask
from pyspark_hbase.codec_error import CodecError
from pyspark_hbase.packed import PackedSchema
from pyspark_hbase.table_schema import TableSchema
from pyspark_hbase.types import MAX_PRECISION, DataType, TypeKind
from pyspark_hbase.values import is_decodable

Internal = int | float | bytes
Columns = Mapping[int, Internal]
"""Internal values by the column's position in the table."""
Row = dict[str, Any]
"""Python's values by the names of the columns."""

_UNDECODABLE: Final = (CodecError, MalformedValueError)
_NOT_PYTHONS: Final = (ValueError, OverflowError)
"""Python's errors for texts that are not UTF-8, and for years that its dates do not have."""
_EXACT: Final = Context(prec=MAX_PRECISION)
_EPOCH_DAY: Final = date(1970, 1, 1).toordinal()
_EPOCH: Final = datetime(1970, 1, 1)
_UTC_EPOCH: Final[Any] = pa.scalar(0, pa.timestamp("us", tz="UTC")).as_py()
"""In the time zone object that Arrow has for UTC."""
_ORDER: Final = (FilterOperator, ProjectOperator, LimitOperator)

_Read = Callable[[bytes], Internal]
_Convert = Callable[[Any], Any]
_Values = list[Any]
"""The values of a row: of its row key, of its own cells, of the fields of its packed cells."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """The way from the cells of a row to a row of the result, whatever its row key. Immutable."""

    hbase_table: bytes
    families: Sequence[bytes] | None
    """None is all."""
    keys: tuple[int, ...]
    """Positions in the table of the columns of the row key."""
    cells: tuple[tuple[bytes, _Read], ...]
    """Names of cells that hold one column each, and what reads them."""
    packed: tuple[tuple[bytes, PackedReader], ...]
    for_arrow: tuple[tuple[int, _Convert], ...]
    """Positions of values that Arrow does not take as they are, and what makes of them what it
    takes."""
    for_python: tuple[tuple[int, _Convert], ...]
    """The conversions to Python's own values."""
    pick: Callable[[_Values], Sequence[Any]]
    """Takes the values of the result's columns."""
    struct: pa.StructType
    """Names and types of the result."""
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PointRead:
    """A get, and how its cells become the row of the result. Immutable.

    Between two answers of the gateway other programs have the processor and its caches. So a row
    costs by the code and the objects that it touches. Lists are copied whole, and only values that
    have to be converted are looked at.
    """

    shape: _Shape
    of_key: Columns
    request: RowRequest

    @property
    def row(self) -> bytes:
        """The row key."""
        return self.request.row

    @property
    def bounds(self) -> tuple[bytes, bytes]:
        """The row keys that are read: ``[start_row, stop_row)``."""
        return self.row, self.row + b"\0"

    def of_row(self, row: bytes, of_key: Columns) -> PointRead:
        """Return the read for another row key, with the values of its columns."""
        request = RowRequest(self.shape.hbase_table, row, self.shape.families)
        return PointRead(self.shape, of_key, request)

    def ask(self, connection: Any, *before: RowRequest) -> list[Cells] | None:
        """The cells of other rows and of this one; None if one of them is not to be had so."""
        return ask(connection, *before, self.request)

    def table(self, cells: Cells) -> pa.Table | None:
        """The result; no cells are no row. None where only a scan can tell it."""
        struct = self.shape.struct
        if not cells:
            return pa.schema(list(struct)).empty_table()
        try:
            row = tuple(self._row(cells, self.shape.for_arrow))
            # All columns at once: an array for each costs several times as much.
            array: Any = pa.array([row], struct)
        except (*_UNDECODABLE, pa.ArrowException):
            return None
        return pa.Table.from_batches([pa.RecordBatch.from_struct_array(array)])

    def rows(self, cells: Cells) -> list[Row] | None:
        """Return the rows of ``table(cells).to_pylist()`` in a part of its time.

        None if Python cannot hold a value.
        """
        if not cells:
            return []
        try:
            row = self._row(cells, self.shape.for_python)
        except (*_UNDECODABLE, *_NOT_PYTHONS):
            return None
        return [dict(zip(self.shape.names, row, strict=True))]

    def _row(self, cells: Cells, converted: tuple[tuple[int, _Convert], ...]) -> Sequence[Any]:
        """The values of the result's columns; columns without a cell are NULL."""
        shape, find = self.shape, cells.get
        values: _Values = [self.of_key[position] for position in shape.keys]
        values += [
            None if (cell := find(name)) is None else read(cell.value) for name, read in shape.cells
        ]
        for name, reader in shape.packed:
            cell = find(name)
            values += [None] * reader.fields if cell is None else reader.read(cell.value)
        for position, convert in converted:
            value = values[position]
            if value is not None:
                values[position] = convert(value)
        return shape.pick(values)


def point_read(plan: RunnablePlan, families: Sequence[bytes] | None) -> PointRead | None:
    """The get for a plan; None if it asks for more than columns of one row as they are stored.

    ``families`` are those that the scan would read, None for all.
    """
    if plan.schema.group_bits is not None:
        # Its HBase row is a group of rows.
        return None
    pinned = key_range.pinned_row(plan.schema, plan.operators)
    positions = _picked(plan.schema, plan.operators)
    if pinned is None or positions is None or plan.schema.undecodable_as_null:
        return None
    row, of_key = pinned
    places = _places(plan.schema, sorted(of_key), sorted(set(positions) - of_key.keys()))
    if places is None:
        return None
    at, cells, packed = places
    output = plan.output
    types = [arrow_values.result_type(column.type) for column in output]
    hbase_table = plan.schema.hbase_table.encode()
    shape = _Shape(
        hbase_table=hbase_table,
        families=families,
        keys=tuple(sorted(of_key)),
        cells=cells,
        packed=packed,
        for_arrow=_conversions(plan.schema, at, positions, _for_arrow),
        for_python=_conversions(plan.schema, at, positions, _for_python),
        pick=_picking([at[position] for position in positions]),
        struct=pa.struct([pa.field(c.name, t) for c, t in zip(output, types, strict=True)]),
        names=tuple(column.name for column in output),
    )
    return PointRead(shape, of_key, RowRequest(hbase_table, row, families))


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


def _places(
    schema: TableSchema, keys: Sequence[int], positions: Sequence[int]
) -> (
    tuple[dict[int, int], tuple[tuple[bytes, _Read], ...], tuple[tuple[bytes, PackedReader], ...]]
    | None
):
    """Choose places for the values of these columns in a row, and the cells to read.

    None if a column is read by region servers only.
    """
    at = {position: i for i, position in enumerate(keys)}
    cells: list[tuple[bytes, _Read]] = []
    fields: list[tuple[int, PackedPlace]] = []
    for position in positions:
        column = schema.columns[position]
        match column.place:
            case PackedPlace() as place if not column.type.nested:
                fields.append((position, place))
            case CellPlace(family, qualifier, encoding) if is_decodable(column.type, encoding):
                at[position] = len(keys) + len(cells)
                read = cell_readers.reader(column.type, encoding)
                cells.append((family + b":" + qualifier, read))
            case _:
                return None
    packed: list[tuple[bytes, PackedReader]] = []
    end = len(keys) + len(cells)
    for number in sorted({place.cell for _, place in fields}):
        stored = schema.packed_cells[number]
        at |= {p: end + place.field for p, place in fields if place.cell == number}
        reader = PackedReader(PackedSchema(stored.fields))
        packed.append((stored.family + b":" + stored.qualifier, reader))
        end += reader.fields
    return at, tuple(cells), tuple(packed)


def _conversions(
    schema: TableSchema,
    at: Mapping[int, int],
    positions: Sequence[int],
    conversion: Callable[[DataType], _Convert | None],
) -> tuple[tuple[int, _Convert], ...]:
    """Return the conversion of each column at these positions, each once."""
    found = ((at[p], conversion(schema.columns[p].type)) for p in sorted(set(positions)))
    return tuple((place, convert) for place, convert in found if convert is not None)


def _picking(places: Sequence[int]) -> Callable[[_Values], Sequence[Any]]:
    if len(places) == 1:
        (only,) = places
        return lambda values: (values[only],)
    return itemgetter(*places)


def _for_arrow(data_type: DataType) -> _Convert | None:
    if data_type.kind is TypeKind.BOOLEAN:
        return bool
    return _decimal(data_type) if data_type.kind is TypeKind.DECIMAL else None


def _for_python(data_type: DataType) -> _Convert | None:
    match data_type.kind:
        case TypeKind.STRING:
            return bytes.decode
        case TypeKind.DATE:
            return lambda days: date.fromordinal(_EPOCH_DAY + days)
        case TypeKind.TIMESTAMP:
            return lambda micros: _UTC_EPOCH + timedelta(microseconds=micros)
        case TypeKind.TIMESTAMP_NTZ:
            return lambda micros: _EPOCH + timedelta(microseconds=micros)
        case _:
            return _for_arrow(data_type)


def _decimal(data_type: DataType) -> Callable[[int], Decimal]:
    scale = -data_type.scale
    return lambda unscaled: _EXACT.scaleb(Decimal(unscaled), scale)
