package org.apache.spark.sql.hbase.cluster

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.HBaseCatalog

class TestHBaseCluster {
  private def refusal(options: (String, String)*): AnalysisException =
    assertThrows(classOf[AnalysisException], () => HBaseCluster.settings(options.toMap))

  @Test
  def theQuorumAndHBasesOwnOptionsReachTheClient(): Unit = {
    val properties = HBaseCluster.settings(Map("quorum" -> "a:1, b:2", "hbase.rpc.timeout" -> "5")).properties
    assertEquals("a:1,b:2", properties.get("hbase.zookeeper.quorum"))
    assertEquals("5", properties.get("hbase.rpc.timeout"))
  }

  @Test
  def theNameOfTheCatalogIsThatOfItsClass(): Unit =
    assertEquals(classOf[HBaseCatalog].getName, HBaseCluster.CatalogClass)

  @Test
  def withoutAQuorumTheErrorSaysWhichSettingToSet(): Unit = {
    val e = refusal()
    assertEquals("SPARKSQL_HBASE.QUORUM_MISSING", e.getCondition)
    assertTrue(e.getMessage.contains("spark.sql.catalog.hbase.quorum"), e.getMessage)
  }

  @Test
  def settingsOfHBasesAndZooKeepersClientsGoAlong(): Unit = {
    val given = Map("quorum" -> "a:1", "zookeeper.znode.parent" -> "/x", "hbase.rpc.timeout" -> "7")
    assertEquals(
      Map("hbase.zookeeper.quorum" -> "a:1", "zookeeper.znode.parent" -> "/x", "hbase.rpc.timeout" -> "7"),
      HBaseCluster.settings(given).properties.asScala.toMap
    )
  }

  @Test
  def aSiteSaysWhatOthersDoNot(@TempDir folder: Path): Unit = {
    val site = folder.resolve("hbase-site.xml")
    val properties = Seq("hbase.zookeeper.quorum" -> "b:2", "zookeeper.znode.parent" -> "/y").map {
      case (name, value) =>
        s"<property><name>$name</name><value>$value</value></property>"
    }
    Files.writeString(site, properties.mkString("<configuration>", "", "</configuration>"))
    val settings = HBaseCluster.settings(Map("site" -> site.toString, "zookeeper.znode.parent" -> "/z"))
    assertEquals(
      Map("hbase.zookeeper.quorum" -> "b:2", "zookeeper.znode.parent" -> "/z"),
      settings.properties.asScala.toMap
    )
    val e = refusal("site" -> "/nowhere/hbase-site.xml")
    assertEquals("SPARKSQL_HBASE.INVALID_OPTION", e.getCondition)
    assertTrue(e.getMessage.contains("/nowhere/hbase-site.xml"), e.getMessage)
  }

  @Test
  def bootstrapServersAloneChooseTheRegistryThatAsksThem(): Unit = {
    def registry(given: (String, String)*): String =
      HBaseCluster.settings(given.toMap).toConfiguration.get("hbase.client.registry.impl", "ZooKeeper")
    val servers = "hbase.client.bootstrap.servers" -> "a:16000"
    assertTrue(registry(servers).endsWith("RpcConnectionRegistry"))
    assertEquals("ZooKeeper", registry(servers, "quorum" -> "b:2"))
  }

  @Test
  def anUnknownOptionNamesTheNearest(): Unit = {
    val e = refusal("quorm" -> "a:1")
    assertEquals("SPARKSQL_HBASE.UNKNOWN_OPTION", e.getCondition)
    assertTrue(e.getMessage.endsWith("option=quorm didYouMean=quorum"), e.getMessage)
  }

  @Test
  def aQuorumThatIsNoneIsRefused(): Unit = Seq("", "a:", ":1", "a:b", "a:70000", "a:1,,b").foreach { quorum =>
    assertEquals("SPARKSQL_HBASE.INVALID_OPTION", refusal("quorum" -> quorum).getCondition)
  }
}
