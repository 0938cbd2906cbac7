package org.apache.spark.sql.hbase.bulkload

import java.net.InetSocketAddress

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Connection, RegionInfo}
import org.apache.hadoop.hbase.util.Bytes

/**
 * A region for which tasks write files. Travels to them.
 *
 * @param startRow first row key
 * @param server that holds the region, None while it is in transition
 */
private[bulkload] final case class TargetRegion(startRow: Array[Byte], server: Option[TargetRegion.Server])

private[bulkload] object TargetRegion {

  /** HBase's ServerName loses its address when it travels. */
  final case class Server(host: String, port: Int)

  /** Lists the regions of a table, in order, as HBase's client knows them. */
  def of(connection: Connection, table: TableName): IndexedSeq[TargetRegion] =
    Using
      .resource(connection.getRegionLocator(table))(_.getAllRegionLocations)
      .asScala
      .filter(_.getRegion.getReplicaId == RegionInfo.DEFAULT_REPLICA_ID)
      .map { l =>
        TargetRegion(
          l.getRegion.getStartKey,
          Option(l.getServerName).map(name => Server(name.getHostname, name.getPort))
        )
      }
      .sortBy(_.startRow)(Bytes.BYTES_COMPARATOR.compare(_, _))
      .toIndexedSeq

  /** HBase's own setting of HFileOutputFormat2. */
  private val LocalityKey = "hbase.bulkload.locality.sensitive.enabled"

  /**
   * Returns the place for the first copy of the region's files, for a region server beside a data node. None leaves it
   * to the file system.
   */
  def favoredNode(conf: Configuration, region: TargetRegion): Option[InetSocketAddress] =
    if (!conf.getBoolean(LocalityKey, true)) None
    else
      region.server
        .map(server => new InetSocketAddress(server.host, server.port))
        .filterNot(_.isUnresolved)
}
