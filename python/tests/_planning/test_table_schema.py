from __future__ import annotations

import json
from typing import Any

import pytest
from fake_gateway import FakeGateway
from flights import EVERYTHING

import golden
from pyspark_hbase import types
from pyspark_hbase._proto import sub_plan_pb2
from pyspark_hbase.errors import CorruptDataError, TableNotFoundError
from pyspark_hbase.row_key import ESCAPED, LENGTH_PREFIXED, REVERSED, KeyForm, KeyFormKind
from pyspark_hbase.table_schema import (
    CellPlace,
    Column,
    Encoding,
    FamilyMapPlace,
    KeyPlace,
    KeyPrefix,
    KeyPrefixKind,
    PackedCell,
    PackedPlace,
    TableSchema,
)

TABLE: dict[str, Any] = {
    "formatVersion": 1,
    "namespace": "default",
    "name": "orders",
    "id": "7f9c",
    "schemaVersion": 1,
    "hbaseTable": "shop:orders",
    "layout": "packed",
    "family": "d",
    "adopted": False,
    "columns": ["id", "qty"],
    "packedCells": [{"family": "d", "qualifier": "_\\x00p", "fields": ["INT", "DECIMAL(12,2)"]}],
    "properties": {},
}
ID = {
    "name": "id",
    "type": "BIGINT",
    "nullable": False,
    "key": {"position": 0, "encoding": "ordered", "descending": True},
}
QUANTITY = {
    "name": "qty",
    "type": "DECIMAL(12,2)",
    "nullable": True,
    "packed": {"cell": 0, "field": 1},
}


def metadata(table: dict[str, Any], *columns: dict[str, Any]) -> FakeGateway:
    cells = {b"table": json.dumps(table).encode()}
    cells |= {f"column:{c['name']}".encode(): json.dumps(c).encode() for c in columns}
    return FakeGateway([], rows={b"default.orders": cells})


@pytest.mark.parametrize("name", ["default.orders", "orders"])
def test_a_packed_table_is_loaded(name: str) -> None:
    assert TableSchema.load(metadata(TABLE, ID, QUANTITY), name) == TableSchema(
        name="default.orders",
        hbase_table="shop:orders",
        columns=(
            Column("id", types.BIGINT, KeyPlace(0, Encoding.ORDERED, True), nullable=False),
            Column("qty", types.decimal(12, 2), PackedPlace(0, 1)),
        ),
        packed_cells=(PackedCell(b"d", b"_\x00p", (types.INT, types.decimal(12, 2))),),
        families=(b"d",),
    )


def golden_table(name: str) -> TableSchema:
    row = golden.load(f"metadata_table/{name}.json")
    cells = {key.encode(): json.dumps(cell).encode() for key, cell in row["cells"].items()}
    hbase = FakeGateway([], rows={row["row_key"].encode(): cells})
    return TableSchema.load(hbase, row["row_key"])


def test_the_golden_packed_table_is_read() -> None:
    schema = golden_table("packed")
    assert [f"{c.name} {c.type} {c.place}" for c in schema.columns[:3]] == [
        "amount decimal(12,2) PackedPlace(cell=0, field=0)",
        f"id int {KeyPlace(0)}",
        f"at timestamp {KeyPlace(1, descending=True)}",
    ]
    assert [cell.family for cell in schema.packed_cells] == [b"d", b"big"]
    by_name = {column.name: i for i, column in enumerate(schema.columns)}
    assert list(schema.encode([by_name["note"]]).families) == [b"big"]
    assert list(schema.encode([]).families) == [b"d"]


def test_the_golden_table_with_a_cell_per_column_is_read() -> None:
    schema = golden_table("columns")
    assert schema.name == "ns.people"
    cells = golden.load("metadata_table/columns.json")["cells"]
    assert len(schema.columns) == len(cells["table"]["columns"])
    assert any(isinstance(column.place, CellPlace) for column in schema.columns)


def test_the_golden_table_whose_rows_exist_by_some_families_is_read() -> None:
    schema = golden_table("row_families")
    for columns in ([], [0], [0, 1]):
        assert list(schema.encode(columns).families) == [b"g", b"h\xff", b"f"]


def test_the_golden_altered_tables_are_read() -> None:
    packed = golden_table("altered_packed")
    assert [column.name for column in packed.columns] == ["left", "id", "at", "note", "done"]
    assert packed.columns[0].place == PackedPlace(0, 2)
    assert [len(cell.fields) for cell in packed.packed_cells] == [3, 1]
    assert golden_table("altered_columns").columns[1].place == CellPlace(
        b"f", b"v_2", Encoding.TEXT
    )


def test_the_golden_table_of_maps_is_read() -> None:
    schema = golden_table("maps")
    assert [column.place for column in schema.columns[2:]] == [
        FamilyMapPlace(b"f", Encoding.CAST_TEXT, (b"_0", b"v")),
        FamilyMapPlace(b"g", Encoding.HBASE, (b"\0\xff",)),
    ]
    assert schema.undecodable_as_null
    message = schema.encode([3])
    assert (list(message.families), message.undecodable_as_null) == ([b"f", b"g"], True)
    assert list(message.columns[1].family_map.excluded_qualifiers) == [b"\0\xff"]


def test_the_golden_table_of_fixed_key_columns_is_read() -> None:
    schema = golden_table("fixed_forms")
    forms = [c.place.form for c in schema.key_columns]  # type: ignore[union-attr]
    assert forms == [KeyForm(KeyFormKind.FIXED, width=4), KeyForm(KeyFormKind.FIXED, width=16)]


