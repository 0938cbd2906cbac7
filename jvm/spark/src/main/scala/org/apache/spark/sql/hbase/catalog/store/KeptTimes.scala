package org.apache.spark.sql.hbase.catalog.store

import java.time.Instant

import org.apache.hadoop.hbase.{HConstants, KeepDeletedCells}
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptor, TableDescriptor}

import org.apache.spark.sql.hbase.client.scan.TimeBounds
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{CellNames, TableSchema}

/**
 * Checks that HBase still keeps a past state of a table. A flush or compaction drops overwritten values beyond the
 * family's VERSIONS. It drops values before a delete marker, unless the family has KEEP_DELETED_CELLS, and all values
 * older than the TTL. So a past time is exact if each family that the table reads keeps all of it.
 */
object KeptTimes {

  /** One of HBase's settings of a family. */
  private final case class Setting(name: String, needed: String)(val found: ColumnFamilyDescriptor => String)

  private val settings: Seq[Setting] = Seq(
    Setting("KEEP_DELETED_CELLS", "TRUE")(f =>
      // Without a TTL, which is asked for too, the two are the same.
      if (f.getKeepDeletedCells == KeepDeletedCells.TTL) "TRUE" else f.getKeepDeletedCells.name
    ),
    Setting("VERSIONS", HConstants.ALL_VERSIONS.toString)(_.getMaxVersions.toString),
    Setting("TTL", "FOREVER")(f => if (f.getTimeToLive == HConstants.FOREVER) "FOREVER" else f.getTimeToLive.toString),
    // Deletes hide by the order in which they came then, not by their time.
    Setting("NEW_VERSION_BEHAVIOR", "false")(_.isNewVersionBehavior.toString)
  )

  /**
   * Refuses times whose end lies ahead, or that a family does not keep.
   *
   * @param schema as it is read; an adopted one reads all families
   */
  def check(schema: TableSchema, descriptor: TableDescriptor, times: TimeBounds, nowMillis: Long): Unit = {
    if (times.stopMillis > nowMillis + 1) {
      throw HBaseErrors.TimeInFuture.analysis(
        "table" -> schema.fullName,
        "time" -> Instant.ofEpochMilli(times.stopMillis - 1),
        "now" -> Instant.ofEpochMilli(nowMillis)
      )
    }
    for (family <- read(schema, descriptor); setting <- settings if setting.found(family) != setting.needed) {
      throw HBaseErrors.TimeNotKept.analysis(
        "table" -> schema.fullName,
        "hbaseTable" -> schema.hbaseTable,
        "family" -> family.getNameAsString,
        "setting" -> setting.name,
        "found" -> setting.found(family),
        "needed" -> setting.needed
      )
    }
  }

  /**
   * Refuses more states of each row than a family keeps versions.
   *
   * @param schema as it is read
   */
  def checkVersions(schema: TableSchema, descriptor: TableDescriptor, versions: Int): Unit =
    read(schema, descriptor).find(_.getMaxVersions < versions).foreach { family =>
      throw HBaseErrors.VersionsNotKept.analysis(
        "table" -> schema.fullName,
        "hbaseTable" -> schema.hbaseTable,
        "family" -> family.getNameAsString,
        "found" -> family.getMaxVersions,
        "needed" -> versions
      )
    }

  private def read(schema: TableSchema, descriptor: TableDescriptor): Seq[ColumnFamilyDescriptor] =
    descriptor.getColumnFamilies.toSeq.filter { family =>
      schema.adopted || schema.families.contains(CellNames.text(family.getName))
    }
}
