package org.apache.spark.sql.hbase.read.estimate

import java.util.concurrent.TimeUnit

import org.apache.hbase.thirdparty.com.google.common.base.Ticker
import org.apache.hbase.thirdparty.com.google.common.cache.{Cache, CacheBuilder}

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * Whether a grouping makes about a group for each row, by the first rows of a table. It is for the first run of a
 * query over a table that was not analyzed. As many rows count as a region server groups before it gives up, so both
 * decide alike. Where grouping reduces rows, a few of them tell. What a table's first rows are is remembered for ten
 * minutes. Estimates: a wrong one costs time, not the answer. Lives in the driver; bounded; thread-safe.
 */
private[read] final class SampledGroups(ticker: Ticker) {
  import SampledGroups._

  private val samples: Cache[Keys, Sample] =
    CacheBuilder
      .newBuilder()
      .maximumSize(MaxSamples)
      .expireAfterWrite(MaxAgeMinutes, TimeUnit.MINUTES)
      .ticker(ticker)
      .build()

  /**
   * Returns the reason why Spark should group the rows, None if there is no known reason.
   *
   * @param read takes the first rows of the table, at most so many
   */
  def wasteful(keys: Keys, read: Long => Sample): Option[String] = {
    val sample = Option(samples.getIfPresent(keys)).getOrElse {
      val made = sampled(read)
      samples.put(keys, made)
      made
    }
    Option.when(sample.rows >= GroupingHistory.MinRows && hardlyReduces(sample))(
      s"the first ${sample.rows} rows of the table make ${sample.groups} groups"
    )
  }

  private def sampled(read: Long => Sample): Sample = {
    val few = read(FewRows)
    if (few.rows >= FewRows && hardlyReduces(few)) read(GroupingHistory.MinRows) else few
  }

  private def hardlyReduces(sample: Sample): Boolean = sample.groups > GroupingHistory.MaxGroupsPerRow * sample.rows
}

private[read] object SampledGroups {

  /** The rows of one small frame. */
  val FewRows = 2048L

  private val MaxSamples = 1000L
  private val MaxAgeMinutes = 10L

  val ofDriver = new SampledGroups(Ticker.systemTicker)

  /** @param columns of the table by which rows are grouped */
  final case class Keys(settings: ClusterSettings, hbaseTable: String, columns: Set[String])

  /** @param groups that the rows make */
  final case class Sample(rows: Long, groups: Long)
}
