package org.apache.spark.sql.hbase.bulkload

import java.net.InetSocketAddress

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Connection, RegionInfo}
import org.apache.hadoop.hbase.util.Bytes
import org.apache.hadoop.net.NetUtils

/**
 * A region for which tasks write files. Travels to them.
 *
 * @param startRow first row key
 * @param host of the server that holds the region, None while it is in transition
 */
private[bulkload] final case class TargetRegion(startRow: Array[Byte], host: Option[String])

private[bulkload] object TargetRegion {

  /** Lists the regions of a table, in order, as HBase's client knows them. */
  def of(connection: Connection, table: TableName): IndexedSeq[TargetRegion] =
    Using
      .resource(connection.getRegionLocator(table))(_.getAllRegionLocations)
      .asScala
      .filter(_.getRegion.getReplicaId == RegionInfo.DEFAULT_REPLICA_ID)
      .map(l => TargetRegion(l.getRegion.getStartKey, Option(l.getServerName).map(_.getHostname)))
      .sortBy(_.startRow)(Bytes.BYTES_COMPARATOR.compare(_, _))
      .toIndexedSeq

  /** HBase's own setting of HFileOutputFormat2. */
  private val LocalityKey = "hbase.bulkload.locality.sensitive.enabled"

  /** HDFS's own, by its name: HDFS's client has no class with it. */
  private val DataNodeAddressKey = "dfs.datanode.address"
  private val HadoopDefault = "0.0.0.0:9866"

  /**
   * Returns the data node for the first copy of the region's files: the one on the host of the region server. None leaves
   * it to the file system. Data nodes go by the port in HDFS's own setting; by another one HDFS warns at each block.
   */
  def favoredNode(conf: Configuration, region: TargetRegion): Option[InetSocketAddress] =
    if (!conf.getBoolean(LocalityKey, true)) None
    else region.host.map(new InetSocketAddress(_, dataNodePort(conf))).filterNot(_.isUnresolved)

  private def dataNodePort(conf: Configuration): Int =
    NetUtils.createSocketAddr(conf.getTrimmed(DataNodeAddressKey, HadoopDefault)).getPort
}
