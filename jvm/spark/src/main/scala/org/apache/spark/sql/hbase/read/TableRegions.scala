package org.apache.spark.sql.hbase.read

import java.io.IOException
import java.nio.ByteBuffer

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.{DoNotRetryIOException, ServerName, Size, TableName, TableNotFoundException}
import org.apache.hadoop.hbase.client.RegionInfo

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.HBaseErrors
import org.apache.spark.sql.hbase.client.{RegionSpan, SharedConnection}
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges

/** Bytes stored per region, found by its start row. */
private[read] final class RegionSizes(byStartRow: Map[ByteBuffer, Long]) {

  /** 0 for a region that was not there. */
  def of(region: RegionSpan): Long = byStartRow.getOrElse(ByteBuffer.wrap(region.startRow), 0L)

  def sum: Long = byStartRow.values.sum

  /** False where regions were split, merged or moved to other servers since they were listed. */
  def areOf(regions: Seq[RegionSpan]): Boolean =
    regions.map(region => ByteBuffer.wrap(region.startRow)).toSet == byStartRow.keySet
}

/** Asks HBase about the regions of a table. */
private[read] object TableRegions extends Logging {

  /** A table that was just created or never flushed reports zero; planning for nothing would broadcast anything. */
  private val MinimumBytes = 1L << 20

  /** In row-key order. */
  def of(shared: SharedConnection, table: ScannedTable, maxAgeSeconds: Long): Seq[RegionSpan] =
    missingIsTyped(table) {
      shared.regionLocations.regions(TableName.valueOf(table.hbaseTable), maxAgeSeconds).asScala.toSeq
    }

  /** How many regions hold some of the wanted row keys. */
  def read(shared: SharedConnection, table: ScannedTable, keys: KeyRanges, maxAgeSeconds: Long): RegionsRead = {
    val regions = of(shared, table, maxAgeSeconds)
    RegionsRead(regions.count(region => keys.reachInto(region.startRow, region.stopRow)), regions.size)
  }

  /** Bytes of all regions, as [[withSizes]] tells them. */
  def sizeInBytes(shared: SharedConnection, table: ScannedTable, maxAgeSeconds: Long): Option[Long] =
    withSizes(shared, table, maxAgeSeconds)._2.map(sizes => math.max(MinimumBytes, sizes.sum))

  /**
   * The regions and the bytes of their store files and memstores, as the region servers report them now: one call per
   * region server. Where the regions are others than those remembered, they are listed anew.
   *
   * @return no sizes when HBase does not tell, for example to a user without the right to ask
   */
  def withSizes(
      shared: SharedConnection,
      table: ScannedTable,
      maxAgeSeconds: Long
  ): (Seq[RegionSpan], Option[RegionSizes]) = missingIsTyped(table) {
    val name = TableName.valueOf(table.hbaseTable)
    def listed: (Seq[RegionSpan], Option[RegionSizes]) = {
      val listing = shared.regionLocations.listing(name, maxAgeSeconds)
      (listing.regions.asScala.toSeq, sizes(shared, name, listing.servers.asScala.toSeq))
    }
    val (regions, found) = listed
    if (found.forall(_.areOf(regions))) (regions, found)
    else {
      shared.regionLocations.forget(name)
      listed
    }
  }

  private def sizes(shared: SharedConnection, name: TableName, servers: Seq[ServerName]): Option[RegionSizes] =
    try {
      val metrics = Using.resource(shared.connection.getAdmin) { admin =>
        servers.flatMap(server => admin.getRegionMetrics(server, name).asScala)
      }
      Some(new RegionSizes(metrics.map { region =>
        val bytes = region.getStoreFileSize.get(Size.Unit.BYTE) + region.getMemStoreSize.get(Size.Unit.BYTE)
        ByteBuffer.wrap(RegionInfo.getStartKey(region.getRegionName)) -> bytes.toLong
      }.toMap))
    } catch {
      case e: IOException =>
        logInfo(s"The size of HBase table $name is not known to the planner: ${e.getMessage}")
        // One of the servers may be gone; a user who must not ask need not list the regions again.
        if (!e.isInstanceOf[DoNotRetryIOException]) shared.regionLocations.forget(name)
        None
    }

  private def missingIsTyped[T](table: ScannedTable)(action: => T): T =
    try action
    catch {
      case e: TableNotFoundException =>
        throw HBaseErrors.HBaseTableMissing.analysisCausedBy(
          e,
          "table" -> table.sqlName,
          "hbaseTable" -> table.hbaseTable
        )
    }
}
