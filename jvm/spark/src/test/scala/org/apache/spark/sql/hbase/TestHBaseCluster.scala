package org.apache.spark.sql.hbase

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException

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
  def withoutAQuorumTheErrorSaysWhichSettingToSet(): Unit = {
    val e = refusal()
    assertEquals("SPARKSQL_HBASE.QUORUM_MISSING", e.getCondition)
    assertTrue(e.getMessage.contains("spark.sql.catalog.hbase.quorum"), e.getMessage)
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
