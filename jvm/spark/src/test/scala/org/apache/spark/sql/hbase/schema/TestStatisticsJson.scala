package org.apache.spark.sql.hbase.schema

import java.nio.file.{Files, Path}
import java.time.Instant

import org.json4s.jackson.JsonMethods.parse
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.function.Executable

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.types.Decimal

class TestStatisticsJson {
  private val table = SchemaFixtures.packed

  private val statistics = TableStatistics(
    table.id,
    table.schemaVersion,
    Instant.parse("2026-11-22T10:15:30.123Z"),
    1000,
    Seq(
      ColumnStatistics("amount", 900, 3, Some((Decimal("-12.50"), Decimal("1000.00")))),
      ColumnStatistics("id", 40, 0, Some((-5, Int.MaxValue))),
      ColumnStatistics("at", 1000, 0, Some((-62135596800000000L, 1L))),
      ColumnStatistics("note", 7, 990, None),
      ColumnStatistics("flag", 2, 0, Some((false, true)))
    ),
    Seq(KeyPartSize(Array.empty, 4096), KeyPartSize(Array(0x80.toByte, 0, 'a', '\\'), 5000))
  )

  @Test
  def whatIsWrittenIsReadBack(): Unit =
    assertEquals(Some(statistics), StatisticsJson.read(StatisticsJson.write(statistics), table))

  @Test
  def writesTheGoldenDocument(): Unit = {
    val golden = parse(Files.readString(Path.of("../../tests/golden/metadata_table/statistics.json")))
    assertEquals(golden \ "cells" \ "statistics", parse(StatisticsJson.write(statistics)))
  }

  @Test
  def theNextVersionOfATableKeepsWhatHoldsForIt(): Unit = {
    val carried = statistics.carriedTo(table, SchemaFixtures.alteredPacked)
    assertEquals(Seq("id", "at", "note", "done"), carried.columns.map(_.name))
    assertTrue(carried.areOf(SchemaFixtures.alteredPacked))
    assertEquals((statistics.rows, statistics.keyParts), (carried.rows, carried.keyParts))
  }

  @Test
  def endsOfAllTypesAreReadBack(): Unit = {
    val ends = Seq(
      SqlType.TINYINT -> (Byte.MinValue, Byte.MaxValue),
      SqlType.SMALLINT -> (Short.MinValue, Short.MaxValue),
      SqlType.BIGINT -> (Long.MinValue, Long.MaxValue),
      SqlType.FLOAT -> (Float.MinValue, Float.PositiveInfinity),
      SqlType.DOUBLE -> (-0.0, Double.NaN),
      SqlType.DATE -> (-719162, 2932896),
      SqlType.decimal(38, 0) -> (Decimal("-" + "9" * 38), Decimal("9" * 38))
    )
    ends.foreach { case (sqlType, range) =>
      val typed = table.copy(columns = Seq(ColumnMapping("x", sqlType, nullable = true, Place.Packed(0, 0))))
      val one = statistics.copy(columns = Seq(ColumnStatistics("x", 1, 0, Some(range))))
      val found = StatisticsJson.read(StatisticsJson.write(one), typed).get.columns.head.range.get
      assertEquals(range.toString, found.toString)
      assertEquals(range._1.getClass, found._1.getClass)
    }
  }

  @Test
  def statisticsOfAnotherTableOrVersionAreNotUsed(): Unit = {
    val document = StatisticsJson.write(statistics)
    assertEquals(None, StatisticsJson.read(document, table.copy(id = "another")))
    assertEquals(None, StatisticsJson.read(document, table.copy(schemaVersion = 2)))
    assertEquals(None, StatisticsJson.read("""{"formatVersion":2,"rows":"many"}""", table))
  }

  @Test
  def columnsThatTheTableDoesNotHaveAreLeftOut(): Unit = {
    val document = StatisticsJson.write(statistics).replace("\"flag\"", "\"gone\"")
    assertEquals(statistics.columns.init, StatisticsJson.read(document, table).get.columns)
  }

  @Test
  def damagedDocumentsAreATypedError(): Unit = {
    val document = StatisticsJson.write(statistics)
    Seq(
      "",
      "{",
      "[]",
      "{}",
      document.dropRight(5),
      document.replace("1000", "\"1000\""),
      document.replace("\"rows\":1000", "\"rows\":-1"),
      document.replace("\"rows\":1000", "\"rows\":99999999999999999999"),
      document.replace("2147483647", "2147483648"),
      document.replace("\"max\":\"true\"", "\"max\":\"maybe\""),
      document.replace(",\"max\":\"true\"", ""),
      document.replace("2026-11-22T", "yesterday"),
      document.replace("\"keyParts\":[", "\"keyPart\":[")
    ).foreach { damaged =>
      assertTrue(damaged != document, damaged)
      val reading: Executable = () => StatisticsJson.read(damaged, table)
      val e = assertThrows(classOf[AnalysisException], reading, damaged)
      assertEquals("SPARKSQL_HBASE.CORRUPT_STATISTICS", e.getCondition)
    }
  }
}
