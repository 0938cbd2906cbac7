package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.write.{DataWriter, WriterCommitMessage}

/**
 * Sends the rows of one task. Not thread-safe.
 *
 * @param toTable makes rows that come rows of the table
 */
private[write] final class HBaseDataWriter(
    target: WriteTarget,
    timestamp: Long,
    toTable: InternalRow => InternalRow = identity
) extends DataWriter[InternalRow] {
  private val sender = new MutationSender(target.settings, target.table)
  private val mutations = new RowMutations(target.table, timestamp, target.nulls)

  override def write(row: InternalRow): Unit = {
    sender.send(mutations.put(toTable(row)))
    sender.metrics.rowWritten()
  }

  override def commit(): WriterCommitMessage = {
    sender.flush()
    RowsAreStored
  }

  /** Rows that were sent stay: a repeated task overwrites them. */
  override def abort(): Unit = ()

  override def close(): Unit = sender.close()

  override def currentMetricsValues(): Array[CustomTaskMetric] = sender.metrics.values
}

/** Nothing is left to do at commit. */
private[write] case object RowsAreStored extends WriterCommitMessage
