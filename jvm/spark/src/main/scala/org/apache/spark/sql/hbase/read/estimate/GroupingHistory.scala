package org.apache.spark.sql.hbase.read.estimate

import java.util.concurrent.TimeUnit

import com.google.protobuf.ByteString
import org.apache.hbase.thirdparty.com.google.common.base.Ticker
import org.apache.hbase.thirdparty.com.google.common.cache.{Cache, CacheBuilder}

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.wire.PlanHash

/**
 * The gain of grouping in the region servers, learned from earlier queries. If a query made about one group for each
 * row, it is cheaper to send the rows, which are narrower than the states of groups. Spark alone groups them then. Both
 * plans give the same answer, so a stale entry costs only time, until it expires. Lives in the driver; bounded;
 * thread-safe.
 */
private[hbase] final class GroupingHistory(ticker: Ticker) {
  import GroupingHistory._

  private val found: Cache[Grouping, Found] = CacheBuilder
    .newBuilder()
    .maximumSize(MaxGroupings)
    .expireAfterWrite(MaxAgeMinutes, TimeUnit.MINUTES)
    .ticker(ticker)
    .build()

  /**
   * Region servers have grouped rows.
   *
   * @param groups that they sent, of all tasks
   */
  def ran(grouping: Grouping, rows: Long, groups: Long): Unit =
    if (rows >= MinRows && groups > MaxGroupsPerRow * rows) found.put(grouping, Found(rows, groups))
    else found.invalidate(grouping)

  /** Returns the reason why the grouping is better left to Spark, None if there is no known reason. */
  def wasteful(grouping: Grouping): Option[String] = Option(found.getIfPresent(grouping)).map { last =>
    s"it made ${last.groups} groups of ${last.rows} rows the last time"
  }
}

private[hbase] object GroupingHistory {

  /** For fewer rows either plan is as good. */
  val MinRows = 100000L

  /** As region servers decide for the rest of a scan. */
  val MaxGroupsPerRow = 0.8

  private val MaxAgeMinutes = 10L
  private val MaxGroupings = 1000L

  val ofDriver = new GroupingHistory(Ticker.systemTicker)

  private final case class Found(rows: Long, groups: Long)

  /** A sub-plan that groups rows of a table. */
  final case class Grouping(settings: ClusterSettings, hbaseTable: String, planHash: ByteString)

  object Grouping {
    def apply(settings: ClusterSettings, hbaseTable: String, subPlan: Array[Byte]): Grouping =
      Grouping(settings, hbaseTable, ByteString.copyFrom(PlanHash.of(subPlan)))
  }
}
