"""Cells of point reads: read as the codec reads them, or refused with its sentence."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

import golden
from pyspark_hbase import types
from pyspark_hbase._codec.binary_values import MalformedValueError
from pyspark_hbase._codec.cell_readers import reader
from pyspark_hbase._codec.packed_reader import PackedReader
from pyspark_hbase._codec.python_values import bounds
from pyspark_hbase.codec_error import CodecError
from pyspark_hbase.packed import PackedSchema
from pyspark_hbase.types import DataType, TypeKind
from pyspark_hbase.values import Encoding, decoder, encode_value

TYPES = (
    types.BOOLEAN, types.TINYINT, types.SMALLINT, types.INT, types.BIGINT, types.FLOAT,
    types.DOUBLE, types.decimal(4, 1), types.decimal(18), types.decimal(38, 5), types.STRING,
    types.BINARY, types.DATE, types.TIMESTAMP, types.TIMESTAMP_NTZ,
)  # fmt: skip
ENCODINGS = (Encoding.ORDERED, Encoding.HBASE, Encoding.TEXT)


def outcome(read: Callable[[bytes], Any], data: bytes) -> str:
    """Return the result or the error as text:

    NaN is not equal to itself, nor 0.0 different from -0.0.
    """
    try:
        return repr(read(data))
    except (CodecError, MalformedValueError) as error:
        return f"{type(error).__name__}: {error}"


def values_of(data_type: DataType) -> list[Any]:
    match data_type.kind:
        case TypeKind.BOOLEAN:
            return [True, False]
        case TypeKind.STRING:
            return ["", "a", "Zürich\0"]
        case TypeKind.BINARY:
            return [b"", b"\xff\0"]
        case TypeKind.FLOAT | TypeKind.DOUBLE:
            return [0.0, -0.0, 1.5, -1.5, float("nan"), float("inf"), float("-inf")]
        case TypeKind.DECIMAL:
            nines = (9,) * data_type.precision
            return [0, *(Decimal((sign, nines, -data_type.scale)) for sign in (0, 1))]
        case _:
            # Of dates and timestamps, days and microseconds since 1970.
            return [0, 1, -1]


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda each: each.name)
@pytest.mark.parametrize("data_type", TYPES, ids=str)
def test_a_cell_is_read_as_the_codec_reads_it(data_type: DataType, encoding: Encoding) -> None:
    if encoding is Encoding.TEXT and data_type == types.BINARY:
        with pytest.raises(ValueError, match="no encoding TEXT"):
            reader(data_type, encoding)
        return
    read, decode = reader(data_type, encoding), decoder(data_type, encoding)
    chance = random.Random(f"{data_type} {encoding}")
    cells = [chance.randbytes(size) for size in range(20) for _ in range(20)]
    cells += [b"0", b"1", b"true", b"-12.5", b"2020-01-31", b"\0", b"\xff", b"\1"]
    ends = [each.to_bytes(8, "big", signed=True) for each in bounds(types.BIGINT)]
    cells += [*ends, *(each[:4] for each in ends)]
    cells += [encode_value(value, data_type, encoding) for value in values_of(data_type)]
    for cell in cells:
        assert outcome(read, cell) == outcome(decode, cell)


@pytest.mark.parametrize(("file", "case"), golden.cases("packed"))
def test_a_packed_cell_is_read_as_the_codec_reads_it(file: golden.Json, case: golden.Json) -> None:
    schema = PackedSchema(tuple(map(DataType.parse, file["fields"])))
    same_of(schema, bytes.fromhex(case["hex"]))


@pytest.mark.parametrize(("file", "case"), golden.cases("packed", "malformed"))
def test_a_malformed_packed_cell_is_refused_in_the_same_words(
    file: golden.Json, case: golden.Json
) -> None:
    schema = PackedSchema(tuple(map(DataType.parse, file["fields"])))
    assert outcome(PackedReader(schema).read, bytes.fromhex(case["hex"])).startswith("CodecError")
    same_of(schema, bytes.fromhex(case["hex"]))


def same_of(schema: PackedSchema, cell: bytes) -> None:
    """The cell, each of its beginnings, and cells that differ from it in one byte."""
    read = PackedReader(schema).read
    chance = random.Random(cell)
    tried = [cell, cell + b"\0", *(cell[:end] for end in range(len(cell)))]
    for at, _ in itertools.product(range(len(cell)), range(3)):
        tried.append(cell[:at] + bytes([chance.randrange(256)]) + cell[at + 1 :])
    for each in tried:
        assert outcome(read, each) == outcome(schema.decode_internal, each), each.hex(" ")


def test_packed_cells_of_all_types_and_lengths_are_read_as_the_codec_reads_them() -> None:
    schema = PackedSchema(TYPES)
    chance = random.Random(7)
    for _ in range(60):
        count = chance.randint(1, len(TYPES))
        row = [chance.choice([None, *values_of(each)]) for each in TYPES[:count]]
        same_of(schema, PackedSchema(TYPES[:count]).encode(row))
