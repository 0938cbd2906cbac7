package org.apache.spark.sql.hbase.read.estimate

import java.time.Instant
import java.util.{Optional, OptionalLong}

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.connector.expressions.FieldReference
import org.apache.spark.sql.hbase.schema.{ColumnStatistics, TableStatistics}

class TestReportedStatistics {
  private val columns = Seq(
    ColumnStatistics("k", 900, 0, Some((1, 1000))),
    ColumnStatistics("a.b", 800, 100, None),
    ColumnStatistics("x", 5, 0, Some((-1.0, Double.NaN))),
    ColumnStatistics("y", 5, 0, Some((Float.NegativeInfinity, 1f)))
  )
  private val analyzed = TableStatistics("id", 1, Instant.EPOCH, 1000, columns, Nil)

  @Test
  def columnsAreKnownUnderTheirNames(): Unit = {
    val statistics = new ReportedStatistics(ScanEstimate(Some(1000), Some(5)), columns.take(2))
    assertEquals(OptionalLong.of(1000), statistics.numRows)
    assertEquals(OptionalLong.of(5), statistics.sizeInBytes)
    val k = statistics.columnStats.get(FieldReference.column("k"))
    assertEquals(OptionalLong.of(900), k.distinctCount)
    assertEquals(Optional.of(1), k.min)
    assertEquals(Optional.of(1000), k.max)
    val dotted = statistics.columnStats.get(FieldReference.column("a.b"))
    assertEquals(OptionalLong.of(100), dotted.nullCount)
    assertEquals(Optional.empty, dotted.min)
  }

  @Test
  def fewerRowsHaveFewerValues(): Unit = {
    val few = new ReportedStatistics(ScanEstimate(Some(20), Some(5)), columns.take(2)).columnStats
    assertTrue(few.values.asScala.forall(_.distinctCount == OptionalLong.of(20)))
    assertEquals(OptionalLong.of(20), few.get(FieldReference.column("a.b")).nullCount)
  }

  @Test
  def columnsThatLimitedTheKeysOrHoldNoNumbersAreLeftOut(): Unit = {
    def names(read: Set[String], limiting: Set[String]) =
      ReportedStatistics.columns(analyzed, read, limiting).map(_.name)
    assertEquals(Seq("k", "a.b"), names(Set("k", "a.b", "x", "y"), Set.empty))
    assertEquals(Seq("a.b"), names(Set("k", "a.b", "x", "y"), Set("k")))
    assertEquals(Nil, names(Set("x"), Set.empty))
  }

  @Test
  def whatIsNotKnownIsNotTold(): Unit = {
    val nothing = new ReportedStatistics(ScanEstimate(None, None), Nil)
    assertTrue(nothing.numRows.isEmpty && nothing.sizeInBytes.isEmpty && nothing.columnStats.isEmpty)
  }
}
