"""Descriptions of tables in rows of the metadata table: docs/FORMAT.md, "Metadata table"."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pyspark_hbase._codec.key_form import KeyForm, KeyFormKind
from pyspark_hbase._schema.columns import (
    CellPlace,
    Column,
    FamilyMapPlace,
    KeyPlace,
    PackedCell,
    PackedPlace,
    Place,
)
from pyspark_hbase.errors import CorruptDataError
from pyspark_hbase.row_key import KeyPrefix, KeyPrefixKind
from pyspark_hbase.types import DataType, TypeKind
from pyspark_hbase.values import Encoding

MARKER_QUALIFIER: Final = "_0"
"""The qualifier of the cell that proves that a row exists in a table with a cell per column."""
FORMAT_VERSIONS: Final = (1, 2, 3, 4, 5, 6, 7, 8)
TABLE: Final = b"table"
"""Qualifier of the cell of the table itself; columns have cells of their own."""

_ENCODINGS: Final = {
    "ordered": Encoding.ORDERED,
    "hbase": Encoding.HBASE,
    "phoenix": Encoding.PHOENIX,
    "string": Encoding.TEXT,
    "nested": Encoding.NESTED,
    "json": Encoding.JSON,
    "avro": Encoding.AVRO,
}
_FIXED: Final = re.compile(r"fixed\((\d+)\)")
_ESCAPE: Final = re.compile(rb"\\x([0-9A-Fa-f]{2})")


@dataclass(frozen=True, slots=True)
class DescribedTable:
    """One row of the metadata table, as :class:`pyspark_hbase.table_schema.TableSchema` has it."""

    name: str
    hbase_table: str
    columns: tuple[Column, ...]
    packed_cells: tuple[PackedCell, ...]
    families: tuple[bytes, ...]
    key_prefix: KeyPrefix | None
    row_prefix: bytes
    is_permissive: bool
    group_bits: int | None
    state: bytes
    """The cell of the table itself, which stays as long as nothing of all this changes."""


def parse(name: str, cells: Mapping[bytes, bytes]) -> DescribedTable:
    """The description in the cells of one row, by qualifier."""
    try:
        table = json.loads(cells[TABLE])
        if table["formatVersion"] not in FORMAT_VERSIONS:
            raise CorruptDataError(
                "UNSUPPORTED_METADATA",
                "The table was described by another version; upgrade this package.",
                table=name,
                found=table["formatVersion"],
                known=FORMAT_VERSIONS[-1],
            )
        columns = [json.loads(cells[f"column:{c}".encode()]) for c in table["columns"]]
        documents = [leaf for column in columns for leaf in _leaves(column)]
        packed_cells = tuple(map(_packed_cell, table["packedCells"]))
        return DescribedTable(
            name=name,
            hbase_table=table["hbaseTable"],
            columns=tuple(_column(document, table, documents) for document in documents),
            packed_cells=packed_cells,
            families=_families(table, packed_cells, documents),
            key_prefix=_key_prefix(table.get("keyPrefix")),
            row_prefix=_cell_name(table.get("rowPrefix", "")),
            is_permissive=table["properties"].get("hbase.mode") == "permissive",
            group_bits=table.get("groupBits"),
            state=cells[TABLE],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise corrupt(name, error) from None


def corrupt(name: str, problem: Exception) -> CorruptDataError:
    """The error for a description that no table has."""
    return CorruptDataError(
        "CORRUPT_METADATA",
        "The metadata table describes the table in a way that does not parse. Create it anew with "
        "Spark: DROP TABLE, which keeps the rows, and CREATE TABLE.",
        table=name,
        problem=repr(problem),
    )


def _families(
    table: Mapping[str, Any],
    packed_cells: tuple[PackedCell, ...],
    documents: list[Mapping[str, Any]],
) -> tuple[bytes, ...]:
    """Families whose cells prove that a row exists; none where any cell may."""
    if table["adopted"]:
        named = table.get("rowFamilies", [])
        # Does not depend on the columns that are read, so that all queries see the same rows.
        places = (d.get("cell") or d.get("familyMap") for d in documents if named)
        families = [*named, *(place["family"] for place in places if place)]
        return tuple(dict.fromkeys(map(_cell_name, families)))
    # Each packed cell proves its row; in the other layout a marker cell in the table's family does.
    return (packed_cells[0].family if packed_cells else _cell_name(table["family"]),)


def _key_prefix(document: Mapping[str, Any] | None) -> KeyPrefix | None:
    if document is None:
        return None
    kind = KeyPrefixKind(document["kind"])
    return KeyPrefix(kind, document["size"], tuple(document["parts"]))


def _column(
    document: Mapping[str, Any], table: Mapping[str, Any], documents: list[Mapping[str, Any]]
) -> Column:
    """One column; a map over a family needs to know where the others lie."""
    place: Place
    if "key" in document:
        key = document["key"]
        form = _key_form(key)
        place = KeyPlace(key["position"], _ENCODINGS[key["encoding"]], key["descending"], form)
    elif "cell" in document:
        cell = document["cell"]
        encoding = _cell_encoding(cell["encoding"], DataType.parse(document["type"]))
        place = CellPlace(_cell_name(cell["family"]), _cell_name(cell["qualifier"]), encoding)
    elif "familyMap" in document:
        values = DataType.parse(document["type"]).nested[1]
        place = _family_map(document["familyMap"], values, table, documents)
    else:
        place = PackedPlace(document["packed"]["cell"], document["packed"]["field"])
    data_type = DataType.parse(document["type"])
    is_padded = str(document.get("sparkType")).startswith("char(")
    return Column(document["name"], data_type, place, document["nullable"], is_padded)


def _leaves(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """A STRUCT whose fields lie in cells of their own is a column ``name.field`` for each."""
    if "structCells" not in document:
        return [document]
    struct = DataType.parse(document["type"])
    fields = document.get("sparkType", {"fields": ({},) * len(struct.names)})["fields"]
    parts = zip(struct.names, struct.nested, document["structCells"], fields, strict=True)
    return [
        {
            "name": f"{document['name']}.{name}",
            "type": str(data_type),
            "nullable": True,
            "cell": cell,
            "sparkType": field.get("type"),
        }
        for name, data_type, cell, field in parts
    ]


def _cell_encoding(name: str, data_type: DataType) -> Encoding:
    """Texts in cells are read as Spark's CAST reads them; those in row keys are not."""
    encoding = _ENCODINGS[name]
    is_parsed = data_type.kind not in (TypeKind.STRING, TypeKind.BINARY)
    return Encoding.CAST_TEXT if encoding is Encoding.TEXT and is_parsed else encoding


