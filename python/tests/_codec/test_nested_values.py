"""Nested values of result frames: the golden bytes, and what becomes of them in Arrow."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

import golden
from pyspark_hbase._codec import arrow_values, nested_values
from pyspark_hbase._planning import typed
from pyspark_hbase.codec_error import CodecError
from pyspark_hbase.errors import CorruptDataError
from pyspark_hbase.types import DataType, TypeKind


def data_type(spelled: golden.Json) -> DataType:
    if isinstance(spelled, str):
        return DataType.parse(spelled)
    kind, *parts = spelled
    if kind == "struct":
        names, nested = zip(*parts, strict=True)
        return DataType(TypeKind.STRUCT, nested=tuple(map(data_type, nested)), names=names)
    return DataType(TypeKind[kind.upper()], nested=tuple(map(data_type, parts)))


def expected(value: golden.Json, type_: DataType) -> Any:
    if value is None:
        return None
    match type_.kind:
        case TypeKind.STRUCT:
            return tuple(map(expected, value, type_.nested))
        case TypeKind.ARRAY:
            return [expected(element, type_.nested[0]) for element in value]
        case TypeKind.MAP:
            return [tuple(map(expected, entry, type_.nested)) for entry in value]
        case _:
            return golden.to_python(value, type_)


@pytest.mark.parametrize(("file", "case"), golden.cases("nested"))
def test_golden_values_are_read(file: golden.Json, case: golden.Json) -> None:
    type_ = data_type(file["type"])
    found = nested_values.decode(bytes.fromhex(case["hex"]), type_)
    assert found == expected(case["value"], type_)


@pytest.mark.parametrize(("file", "case"), golden.cases("nested", "malformed"))
def test_golden_malformed_values_are_refused(file: golden.Json, case: golden.Json) -> None:
    if case["encoding"] == "NESTED":
        with pytest.raises(CodecError, match="CORRUPT_VALUE"):
            nested_values.decode(bytes.fromhex(case["hex"]), data_type(file["type"]))


@pytest.mark.parametrize(("file", "case"), golden.cases("nested"))
def test_types_survive_their_spelling_and_the_wire(file: golden.Json, case: golden.Json) -> None:
    type_ = data_type(file["type"])
    assert DataType.parse(str(type_)) == type_
    assert typed.decode_type(typed.encode_type(type_)) == type_


def test_results_have_arrows_nested_types() -> None:
    type_ = DataType.parse("STRUCT<`id`: INT, `a``b`: ARRAY<MAP<STRING, DECIMAL(9,2)>>>")
    assert type_.names == ("id", "a`b")
    assert str(arrow_values.result_type(type_)) == (
        "struct<id: int32, a`b: list<item: map<string, decimal128(9, 2)>>>"
    )
    struct = DataType.parse("STRUCT<`id`: INT, `name`: STRING>")
    cell = bytes.fromhex("0100020000000001000000026162")
    found = arrow_values.finished(pa.array([cell, None], pa.binary()), "c", struct)
    assert found.to_pylist() == [{"id": 1, "name": "ab"}, None]


@pytest.mark.parametrize(
    "text", ["ARRAY<INT", "MAP<INT>", "STRUCT<a INT>", "INT<INT>", "ARRAY<INT>x"]
)
def test_other_spellings_are_no_types(text: str) -> None:
    with pytest.raises(ValueError, match="SQL type"):
        DataType.parse(text)


def test_a_key_that_is_no_text_stays_one_where_keys_are_binary() -> None:
    file = golden.load("nested/map.json")
    cell = bytes.fromhex(file["cases"][0]["hex"])
    assert cell.count(b"a") == 1
    column = pa.array([cell.replace(b"a", b"\xff")], pa.binary())
    found = arrow_values.finished(column, "m", DataType.parse("MAP<BINARY, ARRAY<INT>>"))
    assert found.to_pylist() == [[(b"\xff", [1, None]), (b"", None)]]
    with pytest.raises(CorruptDataError, match=r"not UTF-8.*column=m"):
        arrow_values.finished(column, "m", data_type(file["type"]))
