package org.apache.spark.sql.hbase.procedure

import java.io.IOException

import scala.jdk.CollectionConverters._

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.client.cluster.{RegionLocations, RegionSpan, SharedConnection}
import org.apache.spark.sql.hbase.client.probe.RegionSplitPoints
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.schema.{CellNames, KeyPartSize, TableSchema}

/** Divides the row keys of a table into parts of known size: regions, which the coprocessor cuts by their store files. */
private[procedure] object KeySample extends Logging {

  /** Enough to tell a hundredth of a table; the document stays small. */
  private val Parts = 256

  /** None where HBase does not tell sizes. */
  def of(shared: SharedConnection, schema: TableSchema): Seq[KeyPartSize] = {
    shared.regionLocations.forgetSizes(schema.tableName)
    val sized = shared.regionLocations.sized(schema.tableName, 0)
    if (sized.sizes.isEmpty) Nil else coarse(parts(shared, schema, sized))
  }

  private def parts(shared: SharedConnection, schema: TableSchema, sized: RegionLocations.Sized): Seq[KeyPartSize] = {
    val sizes = sized.sizes.get
    val regions = ofTable(sized.regions.asScala.toSeq, KeyRanges.ALL.within(schema.rowRange))
    val bytesPerPart = math.max(1, regions.map(sizes.of).sum / Parts)
    val large = regions.filter(sizes.of(_) > bytesPerPart)
    val requests = large.map(region => new RegionSplitPoints.Request(region, (sizes.of(region) / bytesPerPart).toInt))
    val cuts = large.map(_.startRow.toSeq).zip(ask(shared, schema, requests)).toMap
    regions.flatMap { region =>
      val starts = region.startRow +: cuts.getOrElse(region.startRow.toSeq, Nil)
      starts.map(KeyPartSize(_, sizes.of(region) / starts.size))
    }
  }

  private def ask(
      shared: SharedConnection,
      schema: TableSchema,
      requests: Seq[RegionSplitPoints.Request]
  ): Seq[Seq[Array[Byte]]] =
    try {
      val families = schema.families.map(CellNames.bytes)
      RegionSplitPoints
        .ask(shared.connection, schema.tableName, families.asJava, requests.asJava)
        .asScala
        .map(_.asScala.toSeq)
        .toSeq
    } catch {
      case e: IOException =>
        logInfo(s"The key sample of table ${schema.fullName} has whole regions only: ${e.getMessage}")
        requests.map(_ => Nil)
    }

  /** Regions that rows of the table can lie in. */
  def ofTable(regions: Seq[RegionSpan], keys: KeyRanges): Seq[RegionSpan] =
    regions.filter(region => keys.reachInto(region.startRow, region.stopRow))

  /** Neighbours together where there are many more regions than parts. */
  def coarse(parts: Seq[KeyPartSize]): Seq[KeyPartSize] = {
    val together = (parts.size + 2 * Parts - 1) / (2 * Parts)
    parts.grouped(math.max(1, together)).map(group => KeyPartSize(group.head.start, group.map(_.bytes).sum)).toList
  }
}
