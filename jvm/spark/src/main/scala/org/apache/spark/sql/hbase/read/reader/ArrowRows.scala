package org.apache.spark.sql.hbase.read.reader

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.hbase.client.scan.FrameBatch
import org.apache.spark.sql.hbase.schema.SparkTypes
import org.apache.spark.sql.hbase.wire.ArrowColumn
import org.apache.spark.sql.types._

/**
 * Writes the rows of frames as UnsafeRows straight from the column buffers: nothing above a scan converts rows, so they must
 * be Spark's own. It takes a stretch of rows at a time, one column after another. A loop over values of one type is
 * several times as fast as a row of values of different types (tests/bench/README.md). One row object is reused. Not
 * thread-safe. Hot path: only DECIMAL beyond 64 bits allocates per value.
 */
private[hbase] final class ArrowRows(schema: StructType) {
  private val types = schema.fields.map(_.dataType)
  private val buffer = new UnsafeRowBuffer(types.length)
  private val writers = types.zipWithIndex.map { case (dataType, i) => ColumnWriters.of(dataType, buffer, i) }
  private val current = new UnsafeRow(types.length)
  private var columns: Array[ArrowColumn] = Array.empty
  private var rowCount = 0
  // Of the batch's rows, the first that is in the buffer.
  private var first = 0

  /** The next rows come from this batch. */
  def bind(batch: FrameBatch): Unit = {
    columns = batch.columns.toArray(Array.empty[ArrowColumn])
    rowCount = batch.rowCount
    checkTypes()
    buffer.clear()
  }

  /** Valid until the next call. */
  def row(index: Int): UnsafeRow = {
    if (index < first || index >= first + buffer.count) fill(index)
    buffer.point(current, index - first)
  }

  private def fill(index: Int): Unit = {
    first = index
    buffer.begin(math.min(UnsafeRowBuffer.Capacity, rowCount - index))
    var i = 0
    while (i < writers.length) {
      writers(i).reserve(columns(i), index)
      i += 1
    }
    buffer.allocate()
    i = 0
    while (i < writers.length) {
      writers(i).write(columns(i), index)
      i += 1
    }
  }

  // A frame of other types than planned would be read as other values.
  private def checkTypes(): Unit = {
    val found = columns.map(c => physical(SparkTypes.toSpark(SparkTypes.fromProto(c.`type`))))
    val planned = types.map(physical)
    if (!found.sameElements(planned)) {
      throw new IllegalStateException(
        s"the columns of a result frame are not those of the plan: ${found.mkString(",")} instead of ${planned.mkString(",")}"
      )
    }
  }

  // STRING and nested values travel as BINARY; the engine in this process says what they are.
  private def physical(dataType: DataType): DataType = dataType match {
    case StringType | _: StructType | _: ArrayType | _: MapType => BinaryType
    case other => other
  }
}
