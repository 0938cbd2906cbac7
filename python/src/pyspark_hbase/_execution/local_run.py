"""Runs sub-plans over rows of this process, in a Java process of its own: no HBase, no Spark."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from pyspark_hbase import gateway
from pyspark_hbase._codec import arrow_values
from pyspark_hbase._codec.arrow_values import result_type, wire_type
from pyspark_hbase._planning import key_range, plan_bytes
from pyspark_hbase._spark.jvm import Jvm
from pyspark_hbase.errors import InvalidPlanError, find_error
from pyspark_hbase.result import decode_frame

if TYPE_CHECKING:
    from pyspark_hbase._planning.runnable import RunnablePlan
    from pyspark_hbase.table_schema import Column

_CLASS: Final = "org.apache.spark.sql.hbase.client.local.LocalFrames"


def run(plan: RunnablePlan, rows: pa.Table | Iterable[pa.RecordBatch]) -> pa.Table:
    """See :meth:`pyspark_hbase.plan.SubPlan.run_local`."""
    table = rows if isinstance(rows, pa.Table) else pa.Table.from_batches(rows)
    table = _in_row_key_order(plan, table)
    positions = plan_bytes.table_columns(plan.schema, plan.operators)
    columns = [plan.schema.columns[position] for position in positions]
    # Frames have no names, and a table may have a column twice.
    arrays = [_column(table, column).cast(wire_type(column.type)) for column in columns]
    names = [f"c{i}" for i in range(len(arrays))]
    batch = pa.RecordBatch.from_arrays([_contiguous(array) for array in arrays], names=names)
    frames = _frames(plan.to_bytes(), _stream(batch))
    return gateway.finished(plan, map(decode_frame, frames))


def _frames(sub_plan: bytes, stream: bytes) -> list[bytes]:
    from py4j.protocol import Py4JJavaError  # noqa: PLC0415  (half a second, and an extra)

    with Jvm() as jvm:
        try:
            return [bytes(frame) for frame in jvm.java_class(_CLASS).run(sub_plan, stream)]
        except Py4JJavaError as error:
            found = find_error(str(error.java_exception.getMessage()))
            if found is None:
                raise
            raise found from None


def _in_row_key_order(plan: RunnablePlan, table: pa.Table) -> pa.Table:
    """As a region has them; the engine may rely on it."""
    keys = plan.schema.key_columns
    rows = arrow_values.to_rows(pa.table({key.name: _column(table, key) for key in keys}))
    values = [[row[key.name] for row in rows] for key in keys]
    encode = key_range.row_key_schema(plan.schema).encode
    row_keys = pa.array([encode(row) for row in zip(*values, strict=True)], pa.binary())
    order = pc.sort_indices(row_keys)
    return table.take(order)


def _column(table: pa.Table, column: Column) -> pa.ChunkedArray[Any]:
    """The column of ``table`` in the type that PySpark gives it."""
    found = table.schema.get_all_field_indices(column.name)
    if len(found) != 1:
        raise InvalidPlanError(
            "UNKNOWN_COLUMN",
            "The rows need each column of the table that the sub-plan uses, and those of the "
            "PRIMARY KEY, once.",
            column=column.name,
            found=", ".join(table.column_names),
        )
    if column.type.nested:
        raise InvalidPlanError(
            "UNSUPPORTED_FEATURE",
            "Columns of STRUCT, ARRAY and MAP are read from HBase only; leave them out.",
            column=column.name,
        )
    try:
        return table.column(found[0]).cast(result_type(column.type))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise InvalidPlanError(
            "DATATYPE_MISMATCH",
            "A column of the rows does not have the type that the table says; cast it.",
            column=column.name,
            type=column.type,
            problem=error,
        ) from error


def _contiguous(array: pa.ChunkedArray[Any]) -> pa.Array[Any]:
    found = array.combine_chunks()
    return found if isinstance(found, pa.Array) else pa.concat_arrays(found.chunks)


def _stream(batch: pa.RecordBatch) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return sink.getvalue().to_pybytes()