def _family_map(
    place: Mapping[str, Any],
    values: DataType,
    table: Mapping[str, Any],
    documents: list[Mapping[str, Any]],
) -> FamilyMapPlace:
    others = [document["cell"] for document in documents if "cell" in document]
    cells = [*others, *table.get("droppedCells", ())]
    names = [cell["qualifier"] for cell in cells if cell["family"] == place["family"]]
    if table["family"] == place["family"]:
        names.append(MARKER_QUALIFIER)
    return FamilyMapPlace(
        _cell_name(place["family"]),
        _cell_encoding(place["encoding"], values),
        tuple(sorted(map(_cell_name, dict.fromkeys(names)))),
    )


def _key_form(key: Mapping[str, Any]) -> KeyForm:
    given = key.get("form", "plain")
    if fixed := _FIXED.fullmatch(given):
        return KeyForm(KeyFormKind.FIXED, width=int(fixed[1]))
    kind = KeyFormKind(given)
    delimiter = _cell_name(key["delimiter"]) if kind is KeyFormKind.DELIMITED else b"\0"
    return KeyForm(kind, int.from_bytes(delimiter, "big"))


def _packed_cell(document: Mapping[str, Any]) -> PackedCell:
    fields = tuple(map(DataType.parse, document["fields"]))
    return PackedCell(_cell_name(document["family"]), _cell_name(document["qualifier"]), fields)


def _cell_name(text: str) -> bytes:
    r"""The bytes of a family or qualifier in HBase's notation, where ``\xNN`` stands for a byte."""
    return _ESCAPE.sub(lambda escape: bytes.fromhex(escape[1].decode()), text.encode())
