package org.apache.spark.sql.hbase.bulkload

import java.net.InetSocketAddress

import org.apache.hadoop.conf.Configuration

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

  /** HBase's own setting of HFileOutputFormat2. */
  private val LocalityKey = "hbase.bulkload.locality.sensitive.enabled"

  /**
   * Where the first copy of the region's files should lie, for a region server beside a data node; None leaves it to the file
   * system.
   */
  def favoredNode(conf: Configuration, region: TargetRegion): Option[InetSocketAddress] =
    if (!conf.getBoolean(LocalityKey, true)) None
    else
      region.server
        .map(server => new InetSocketAddress(server.host, server.port))
        .filterNot(_.isUnresolved)
}