def test_a_struct_over_several_cells_is_read_as_its_fields() -> None:
    schema = golden_table("structs")
    assert [(c.name, str(c.type), c.nullable, c.is_padded) for c in schema.columns[1:]] == [
        ("s.x", "int", True, False),
        ("s.name", "string", True, True),
        ("in_f", "map<string, bigint>", True, False),
    ]
    assert schema.columns[2].place == CellPlace(b"f", b"\x00\xff", Encoding.TEXT)
    place = schema.columns[3].place
    assert isinstance(place, FamilyMapPlace)
    assert place.excluded_qualifiers == (b"\x00\xff", b"_0", b"x")


def test_the_golden_salted_table_is_read() -> None:
    schema = golden_table("salted")
    assert schema.key_prefix == KeyPrefix(KeyPrefixKind.SALT, 8, (1,))
    message = schema.encode([])
    assert (message.key_prefix.salt_buckets, list(message.key_prefix.parts)) == (8, [1])


def test_the_golden_table_of_groups_is_read() -> None:
    schema = golden_table("columnar")
    assert schema.group_bits == 54
    # A plan that reads no column has the cell all the same.
    message = schema.encode({0})
    assert message.columnar.group_bits == 54
    assert [len(cell.fields) for cell in message.packed_cells] == [2]
    assert list(message.families) == [b"d"]


def test_the_golden_table_of_key_forms_is_read() -> None:
    schema = golden_table("forms")
    forms = [column.place.form for column in schema.key_columns]
    bar, separator = (KeyForm(KeyFormKind.DELIMITED, byte) for byte in (ord("|"), 0x1F))
    assert forms == [REVERSED, LENGTH_PREFIXED, bar, separator]
    key = schema.encode([]).columns[2].key
    assert (sub_plan_pb2.KeyForm.Name(key.form), key.delimiter) == ("DELIMITED", ord("|"))


def test_the_golden_table_of_escaped_key_columns_is_read() -> None:
    schema = golden_table("escaped_forms")
    assert [column.place.form for column in schema.key_columns] == [ESCAPED, ESCAPED]
    key = schema.encode([]).columns[1].key
    assert (sub_plan_pb2.KeyForm.Name(key.form), key.descending) == ("ESCAPED", True)


def test_a_hash_is_part_of_the_message() -> None:
    prefix = {"kind": "hash", "size": 4, "parts": [0]}
    table = TABLE | {"formatVersion": 2, "keyPrefix": prefix}
    message = TableSchema.load(metadata(table, ID, QUANTITY), "orders").encode([])
    assert (message.key_prefix.hash_bytes, list(message.key_prefix.parts)) == (4, [0])


def test_a_table_with_a_cell_per_column_is_loaded() -> None:
    table = TABLE | {"layout": "columns", "packedCells": []}
    cell = {"family": "e", "qualifier": "q", "encoding": "string"}
    quantity = {"name": "qty", "type": "INT", "nullable": True, "cell": cell}
    schema = TableSchema.load(metadata(table, ID, quantity), "orders")
    assert schema.columns[1].place == CellPlace(b"e", b"q", Encoding.CAST_TEXT)
    assert schema.families == (b"d",)


def test_every_family_of_an_adopted_table_is_read() -> None:
    schema = TableSchema.load(metadata(TABLE | {"adopted": True}, ID, QUANTITY), "orders")
    assert schema.families == ()
    assert list(schema.encode([1]).families) == []


@pytest.mark.parametrize(
    ("hbase", "sentence"),
    [
        (FakeGateway([]), "no CREATE TABLE"),
        (FakeGateway([], rows={}), "no SQL table of this name"),
    ],
)
def test_a_table_that_is_not_there_is_named(hbase: FakeGateway, sentence: str) -> None:
    with pytest.raises(TableNotFoundError, match=f"{sentence}.* table=default.orders"):
        TableSchema.load(hbase, "orders")


@pytest.mark.parametrize(
    ("hbase", "code"),
    [
        (metadata(TABLE | {"formatVersion": 99}, ID, QUANTITY), "UNSUPPORTED_METADATA"),
        (metadata(TABLE | {"keyPrefix": {"kind": "pepper"}}, ID, QUANTITY), "CORRUPT_METADATA"),
        (metadata(TABLE, ID), "CORRUPT_METADATA"),
        (metadata(TABLE, QUANTITY, ID | {"type": "INTERVAL"}), "CORRUPT_METADATA"),
        (metadata(TABLE | {"columns": None}, ID), "CORRUPT_METADATA"),
        (metadata(TABLE, QUANTITY), "CORRUPT_METADATA"),
        (FakeGateway([], rows={b"default.orders": {b"table": b"{"}}), "CORRUPT_METADATA"),
    ],
)
def test_metadata_that_does_not_parse_is_refused(hbase: FakeGateway, code: str) -> None:
    with pytest.raises(CorruptDataError) as caught:
        TableSchema.load(hbase, "default.orders")
    assert caught.value.code == code


def test_key_columns_are_in_row_key_order() -> None:
    assert [column.name for column in EVERYTHING.key_columns] == ["text", "big"]


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param((), id="no key"),
        pytest.param((Column("a", types.INT, KeyPlace(1)),), id="no first key part"),
        pytest.param(
            (Column("a", types.INT, KeyPlace(0)), Column("A", types.INT, KeyPlace(1))),
            id="two columns of one name",
        ),
    ],
)
def test_tables_that_cannot_be_are_refused(columns: tuple[Column, ...]) -> None:
    with pytest.raises(ValueError, match=r"key columns|same name"):
        TableSchema("t", "t", columns)
