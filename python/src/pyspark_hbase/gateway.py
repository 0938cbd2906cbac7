"""Runs sub-plans through an HBase Thrift gateway: no Spark, no JVM in this process.

The gateway passes the sub-plan on as a scan attribute; region servers answer with result frames,
whose coverage is proven row by row. Partial aggregates are merged here. A sub-plan that only picks
columns of the one row that it names by its row key is a get instead, decoded here.

Programs call the methods of :class:`~pyspark_hbase.plan.SubPlan`; these functions are for programs
that read bounded parts of a table, or look at single frames. All take the happybase connection of
``Connection.gateway()``, and raise :class:`~pyspark_hbase.errors.SubPlanError`.

```python
from pyspark_hbase import connect, gateway

with connect("thrift://gateway-host:9090") as hbase, hbase.gateway() as connection:
    plan = hbase.scan("flights")
    table = gateway.read(plan, connection, start_row=b"AA", stop_row=b"B")
    for batch in gateway.reader(plan, connection):
        print(batch.num_rows)
    headers = [frame.header for frame in gateway.frames(plan, connection)]
```

For this package alone: batches, bounded_frames, finished, gives_rows, merged_values, point_rows,
point_table.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
from thriftpy2.thrift import TException

from pyspark_hbase._codec import arrow_values
from pyspark_hbase._execution.prepared import PreparedPlan, prepared
from pyspark_hbase._frames import merge, ordering
from pyspark_hbase._frames.coverage import Coverage, RowsAgainError, Verdict
from pyspark_hbase._planning import key_range
from pyspark_hbase._planning.runnable import RunnablePlan
from pyspark_hbase._proto import frame_pb2
from pyspark_hbase._thrift.calls import RETRY_DELAYS_SECONDS, Client, is_in_step
from pyspark_hbase._thrift.messages import TScan
from pyspark_hbase._thrift.thrift_errors import final, text_of
from pyspark_hbase.errors import (
    CoprocessorNotLoadedError,
    FrameError,
    ServerError,
    SubPlanError,
)
from pyspark_hbase.result import FRAME_COLUMN, ResultFrame, decode_frame, is_frame

if TYPE_CHECKING:
    from pyspark_hbase._execution.point_read import PointRead, Row
    from pyspark_hbase._planning.operators import TopNOperator

__all__ = [
    "SUB_PLAN_ATTRIBUTE",
    "Watch",
    "batches",
    "bounded_frames",
    "finished",
    "frames",
    "gives_rows",
    "point_table",
    "merged_values",
    "read",
    "reader",
    "point_rows",
]

SUB_PLAN_ATTRIBUTE: Final = b"sparksql.subplan"


Plan = RunnablePlan | PreparedPlan
"""To run a plan many times, prepare it once."""

Frames = Generator[ResultFrame, None, None]
"""Is closed by who does not read it to its end."""

Watch = Callable[[frame_pb2.FrameHeader], None]
"""Is given the header of each frame that counts, as it comes."""


def read(
    plan: Plan,
    connection: Any,
    *,
    start_row: bytes = b"",
    stop_row: bytes = b"",
    watch: Watch | None = None,
) -> pa.Table:
    """The result of a sub-plan over ``[start_row, stop_row)``.

    Where frames are watched, there are frames: a row that could be got is scanned.
    """
    plan = prepared(plan)
    if plan.point_read is not None and watch is None:
        is_inside = (
            key_range.intersection((start_row, stop_row), plan.point_read.bounds) is not None
        )
        answer = point_table(plan.point_read, connection) if is_inside else None
        if answer is not None:
            return answer
    found = bounded_frames(plan, connection, (start_row, stop_row), watch=watch)
    return finished(plan, found)


def point_table(point_read: PointRead, connection: Any) -> pa.Table | None:
    """The result of a get; None where a scan has to tell it, or to say what is wrong."""
    cells = point_read.ask(connection)
    return None if cells is None else point_read.table(cells[0])


def point_rows(point_read: PointRead, connection: Any) -> list[Row] | None:
    """Return rows instead of a table, which takes less time for one row."""
    cells = point_read.ask(connection)
    return None if cells is None else point_read.rows(cells[0])


def gives_rows(plan: Plan) -> bool:
    """Whether frames are parts of the result as they come: nothing to merge, and no order."""
    plan = prepared(plan)
    return plan.aggregate is None and plan.top_n is None


def batches(plan: Plan, connection: Any) -> Generator[pa.RecordBatch, None, None]:
    """The result of a sub-plan that gives rows: a batch for each frame that has rows."""
    plan = prepared(plan)
    left = plan.result_limit
    found = bounded_frames(plan, connection)
    try:
        for frame in found:
            batch = _result_batch(plan, frame.batch)
            if left is not None:
                batch = batch.slice(0, left)
                left -= batch.num_rows
            if batch.num_rows:
                yield batch
            if left == 0:
                return
    finally:
        if isinstance(found, Generator):
            found.close()


def reader(plan: Plan, connection: Any) -> pa.RecordBatchReader:
    """The result of a sub-plan as batches; of one that does not give rows, when all is merged."""
    plan = prepared(plan)
    schema = arrow_values.result_schema((column.name, column.type) for column in plan.output)

    def found() -> Iterator[pa.RecordBatch]:
        if gives_rows(plan):
            yield from batches(plan, connection)
        else:
            yield from read(plan, connection).to_batches()

    return pa.RecordBatchReader.from_batches(schema, found())


def _result_batch(plan: PreparedPlan, batch: pa.RecordBatch) -> pa.RecordBatch:
    arrays = [
        arrow_values.finished(array, column.name, column.type)
        for array, column in zip(batch.columns, plan.output, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, names=[column.name for column in plan.output])


def finished(plan: Plan, answers: Iterator[ResultFrame]) -> pa.Table:
    """The result of a sub-plan, of all its frames."""
    plan = prepared(plan)
    try:
        merged = _answer(plan, answers)
    finally:
        # Not left to the end of its life, where Ctrl-C would be printed and forgotten.
        if isinstance(answers, Generator):
            answers.close()
    arrays = [
        arrow_values.finished(array, column.name, column.type)
        for array, column in zip(merged.columns, plan.output, strict=True)
    ]
    table = pa.Table.from_arrays(arrays, names=[column.name for column in plan.output])
    return table if plan.result_limit is None else table.slice(0, plan.result_limit)


def bounded_frames(
    plan: Plan,
    connection: Any,
    bounds: tuple[bytes, bytes] = key_range.ALL,
    *,
    watch: Watch | None = None,
) -> Iterator[ResultFrame]:
    """The frames of those rows within bounds that can pass the filters of the sub-plan."""
    plan = prepared(plan)
    allowed = plan.row_bounds
    both = None if allowed is None else key_range.intersection(bounds, allowed)
    if both is None:
        return iter(())
    found = frames(plan, connection, start_row=both[0], stop_row=both[1])
    return found if watch is None else _watched(found, watch)


def _watched(found: Frames, watch: Watch) -> Frames:
    with closing(found):
        for frame in found:
            watch(frame.header)
            yield frame


def frames(plan: Plan, connection: Any, *, start_row: bytes = b"", stop_row: bytes = b"") -> Frames:
    """The frames that answer a sub-plan, each row of ``[start_row, stop_row)`` in exactly one.

    A scan that is lost, with its connection or its region, goes on where the frames end. So does a
    scan that comes upon rows again, as a merge of regions beside a writer can bring about. After
    ``RETRY_DELAYS_SECONDS`` without progress the error is raised; each frame is progress.
    """
    plan = prepared(plan)
    coverage = Coverage(start_row, stop_row, plan.plan_hash)
    delays = iter(RETRY_DELAYS_SECONDS)
    while not coverage.is_complete:
        try:
            with closing(_scan(plan, connection, coverage.position, stop_row)) as values:
                for number, value in enumerate(values):
                    frame = decode_frame(value)
                    verdict = coverage.judge(frame.header, is_first=number == 0)
                    if verdict is Verdict.AGAIN:
                        raise coverage.rows_again(frame.header)
                    if verdict is Verdict.TAKE:
                        if coverage.advance(frame.header):
                            delays = iter(RETRY_DELAYS_SECONDS)
                        yield _checked(frame, plan)
                    if coverage.is_complete:
                        return
            coverage.require_complete()
        except RowsAgainError:
            delay = next(delays, None)
            if delay is None:
                raise
            time.sleep(delay)
        except (TException, OSError) as error:
            found = final(error, plan.hbase_table)
            if found is not None:
                raise found from error
            delay = next(delays, None)
            if delay is None:
                raise _unreachable(error, coverage.position) from error
            time.sleep(delay)


def _scan(
    plan: PreparedPlan, connection: Any, start_row: bytes, stop_row: bytes
) -> Generator[bytes, None, None]:
    """Values of the frames of one HBase scan."""
    client, process = Client(connection), os.getpid()
    scan = TScan(
        startRow=start_row or None,
        stopRow=stop_row or None,
        # HBase's caching: one Result ends an RPC.
        caching=1,
        columns=plan.families,
    )
    table = plan.hbase_table.encode()
    scanner = client.scannerOpenWithScan(table, scan, {SUB_PLAN_ATTRIBUTE: plan.data})
    try:
        while results := client.scannerGetList(scanner, 1):
            for result in results:
                yield _frame_value(result, plan.hbase_table)
                _require_process(process)
    finally:
        # After a lost connection or Ctrl-C, the gateway drops the scanner by itself after a time.
        # In a process that was forked, the scanner and the socket are the parent's.
        if is_in_step(connection) and process == os.getpid():
            _close(client, scanner)


def _require_process(process: int) -> None:
    if process != os.getpid():
        raise ServerError(
            "READ_BY_FORKED_PROCESS",
            "A process that was forked reads on from batches of its parent, which may read "
            "from the same socket. Ask the query again in this process.",
        )


def _frame_value(result: Any, table: str) -> bytes:
    cell = result.columns.get(FRAME_COLUMN) if len(result.columns) == 1 else None
    if cell is None or not is_frame(cell.value):
        raise CoprocessorNotLoadedError(
            "COPROCESSOR_MISSING",
            "A region answers with plain rows: the table has no coprocessor, or this region lost "
            "it. Run pyspark-hbase deploy with its name and --quorum, or read it through the "
            "catalog hbase of Spark, which does without.",
            table=table,
            row=bytes(result.row).hex(),
        )
    return bytes(cell.value)


def _close(client: Client, scanner: int) -> None:
    try:
        client.scannerClose(scanner)
    except (TException, OSError):
        # The gateway drops it by itself after a time; what matters has been read or has failed.
        return


def _checked(frame: ResultFrame, plan: PreparedPlan) -> ResultFrame:
    """The frame, if it has the columns that the sub-plan asks for."""
    schema = plan.wire_schema
    is_aggregate = frame.header.payload == frame_pb2.PARTIAL_AGGREGATE
    if frame.batch.schema.types != schema.types or is_aggregate != (plan.aggregate is not None):
        raise FrameError(
            "CORRUPT_FRAME",
            "A frame has other columns than the sub-plan; use one version of client and server.",
            expected=", ".join(map(str, schema.types)),
            found=", ".join(map(str, frame.batch.schema.types)),
        )
    return frame


def _answer(plan: PreparedPlan, answers: Iterator[ResultFrame]) -> pa.Table:
    if plan.aggregate is not None:
        return _merged(plan, answers)
    if plan.top_n is not None:
        return _ordered(plan, plan.top_n, _concatenated(plan, answers))
    return _concatenated(plan, answers, plan.result_limit)


def _ordered(plan: PreparedPlan, top_n: TopNOperator, rows: pa.Table) -> pa.Table:
    columns = []
    for key in top_n.keys:
        position = key.column.position
        values = rows.column(position).combine_chunks()
        columns.append(arrow_values.to_internal(values, plan.output[position].type))
    assert plan.result_limit is not None
    return rows.take(ordering.first_rows(top_n.keys, columns, plan.result_limit))


def _concatenated(
    plan: PreparedPlan, answers: Iterator[ResultFrame], limit: int | None = None
) -> pa.Table:
    schema = plan.wire_schema
    batches: list[pa.RecordBatch] = []
    rows = 0
    for frame in answers:
        batches.append(frame.batch.rename_columns(schema.names))
        rows += frame.batch.num_rows
        if limit is not None and rows >= limit:
            break
    return pa.Table.from_batches(batches, schema)


def _merged(plan: PreparedPlan, answers: Iterator[ResultFrame]) -> pa.Table:
    arrays = [
        arrow_values.from_values(values, column.type)
        for values, column in zip(merged_values(plan, answers), plan.output, strict=True)
    ]
    return pa.Table.from_arrays(arrays, names=[f"c{i}" for i in range(len(arrays))])


def merged_values(plan: Plan, answers: Iterator[ResultFrame], counted: int = 0) -> list[list[Any]]:
    """The columns of merged groups in internal values; ``counted`` as in ``merge.GroupMerger``."""
    plan = prepared(plan)
    assert plan.aggregate is not None
    merger = merge.GroupMerger(plan.aggregate, counted)
    for frame in answers:
        columns = [
            arrow_values.to_internal(array, column.type)
            for array, column in zip(frame.batch.columns, plan.wire_output, strict=True)
        ]
        merger.merge(merge.rows_of(columns, frame.batch.num_rows))
    return merger.finish()


def _unreachable(error: Exception, position: bytes) -> SubPlanError:
    return ServerError(
        "CLUSTER_UNREACHABLE",
        "The scan was lost and could not go on; check the Thrift gateway and the region servers.",
        position=position.hex(),
        problem=text_of(error).partition("\n")[0],
    )
