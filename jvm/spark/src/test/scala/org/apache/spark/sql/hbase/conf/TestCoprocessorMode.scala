package org.apache.spark.sql.hbase.conf

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.client.scan.ExecutionMode
import org.apache.spark.sql.internal.SQLConf

class TestCoprocessorMode {
  private def session(value: String): SQLConf = {
    HBaseConf.register()
    val conf = new SQLConf
    conf.setConfString("spark.sql.hbase.coprocessor", value)
    conf
  }

  @Test
  def theQuerysWordComesBeforeTheTablesAndThatBeforeTheSessions(): Unit = {
    val of = (query: Option[String], table: Option[String]) => CoprocessorMode.of(query, table, session("false"))
    assertEquals(CoprocessorMode(ExecutionMode.OFF, "spark.sql.hbase.coprocessor is false"), of(None, None))
    assertEquals(
      CoprocessorMode(ExecutionMode.REQUIRE, "table property hbase.coprocessor is require"),
      of(None, Some("require"))
    )
    assertEquals(
      CoprocessorMode(ExecutionMode.AUTO, "option coprocessor is Auto"),
      of(Some("Auto"), Some("require"))
    )
  }

  @Test
  def bothVocabulariesOfTheSettingMeanTheSame(): Unit = {
    val modes = Seq("auto", "true", "off", "false", "require").map(v => CoprocessorMode.ofSession(session(v)).mode)
    assertEquals(
      Seq(ExecutionMode.AUTO, ExecutionMode.AUTO, ExecutionMode.OFF, ExecutionMode.OFF, ExecutionMode.REQUIRE),
      modes
    )
  }

  @Test
  def anotherWordIsRefused(): Unit = {
    val e = assertThrows(
      classOf[AnalysisException],
      () => CoprocessorMode.of(Some("always"), None, session("true"))
    )
    assertEquals("SPARKSQL_HBASE.INVALID_OPTION", e.getCondition)
    assertTrue(e.getMessage.contains("option=coprocessor value=always"), e.getMessage)
  }
}
