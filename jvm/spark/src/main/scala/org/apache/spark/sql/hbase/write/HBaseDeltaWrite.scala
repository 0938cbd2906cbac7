package org.apache.spark.sql.hbase.write

import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.distributions.{Distribution, Distributions}
import org.apache.spark.sql.connector.expressions.{Expression, Expressions, FieldReference, SortDirection, SortOrder}
import org.apache.spark.sql.connector.metric.CustomMetric
import org.apache.spark.sql.connector.write._
import org.apache.spark.sql.connector.write.RowLevelOperation.Command
import org.apache.spark.sql.hbase.error.HBaseErrors

/**
 * Writes what a DELETE, UPDATE or MERGE changes. An UPDATE or MERGE reads all rows before it writes the first, because
 * Spark shuffles the changes by row key. So no row is met again at the place to which it was moved. A task that is
 * repeated repeats the same changes, though the table has others by then. In row-key order two rows that get the same
 * key meet.
 *
 * @param assigned the columns that rows which stay where they are get values for; None: any
 */
private[write] final class HBaseDeltaWrite(
    target: WriteTarget,
    shape: ShapeCheck,
    command: Command,
    assigned: Option[Set[String]]
) extends DeltaWrite
    with RequiresDistributionAndOrdering {

  override def description(): String = s"HBaseWrite ${target.table.fullName}"

  override def toBatch: DeltaBatchWrite = new HBaseDeltaBatchWrite(target, shape, readsBefore, assigned)

  /** Whether a row goes does not depend on others that are gone, so deletes need not wait. */
  private def readsBefore: Boolean = command != Command.DELETE

  override def requiredDistribution(): Distribution =
    if (readsBefore) Distributions.clustered(keyColumns.toArray[Expression]) else Distributions.unspecified()

  override def requiredOrdering(): Array[SortOrder] =
    if (readsBefore) keyColumns.map(Expressions.sort(_, SortDirection.ASCENDING)).toArray else Array.empty

  private def keyColumns: Seq[Expression] = target.table.keyColumns.map(c => FieldReference.column(c.name))

  override def supportedCustomMetrics(): Array[CustomMetric] = WriteMetrics.all
}

private[write] final class HBaseDeltaBatchWrite(
    target: WriteTarget,
    shape: ShapeCheck,
    readsBefore: Boolean,
    assigned: Option[Set[String]]
) extends DeltaBatchWrite {
  private val times = JobClock.shared.nextTimes()

  override def createBatchWriterFactory(info: PhysicalWriteInfo): DeltaWriterFactory = {
    shape.check(target.settings)
    HBaseDeltaWriterFactory(target, times, info.numPartitions, readsBefore, assigned)
  }

  override def commit(messages: Array[WriterCommitMessage]): Unit = {
    TaskOutcome.check(messages)
    target.forgetSizes()
    shape.check(target.settings)
    LaterCells.check(target, SentRows.sum(messages.toSeq), times)
  }

  /** Changes that were sent stay. */
  override def abort(messages: Array[WriterCommitMessage]): Unit = ()
}

/**
 * Travels to the tasks.
 *
 * @param tasks of the statement
 * @param readsBefore all rows were read before the first task writes
 * @param assigned as in [[HBaseDeltaWrite]]
 */
private[hbase] final case class HBaseDeltaWriterFactory(
    target: WriteTarget,
    times: JobTimes,
    tasks: Int,
    readsBefore: Boolean,
    assigned: Option[Set[String]] = None
) extends DeltaWriterFactory {

  override def createWriter(partitionId: Int, taskId: Long): DeltaWriter[InternalRow] = {
    // Spark repeats a stage when it has lost what the stage before had made, and makes that anew: from a changed table.
    if (readsBefore && Option(TaskContext.get()).exists(_.stageAttemptNumber() > 0)) {
      throw HBaseErrors.StatementInterrupted.runtime("table" -> target.table.fullName)
    }
    new HBaseDeltaWriter(target, times, tasks, assigned)
  }
}
