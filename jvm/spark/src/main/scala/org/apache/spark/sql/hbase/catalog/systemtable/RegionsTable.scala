package org.apache.spark.sql.hbase.catalog.systemtable

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.{HRegionLocation, RegionMetrics, Size, TableName}
import org.apache.hadoop.hbase.client.{Connection, RegionInfo}
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.client.cluster.Masters
import org.apache.spark.sql.types._

/** `t.regions`: the regions in row-key order, where they are, and what their servers last reported of them. */
private[catalog] object RegionsTable extends MetadataTableKind {
  override val name = "regions"

  override val columns: StructType = new StructType()
    .add("region", StringType, nullable = false, "HBase's encoded name, as in _region")
    .add(
      "start_row",
      StringType,
      nullable = false,
      "first row key in the notation of HBase's shell; empty: from the start"
    )
    .add("stop_row", StringType, nullable = false, "first row key behind the region; empty: to the end")
    .add("server", StringType, nullable = true, "host:port of the region server; NULL while none has the region")
    .add("store_files", IntegerType, nullable = true)
    .add("store_file_bytes", LongType, nullable = true, "HBase counts whole MiB")
    .add("memstore_bytes", LongType, nullable = true, "HBase counts whole MiB")
    .add("read_requests", LongType, nullable = true, "since the region was opened")
    .add("write_requests", LongType, nullable = true, "since the region was opened")
    .add("locality", DoubleType, nullable = true, "share of the bytes that lie on the server's own host")

  override def rows(connection: Connection, table: TableName): Seq[InternalRow] = {
    val regions = Using.resource(connection.getRegionLocator(table)) { locator =>
      locator.clearRegionLocationCache()
      locator.getAllRegionLocations.asScala.toSeq
    }
    val servers = regions.flatMap(r => Option(r.getServerName)).distinct
    val reported = Masters.ask[Map[String, RegionMetrics]](
      connection,
      admin => servers.flatMap(admin.getRegionMetrics(_, table).asScala).map(m => encodedName(m) -> m).toMap
    )
    regions.filter(_.getRegion.getReplicaId == RegionInfo.DEFAULT_REPLICA_ID).map { region =>
      row(region, reported.get(region.getRegion.getEncodedName))
    }
  }

  private def encodedName(metrics: RegionMetrics): String = RegionInfo.encodeRegionName(metrics.getRegionName)

  private def row(location: HRegionLocation, metrics: Option[RegionMetrics]): InternalRow = {
    val region = location.getRegion
    def reported(value: RegionMetrics => Any): Any = metrics.map(value).orNull
    InternalRow(
      text(region.getEncodedName),
      text(Bytes.toStringBinary(region.getStartKey)),
      text(Bytes.toStringBinary(region.getEndKey)),
      Option(location.getServerName).map(s => text(s"${s.getHostname}:${s.getPort}")).orNull,
      reported(_.getStoreFileCount),
      reported(_.getStoreFileSize.get(Size.Unit.BYTE).toLong),
      reported(_.getMemStoreSize.get(Size.Unit.BYTE).toLong),
      reported(_.getReadRequestCount),
      reported(_.getWriteRequestCount),
      reported(_.getDataLocality.toDouble)
    )
  }
}
