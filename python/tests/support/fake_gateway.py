"""An HBase Thrift gateway in memory, and frames as region servers write them."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import google_crc32c
import happybase  # noqa: F401  (makes Hbase_thrift importable)
import pyarrow as pa
from Hbase_thrift import Hbase, IOError, TCell, TRowResult
from thriftpy2.protocol import TBinaryProtocol
from thriftpy2.protocol.binary import TBinaryProtocol as PlainProtocol
from thriftpy2.thrift import TClient, TProcessor
from thriftpy2.transport import TBufferedTransport

from pyspark_hbase._codec import arrow_values
from pyspark_hbase._proto import frame_pb2
from pyspark_hbase.gateway import SUB_PLAN_ATTRIBUTE
from pyspark_hbase.plan import SubPlan
from pyspark_hbase.result import FRAME_COLUMN, plan_hash

Answer = Callable[[bytes], Iterator[Any]]
"""From the start row of a scan to its Results; an exception among them is raised."""


def encode_frame(header: frame_pb2.FrameHeader, batch: pa.RecordBatch) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    head, body = header.SerializeToString(), sink.getvalue().to_pybytes()
    value = b"SQHF\x01" + struct.pack(">I", len(head)) + head + struct.pack(">I", len(body)) + body
    return value + struct.pack(">I", google_crc32c.value(value))


def frame(  # noqa: PLR0913  (a frame says much)
    plan: SubPlan,
    from_row: bytes,
    to_row: bytes,
    rows: list[tuple[Any, ...]],
    *,
    stop_reason: frame_pb2.StopReason = frame_pb2.END_OF_REGION,
    rows_scanned: int = 100,
) -> bytes:
    """A frame of internal values."""
    columns = [list(column) for column in zip(*rows, strict=True)] or [
        [] for _ in plan._wire_output
    ]
    arrays = [
        arrow_values.from_values(values, column.type)
        for values, column in zip(columns, plan._wire_output, strict=True)
    ]
    header = frame_pb2.FrameHeader(
        plan_hash=plan_hash(plan.to_bytes()),
        region="r",
        from_row=from_row,
        to_row=to_row,
        payload=frame_pb2.PARTIAL_AGGREGATE if plan.aggregate else frame_pb2.ROWS,
        stop_reason=stop_reason,
        row_count=len(rows),
        statistics=frame_pb2.FrameStatistics(rows_scanned=rows_scanned),
    )
    names = [f"c{i}" for i in range(len(arrays))]
    return encode_frame(header, pa.RecordBatch.from_arrays(arrays, names=names))


def result(value: bytes, column: bytes = FRAME_COLUMN) -> Any:
    return row_result(b"row", {column: value})


def row_result(row: bytes, cells: dict[bytes, bytes]) -> Any:
    columns = {name: TCell(value=value, timestamp=1) for name, value in cells.items()}
    return TRowResult(row=row, columns=columns)


class _Loopback:
    """A socket to a handler in this process: what is sent is answered when it is flushed."""

    def __init__(self, handler: object) -> None:
        self._processor = TProcessor(Hbase, handler)
        self._sent = b""
        self._answers = b""

    def write(self, data: bytes) -> None:
        self._sent += data

    def flush(self) -> None:
        sent, self._sent = io.BytesIO(self._sent), b""
        while sent.tell() < len(sent.getbuffer()):
            answer = io.BytesIO()
            protocols = (PlainProtocol(each, decode_response=False) for each in (sent, answer))
            self._processor.process(*protocols)
            self._answers += answer.getvalue()

    def read(self, size: int) -> bytes:
        found, self._answers = self._answers[:size], self._answers[size:]
        assert found, "nobody answers"
        return found


class FakeGateway:
    """Looks like a happybase connection; its client's messages are Thrift's, answered here.

    Records what it is asked.
    """

    def __init__(self, *answers: Any, rows: dict[bytes, dict[bytes, bytes]] | None = None) -> None:
        """``answers``: for each scan, its Results, as bytes of frames, Results or exceptions."""
        self._refresh_thrift_client()
        self.scans: list[Any] = []
        self.closed: list[int] = []
        self.described: list[bytes] = []
        self.reconnects = 0
        self._answers = list(answers)
        self._rows = rows
        self._open: list[Iterator[Any]] = []

    def _refresh_thrift_client(self) -> None:
        transport = TBufferedTransport(_Loopback(self))
        self.client = TClient(Hbase, TBinaryProtocol(transport, decode_response=False))

    def scannerOpenWithScan(self, table: bytes, scan: Any, attributes: Any) -> int:  # noqa: N802
        if table == b"SPARK_SQL_HBASE_TABLE":
            # The names of SQL tables, for a hint: there is none.
            self._open.append(iter(()))
            return len(self._open) - 1
        assert list(attributes) == [SUB_PLAN_ATTRIBUTE]
        self.scans.append(
            SimpleNamespace(table=table, scan=scan, sub_plan=attributes[SUB_PLAN_ATTRIBUTE])
        )
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        self._open.append(iter(answer))
        return len(self._open) - 1

    def scannerGetList(self, scanner: int, count: int) -> list[Any]:  # noqa: N802
        item = next(self._open[scanner], None)
        if isinstance(item, Exception):
            raise item
        if item is None:
            return []
        return [result(item) if isinstance(item, bytes) else item]

    def scannerClose(self, scanner: int) -> None:  # noqa: N802
        self.closed.append(scanner)

    def getRowWithColumns(self, table: bytes, row: bytes, columns: Any, attributes: Any) -> Any:  # noqa: N802
        assert (table, attributes) == (b"SPARK_SQL_HBASE_TABLE", {})
        assert columns in ([b"CF"], [b"CF:table"])
        self.described += columns
        if self._rows is None:
            raise IOError(message=b"org.apache.hadoop.hbase.TableNotFoundException: no such table")
        cells = self._rows.get(row)
        if cells is None:
            return []
        found = {b"CF:" + name: value for name, value in cells.items()}
        if columns == [b"CF:table"]:
            found = {name: cell for name, cell in found.items() if name in columns}
        return [row_result(row, found)] if found else []

    def close(self) -> None:
        self.reconnects += 1

    def open(self) -> None:
        return
