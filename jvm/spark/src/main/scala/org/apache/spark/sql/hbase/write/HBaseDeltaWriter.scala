package org.apache.spark.sql.hbase.write

import java.util

import scala.collection.mutable

import org.apache.hadoop.hbase.client.Put

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.write.WriterCommitMessage
import org.apache.spark.sql.hbase.shim.DeltaWriterShim
import org.apache.spark.sql.hbase.write.encode.{RowKeyEncoder, RowMutations}

/**
 * Sends the changes of one task. A row whose key changes is written to its new place before it leaves the old one, so that no
 * failure loses it. Not thread-safe.
 *
 * Rows to write come in row-key order.
 *
 * @param assigned the columns that an UPDATE sets; None: any
 */
private[write] final class HBaseDeltaWriter(
    target: WriteTarget,
    times: JobTimes,
    tasks: Int,
    assigned: Option[Set[String]]
) extends DeltaWriterShim {
  import HBaseDeltaWriter._

  private val table = target.table
  private val sender = new MutationSender(target.settings, table, times.puts, tasks)
  private val mutations = new RowMutations(table, times.puts, assigned = assigned, maxCellBytes = sender.maxCellBytes)
  // A row id is the key columns alone.
  private val ids = new RowKeyEncoder(table, table.keyColumns.indices.toArray)

  private val left = mutable.ArrayBuffer.empty[Array[Byte]]
  private val written = new UniqueRowKeys(table)

  override def delete(metadata: InternalRow, id: InternalRow): Unit = {
    sendDelete(ids.encode(id))
    sender.metrics.rowDeleted()
  }

  override def update(metadata: InternalRow, id: InternalRow, row: InternalRow): Unit = {
    val before = ids.encode(id)
    val now = mutations.rowKey(row)
    if (util.Arrays.equals(before, now)) write(now, row, mutations.update(now, row))
    else {
      put(now, row)
      left += before
      sender.metrics.rowDeleted()
      if (left.size >= MaxLeft) leave()
    }
  }

  override def insert(row: InternalRow): Unit = put(mutations.rowKey(row), row)

  private def put(rowKey: Array[Byte], row: InternalRow): Unit = write(rowKey, row, mutations.put(rowKey, row))

  private def write(rowKey: Array[Byte], row: InternalRow, cells: Put): Unit = {
    written.check(rowKey, row)
    // SET v = v changes nothing.
    if (!cells.isEmpty) sender.send(cells)
    sender.metrics.rowWritten()
  }

  private def sendDelete(rowKey: Array[Byte]): Unit = sender.send(mutations.delete(rowKey, times.deletes))

  /** The rows are stored at their new places. */
  private def leave(): Unit = {
    sender.flush()
    left.foreach(sendDelete)
    left.clear()
  }

  override def commit(): WriterCommitMessage = {
    TaskOutcome.of {
      if (left.nonEmpty) leave()
      sender.flush()
      sender.sentRows
    }
  }

  /** Changes that were sent stay: a repeated task sends the same. Spark adds to its error what is thrown here. */
  override def abort(): Unit = sender.leftBehind.foreach(throw _)

  override def close(): Unit = sender.close()

  override def currentMetricsValues(): Array[CustomTaskMetric] = sender.metrics.values
}

private[write] object HBaseDeltaWriter {

  /** Row keys that are remembered until their rows are stored elsewhere. */
  private val MaxLeft = 10000
}
