"""A packed and a plain table for the tests of sub-plans."""

from __future__ import annotations

from pyspark_hbase import types
from pyspark_hbase.table_schema import (
    CellPlace,
    Column,
    Encoding,
    KeyPlace,
    PackedCell,
    PackedPlace,
    TableSchema,
)

FARE = types.decimal(10, 2)

FLIGHTS = TableSchema(
    name="default.flights",
    hbase_table="flights",
    columns=(
        Column("carrier", types.STRING, KeyPlace(0), nullable=False),
        Column("distance", types.INT, PackedPlace(0, 0)),
        Column("day", types.DATE, PackedPlace(0, 1)),
        Column("fare", FARE, PackedPlace(0, 2)),
        Column("delay", types.DOUBLE, PackedPlace(0, 3)),
    ),
    packed_cells=(PackedCell(b"p", b"r", (types.INT, types.DATE, FARE, types.DOUBLE)),),
    families=(b"p",),
)

EVERYTHING = TableSchema(
    name="default.everything",
    hbase_table="ns:everything",
    columns=(
        Column("flag", types.BOOLEAN, CellPlace(b"f", b"flag")),
        Column("tiny", types.TINYINT, CellPlace(b"f", b"tiny")),
        Column("small", types.SMALLINT, CellPlace(b"f", b"small")),
        Column("number", types.INT, CellPlace(b"f", b"number")),
        Column("big", types.BIGINT, KeyPlace(1, Encoding.ORDERED, descending=True), nullable=False),
        Column("real", types.FLOAT, CellPlace(b"f", b"real")),
        Column("wide", types.DOUBLE, CellPlace(b"f", b"wide")),
        Column("price", types.decimal(12, 2), CellPlace(b"f", b"price")),
        Column("text", types.STRING, KeyPlace(0), nullable=False),
        Column("raw", types.BINARY, CellPlace(b"g", b"raw")),
        Column("day", types.DATE, CellPlace(b"f", b"day", Encoding.TEXT)),
        Column("at", types.TIMESTAMP, CellPlace(b"f", b"at")),
        Column("wall", types.TIMESTAMP_NTZ, CellPlace(b"f", b"wall")),
    ),
    families=(b"f",),
)
