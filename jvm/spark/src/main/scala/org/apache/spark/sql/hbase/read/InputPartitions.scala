package org.apache.spark.sql.hbase.read

import org.apache.spark.sql.connector.read.InputPartition
import org.apache.spark.sql.hbase.client.RegionSpan

/**
 * What one task reads: key ranges whose rows one host serves. Holds bytes and text only.
 *
 * @param ranges half-open and disjoint, in row-key order
 * @param host empty where it is not known
 */
final case class HBaseInputPartition(ranges: Array[RowRange], host: String) extends InputPartition {
  override def preferredLocations(): Array[String] = if (host.isEmpty) Array.empty else Array(host)
}

/** Rows `[startRow, stopRow)`; empty is the start, or the end, of the table. */
final case class RowRange(startRow: Array[Byte], stopRow: Array[Byte]) extends Serializable

/** Divides the regions of a table among tasks. */
object InputPartitions {

  /** Tasks per core that even out regions of different sizes. */
  private val TasksPerCore = 2

  /**
   * Regions of one host stay together; a task never mixes hosts.
   *
   * {{{
   * hosts a b a a, at most 2 regions per task  ->  a: [1, 3]   a: [4]   b: [2]
   * }}}
   *
   * @param regionsPerTask 0: as many as still give every core two tasks
   */
  def plan(regions: Seq[RegionSpan], regionsPerTask: Int, parallelism: Int): Seq[HBaseInputPartition] = {
    val perTask =
      if (regionsPerTask > 0) regionsPerTask else math.max(1, regions.size / (TasksPerCore * math.max(1, parallelism)))
    val byHost = regions.groupBy(_.host).toSeq.sortBy(_._1)
    byHost.flatMap { case (host, served) =>
      served.grouped(perTask).map { group =>
        HBaseInputPartition(group.map(r => RowRange(r.startRow, r.stopRow)).toArray, host)
      }
    }
  }
}
