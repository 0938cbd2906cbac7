"""Groups, chunks and overlay rows: a second reader of the golden files, after docs/FORMAT.md."""

from __future__ import annotations

import struct
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import NamedTuple

import pytest

import golden
from pyspark_hbase.packed import PackedSchema
from pyspark_hbase.types import DataType, TypeKind
from pyspark_hbase.values import Value

_HEADER = struct.Struct(">BHHqHI")
_ENTRY = struct.Struct(">BBHIqq")
_VARIABLE = 0xFFFF
_EPOCH = datetime(1970, 1, 1)


def group_key(bits: int, row_key: bytes) -> bytes:
    kept = bytearray(row_key[: (bits + 7) // 8])
    if bits % 8 and len(kept) > bits // 8:
        kept[-1] &= 0xFF << (8 - bits % 8) & 0xFF
    return bytes(kept)


def rest(bits: int, row_key: bytes) -> bytes:
    return row_key[bits // 8 :]


def _numbers(chunk: bytes, place: int, width: int, count: int) -> list[int]:
    return [
        int.from_bytes(chunk[i : i + width], "little")
        for i in range(place, place + width * count, width)
    ]


def _pieces(chunk: bytes, place: int, width: int, count: int) -> list[bytes]:
    ends = _numbers(chunk, place, width, count)
    data = place + width * count
    return [chunk[data + start : data + end] for start, end in zip([0, *ends], ends, strict=False)]


def _from_number(number: int, data_type: DataType) -> Value:
    match data_type.kind:
        case TypeKind.BOOLEAN:
            return bool(number)
        case TypeKind.DECIMAL:
            digits = Decimal(number).as_tuple()
            return Decimal((digits.sign, digits.digits, -data_type.scale))
        case TypeKind.DATE:
            return date(1970, 1, 1) + timedelta(days=number)
        case TypeKind.TIMESTAMP:
            return (_EPOCH + timedelta(microseconds=number)).replace(tzinfo=timezone.utc)
        case TypeKind.TIMESTAMP_NTZ:
            return _EPOCH + timedelta(microseconds=number)
        case _:
            return number


class _Array(NamedTuple):
    """Values of a column: their place in the chunk, width, smallest, and number."""

    place: int
    width: int
    least: int
    rows: int


def _values(chunk: bytes, array: _Array, data_type: DataType) -> list[Value]:
    place, width, least, rows = array
    match data_type.kind:
        case TypeKind.STRING:
            return [piece.decode() for piece in _pieces(chunk, place, width, rows)]
        case TypeKind.BINARY:
            return list(_pieces(chunk, place, width, rows))
        case TypeKind.FLOAT | TypeKind.DOUBLE:
            form = "<f" if width == 4 else "<d"
            return [struct.unpack_from(form, chunk, place + i * width)[0] for i in range(rows)]
    if width == 0:
        numbers = [least] * rows
    else:
        numbers = _numbers(chunk, place, width, rows)
        if width < 8:
            numbers = [least + number for number in numbers]
        else:
            numbers = [n - (1 << 8 * width) if n >> (8 * width - 1) else n for n in numbers]
    return [_from_number(number, data_type) for number in numbers]


def read_chunk(
    chunk: bytes, fields: list[DataType]
) -> tuple[int, list[bytes], list[list[Value | None]]]:
    """Read timestamp, rests of the row keys, and rows."""
    version, rows, columns, timestamp, rest_width, rest_bytes = _HEADER.unpack_from(chunk)
    assert version == 1
    rests = _HEADER.size + columns * _ENTRY.size
    if rest_width == _VARIABLE:
        keys = _pieces(chunk, rests, 4, rows)
    else:
        keys = [chunk[rests + i * rest_width :][:rest_width] for i in range(rows)]
        assert rows * rest_width == rest_bytes
    by_column: list[list[Value | None]] = []
    for column, data_type in enumerate(fields):
        if column >= columns:
            by_column.append([None] * rows)
            continue
        entry = _ENTRY.unpack_from(chunk, _HEADER.size + column * _ENTRY.size)
        code, width, null_count, place, least, _ = entry
        assert code == data_type.kind
        nulls = [null_count == rows] * rows
        if 0 < null_count < rows:
            nulls = [bool(chunk[place + i // 8] >> i % 8 & 1) for i in range(rows)]
            assert sum(nulls) == null_count
            place += (rows + 7) // 8
        values: list[Value | None] = [None] * rows
        if null_count < rows:
            values[:] = _values(chunk, _Array(place, width, least, rows), data_type)
        by_column.append([None if null else v for null, v in zip(nulls, values, strict=True)])
    return timestamp, keys, [list(row) for row in zip(*by_column, strict=True)]


@pytest.mark.parametrize(("file", "case"), golden.cases("group_key"))
def test_a_row_key_has_its_group_and_qualifier(file: golden.Json, case: golden.Json) -> None:
    row_key, bits = bytes.fromhex(case["value"]), file["group_bits"]
    assert group_key(bits, row_key) == bytes.fromhex(case["group"])
    assert b"o" + rest(bits, row_key) == bytes.fromhex(case["hex"])


@pytest.mark.parametrize(("file", "case"), golden.cases("chunk"))
def test_golden_chunks_have_their_rows(file: golden.Json, case: golden.Json) -> None:
    fields = [DataType.parse(field) for field in file["fields"]]
    timestamp, keys, rows = read_chunk(bytes.fromhex(case["hex"]), fields)
    assert timestamp == case["timestamp"]
    assert keys == [rest(file["group_bits"], bytes.fromhex(key)) for key in case["row_keys"]]
    for found, expected in zip(rows, case["value"], strict=True):
        values = [golden.to_python(v, f) for v, f in zip(expected, fields, strict=True)]
        assert [golden.comparable(v) for v in found] == [golden.comparable(v) for v in values]


@pytest.mark.parametrize(("file", "case"), golden.cases("overlay"))
def test_golden_overlay_rows_have_their_bytes(file: golden.Json, case: golden.Json) -> None:
    cell = bytes.fromhex(case["hex"])
    kind, timestamp = struct.unpack_from(">Bq", cell)
    assert timestamp == case["timestamp"]
    if case["value"] is None:
        assert (kind, cell[9:]) == (0, b"")
    else:
        schema = PackedSchema(tuple(map(DataType.parse, file["fields"])))
        assert (kind, list(schema.decode(cell[9:]))) == (1, case["value"])
