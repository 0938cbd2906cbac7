package org.apache.spark.sql.hbase.write

import java.io.IOException
import java.util

import scala.annotation.tailrec
import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.client.{
  ConnectionConfiguration,
  Mutation,
  Put,
  RetriesExhaustedWithDetailsException,
  Table
}

import org.apache.spark.TaskContext
import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, SharedConnection, SubPlanException}
import org.apache.spark.sql.hbase.cluster.{HBaseCluster, SilentClusters, SubPlanErrors}
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseErrors}
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.write.encode.PackedMerge

/**
 * Sends the mutations of one task to the region servers, several MiB at a time, each server's share in one call. Whoever
 * sends faster than they store, waits. Mutations leave in [[send]] and [[flush]] alone. Mutations that are still
 * collected when a task fails or is killed are dropped, so that nothing arrives after the statement. Not thread-safe.
 *
 * @param timestamp of the cells, for messages
 * @param tasks of the statement
 */
private[write] final class MutationSender(settings: ClusterSettings, table: TableSchema, timestamp: Long, tasks: Int)
    extends AutoCloseable {
  val metrics = new WriteMetrics.Task

  private val shared: SharedConnection =
    try HBaseCluster.acquire(settings)
    catch {
      case e: IOException => failed(e)
    }
  private val regions: Table = shared.connection.getTable(table.tableName)
  private val collected = new util.ArrayList[Mutation]
  private var collectedBytes = 0L
  private var sent = 0L
  private val rows = new SentRows.Collector
  private val toMerge = new util.ArrayList[Put]
  private lazy val packed = new PackedMerge(table)

  /** The largest cell that HBase's client sends; 0 for no limit. */
  val maxCellBytes: Int = {
    import ConnectionConfiguration.{MAX_KEYVALUE_SIZE_DEFAULT, MAX_KEYVALUE_SIZE_KEY}
    math.max(0, shared.connection.getConfiguration.getInt(MAX_KEYVALUE_SIZE_KEY, MAX_KEYVALUE_SIZE_DEFAULT))
  }

  def send(mutation: Mutation): Unit = {
    collected.add(mutation)
    count(mutation)
  }

  /** Sends a row of a packed table whose NULLs leave the values that the row has. */
  def merge(put: Put): Unit = {
    toMerge.add(put)
    count(put)
  }

  private def count(mutation: Mutation): Unit = {
    collectedBytes += mutation.heapSize
    metrics.collected(mutation)
    rows.add(mutation.getRow)
    if (collectedBytes > MutationSender.BufferBytes) flush()
  }

  /** When it returns, all that was sent is stored. */
  def flush(): Unit = if (!collected.isEmpty || !toMerge.isEmpty) {
    stopIfKilled()
    sent += collected.size + toMerge.size
    try {
      if (!collected.isEmpty) regions.batch(collected, new Array[AnyRef](collected.size))
      mergeAll(toMerge.asScala.toSeq, MutationSender.MostMerges)
    } catch {
      case e: IOException => failed(e)
    } finally {
      collected.clear()
      toMerge.clear()
      collectedBytes = 0
    }
    metrics.flushed()
  }

  /** A killed task finds out here, at the latest. */
  private def stopIfKilled(): Unit = Option(TaskContext.get()).foreach(_.killTaskIfInterrupted())

  @tailrec
  private def mergeAll(puts: Seq[Put], times: Int): Unit = if (puts.nonEmpty) {
    if (times == 0) throw new IOException(s"others change ${puts.size} rows faster than this task reads them")
    val now = regions.get(puts.map(packed.get).asJava)
    val changes = puts.zip(now).map { case (put, result) => packed.merged(put, result) }
    stopIfKilled()
    val done = regions.checkAndMutate(changes.asJava).asScala
    mergeAll(puts.zip(done).collect { case (put, outcome) if !outcome.isSuccess => put }, times - 1)
  }

  /** The rows that were sent. */
  def sentRows: SentRows = rows.result

  /**
   * Says what a statement that fails in this task may have stored. None where nothing can be: no mutation of this task has left,
   * and there is no other task or attempt.
   */
  def leftBehind: Option[Throwable] = {
    val task = Option(TaskContext.get())
    val attempts = task.fold(1)(_.attemptNumber() + 1)
    Option.when((sent > 0 || tasks > 1 || attempts > 1) && !task.exists(_.isInterrupted())) {
      HBaseErrors.PartlyStored.runtime(
        "table" -> table.fullName,
        "hbaseTable" -> table.hbaseTable,
        "sentByThisTask" -> sent,
        "tasks" -> tasks,
        "attempt" -> attempts,
        "timestamp" -> timestamp
      )
    }
  }

  override def close(): Unit =
    try regions.close()
    catch {
      case e: IOException => failed(e)
    } finally shared.close()

  private def failed(e: IOException): Nothing = {
    SilentClusters.note(e, settings)
    throw failure(e)
  }

  private def failure(e: IOException): Throwable = e match {
    case typed: SubPlanException => SubPlanErrors.toRuntime(typed, settings, contexts = Map.empty)
    case _ =>
      val (error, values) =
        SubPlanErrors.known(e, settings).getOrElse(HBaseErrors.WriteFailed -> Seq("reason" -> reason(e)))
      error.runtimeCausedBy(e, Seq("table" -> table.fullName, "hbaseTable" -> table.hbaseTable) ++ values: _*)
  }

  private def reason(e: IOException): String = e match {
    case many: RetriesExhaustedWithDetailsException if many.getNumExceptions > 0 =>
      FirstLine.of(many.getCause(0))
    case _ => FirstLine.of(e)
  }
}

private[write] object MutationSender {

  /** The most times that a row is read again because others change it at the same time. */
  private val MostMerges = 100

  /** Calls of a few MiB keep the region servers busy without long pauses. */
  val BufferBytes: Long = 4L << 20
}
