package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.client.cluster.{RegionLocations, RegionSpan}
import org.apache.spark.sql.hbase.read.estimate.GroupingHistory
import org.apache.spark.sql.hbase.read.report.{RangeWork, RegionWork, RunWork}
import org.apache.spark.sql.hbase.shim.Optionals._

/**
 * The tasks of a scan that were planned last, and what they did; of the driver only. Thread-safe.
 *
 * @param grouping of the scan, whose gain is remembered
 * @param onFallback when Spark computed what region servers were asked for
 */
private[read] final class LastRun(grouping: => Option[GroupingHistory.Grouping], onFallback: () => Unit) {
  @volatile private var regions: Option[Seq[RegionSpan]] = None
  @volatile private var pruned = 0L

  /** Is told by the tasks; None without a Spark context. */
  lazy val work: Option[RunWork] = RunWork.start(
    (rows, groups) => grouping.foreach(GroupingHistory.ofDriver.ran(_, rows, groups)),
    onFallback
  )

  /** Regions that the tasks planned last do not read. */
  def regionsPruned: Long = pruned

  /** Rows that passed keys of a join unseen, because hardly any row failed them. */
  def unseenRows: Long =
    if (regions.isEmpty) 0 else work.fold(0L)(_.value.asScala.map(RangeWork.unseen).sum)

  /**
   * @param regions of the table in row-key order, as the tasks are given them
   * @param read how many of them the tasks read
   */
  def planned(regions: Seq[RegionSpan], read: Int): Unit = {
    this.regions = Some(regions)
    pruned = math.max(0, regions.size - read)
  }

  /**
   * Returns the known facts about the regions. After a run they are those that its tasks were given.
   *
   * @param now as HBase tells, None while it does not
   */
  def explained(now: Option[RegionLocations.Sized]): Option[ExplainedRegions] =
    regions.orElse(now.map(_.regions.asScala.toSeq)).map { spans =>
      val done = if (regions.isEmpty) None else work
      ExplainedRegions(spans, now.flatMap(_.sizes.toScala), done.fold(Map.empty[Int, RegionWork])(_.byRegion(spans)))
    }
}
