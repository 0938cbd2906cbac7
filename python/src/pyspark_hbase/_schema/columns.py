"""The columns of a SQL table and where they lie in its HBase rows."""

from __future__ import annotations

from dataclasses import dataclass

from pyspark_hbase._codec.key_form import PLAIN, KeyForm
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase._schema.type_messages import encode_type
from pyspark_hbase.types import DataType
from pyspark_hbase.values import Encoding

__all__ = ["CellPlace", "Column", "FamilyMapPlace", "KeyPlace", "PackedCell", "PackedPlace"]


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """Part ``position`` of the row key, from 0."""

    position: int
    encoding: Encoding = Encoding.ORDERED
    descending: bool = False
    form: KeyForm = PLAIN


@dataclass(frozen=True, slots=True)
class CellPlace:
    """A cell of its own; no cell means NULL."""

    family: bytes
    qualifier: bytes
    encoding: Encoding = Encoding.ORDERED


@dataclass(frozen=True, slots=True)
class PackedPlace:
    """Field ``field`` of packed cell ``cell``, both from 0."""

    cell: int
    field: int


@dataclass(frozen=True, slots=True)
class FamilyMapPlace:
    """All cells of a family but some, as one map of their qualifiers and values."""

    family: bytes
    encoding: Encoding = Encoding.ORDERED
    """The encoding of the values."""
    excluded_qualifiers: tuple[bytes, ...] = ()
    """The qualifiers of other columns."""


Place = KeyPlace | CellPlace | PackedPlace | FamilyMapPlace


@dataclass(frozen=True, slots=True)
class PackedCell:
    """A cell that holds several columns; ``fields`` are the types of all ever written to it."""

    family: bytes
    qualifier: bytes
    fields: tuple[DataType, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A SQL column and where it lies. For this package alone: encode."""

    name: str
    type: DataType
    place: Place
    nullable: bool = True
    is_padded: bool = False
    """Whether Spark knows it as CHAR, which it compares and reads filled up with spaces."""

    def encode(self, cells: list[int]) -> sub_plan_pb2.Column:
        """The column as a message; ``cells`` are the packed cells that the message has."""
        message = sub_plan_pb2.Column(
            name=self.name, type=encode_type(self.type), nullable=self.nullable
        )
        match self.place:
            case KeyPlace(_, encoding, descending, form):
                key = sub_plan_pb2.KeyPart(
                    encoding=encoding.name,
                    descending=descending,
                    form=form.kind.name,
                    delimiter=form.delimiter,
                    width=form.width,
                )
                message.key.CopyFrom(key)
            case CellPlace(family, qualifier, encoding):
                cell = sub_plan_pb2.ValueCell(
                    family=family, qualifier=qualifier, encoding=encoding.name
                )
                message.cell.CopyFrom(cell)
            case FamilyMapPlace(family, encoding, excluded):
                family_map = sub_plan_pb2.FamilyMap(
                    family=family, encoding=encoding.name, excluded_qualifiers=excluded
                )
                message.family_map.CopyFrom(family_map)
            case PackedPlace(position, field):
                packed = sub_plan_pb2.PackedField(cell=cells.index(position), field=field)
                message.packed.CopyFrom(packed)
        return message
