"""Packed cells: the bytes of the golden files, and what is refused."""

from __future__ import annotations

import pytest

import golden
from pyspark_hbase import types
from pyspark_hbase.codec_error import CodecError
from pyspark_hbase.packed import PackedSchema
from pyspark_hbase.types import DataType


def schema_of(file: golden.Json) -> PackedSchema:
    return PackedSchema(tuple(map(DataType.parse, file["fields"])))


@pytest.mark.parametrize(("file", "case"), golden.cases("packed"))
def test_golden_cells_have_their_bytes(file: golden.Json, case: golden.Json) -> None:
    schema = schema_of(file)
    values = [
        golden.to_python(value, field)
        for value, field in zip(case["value"], schema.fields, strict=True)
    ]
    cell = bytes.fromhex(case["hex"])
    assert list(map(golden.comparable, schema.decode(cell))) == list(map(golden.comparable, values))
    if case.get("written", True):
        assert schema.encode(values) == cell


@pytest.mark.parametrize(("file", "case"), golden.cases("packed", "malformed"))
def test_malformed_cells_are_refused(file: golden.Json, case: golden.Json) -> None:
    with pytest.raises(CodecError) as caught:
        schema_of(file).decode(bytes.fromhex(case["hex"]))
    assert caught.value.code == case["code"]


def test_the_field_that_cannot_be_written_is_named() -> None:
    with pytest.raises(CodecError) as caught:
        PackedSchema((types.INT, types.TINYINT)).encode((1, 128))
    assert caught.value.code == "VALUE_OUT_OF_RANGE"
    assert caught.value.values["field"] == "1"


def test_a_cell_needs_a_value_for_each_field() -> None:
    with pytest.raises(ValueError, match="2 fields, found 1"):
        PackedSchema((types.INT, types.INT)).encode((1,))


def test_a_cell_has_at_least_one_field() -> None:
    with pytest.raises(ValueError, match="1 to 65535"):
        PackedSchema(())
