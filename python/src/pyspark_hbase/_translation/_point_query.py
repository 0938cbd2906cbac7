"""Queries of one row, whichever it is: their parameters are columns of the row key, nothing else.

``SELECT ... WHERE id = ?`` is parsed, typed and planned once. For another row key only that is
computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from sqlglot import exp

from pyspark_hbase._codec.key_writers import MOST_BYTES, Write, key_writers
from pyspark_hbase._codec.python_values import from_internal
from pyspark_hbase._execution.point_read import PointRead
from pyspark_hbase._planning import key_range, literals
from pyspark_hbase._translation._expressions import count_before
from pyspark_hbase.errors import PySparkHBaseError
from pyspark_hbase.row_key import RowKeySchema
from pyspark_hbase.table_schema import TableSchema
from pyspark_hbase.types import DataType

if TYPE_CHECKING:
    from pyspark_hbase._planning.typed import TypedLiteral

_VALUES: Final = frozenset({bool, int, str, bytes, Decimal, date, datetime})

_Marker = str | int
"""A parameter's name, or its position among those without one."""


@dataclass(frozen=True, slots=True)
class PointQuery:
    """The part of a point query that is equal for all row keys. Immutable."""

    schema: TableSchema
    point_read: PointRead
    """For one of the row keys."""
    markers: tuple[tuple[int, DataType, _Marker], ...]
    """Positions and types of the columns that are equal to a parameter, and which one."""
    keys: tuple[tuple[int, DataType], ...]
    """All columns of the row key in its order."""
    row_keys: RowKeySchema
    writers: tuple[tuple[int, _Marker, Write], ...] | None
    """For each column of the row key, in its order, its position, which parameter it is equal to,
    and what writes that. It is None if not all of them are so plain."""
    time_zone: str

    def bound(self, args: Any) -> PointRead | None:
        """The get for these arguments; None where it takes the whole plan to tell what they mean.

        A plan is the same for all values that it finds in the types of the columns, exactly.
        """
        prefix = self.schema.row_prefix
        found = None if self.writers is None else _written(self.writers, args)
        if found is not None:
            return self.point_read.of_row(*found) if found[0].startswith(prefix) else None
        values = dict(self.point_read.of_key)
        try:
            for position, data_type, marker in self.markers:
                literal = self._literal(_argument(args, marker), data_type)
                if literal is None or literal.value is None:
                    return None
                values[position] = literal.value
            # As they are written for a query that is planned.
            of_keys = [from_internal(values[i], kind) for i, kind in self.keys]
            row = self.row_keys.encode(of_keys)
        except (PySparkHBaseError, OverflowError):
            return None
        # Rows without the prefix are another table's, which shares the HBase table.
        if self.row_keys.has_two_forms(of_keys) or not row.startswith(prefix):
            return None
        return self.point_read.of_row(row, values)

    def _literal(self, value: Any, data_type: DataType) -> TypedLiteral | None:
        if type(value) not in _VALUES:
            return None
        return literals.exactly(literals.of_python(value), data_type, self.time_zone)


def _written(
    writers: tuple[tuple[int, _Marker, Write], ...], args: Any
) -> tuple[bytes, dict[int, int | float | bytes]] | None:
    """The row key and its values, where they are as plain as their columns."""
    row, values = b"", dict[int, int | float | bytes]()
    for position, marker, write in writers:
        part = write(_argument(args, marker))
        if part is None:
            return None
        values[position], data = part
        row += data
    return (row, values) if 0 < len(row) <= MOST_BYTES else None


def _argument(args: Any, marker: _Marker) -> Any:
    """None where there is none."""
    if isinstance(marker, str):
        return args.get(marker) if isinstance(args, Mapping) else None
    return args[marker] if isinstance(args, list | tuple) and marker < len(args) else None


def point_query(
    select: exp.Select, schema: TableSchema, point_read: PointRead, time_zone: str
) -> PointQuery | None:
    """The query for any row key; None if a parameter is more than the value of a key column.

    ``point_read`` is its get for some arguments: each of its conditions says what a key column is
    equal to.
    """
    where = select.args.get("where")
    if where is None:
        return None
    columns = {column.name.lower(): i for i, column in enumerate(schema.columns)}
    markers = []
    for conjunct in _conjuncts(where.this):
        pair = _equality(conjunct)
        if pair is not None:
            position = columns[str(pair[0].this.this).lower()]
            markers.append((position, schema.columns[position].type, _marker(pair[1])))
    if len(markers) != sum(1 for _ in select.find_all(exp.Placeholder)):
        return None
    keys = tuple((schema.columns.index(each), each.type) for each in schema.key_columns)
    row_keys = key_range.row_key_schema(schema)
    return PointQuery(
        schema=schema,
        point_read=point_read,
        markers=tuple(markers),
        keys=keys,
        row_keys=row_keys,
        writers=_writers(row_keys, [position for position, _ in keys], markers),
        time_zone=time_zone,
    )


def _writers(
    row_keys: RowKeySchema, keys: list[int], markers: list[tuple[int, DataType, _Marker]]
) -> tuple[tuple[int, _Marker, Write], ...] | None:
    found, equal = key_writers(row_keys), {position: marker for position, _, marker in markers}
    if found is None or len(equal) < len(keys):
        return None
    return tuple((i, equal[i], write) for i, write in zip(keys, found, strict=True))


def _conjuncts(node: exp.Expr) -> Iterator[exp.Expr]:
    if isinstance(node, exp.Paren):
        yield from _conjuncts(node.this)
    elif isinstance(node, exp.And):
        yield from _conjuncts(node.this)
        yield from _conjuncts(node.expression)
    else:
        yield node


def _equality(node: exp.Expr) -> tuple[exp.Column, exp.Placeholder] | None:
    """The column and the parameter of an equality of just these."""
    if isinstance(node, exp.EQ | exp.NullSafeEQ):
        for column, marker in ((node.this, node.expression), (node.expression, node.this)):
            if isinstance(column, exp.Column) and isinstance(marker, exp.Placeholder):
                return column, marker
    return None


def _marker(node: exp.Placeholder) -> _Marker:
    return str(node.this) if node.args.get("this") else count_before(node)
