package org.apache.spark.sql.hbase.bulkload

import java.net.InetSocketAddress
import java.nio.file.Path

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.hadoop.hbase.{KeyValue, TableName}
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, TableDescriptorBuilder}
import org.apache.hadoop.hbase.util.Bytes
import org.apache.hadoop.hdfs.{HdfsConfiguration, MiniDFSCluster}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

/** Store files on a real HDFS of two data nodes, each of which stands for the host of a region. */
class TestBulkLoadPlacement {
  @TempDir
  var local: Path = _

  private val FilesPerNode = 4
  private val family = ColumnFamilyDescriptorBuilder.of("f")
  private val table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t")).setColumnFamily(family).build()

  private def region(host: Option[String]) = TargetRegion(Array.emptyByteArray, host)

  /** @return the hosts and ports of the blocks */
  private def write(hdfs: MiniDFSCluster, conf: Configuration, favored: Option[InetSocketAddress]): Set[String] = {
    val root = new HadoopPath(hdfs.getFileSystem.getUri.toString, "/staging")
    val output = new StoreFileOutput(conf, table, family, root, "0-0/f0", favored)
    output.append(new KeyValue(Bytes.toBytes("row"), Bytes.toBytes("f"), Bytes.toBytes("q"), 1L, Bytes.toBytes("v")))
    val file = new HadoopPath(root, output.close().path)
    hdfs.getFileSystem.getFileBlockLocations(file, 0, Long.MaxValue).flatMap(_.getNames).toSet
  }

  @Test
  def aFileLiesOnTheHostOfItsRegion(): Unit = {
    val conf = new HdfsConfiguration()
    conf.setInt("dfs.replication", 1)
    Using.resource(new MiniDFSCluster.Builder(conf, local.toFile).numDataNodes(2).build()) { hdfs =>
      hdfs.waitActive()
      val nodes = hdfs.getDataNodes.asScala.map(_.getXferPort).toSeq
      assertEquals(2, nodes.distinct.size)
      // By chance they would not all lie where they should.
      nodes.foreach { port =>
        (1 to FilesPerNode).foreach { _ =>
          val known = new Configuration(conf)
          known.set("dfs.datanode.address", s"0.0.0.0:$port")
          val node = TargetRegion.favoredNode(known, region(Some("127.0.0.1")))
          assertEquals(Set(s"127.0.0.1:$port"), write(hdfs, conf, node))
        }
      }
      assertTrue(write(hdfs, conf, None).subsetOf(nodes.map(port => s"127.0.0.1:$port").toSet))
    }
  }

  @Test
  def aRegionInTransitionAndAnUnknownHostHaveNoPlace(): Unit = {
    val conf = new Configuration(false)
    val regions = Seq(region(None), region(Some("no-such-host.invalid")))
    assertEquals(Seq(None, None), regions.map(TargetRegion.favoredNode(conf, _)))
  }

  @Test
  def theDataNodeIsTheOneOfTheHost(): Unit = {
    val conf = new Configuration(false)
    val known = region(Some("127.0.0.1"))
    assertEquals(Some(new InetSocketAddress("127.0.0.1", 9866)), TargetRegion.favoredNode(conf, known))
    // HBase's own setting leaves the place to the file system.
    conf.setBoolean("hbase.bulkload.locality.sensitive.enabled", false)
    assertEquals(None, TargetRegion.favoredNode(conf, known))
  }
}
