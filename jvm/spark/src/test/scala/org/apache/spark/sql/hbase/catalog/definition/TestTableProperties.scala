package org.apache.spark.sql.hbase.catalog.definition

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.catalog.StatementFixtures.assertRefused
import org.apache.spark.sql.hbase.conf.Choice

class TestTableProperties {
  private def parse(properties: (String, String)*): TableProperties.Parsed =
    PropertyParser.parse(properties.toMap, Seq("a", "B.c"))

  @Test
  def anUnknownPropertyNamesTheNearest(): Unit = {
    val message = assertRefused("UNKNOWN_PROPERTY", () => parse("hbase.famly" -> "f"))
    assertTrue(message.contains("property=hbase.famly didYouMean=hbase.family"), message)
    val column = assertRefused("UNKNOWN_PROPERTY", () => parse("hbase.column.a.encodin" -> "hbase"))
    assertTrue(column.contains("didYouMean=hbase.column.a.encoding"), column)
    assertRefused("UNKNOWN_PROPERTY", () => parse("hbase.column.family" -> "f"))
  }

  @Test
  def aPropertyOfAnUnknownColumnIsRefused(): Unit =
    assertRefused("UNKNOWN_PROPERTY_COLUMN", () => parse("hbase.column.x.family" -> "f"))

  @Test
  def columnNamesMayHoldDotsAndAnyCase(): Unit =
    assertEquals(Some("f"), parse("hbase.column.b.C.family" -> "f").columns("B.c").family)

  @Test
  def valuesThatAreNotAllowedAreRefused(): Unit =
    Seq(
      "hbase.layout" -> "rows",
      "hbase.encoding" -> "xml",
      "hbase.region.count" -> "0",
      "hbase.region.count" -> "many",
      "hbase.compression" -> "rar",
      "hbase.data.block.encoding" -> "x",
      "hbase.table" -> "a:b:c",
      "hbase.family" -> "a:b",
      "hbase.family" -> "",
      "hbase.family" -> ".q",
      "hbase.column.a.order" -> "up"
    ).foreach { property =>
      val message = assertRefused("INVALID_PROPERTY", () => parse(property))
      assertTrue(message.contains(s"property=${property._1} value="), message)
    }

  @Test
  def readersKnowThePropertiesByTheSameNames(): Unit = {
    assertEquals(TableProperties.Coprocessor.name, Choice.Coprocessor.tableProperty)
    assertEquals(TableProperties.Mode.name, Choice.Decoding.tableProperty)
  }

  @Test
  def twoWaysToSplitAreRefused(): Unit =
    assertRefused("INVALID_PROPERTY", () => parse("hbase.splits" -> "1", "hbase.region.count" -> "2"))

  @Test
  def otherPropertiesAreKept(): Unit =
    assertEquals(
      Map("team" -> "x"),
      parse("team" -> "x", "provider" -> "hbase", "owner" -> "me", "comment" -> "c", "option.team" -> "x").others
    )
}
