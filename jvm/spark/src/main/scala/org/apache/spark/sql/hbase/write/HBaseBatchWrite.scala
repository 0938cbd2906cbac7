package org.apache.spark.sql.hbase.write

import org.apache.hadoop.hbase.HConstants

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.write._

/**
 * One write job. Tasks send their rows as they go; there are no rows to commit and nothing to undo. Every attempt
 * writes the same cells with the same timestamp, so a repeated job ends with the same rows. Rows that the job replaces
 * are deleted when all new ones are stored, so that a job that fails before has deleted none.
 *
 * @param replaced the rows that were there before and are to go
 * @param times of all cells, and of what deletes replaced rows
 */
private[write] final class HBaseBatchWrite(
    target: WriteTarget,
    replaced: Option[DeletedRows],
    shape: ShapeCheck,
    times: JobTimes
) extends BatchWrite {

  override def createBatchWriterFactory(info: PhysicalWriteInfo): HBaseWriterFactory = {
    shape.check(target.settings)
    HBaseWriterFactory(
      target,
      if (target.hasServerTime) HConstants.LATEST_TIMESTAMP else times.puts,
      info.numPartitions
    )
  }

  override def commit(messages: Array[WriterCommitMessage]): Unit = {
    val sent = finish(messages)
    if (target.hasServerTime) LaterCells.checkServerTimes(target, sent, times)
    else LaterCells.check(target, sent, times, ofAll = replaced.contains(DeletedRows.All))
  }

  /** All of the commit but the search for rows that the job could not change. */
  private[write] def finish(messages: Array[WriterCommitMessage]): SentRows = {
    TaskOutcome.check(messages)
    val deleted = replaced.fold(SentRows.none)(RowDeletion.ofReplaced(target, _, times))
    target.forgetSizes()
    shape.check(target.settings)
    SentRows.sum(messages.toSeq) + deleted
  }

  override def abort(messages: Array[WriterCommitMessage]): Unit = ()
}

/**
 * Travels to the tasks.
 *
 * @param tasks of the statement
 */
private[write] final case class HBaseWriterFactory(target: WriteTarget, timestamp: Long, tasks: Int)
    extends DataWriterFactory {
  override def createWriter(partitionId: Int, taskId: Long): DataWriter[InternalRow] =
    new HBaseDataWriter(target, timestamp, tasks)
}
