package org.apache.spark.sql.hbase.read.report

import java.util

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkContext
import org.apache.spark.sql.hbase.client.cluster.RegionSpan
import org.apache.spark.sql.hbase.read.partition.RegionIndex
import org.apache.spark.util.{AccumulatorV2, CollectionAccumulator}

/**
 * Collects on the driver what the tasks of a scan's last run did, one entry per key range. Metrics of Spark's SQL tab
 * are sums of all tasks. A plan that runs again begins anew, as those metrics do. Tasks get a plain accumulator of
 * Spark's, and what failed tasks did is not counted. Thread-safe.
 *
 * @param onTask is told, after each task, how many rows region servers kept and sent in this run so far
 * @param onFallback is called when Spark computed what region servers were asked for
 */
private[read] final class RunWork(onTask: (Long, Long) => Unit, onFallback: () => Unit = () => ())
    extends CollectionAccumulator[RangeWork.Sent] {
  private var execution = Long.MinValue
  private var rowsKept = 0L
  private var rowsSent = 0L

  override def merge(other: AccumulatorV2[RangeWork.Sent, util.List[RangeWork.Sent]]): Unit = synchronized {
    other.value.asScala.foreach { sent =>
      val of = RangeWork.execution(sent)
      if (of > execution) {
        execution = of
        reset()
        rowsKept = 0
        rowsSent = 0
      }
      if (of == execution) {
        add(sent)
        val (kept, received) = RangeWork.inRegionServers(sent)
        rowsKept += kept
        rowsSent += received
        if (RangeWork.hasFallbacks(sent)) onFallback()
      }
    }
    onTask(rowsKept, rowsSent)
  }

  /**
   * By the position of the region among those given.
   *
   * @param regions of the table in row-key order, as they were when the tasks were planned
   */
  def byRegion(regions: Seq[RegionSpan]): Map[Int, RegionWork] = {
    val index = new RegionIndex(regions)
    value.asScala.toSeq
      .groupBy(sent => index.of(sent._1))
      .map { case (region, sent) => region -> sent.map(RangeWork.work).reduce(_ + _) }
  }
}

private[read] object RunWork {

  /** None without a Spark context, where no task runs either. */
  def start(onTask: (Long, Long) => Unit, onFallback: () => Unit): Option[RunWork] = SparkContext.getActive.map {
    context =>
      val work = new RunWork(onTask, onFallback)
      context.register(work)
      work
  }
}
