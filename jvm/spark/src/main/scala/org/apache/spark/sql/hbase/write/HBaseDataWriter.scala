package org.apache.spark.sql.hbase.write

import java.io.IOException

import org.apache.hadoop.hbase.TableNotFoundException
import org.apache.hadoop.hbase.client.{
  BufferedMutator,
  BufferedMutatorParams,
  Mutation,
  RetriesExhaustedWithDetailsException
}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.write.{DataWriter, WriterCommitMessage}
import org.apache.spark.sql.hbase.HBaseErrors
import org.apache.spark.sql.hbase.client.{ClusterSettings, ConnectionCache, SubPlanException}
import org.apache.spark.sql.hbase.read.SubPlanErrors
import org.apache.spark.sql.hbase.schema.TableSchema

/** Sends the rows of one task, several MiB per call. Not thread-safe. */
private[write] final class HBaseDataWriter(settings: ClusterSettings, table: TableSchema, timestamp: Long)
    extends DataWriter[InternalRow] {

  private val shared = refusals(ConnectionCache.acquire(settings))
  private val mutations = new RowMutations(table, timestamp)
  private val mutator: BufferedMutator =
    shared.connection.getBufferedMutator(
      new BufferedMutatorParams(table.tableName).writeBufferSize(HBaseDataWriter.BufferBytes)
    )
  private val send: Mutation => Unit = m => mutator.mutate(m)

  override def write(row: InternalRow): Unit = refusals(mutations.write(row)(send))

  override def commit(): WriterCommitMessage = {
    refusals(mutator.flush())
    HBaseDataWriter.Done
  }

  /** Rows that were sent stay: a repeated task overwrites them. */
  override def abort(): Unit = ()

  override def close(): Unit =
    try refusals(mutator.close())
    finally shared.close()

  private def refusals[T](action: => T): T =
    try action
    catch {
      case e: SubPlanException => throw SubPlanErrors.toRuntime(e)
      case e: IOException =>
        throw HBaseErrors.WriteFailed.runtimeCausedBy(
          e,
          "table" -> table.fullName,
          "hbaseTable" -> table.hbaseTable,
          "reason" -> reason(e)
        )
    }

  private def reason(e: IOException): String = e match {
    case many: RetriesExhaustedWithDetailsException if many.getNumExceptions > 0 =>
      String.valueOf(many.getCause(0).getMessage).linesIterator.nextOption().getOrElse("")
    case _: TableNotFoundException => "the HBase table does not exist"
    case _ => String.valueOf(e.getMessage).linesIterator.nextOption().getOrElse("")
  }
}

private[write] object HBaseDataWriter {

  /** Calls of a few MiB keep the region servers busy without long pauses. */
  val BufferBytes: Long = 4L << 20

  /** Nothing is left to do at commit. */
  case object Done extends WriterCommitMessage
}
