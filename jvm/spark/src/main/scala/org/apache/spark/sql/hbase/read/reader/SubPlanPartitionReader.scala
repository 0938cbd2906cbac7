package org.apache.spark.sql.hbase.read.reader

import java.io.IOException

import scala.collection.mutable

import org.apache.hadoop.hbase.client.Connection

import org.apache.spark.QueryContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.read.PartitionReader
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.client.scan.{BatchReader, ReaderStatistics}
import org.apache.spark.sql.hbase.cluster.{HBaseCluster, SilentClusters, SubPlanErrors}
import org.apache.spark.sql.hbase.read.report.{MetricsNews, RangeWork, ReadMetrics}
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.CollectionAccumulator

/**
 * A part of what one task reads, begun now.
 *
 * @param startRow of a key range, None for gets
 */
private[read] final case class OpenPart(reader: BatchReader, startRow: Option[Array[Byte]]) {
  private val beganMillis = System.currentTimeMillis()

  /** For [[RunWork]]. */
  def work(done: ReaderStatistics): Option[RangeWork.Sent] =
    startRow.map(RangeWork.sent(_, beganMillis, System.currentTimeMillis(), done))
}

/**
 * Reads what is one task's, one key range after the other. While Spark works on the rows of one, the first frames of the
 * next ones are fetched already. Each row is valid until the next. Not thread-safe.
 *
 * @param contexts the places of calls in the text of the query, by their numbers in the sub-plan
 * @param framesAhead result frames that are fetched while Spark works
 * @param work is told what was done for each key range
 * @param readers of the task's parts over a connection, each opened when it is asked for
 */
private[read] final class SubPlanPartitionReader(
    settings: ClusterSettings,
    contexts: Map[Int, QueryContext],
    readSchema: StructType,
    framesAhead: Int,
    work: Option[CollectionAccumulator[RangeWork.Sent]],
    metrics: ReadMetrics.Task,
    readers: Connection => Iterator[OpenPart]
) extends PartitionReader[InternalRow] {

  private val shared = typed(HBaseCluster.acquire(settings))
  private val rows = new ArrowRows(readSchema)
  private val parts = readers(shared.connection)
  // The first one is read, the others have begun; closed together with this one.
  private val open = mutable.Queue.empty[OpenPart]
  private var rowCount = 0
  private var position = -1
  private val news = new MetricsNews

  override def next(): Boolean = {
    position += 1
    position < rowCount || nextBatch()
  }

  override def get(): InternalRow = {
    news.rowTaken()
    rows.row(position)
  }

  private def nextBatch(): Boolean = typed {
    var found = false
    while (!found && (open.nonEmpty || parts.hasNext)) {
      openAhead()
      news.counted()
      if (open.head.reader.next()) {
        val batch = open.head.reader.current
        rows.bind(batch)
        rowCount = batch.rowCount
        position = 0
        found = rowCount > 0
      } else {
        finish()
      }
    }
    found
  }

  private def openAhead(): Unit = {
    if (open.isEmpty) open += parts.next()
    // Spark asks for no other range once one has the rows of a limit.
    val wanted = if (open.head.reader.isLimited) 1 else framesAhead
    while (open.size < wanted && parts.hasNext) {
      open += parts.next()
      open.last.reader.start()
    }
  }

  private def finish(): Unit = {
    val finished = open.dequeue()
    try {
      val done = finished.reader.statistics
      metrics.add(done)
      for (told <- work; part <- finished.work(done)) told.add(part)
    } finally finished.reader.close()
  }

  override def currentMetricsValues(): Array[CustomTaskMetric] =
    if (news.isAwaited) metrics.values(open.map(_.reader.statistics).toSeq) else SubPlanPartitionReader.NoMetrics

  override def close(): Unit =
    if (open.isEmpty) shared.close()
    else
      try finish()
      finally close()

  private def typed[T](action: => T): T =
    try action
    catch {
      case e: IOException =>
        SilentClusters.note(e, settings)
        throw SubPlanErrors.toRuntime(e, settings, contexts)
    }
}

private[read] object SubPlanPartitionReader {
  private val NoMetrics = Array.empty[CustomTaskMetric]
}
