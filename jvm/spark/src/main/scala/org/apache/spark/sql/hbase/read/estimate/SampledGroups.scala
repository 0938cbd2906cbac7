package org.apache.spark.sql.hbase.read.estimate

import org.apache.spark.sql.hbase.client.cluster.RegionLocations
import org.apache.spark.sql.hbase.conf.ReadTime
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * Whether a grouping makes about a group for each row, by some rows of the table. It is for the first run of a query
 * over a table that was not analyzed. As many rows count as a region server groups before it gives up, so both decide
 * alike. Where grouping reduces rows, a few of them tell. A sample is remembered as long as the sizes of the regions
 * are. Estimates: a wrong one costs time, not the answer. Lives in the driver; bounded; thread-safe.
 */
private[read] final class SampledGroups {
  import SampledGroups._

  private val samples = new SizedCache[Keys, Sample](MaxSamplesOfATable)

  /**
   * Returns the reason why Spark should group the rows, None if there is no known reason.
   *
   * @param sized the regions of the table as they are remembered now
   * @param read takes a sample of the table
   */
  def wasteful(sized: RegionLocations.Sized, keys: Keys, read: => Sample): Option[String] = {
    val ofTable = samples.of(sized)
    val sample = Option(ofTable.getIfPresent(keys)).getOrElse {
      val made = read
      ofTable.put(keys, made)
      made
    }
    Option.when(sample.rows >= GroupingHistory.MinRows && sample.hardlyReduces)(
      s"${sample.rows} rows of the table make ${sample.groups} groups"
    )
  }
}

private[read] object SampledGroups {

  /** The rows of one small frame. */
  val FewRows = 2048L

  private val MaxSamplesOfATable = 100L

  val Unknown: Sample = Sample(0, 0)

  val ofDriver = new SampledGroups

  /** @param columns of the table by which rows are grouped */
  final case class Keys(tableId: String, columns: Set[String], time: ReadTime)

  /** @param groups that the rows make */
  final case class Sample(rows: Long, groups: Long) {

    /** Whether more rows would not change what is decided by it. */
    def isEnough: Boolean = rows >= GroupingHistory.MinRows || rows >= FewRows && !hardlyReduces

    private[SampledGroups] def hardlyReduces: Boolean = groups > GroupingHistory.MaxGroupsPerRow * rows
  }
}
