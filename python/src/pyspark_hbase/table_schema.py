"""The place of a SQL table in HBase: the description that sub-plans start from.

Tables made with SQL are described by the metadata table: :meth:`TableSchema.load`. Others can be
described by hand:

>>> from pyspark_hbase import types
>>> events = TableSchema(
...     name="default.events",
...     hbase_table="events",
...     columns=(
...         Column("id", types.BIGINT, KeyPlace(0), nullable=False),
...         Column("note", types.STRING, CellPlace(b"f", b"note", Encoding.TEXT)),
...     ),
... )
>>> [column.name for column in events.key_columns]
['id']
>>> print(events.describe())
TableSchema('default.events', hbase_table='events', key=(id), 2 columns)
  id    bigint NOT NULL, KeyPlace(position=0, encoding=<Encoding.ORDERED: 1>, descending=False,
form=KeyForm(kind=<KeyFormKind.PLAIN: 'plain'>, delimiter=0, width=0))
  note  string, CellPlace(family=b'f', qualifier=b'note', encoding=<Encoding.TEXT: 3>)

Columns of layout ``packed`` lie in packed cells, and a family may be one column of type MAP. A salt
spreads the row keys:

>>> sensors = TableSchema(
...     name="default.sensors",
...     hbase_table="sensors",
...     columns=(
...         Column("id", types.BIGINT, KeyPlace(0), nullable=False),
...         Column("celsius", types.DOUBLE, PackedPlace(cell=0, field=0)),
...         Column("tags", types.DataType.parse("map<string,string>"), FamilyMapPlace(b"t")),
...     ),
...     packed_cells=(PackedCell(b"p", b"", (types.DOUBLE,)),),
...     key_prefix=KeyPrefix(KeyPrefixKind.SALT, 8, (0,)),
... )
>>> sensors.key_prefix.width
1

Descriptions of tables that SQL made are read through a gateway:

```python
from pyspark_hbase import TableSchema, connect

with connect("thrift://gateway-host:9090") as hbase, hbase.gateway() as connection:
    flights = TableSchema.load(connection, "default.flights")
```
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase._schema.columns import (
    CellPlace,
    Column,
    FamilyMapPlace,
    KeyPlace,
    PackedCell,
    PackedPlace,
)
from pyspark_hbase._schema.table_document import DescribedTable, corrupt
from pyspark_hbase._schema.type_messages import encode_type
from pyspark_hbase._text.shortened import shortened
from pyspark_hbase._thrift import metadata
from pyspark_hbase.row_key import KeyPrefix, KeyPrefixKind
from pyspark_hbase.values import Encoding

if TYPE_CHECKING:
    import happybase

__all__ = [
    "CellPlace",
    "Column",
    "Encoding",
    "FamilyMapPlace",
    "KeyPlace",
    "KeyPrefix",
    "KeyPrefixKind",
    "PackedCell",
    "PackedPlace",
    "TableSchema",
]


@dataclass(frozen=True, slots=True)
class TableSchema:
    """A SQL table and its mapping to an HBase table. Immutable.

    For this package alone: of, wire_columns, encode, scanned_families.

    ``families`` are those a scan has to read to see every row even if it needs no value. Leave it
    empty when any cell may be the only one of its row.

    Raises:
        ValueError: key columns do not have the positions 0, 1, ..., or two columns have one name.
    """

    name: str
    """The SQL name, for messages."""
    hbase_table: str
    """The HBase table: ``namespace:table``, or ``table`` in the namespace ``default``."""
    columns: tuple[Column, ...]
    """In SQL order."""
    packed_cells: tuple[PackedCell, ...] = ()
    families: tuple[bytes, ...] = ()
    key_prefix: KeyPrefix | None = None
    """The salt or hash in front of the row keys."""
    undecodable_as_null: bool = False
    """True if a value whose bytes do not decode is NULL, and a row whose row key does not decode is
    none of the table. If False, both end the query with an error."""
    group_bits: int | None = None
    """In layout ``columnar``: rows whose row keys start with the same so many bits share an HBase
    row. There is one packed cell then, which all columns outside of the row key lie in."""
    row_prefix: bytes = b""
    """The prefix of the row keys; the HBase table also has rows of other programs."""

    def __post_init__(self) -> None:
        positions = [column.place.position for column in self.key_columns]  # type: ignore[union-attr]
        if not positions or positions != list(range(len(positions))):
            raise ValueError(
                f"key columns have positions 0, 1, ... without gaps, found {positions}"
            )
        names = [column.name.lower() for column in self.columns]
        if len(set(names)) < len(names):
            raise ValueError(f"two columns have the same name: {', '.join(names)}")

    @staticmethod
    def load(connection: happybase.Connection, name: str) -> TableSchema:
        """Read the description of the SQL table ``namespace.table`` from the metadata table.

        Raises:
            TableNotFoundError: there is no such SQL table.
        """
        return TableSchema.of(metadata.load(connection, name))

    @staticmethod
    def of(table: DescribedTable) -> TableSchema:
        """The table of a description that was read."""
        try:
            return TableSchema(
                name=table.name,
                hbase_table=table.hbase_table,
                columns=table.columns,
                packed_cells=table.packed_cells,
                families=table.families,
                key_prefix=table.key_prefix,
                row_prefix=table.row_prefix,
                undecodable_as_null=table.is_permissive,
                group_bits=table.group_bits,
            )
        except ValueError as error:
            raise corrupt(table.name, error) from None

    def __repr__(self) -> str:
        """The names and the size of the table; ``print(schema.describe())`` has all columns."""
        key = ", ".join(column.name for column in self.key_columns)
        return (
            f"TableSchema({self.name!r}, hbase_table={self.hbase_table!r}, key=({shortened(key)}), "
            f"{len(self.columns)} columns)"
        )

    def describe(self) -> str:
        """The columns, one line each: name, type, and where HBase has the values."""
        width = max(len(column.name) for column in self.columns)
        lines = (
            f"  {column.name:{width}}  {column.type}{'' if column.nullable else ' NOT NULL'}, "
            f"{column.place}"
            for column in self.columns
        )
        return "\n".join([repr(self), *lines])

    @property
    def key_columns(self) -> tuple[Column, ...]:
        """In row-key order."""
        keys = [
            (column.place.position, column)
            for column in self.columns
            if isinstance(column.place, KeyPlace)
        ]
        return tuple(column for _, column in sorted(keys, key=lambda key: key[0]))

    def wire_columns(self, needed: Collection[int]) -> list[int]:
        """Positions of the columns in a message: all of the key in its order, then those needed."""
        keys = [self.columns.index(column) for column in self.key_columns]
        return keys + [i for i in range(len(self.columns)) if i in needed and i not in keys]

    def encode(self, needed: Collection[int]) -> sub_plan_pb2.TableLayout:
        """The table as a message, with the columns of :meth:`wire_columns`."""
        columns = [self.columns[position] for position in self.wire_columns(needed)]
        places = [column.place for column in columns]
        used = {place.cell for place in places if isinstance(place, PackedPlace)}
        # Without it a reader could not tell how many rows a group has.
        cells = sorted(used if self.group_bits is None else {0})
        message = sub_plan_pb2.TableLayout(
            name=self.name,
            columns=[column.encode(cells) for column in columns],
            families=self._families(columns),
            key_prefix=self._key_prefix(),
            undecodable_as_null=self.undecodable_as_null,
            sets_aside_foreign_rows=self.undecodable_as_null,
            columnar=self._columnar(),
        )
        for position in cells:
            cell = self.packed_cells[position]
            fields = [encode_type(field) for field in cell.fields]
            message.packed_cells.add(family=cell.family, qualifier=cell.qualifier, fields=fields)
        return message

    def _columnar(self) -> sub_plan_pb2.ColumnarGroups | None:
        if self.group_bits is None:
            return None
        return sub_plan_pb2.ColumnarGroups(group_bits=self.group_bits)

    def scanned_families(self, wire_columns: Sequence[int]) -> list[bytes] | None:
        """Families that a scan for the columns at these positions reads; None is all."""
        return self._families([self.columns[position] for position in wire_columns]) or None

    def _key_prefix(self) -> sub_plan_pb2.KeyPrefix | None:
        match self.key_prefix:
            case None:
                return None
            case KeyPrefix(KeyPrefixKind.SALT, buckets, parts):
                return sub_plan_pb2.KeyPrefix(salt_buckets=buckets, parts=parts)
            case KeyPrefix(_, size, parts):
                return sub_plan_pb2.KeyPrefix(hash_bytes=size, parts=parts)

    def _families(self, columns: list[Column]) -> list[bytes]:
        if not self.families:
            return []
        packed = {c.place.cell for c in columns if isinstance(c.place, PackedPlace)}
        own = [c.place.family for c in columns if isinstance(c.place, CellPlace | FamilyMapPlace)]
        # A row has all of its packed cells, so each of them proves it.
        proof = [self.packed_cells[cell].family for cell in sorted(packed)] or self.families
        return list(dict.fromkeys([*proof, *own]))
