from __future__ import annotations

import struct
from typing import Any

import google_crc32c
import pytest
from google.protobuf import json_format

import golden
from pyspark_hbase._codec import arrow_values
from pyspark_hbase._codec.python_values import to_internal
from pyspark_hbase._proto import frame_pb2
from pyspark_hbase.errors import FrameError
from pyspark_hbase.result import decode_frame, is_frame
from pyspark_hbase.types import DataType, TypeKind


def internal(value: Any, data_type: DataType) -> Any:
    """A value of a golden file: floats and decimals are text there, bytes are hex."""
    match data_type.kind:
        case TypeKind.BOOLEAN:
            return value
        case _ if value is None:
            return None
        case TypeKind.FLOAT | TypeKind.DOUBLE:
            return float(value)
        case TypeKind.BINARY:
            return bytes.fromhex(value)
        case TypeKind.DECIMAL:
            return int(value.replace(".", ""))
        case _:
            return to_internal(value, data_type)


@pytest.mark.parametrize(("file", "case"), golden.cases("frame"))
def test_golden_frames_hold_the_header_and_the_values_beside_them(file: Any, case: Any) -> None:
    frame = decode_frame(bytes.fromhex(case["hex"]))
    assert frame.header == json_format.ParseDict(case["header"], frame_pb2.FrameHeader())
    assert frame.batch.num_rows == frame.header.row_count
    assert frame.batch.num_columns == len(case["columns"])
    for array, column in zip(frame.batch.columns, case["columns"], strict=True):
        data_type = DataType.parse(column["type"])
        assert array.type == arrow_values.wire_type(data_type)
        expected = [internal(value, data_type) for value in column["values"]]
        assert str(arrow_values.to_internal(array, data_type)) == str(expected)


def golden_frame(name: str) -> bytes:
    return bytes.fromhex(golden.load(f"frame/{name}.json")["cases"][0]["hex"])


@pytest.mark.parametrize("name", ["all_types", "empty_batch", "no_columns", "partial_aggregate"])
def test_every_truncated_frame_is_refused(name: str) -> None:
    value = golden_frame(name)
    for length in range(len(value)):
        with pytest.raises(FrameError):
            decode_frame(value[:length])


def test_every_flipped_bit_is_refused() -> None:
    value = bytearray(golden_frame("partial_aggregate"))
    for bit in range(8 * len(value)):
        value[bit // 8] ^= 1 << bit % 8
        with pytest.raises(FrameError):
            decode_frame(bytes(value))
        value[bit // 8] ^= 1 << bit % 8


def signed(value: bytes) -> bytes:
    return value + struct.pack(">I", google_crc32c.value(value))


def test_lengths_beyond_the_frame_are_refused() -> None:
    value = golden_frame("no_columns")[:-4]
    for position in (5, 9 + 70):
        damaged = bytearray(value)
        damaged[position : position + 4] = b"\xff\xff\xff\xff"
        with pytest.raises(FrameError, match="beyond its end"):
            decode_frame(signed(bytes(damaged)))
    with pytest.raises(FrameError, match="after the body"):
        decode_frame(signed(value + b"\x00"))


def test_a_damaged_body_is_refused_even_with_a_right_checksum() -> None:
    value = golden_frame("all_types")[:-4]
    start = value.index(b"\xff\xff\xff\xff", 80)
    for position in range(start, len(value), 7):
        damaged = bytearray(value)
        damaged[position] ^= 0x55
        try:
            decode_frame(signed(bytes(damaged)))
        except FrameError:
            continue


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"plan_hash": b""}, "no plan hash"),
        ({"payload": 9}, "payload"),
        ({"stop_reason": 0}, "stop reason"),
        ({"row_count": 8}, "number of rows"),
    ],
)
def test_headers_that_say_too_little_are_refused(change: dict[str, Any], problem: str) -> None:
    value = golden_frame("no_columns")
    header = decode_frame(value).header
    for name, new in change.items():
        setattr(header, name, new)
    head = header.SerializeToString()
    rest = value[9 + 70 : -4]
    with pytest.raises(FrameError, match=problem):
        decode_frame(signed(value[:5] + struct.pack(">I", len(head)) + head + rest))


def test_another_version_is_named() -> None:
    value = golden_frame("no_columns")
    with pytest.raises(FrameError, match="version 2; upgrade"):
        decode_frame(value[:4] + b"\x02" + value[5:])


def test_raw_cells_are_not_frames() -> None:
    assert not is_frame(b"")
    assert not is_frame(b"SQH")
    assert not is_frame(b"\x00\x00\x00\x01")
