package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, UnsafeProjection}
import org.apache.spark.sql.connector.write.{DataWriter, PhysicalWriteInfo, WriterCommitMessage}
import org.apache.spark.sql.connector.write.streaming.{StreamingDataWriterFactory, StreamingWrite}

/**
 * One epoch of a streaming query: a write job whose times [[EpochTimes]] has kept. So an epoch that Spark runs again
 * writes the same cells and delete markers. What it has written before is overwritten by its like, and what others have
 * changed since stays.
 */
private[write] final class HBaseStreamingWrite(
    epoch: StreamingEpoch,
    target: WriteTarget,
    replaced: Option[DeletedRows],
    shape: ShapeCheck
) extends StreamingWrite {
  private var job: HBaseBatchWrite = _

  override def createStreamingWriterFactory(info: PhysicalWriteInfo): StreamingDataWriterFactory = {
    job = new HBaseBatchWrite(target, replaced, shape, epoch.times)
    HBaseStreamingWriterFactory(job.createBatchWriterFactory(info), epoch.number, epoch.columns)
  }

  override def commit(epochId: Long, messages: Array[WriterCommitMessage]): Unit =
    LaterCells.warn(target, job.finish(messages), epoch.times)

  /** Rows that were sent stay: the epoch runs again and overwrites them. */
  override def abort(epochId: Long, messages: Array[WriterCommitMessage]): Unit = ()
}

/**
 * Travels to the tasks.
 *
 * @param columns of the table, computed from the query's
 */
private[write] final case class HBaseStreamingWriterFactory(
    job: HBaseWriterFactory,
    epoch: Long,
    columns: Seq[Expression]
) extends StreamingDataWriterFactory {

  override def createWriter(partitionId: Int, taskId: Long, epochId: Long): DataWriter[InternalRow] = {
    // The times of one epoch are not those of another.
    if (epochId != epoch) throw new IllegalStateException(s"epoch $epochId was planned as epoch $epoch")
    new HBaseDataWriter(job.target, job.timestamp, job.tasks, UnsafeProjection.create(columns))
  }
}
