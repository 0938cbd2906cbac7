package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.write.{DataWriter, WriterCommitMessage}
import org.apache.spark.sql.hbase.conf.WrittenNulls
import org.apache.spark.sql.hbase.schema.Layout
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.write.encode.RowMutations

/**
 * Sends the rows of one task. Not thread-safe.
 *
 * @param tasks of the statement
 * @param toTable makes rows that come rows of the table
 */
private[write] final class HBaseDataWriter(
    target: WriteTarget,
    timestamp: Long,
    tasks: Int,
    toTable: InternalRow => InternalRow = identity
) extends DataWriter[InternalRow] {
  private val sender = new MutationSender(target.settings, target.table, timestamp, tasks)
  private val mutations = new RowMutations(target.table, timestamp, target.nulls, maxCellBytes = sender.maxCellBytes)

  private val merges = target.nulls == WrittenNulls.Skip && target.table.layout == Layout.Packed
  private val unique = Option.when(target.refusesDuplicates)(new UniqueRowKeys(target.table))

  override def write(given: InternalRow): Unit = {
    val row = toTable(given)
    val rowKey = mutations.rowKey(row)
    unique.foreach(_.check(rowKey, row))
    val put = mutations.put(rowKey, row)
    if (merges) sender.merge(put) else sender.send(put)
    sender.metrics.rowWritten()
  }

  override def commit(): WriterCommitMessage = {
    TaskOutcome.of {
      sender.flush()
      sender.sentRows
    }
  }

  /** Rows that were sent stay: a repeated task overwrites them. Spark adds to its error what is thrown here. */
  override def abort(): Unit = sender.leftBehind.foreach(throw _)

  override def close(): Unit = sender.close()

  override def currentMetricsValues(): Array[CustomTaskMetric] = sender.metrics.values
}
