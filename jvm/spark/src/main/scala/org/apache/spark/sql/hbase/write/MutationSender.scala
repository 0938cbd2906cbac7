package org.apache.spark.sql.hbase.write

import java.io.IOException

import org.apache.hadoop.hbase.TableNotFoundException
import org.apache.hadoop.hbase.client.{
  BufferedMutator,
  BufferedMutatorParams,
  Mutation,
  RetriesExhaustedWithDetailsException
}

import org.apache.spark.sql.hbase.{FirstLine, HBaseErrors, Refusals}
import org.apache.spark.sql.hbase.client.{ClusterSettings, ConnectionCache, SharedConnection, SubPlanException}
import org.apache.spark.sql.hbase.read.SubPlanErrors
import org.apache.spark.sql.hbase.schema.TableSchema

/**
 * Sends the mutations of one task to the region servers, several MiB at a time, each server's share in one call. Whoever
 * sends faster than they store, waits. Not thread-safe.
 */
private[write] final class MutationSender(settings: ClusterSettings, table: TableSchema) extends AutoCloseable {
  val metrics = new WriteMetrics.Task(MutationSender.BufferBytes)

  private val shared: SharedConnection =
    try ConnectionCache.acquire(settings)
    catch {
      case e: IOException => throw failure(e)
    }
  private val mutator: BufferedMutator =
    shared.connection.getBufferedMutator(
      new BufferedMutatorParams(table.tableName).writeBufferSize(MutationSender.BufferBytes)
    )

  def send(mutation: Mutation): Unit =
    try {
      mutator.mutate(mutation)
      metrics.sent(mutation)
    } catch {
      case e: IOException => throw failure(e)
    }

  /** When it returns, all that was sent is stored. */
  def flush(): Unit =
    try {
      mutator.flush()
      metrics.flushed()
    } catch {
      case e: IOException => throw failure(e)
    }

  override def close(): Unit =
    try mutator.close()
    catch {
      case e: IOException => throw failure(e)
    } finally shared.close()

  private def failure(e: IOException): Throwable = e match {
    case typed: SubPlanException => SubPlanErrors.toRuntime(typed)
    case _ if Refusals.find(e).nonEmpty => SubPlanErrors.toRuntime(e)
    case _ =>
      HBaseErrors.WriteFailed.runtimeCausedBy(
        e,
        "table" -> table.fullName,
        "hbaseTable" -> table.hbaseTable,
        "reason" -> reason(e)
      )
  }

  private def reason(e: IOException): String = e match {
    case many: RetriesExhaustedWithDetailsException if many.getNumExceptions > 0 =>
      FirstLine.of(many.getCause(0))
    case _: TableNotFoundException => "the HBase table does not exist"
    case _ => FirstLine.of(e)
  }
}

private[write] object MutationSender {

  /** Calls of a few MiB keep the region servers busy without long pauses. */
  val BufferBytes: Long = 4L << 20
}
