package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.{TableName, TableNotFoundException}

import org.apache.spark.sql.hbase.client.cluster.{RegionLocations, RegionSpan}
import org.apache.spark.sql.hbase.error.HBaseErrors

/** The regions of a table, from what is remembered of it for some time. */
private[read] object TableRegions {

  /** In row-key order. */
  def of(locations: RegionLocations, table: ScannedTable, maxAgeSeconds: Long): Seq[RegionSpan] =
    missingIsTyped(table) {
      locations.regions(TableName.valueOf(table.hbaseTable), maxAgeSeconds).asScala.toSeq
    }

  /** With what is stored in each. */
  def sized(locations: RegionLocations, table: ScannedTable, maxAgeSeconds: Long): RegionLocations.Sized =
    missingIsTyped(table)(locations.sized(TableName.valueOf(table.hbaseTable), maxAgeSeconds))

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
