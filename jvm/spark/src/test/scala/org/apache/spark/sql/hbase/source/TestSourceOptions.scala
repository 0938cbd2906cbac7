package org.apache.spark.sql.hbase.source

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.HBaseSource

class TestSourceOptions {
  import Declarations._

  private def schema(given: (String, String)*) = new HBaseSource().inferSchema(options(given: _*))

  private val mapping = Seq("hbase.table" -> "t", "hbase.columns.mapping" -> "id STRING :key, v INT f:v")

  @Test
  def theColumnsAreKnownWithoutACluster(): Unit = {
    assertEquals("struct<id:string,v:int>", schema(mapping: _*).simpleString)
    assertEquals(Seq(false, true), schema(mapping: _*).map(_.nullable))
  }

  @Test
  def anUnknownOptionNamesTheNearestOfAllConnectors(): Unit =
    Seq("hbase.column.mapping" -> "hbase.columns.mapping", "colSeq" -> "colsSeq", "coprocesor" -> "coprocessor")
      .foreach { case (wrong, right) =>
        val message = assertRefused("UNKNOWN_OPTION", () => schema(mapping :+ (wrong -> "x"): _*))
        assertTrue(message.endsWith(s"didYouMean=$right"), message)
      }

  @Test
  def optionsThatOnlyChangeSpeedThereArePassedOver(): Unit =
    assertEquals(
      2,
      schema(
        mapping ++ Seq(
          "hbase.spark.use.hbasecontext" -> "false",
          "hbase.spark.pushdown.columnfilter" -> "true",
          "mergeToLatest" -> "TRUE"
        ): _*
      ).size
    )

  @Test
  def optionsThatChangeAnswersThereAreRefused(): Unit = {
    val message =
      assertRefused("UNSUPPORTED_OPTION", () => schema(mapping :+ ("hbase.spark.query.maxVersions" -> "3"): _*))
    assertTrue(message.contains("option=hbase.spark.query.maxVersions value=3 of=hbase-spark reason="), message)
    Seq("mergeToLatest" -> "false", "restrictive" -> "none", "minStamp" -> "1", "hbaseConfigFile" -> "x").foreach {
      option =>
        assertRefused("UNSUPPORTED_OPTION", () => schema(mapping :+ option: _*))
    }
  }

  @Test
  def oneWayToSayWhatATableIsExcludesTheOthers(): Unit = {
    val message = assertRefused("INVALID_OPTION", () => schema(mapping :+ ("catalog" -> "{}"): _*))
    assertTrue(message.contains("leave out one of them"), message)
    assertTrue(assertRefused("INVALID_OPTION", () => schema("hbaseTableName" -> "t")).contains("none is given"))
    assertRefused("INVALID_OPTION", () => schema(mapping :+ ("keyCols" -> "a,INT"): _*))
  }

  @Test
  def newTablesHaveANumberOfRegions(): Unit = {
    assertEquals(Some(NewTable(5, None)), NewTable.parse(options("newTable" -> "5")))
    assertEquals(
      Some(NewTable(4, Some(("0", "zzzzzz")))),
      NewTable.parse(options("newtable" -> "4", "regionStart" -> "0"))
    )
    assertRefused("INVALID_OPTION", () => NewTable.parse(options("newtable" -> "many")))
    assertRefused("INVALID_OPTION", () => NewTable.parse(options("maxTableSplitPoint" -> "x")))
  }

  @Test
  def partsInBracketsStayTogether(): Unit = {
    assertEquals(Seq("a", "DECIMAL(9,2)", "b"), Lists.split("a, DECIMAL(9,2) ,b", ','))
    assertEquals(Seq("a", "b"), Lists.split("a;b;", ';'))
    assertEquals(Seq.empty, Lists.split("", ';'))
  }
}
