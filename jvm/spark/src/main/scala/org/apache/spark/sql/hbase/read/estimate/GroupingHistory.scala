package org.apache.spark.sql.hbase.read.estimate

import java.util
import java.util.concurrent.TimeUnit

import com.google.protobuf.ByteString

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.wire.PlanHash

/**
 * The gain of grouping in the region servers, learned from earlier queries. If a query made about one group for each
 * row, it is cheaper to send the rows, which are narrower than the states of groups. Spark alone groups them then. Both
 * plans give the same answer, so a stale entry costs only time, until it expires. Lives in the driver; bounded;
 * thread-safe.
 */
private[hbase] final class GroupingHistory(nanoClock: () => Long) {
  import GroupingHistory._

  private final case class Found(rows: Long, groups: Long, atNanos: Long)

  private val found = new util.LinkedHashMap[Grouping, Found](16, 0.75f, true) {
    override def removeEldestEntry(eldest: util.Map.Entry[Grouping, Found]): Boolean = size > MaxGroupings
  }

  /**
   * Region servers have grouped rows.
   *
   * @param groups that they sent, of all tasks
   */
  def ran(grouping: Grouping, rows: Long, groups: Long): Unit = synchronized {
    if (rows >= MinRows && groups > MaxGroupsPerRow * rows) found.put(grouping, Found(rows, groups, nanoClock()))
    else found.remove(grouping)
  }

  /** Returns the reason why the grouping is better left to Spark, None if there is no known reason. */
  def wasteful(grouping: Grouping): Option[String] = synchronized {
    Option(found.get(grouping)).filter(nanoClock() - _.atNanos <= MaxAgeNanos).map { last =>
      s"it made ${last.groups} groups of ${last.rows} rows the last time"
    }
  }
}

private[hbase] object GroupingHistory {

  /** For fewer rows either plan is as good. */
  val MinRows = 100000L

  /** As region servers decide for the rest of a scan. */
  val MaxGroupsPerRow = 0.8

  private val MaxAgeNanos = TimeUnit.MINUTES.toNanos(10)
  private val MaxGroupings = 1000

  val ofDriver = new GroupingHistory(() => System.nanoTime())

  /** A sub-plan that groups rows of a table. */
  final case class Grouping(settings: ClusterSettings, hbaseTable: String, planHash: ByteString)

  object Grouping {
    def apply(settings: ClusterSettings, hbaseTable: String, subPlan: Array[Byte]): Grouping =
      Grouping(settings, hbaseTable, ByteString.copyFrom(PlanHash.of(subPlan)))
  }
}
