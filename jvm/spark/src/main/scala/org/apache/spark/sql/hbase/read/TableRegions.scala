package org.apache.spark.sql.hbase.read

import java.io.IOException

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.{ServerName, Size, TableName, TableNotFoundException}
import org.apache.hadoop.hbase.client.RegionLocator

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.HBaseErrors
import org.apache.spark.sql.hbase.client.{RegionSpan, SharedConnection}

/** Asks HBase about the regions of a table. */
private[read] object TableRegions extends Logging {

  /** A table that was just created or never flushed reports zero; planning for nothing would broadcast anything. */
  private val MinimumBytes = 1L << 20

  /** In row-key order. */
  def of(shared: SharedConnection, table: ScannedTable, maxAgeSeconds: Long): Seq[RegionSpan] =
    missingIsTyped(table) {
      shared.regionLocations.regions(TableName.valueOf(table.hbaseTable), maxAgeSeconds).asScala.toSeq
    }

  /**
   * Store files and memstores of all regions, as the region servers report them now. One call per region server.
   *
   * @return nothing when HBase does not tell, for example to a user without the right to ask
   */
  def sizeInBytes(shared: SharedConnection, table: ScannedTable): Option[Long] = missingIsTyped(table) {
    val name = TableName.valueOf(table.hbaseTable)
    val servers = Using.resource(shared.connection.getRegionLocator(name))(serversOf)
    try {
      val sizes = Using.resource(shared.connection.getAdmin) { admin =>
        servers.flatMap(server => admin.getRegionMetrics(server, name).asScala).map { region =>
          region.getStoreFileSize.get(Size.Unit.BYTE) + region.getMemStoreSize.get(Size.Unit.BYTE)
        }
      }
      Some(math.max(MinimumBytes, sizes.sum.toLong))
    } catch {
      case e: IOException =>
        logInfo(s"The size of HBase table ${table.hbaseTable} is not known to the planner: ${e.getMessage}")
        None
    }
  }

  private def serversOf(locator: RegionLocator): Seq[ServerName] =
    locator.getAllRegionLocations.asScala.flatMap(l => Option(l.getServerName)).toSeq.distinct

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
