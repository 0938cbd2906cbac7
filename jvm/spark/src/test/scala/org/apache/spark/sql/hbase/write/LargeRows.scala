package org.apache.spark.sql.hbase.write

import java.util.concurrent.atomic.{AtomicLong, AtomicReference}

import scala.util.Using

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.write.encode.RowMutations

/**
 * Writes rows of 64 KiB in a thread of its own, as a task does, to see how far it comes.
 *
 * @param table of an INT and a BINARY
 */
final class LargeRows(table: TableSchema, settings: ClusterSettings, rows: Int) {
  private val bytes = new AtomicLong
  private val failure = new AtomicReference[Throwable]
  private val sender = new MutationSender(settings, table, timestamp = 1, tasks = 1)
  private val mutations = new RowMutations(table, 1L)
  private val thread = new Thread(
    () =>
      try
        Using.resource(sender) { s =>
          (0 until rows).foreach(send)
          s.flush()
        }
      catch {
        case e: Throwable => failure.set(e)
      },
    "large-rows"
  )

  // Where the regions are is known then, if these rows are in all of them.
  Seq(0, rows / 2, rows - 1).foreach(send)
  sender.flush()
  bytes.set(0)

  private def send(id: Int): Unit = {
    val put = mutations.put(InternalRow(id, new Array[Byte](LargeRows.RowBytes)))
    sender.send(put)
    bytes.addAndGet(put.heapSize)
  }

  /**
   * Starts to write, and waits until HBase's client lets it send no more.
   *
   * @return bytes that it had sent
   */
  def writeUntilItWaits(): Long = {
    thread.start()
    while (thread.isAlive && !waits) Thread.onSpinWait()
    bytes.get
  }

  private def waits: Boolean = thread.getStackTrace.exists(_.getMethodName == LargeRows.Waiting)

  def isWaiting: Boolean = thread.isAlive

  /** Waits for the end. */
  def finish(): Unit = {
    thread.join()
    Option(failure.get).foreach(throw _)
  }
}

object LargeRows {
  val RowBytes: Int = 64 << 10

  /**
   * The most bytes that one task may have under way. They are the buffer of HBase's client, and the row that is too
   * much, with the objects around its bytes.
   */
  val MostBytes: Long = MutationSender.BufferBytes + 2 * RowBytes

  /** The method of HBase's client that waits until region servers have answered all that it has sent. */
  private val Waiting = "waitUntilDone"
}
