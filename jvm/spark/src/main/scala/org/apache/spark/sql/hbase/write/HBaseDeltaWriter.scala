package org.apache.spark.sql.hbase.write

import java.util

import scala.collection.mutable

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.write.{DeltaWriter, WriterCommitMessage}
import org.apache.spark.sql.hbase.HBaseErrors
import org.apache.spark.sql.hbase.schema.SqlTypes

/**
 * Sends the changes of one task. A row whose key changes is written to its new place before it leaves the old one, so that no
 * failure loses it. Not thread-safe.
 *
 * Rows to write come in row-key order.
 */
private[write] final class HBaseDeltaWriter(target: WriteTarget, times: JobTimes) extends DeltaWriter[InternalRow] {
  import HBaseDeltaWriter._

  private val table = target.table
  private val sender = new MutationSender(target.settings, table)
  private val mutations = new RowMutations(table, times.puts)
  // A row id is the key columns alone.
  private val ids = new RowKeyEncoder(table, table.keyColumns.indices.toArray)

  private val left = mutable.ArrayBuffer.empty[Array[Byte]]
  private var lastWritten: Array[Byte] = _

  override def delete(metadata: InternalRow, id: InternalRow): Unit = {
    sendDelete(ids.encode(id))
    sender.metrics.rowDeleted()
  }

  override def update(metadata: InternalRow, id: InternalRow, row: InternalRow): Unit = {
    val before = ids.encode(id)
    val now = put(row)
    if (!util.Arrays.equals(before, now)) {
      left += before
      sender.metrics.rowDeleted()
      if (left.size >= MaxLeft) leave()
    }
  }

  override def reinsert(metadata: InternalRow, row: InternalRow): Unit = put(row)

  override def insert(row: InternalRow): Unit = put(row)

  private def put(row: InternalRow): Array[Byte] = {
    val rowKey = mutations.rowKey(row)
    if (util.Arrays.equals(rowKey, lastWritten)) throw duplicate(row)
    lastWritten = rowKey
    sender.send(mutations.put(rowKey, row))
    sender.metrics.rowWritten()
    rowKey
  }

  private def duplicate(row: InternalRow): Throwable = {
    val key =
      table.keyColumns.map(c => s"${c.name} = ${row.get(table.columns.indexOf(c), SqlTypes.toSpark(c.sqlType))}")
    HBaseErrors.DuplicateRowKey.runtime("table" -> table.fullName, "key" -> key.mkString(", "))
  }

  private def sendDelete(rowKey: Array[Byte]): Unit = sender.send(mutations.delete(rowKey, times.deletes))

  /** The rows are stored at their new places. */
  private def leave(): Unit = {
    sender.flush()
    left.foreach(sendDelete)
    left.clear()
  }

  override def commit(): WriterCommitMessage = {
    if (left.nonEmpty) leave()
    sender.flush()
    RowsAreStored
  }

  /** What was sent stays: a repeated task sends the same. */
  override def abort(): Unit = ()

  override def close(): Unit = sender.close()

  override def currentMetricsValues(): Array[CustomTaskMetric] = sender.metrics.values
}

private[write] object HBaseDeltaWriter {

  /** Row keys that are remembered until their rows are stored elsewhere. */
  private val MaxLeft = 10000
}
