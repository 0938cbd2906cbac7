"""Result frames: what one HBase Result of a sub-plan scan holds. docs/FORMAT.md, "Result frame".

>>> plan_hash(b"the bytes of a sub-plan").hex()
'9d9d8a53752c94c7'
>>> is_frame(b"plain bytes of a cell")
False
>>> try:
...     decode_frame(b"plain bytes of a cell")
... except FrameError as error:
...     print(error.code)
CORRUPT_FRAME

Frames come from a scan that carries a sub-plan, see :mod:`pyspark_hbase.gateway`:

```python
from pyspark_hbase import connect
from pyspark_hbase.gateway import frames
from pyspark_hbase.result import ResultFrame

with connect("thrift://gateway-host:9090") as hbase, hbase.gateway() as connection:
    for frame in frames(hbase.scan("flights"), connection):
        assert isinstance(frame, ResultFrame)
        print(frame.header.row_count, frame.batch.num_columns)
```
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from typing import Final

import google_crc32c
import pyarrow as pa
from google.protobuf.message import DecodeError

from pyspark_hbase._proto import frame_pb2
from pyspark_hbase.errors import FrameError

__all__ = ["FRAME_COLUMN", "ResultFrame", "decode_frame", "is_frame", "plan_hash"]

FRAME_COLUMN: Final = b".q:f"
"""Family and qualifier of a frame's cell."""

_MAGIC: Final = b"SQHF"
_VERSION: Final = 1
_LENGTH: Final = struct.Struct(">I")
_MIN_BYTES: Final = len(_MAGIC) + 1 + 3 * _LENGTH.size
_HASH_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class ResultFrame:
    """A frame's header, and its rows."""

    header: frame_pb2.FrameHeader
    batch: pa.RecordBatch


def plan_hash(sub_plan: bytes) -> bytes:
    """Return the hash that frames carry of the sub-plan that made them."""
    return hashlib.sha256(sub_plan).digest()[:_HASH_BYTES]


def is_frame(value: bytes) -> bool:
    """Whether the bytes start as frames of any version do."""
    return value.startswith(_MAGIC)


def decode_frame(value: bytes) -> ResultFrame:
    """Read a frame, trusting nothing in it.

    Raises:
        FrameError: the bytes are no frame of this version, or are damaged.
    """
    _require(is_frame(value) and len(value) >= _MIN_BYTES, "no frame, or cut off", value)
    version = value[len(_MAGIC)]
    _require(version == _VERSION, f"version {version}; upgrade this package", value)
    end = len(value) - _LENGTH.size
    (checksum,) = _LENGTH.unpack_from(value, end)
    _require(checksum == google_crc32c.value(value[:end]), "checksum", value)
    header_bytes, position = _section(value, len(_MAGIC) + 1, end)
    body, position = _section(value, position, end)
    _require(position == end, "bytes after the body", value)
    header = _header(header_bytes, value)
    batch = _batch(body, value)
    _require(batch.num_rows == header.row_count, "another number of rows than it says", value)
    return ResultFrame(header, batch)


def _section(value: bytes, start: int, end: int) -> tuple[bytes, int]:
    _require(start + _LENGTH.size <= end, "no length", value)
    (length,) = _LENGTH.unpack_from(value, start)
    start += _LENGTH.size
    _require(length <= end - start, "a length beyond its end", value)
    return value[start : start + length], start + length


def _header(data: bytes, value: bytes) -> frame_pb2.FrameHeader:
    try:
        header = frame_pb2.FrameHeader.FromString(data)
    except DecodeError as error:
        raise _damaged(f"header: {error}", value) from error
    _require(len(header.plan_hash) == _HASH_BYTES, "no plan hash", value)
    payloads = (frame_pb2.ROWS, frame_pb2.PARTIAL_AGGREGATE)
    _require(header.payload in payloads, "an unknown payload", value)
    reasons = frame_pb2.StopReason.values()[1:]
    _require(header.stop_reason in reasons, "an unknown stop reason", value)
    return header


def _batch(body: bytes, value: bytes) -> pa.RecordBatch:
    try:
        reader = pa.ipc.open_stream(body)
        batch = reader.read_next_batch()
        batch.validate(full=True)
    except (pa.ArrowException, StopIteration, OSError) as error:
        raise _damaged(f"body: {error}", value) from error
    return batch


def _require(condition: bool, problem: str, value: bytes) -> None:
    if not condition:
        raise _damaged(problem, value)


def _damaged(problem: str, value: bytes) -> FrameError:
    sentence = (
        "The bytes are not a result frame that this package reads; use its version of the jar."
    )
    return FrameError("CORRUPT_FRAME", sentence, problem=problem, bytes=len(value))
