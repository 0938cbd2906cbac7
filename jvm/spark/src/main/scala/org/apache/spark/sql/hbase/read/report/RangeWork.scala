package org.apache.spark.sql.hbase.read.report

import org.apache.spark.TaskContext
import org.apache.spark.sql.execution.SQLExecution
import org.apache.spark.sql.hbase.client.scan.ReaderStatistics

/** The work and the time of a task for one key range: numbers that add up to the numbers of [[ReadMetrics]]. */
private[read] object RangeWork {

  /**
   * The start row of the range, then the execution of Spark SQL, or -1. Then the clock of the executor at the begin and
   * at the end, in milliseconds since 1970, and the sums. Of Java's and Scala's own classes, because threads of the
   * driver that take results need not find the connector's.
   */
  type Sent = (Array[Byte], Array[Long])

  private val NoExecution = -1L
  private val Times = 3

  private val sums = Seq[(String, ReaderStatistics => Long)](
    "serverRows" -> (_.serverRowsScanned),
    "sparkRows" -> (_.localRowsScanned),
    "rowsKept" -> (_.rowsKept),
    "rowsReceived" -> (_.rowsReceived),
    "bytesReceived" -> (_.bytesReceived),
    "serverNanos" -> (_.serverNanos),
    "seeks" -> (_.serverSeeks),
    "rowsSkipped" -> (_.serverRowsSkipped),
    "blocks" -> (_.serverBlocks),
    "blocksSkipped" -> (_.serverBlocksSkipped),
    "rowsUnseen" -> (_.unseenRows),
    "fallbacks" -> (_.fallbacks.size.toLong)
  )

  /** In the order of [[RegionWork.sums]]. */
  val names: Seq[String] = sums.map(_._1)

  /** Called by the thread of a task. */
  def sent(startRow: Array[Byte], beganMillis: Long, endedMillis: Long, done: ReaderStatistics): Sent = {
    val id = Option(TaskContext.get()).flatMap(task => Option(task.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)))
    val times = Array(id.fold(NoExecution)(_.toLong), beganMillis, endedMillis)
    (startRow, times ++ sums.map { case (_, of) => of(done) })
  }

  def execution(sent: Sent): Long = sent._2(0)

  /** Rows that they kept, and rows or groups that they sent; both 0 where Spark did something of it. */
  def inRegionServers(sent: Sent): (Long, Long) = {
    def sum(name: String) = sent._2(Times + names.indexOf(name))
    if (hasFallbacks(sent)) (0, 0) else (sum("rowsKept"), sum("rowsReceived"))
  }

  /** Rows that passed keys of a join unseen. */
  def unseen(sent: Sent): Long = sent._2(Times + names.indexOf("rowsUnseen"))

  /** True if Spark did something of it that region servers were asked for. */
  def hasFallbacks(sent: Sent): Boolean = sent._2(Times + names.indexOf("fallbacks")) > 0

  def work(sent: Sent): RegionWork = RegionWork(sent._2(1), sent._2(2), sent._2.drop(Times).toSeq)
}

/**
 * The work for one or more key ranges. Immutable.
 *
 * @param beganMillis of the first, since 1970
 * @param endedMillis of the last one
 * @param sums named by [[RangeWork.names]]
 */
private[read] final case class RegionWork(beganMillis: Long, endedMillis: Long, sums: Seq[Long]) {
  def +(other: RegionWork): RegionWork = RegionWork(
    math.min(beganMillis, other.beganMillis),
    math.max(endedMillis, other.endedMillis),
    sums.zip(other.sums).map { case (a, b) => a + b }
  )

  /** Scanned, in region servers and in Spark. */
  def rows: Long = sums.take(2).sum
}
