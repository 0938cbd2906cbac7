"""Single values: the bytes of the golden files, and what is refused."""

from __future__ import annotations

import math
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

import pytest

import golden
from pyspark_hbase import types
from pyspark_hbase.codec_error import CodecError
from pyspark_hbase.types import DataType, decimal
from pyspark_hbase.values import Encoding, Value, decode_value, encode_value


@pytest.mark.parametrize(("file", "case"), golden.cases("value"))
def test_golden_values_have_their_bytes(file: golden.Json, case: golden.Json) -> None:
    data_type, encoding = DataType.parse(file["type"]), Encoding[file["encoding"]]
    value = golden.to_python(case["value"], data_type)
    data = bytes.fromhex(case["hex"])
    decoded = decode_value(data, data_type, encoding)
    if data_type == types.FLOAT:
        # JSON has the digits of a 32-bit number, Python all those of its 64-bit equal.
        assert value is not None
        value = decode_value(encode_value(value, data_type, encoding), data_type, encoding)
    assert golden.comparable(decoded) == golden.comparable(value)
    if case.get("written", True):
        assert value is not None
        assert encode_value(value, data_type, encoding) == data


@pytest.mark.parametrize(("file", "case"), golden.cases("value", "malformed"))
def test_malformed_bytes_are_refused(file: golden.Json, case: golden.Json) -> None:
    with pytest.raises(CodecError) as caught:
        decode_value(
            bytes.fromhex(case["hex"]), DataType.parse(file["type"]), Encoding[file["encoding"]]
        )
    assert caught.value.code == case["code"]
    assert caught.value.values["type"] == file["type"]


@pytest.mark.parametrize(
    "encoding", [Encoding.ORDERED, Encoding.HBASE, Encoding.TEXT, Encoding.PHOENIX]
)
@pytest.mark.parametrize(
    ("value", "data_type"),
    [
        (128, types.TINYINT),
        (-32769, types.SMALLINT),
        (1 << 31, types.INT),
        (1 << 63, types.BIGINT),
        (1 << 31, types.DATE),
        (1e39, types.FLOAT),
        (10**400, types.DOUBLE),
        (Decimal("100"), decimal(4, 2)),
        (Decimal("0.001"), decimal(4, 2)),
        (Decimal("1e1000000000"), decimal(38, 0)),
        (Decimal("1e-1000000000"), decimal(38, 38)),
        (Decimal("NaN"), decimal(4, 2)),
        (100, decimal(4, 2)),
    ],
)
def test_values_that_do_not_fit_are_refused(
    value: Value, data_type: DataType, encoding: Encoding
) -> None:
    with pytest.raises(CodecError, match="does not fit") as caught:
        encode_value(value, data_type, encoding)
    assert caught.value.code == "VALUE_OUT_OF_RANGE"


@pytest.mark.parametrize(
    ("value", "data_type"),
    [
        (True, types.INT),
        (1, types.BOOLEAN),
        ("1", types.INT),
        (1.0, types.INT),
        (b"x", types.DOUBLE),
        (1.5, decimal(4, 2)),
        ("x", types.BINARY),
        (1, types.STRING),
        ("2013-01-01", types.DATE),
        (datetime(2013, 1, 1), types.DATE),
        (datetime(2013, 1, 1), types.TIMESTAMP),
        (datetime(2013, 1, 1, tzinfo=timezone.utc), types.TIMESTAMP_NTZ),
        (date(2013, 1, 1), types.TIMESTAMP),
    ],
)
def test_values_of_another_python_type_are_refused(value: Value, data_type: DataType) -> None:
    with pytest.raises(TypeError):
        encode_value(value, data_type, Encoding.ORDERED)


def test_binary_has_no_text() -> None:
    with pytest.raises(ValueError, match="ORDERED or HBASE"):
        encode_value(b"", types.BINARY, Encoding.TEXT)
    with pytest.raises(ValueError, match="ORDERED or HBASE"):
        decode_value(b"", types.BINARY, Encoding.TEXT)


def test_bytes_of_a_string_survive_when_they_are_not_utf8() -> None:
    decoded = decode_value(b"a\xff", types.STRING, Encoding.ORDERED)
    assert encode_value(decoded, types.STRING, Encoding.ORDERED) == b"a\xff"


def test_every_nan_is_written_the_same() -> None:
    assert encode_value(-math.nan, types.DOUBLE, Encoding.HBASE).hex() == "7ff8000000000000"


def test_timestamps_of_any_zone_are_instants() -> None:
    east = datetime(2013, 1, 1, 6, tzinfo=timezone(timedelta(hours=1)))
    text = encode_value(east, types.TIMESTAMP, Encoding.TEXT)
    assert text == b"2013-01-01T05:00:00.000000Z"


@pytest.mark.parametrize(
    "encoding", [Encoding.ORDERED, Encoding.HBASE, Encoding.TEXT, Encoding.PHOENIX]
)
@pytest.mark.parametrize(
    ("value", "data_type", "text"),
    [
        (-(1 << 31), types.DATE, "-5877641-06-23"),
        ((1 << 31) - 1, types.DATE, "+5881580-07-11"),
        (-(1 << 63), types.TIMESTAMP, "-290308-12-21T19:59:05.224192Z"),
        ((1 << 63) - 1, types.TIMESTAMP_NTZ, "+294247-01-10T04:00:54.775807"),
    ],
)
def test_years_outside_python_can_be_written_as_numbers_and_not_be_read(
    value: int, data_type: DataType, text: str, encoding: Encoding
) -> None:
    data = encode_value(value, data_type, encoding)
    if encoding is Encoding.TEXT:
        assert data == text.encode()
    with pytest.raises(CodecError, match="year 1 to 9999") as caught:
        decode_value(data, data_type, encoding)
    assert caught.value.code == "YEAR_OUT_OF_PYTHON_RANGE"
    assert caught.value.values["value"] == str(value)


def test_cells_of_nested_values_are_left_to_the_region_servers() -> None:
    with pytest.raises(ValueError, match="region servers only"):
        decode_value(b"[]", DataType.parse("ARRAY<INT>"), Encoding.JSON)
    with pytest.raises(ValueError, match="region servers only"):
        encode_value(1, types.INT, Encoding.NESTED)
