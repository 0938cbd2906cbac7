package org.apache.spark.sql.hbase.write

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.connector.write.WriterCommitMessage
import org.apache.spark.sql.hbase.error.HBaseException
import org.apache.spark.sql.hbase.shim.ConditionShim

/**
 * The error with which a write task ended, for the driver.
 *
 * Spark never repeats a task that failed after it was allowed to commit. Its `OutputCommitCoordinator` fails the stage,
 * with a message about the commit in place of the error. So the error travels as the message of the commit, and the
 * driver raises it.
 */
private[hbase] final case class TaskOutcome(
    condition: String,
    sqlState: String,
    message: String,
    parameters: Map[String, String]
) extends WriterCommitMessage

private[hbase] object TaskOutcome {

  /** The classes of what tasks tell the driver. */
  val classesOfTasks: Seq[Class[_]] = Seq(
    classOf[TaskOutcome],
    classOf[SentRows],
    classOf[RowDeletion.Done],
    classOf[Array[RowDeletion.Done]]
  )

  /** Stores the last rows of a task, and gives what the driver is told of them, or the error. */
  def of(storing: => WriterCommitMessage): WriterCommitMessage =
    try storing
    catch {
      case e: HBaseException =>
        TaskOutcome(ConditionShim.of(e), e.getSqlState, e.getMessage, e.getMessageParameters.asScala.toMap)
    }

  /** Raises the first error of the tasks. */
  def check(messages: Array[WriterCommitMessage]): Unit = messages.foreach {
    case TaskOutcome(condition, sqlState, message, parameters) =>
      throw new HBaseException(condition, sqlState, message, parameters, null)
    case _ =>
  }
}
