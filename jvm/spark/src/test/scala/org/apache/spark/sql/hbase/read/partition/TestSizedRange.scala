package org.apache.spark.sql.hbase.read.partition

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.cluster.RegionSpan
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.testkit.{FixtureColumn, FixtureTable, Plans}
import org.apache.spark.sql.hbase.wire.proto.{Expression, Function}

/** The key is one TINYINT: the byte 0x80 is 0. */
class TestSizedRange {
  private val table =
    new FixtureTable(
      java.util.List.of(new FixtureColumn("k", SqlType.TINYINT), new FixtureColumn("v", SqlType.INT)),
      1,
      FixtureTable.Layout.PACKED
    )

  private def equalTo(values: Int*): KeyRanges = {
    val tests = values.map { value =>
      Plans.call(Function.EQUAL, SqlType.BOOLEAN, Plans.column(table, 0), Plans.integer(value, SqlType.TINYINT))
    }
    val any = tests.reduce((a: Expression, b: Expression) => Plans.call(Function.OR, SqlType.BOOLEAN, a, b))
    KeyRanges.of(Plans.plan(table, Plans.filter(any)))
  }

  private def region(bytes: Long): SizedRange =
    SizedRange.of(new RegionSpan(Array(0x82.toByte), Array.empty, "a"), bytes)

  private def shown(ranges: Seq[SizedRange]): Seq[(Seq[Int], Seq[Int], Boolean)] = ranges.map { r =>
    (r.range.startRow.map(_ & 0x7f).toSeq, r.range.stopRow.map(_ & 0x7f).toSeq, r.range.beginsRegion)
  }

  @Test
  def aSmallRegionIsReadFromTheFirstKeyToTheLast(): Unit =
    assertEquals(Seq((Seq(3), Seq(10), true)), shown(region(1000).within(equalTo(1, 3, 5, 9), planBytes = 0)))

  @Test
  def aLargeRegionIsReadInParts(): Unit = {
    val parts = region(1L << 30).within(equalTo(1, 3, 5, 9), planBytes = 0)
    assertEquals(Seq((Seq(3), Seq(4), true), (Seq(5), Seq(6), false), (Seq(9), Seq(10), false)), shown(parts))
    assertEquals((1L << 30) / 3, parts.head.bytes)
    assertEquals(2, region(2L << 20).within(equalTo(1, 3, 5, 9), planBytes = 0).size)
  }

  @Test
  def aLargePlanIsSentInFewerScans(): Unit = {
    val parts = region(1L << 30).within(equalTo(1, 3, 5, 9), planBytes = 3 << 19)
    assertEquals(Seq((Seq(3), Seq(4), true), (Seq(5), Seq(10), false)), shown(parts))
  }

  @Test
  def aRegionWithoutSuchKeysIsNotRead(): Unit =
    assertEquals(Seq(), shown(region(1L << 30).within(equalTo(0, 1), planBytes = 0)))

  @Test
  def withoutConditionsItIsReadWhole(): Unit =
    assertEquals(Seq((Seq(2), Seq(), true)), shown(region(1L << 30).within(KeyRanges.ALL, planBytes = 0)))

  @Test
  def cutsLieStrictlyInside(): Unit = {
    val range = RowRange(Array[Byte](3), Array[Byte](7), beginsRegion = true)
    assertTrue(range.holdsInside(Array[Byte](3, 0)))
    Seq(Array[Byte](3), Array[Byte](7), Array[Byte](1)).foreach(key => assertFalse(range.holdsInside(key)))
    assertTrue(RowRange(Array.empty, Array.empty, beginsRegion = true).holdsInside(Array[Byte](1)))
  }
}
