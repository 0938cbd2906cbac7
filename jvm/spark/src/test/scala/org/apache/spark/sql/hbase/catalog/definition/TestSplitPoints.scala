package org.apache.spark.sql.hbase.catalog.definition

import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.connector.catalog.Column
import org.apache.spark.sql.hbase.catalog.StatementFixtures._
import org.apache.spark.sql.hbase.shim.TableDeclaration
import org.apache.spark.sql.types._

class TestSplitPoints {
  private def splits(text: String, info: TableDeclaration = statement()): Seq[String] =
    SplitPoints.fromLiterals(schema(info), text).map(Bytes.toStringBinary).toSeq

  @Test
  def splitPointsAreRowKeysOfTheFirstColumns(): Unit =
    assertEquals(
      Seq("\\x7F\\xFF\\xFF\\xFF", "\\x80\\x00\\x00\\x01", "\\x80\\x00\\x00\\x01a;b"),
      splits("-1; 1; 1, 'a;b'")
    )

  @Test
  def literalsTakeTheTypeOfTheirColumn(): Unit = {
    val info = statement(Seq("t"), Seq(Column.create("t", DateType, false)))
    assertEquals(Seq("\\x80\\x00\\x00\\x01", "\\x80\\x00\\x00\\x02"), splits("DATE'1970-01-02'; '1970-01-03'", info))
  }

  @Test
  def descendingKeysSplitDownwards(): Unit = {
    val info = statement(Seq("a"), properties = Map("hbase.column.a.order" -> "desc"))
    assertEquals(2, splits("5; 1", info).size)
    assertRefused("INVALID_SPLITS", () => splits("1; 5", info))
  }

  @Test
  def whatIsNoAscendingListOfLiteralsIsRefused(): Unit =
    Seq("2; 1", "1; 1", "x", "1, 'a', 2", "'one'", "NULL", "1 +", "now()").foreach { text =>
      assertRefused("INVALID_SPLITS", () => splits(text))
    }

  @Test
  def evenSplitsCutAllRowKeys(): Unit = {
    assertEquals(0, SplitPoints.even(1).length)
    val points = SplitPoints.even(4)
    assertEquals(3, points.length)
    assertTrue(points.sliding(2).forall { case Array(a, b) => Bytes.compareTo(a, b) < 0 })
  }
}
