package org.apache.spark.sql.hbase.conf

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.util.CaseInsensitiveStringMap

class TestChoice {
  private def session(value: String): SQLConf = {
    HBaseConf.register()
    val conf = new SQLConf
    conf.setConfString("spark.sql.hbase.coprocessor", value)
    conf
  }

  private def options(given: (String, String)*) = new CaseInsensitiveStringMap(given.toMap.asJava)

  private def coprocessor(query: Option[String], table: Option[String]): Chosen[CoprocessorMode] = {
    val given = Choice.Coprocessor.ofQuery(options(query.map("coprocessor" -> _).toSeq: _*))
    Choice.Coprocessor.of(given, table.map("hbase.coprocessor" -> _).toMap, session("false"))
  }

  @Test
  def theQueryComesBeforeTheTableAndTheTableBeforeTheSession(): Unit = {
    assertEquals(Chosen(CoprocessorMode.OFF, "spark.sql.hbase.coprocessor is false"), coprocessor(None, None))
    assertEquals(
      Chosen(CoprocessorMode.REQUIRE, "table property hbase.coprocessor is require"),
      coprocessor(None, Some("require"))
    )
    assertEquals(
      Chosen(CoprocessorMode.AUTO, "option coprocessor is Auto"),
      coprocessor(Some("Auto"), Some("require"))
    )
  }

  @Test
  def aWordOfAnOlderVersionAmongTheTablesPropertiesChoosesNothing(): Unit =
    assertEquals(CoprocessorMode.OFF, coprocessor(None, Some("always")).value)

  @Test
  def theModeOfDecodingHasTheSameOrder(): Unit = {
    def mode(query: (String, String)*)(table: (String, String)*) =
      Choice.Decoding.of(Choice.Decoding.ofQuery(options(query: _*)), table.toMap, new SQLConf).value
    assertEquals(DecodeMode.FailFast, mode()())
    assertEquals(DecodeMode.Permissive, mode()("hbase.mode" -> "permissive"))
    assertEquals(DecodeMode.FailFast, mode("MODE" -> "FailFast")("hbase.mode" -> "permissive"))
  }

  @Test
  def bothVocabulariesOfTheSettingMeanTheSame(): Unit = {
    val modes = Seq("auto", "true", "off", "false", "require").map(v => Choice.Coprocessor.ofSession(session(v)).value)
    assertEquals(
      Seq(
        CoprocessorMode.AUTO,
        CoprocessorMode.AUTO,
        CoprocessorMode.OFF,
        CoprocessorMode.OFF,
        CoprocessorMode.REQUIRE
      ),
      modes
    )
  }

  @Test
  def anotherWordIsRefused(): Unit = {
    val e =
      assertThrows(classOf[AnalysisException], () => Choice.Coprocessor.ofQuery(options("coprocessor" -> "always")))
    assertEquals("SPARKSQL_HBASE.INVALID_OPTION", e.getCondition)
    assertTrue(e.getMessage.contains("option=coprocessor value=always"), e.getMessage)
  }
}
