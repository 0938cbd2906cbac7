package org.apache.spark.sql.hbase.read.report

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.testkit.{FixtureColumn, FixtureTable, Plans}
import org.apache.spark.sql.hbase.wire.proto.{Expression, Function}

/** The key is (k SMALLINT), 80 00 and up for zero. */
class TestResidualText {
  private val table = new FixtureTable(
    java.util.List.of(
      new FixtureColumn("k", SqlType.SMALLINT),
      new FixtureColumn("v", SqlType.INT),
      new FixtureColumn("s", SqlType.STRING),
      new FixtureColumn("p", SqlType.decimal(9, 2)),
      new FixtureColumn("d", SqlType.DATE)
    ),
    1,
    FixtureTable.Layout.PACKED
  )

  private def is(function: Function, column: Int, value: Expression*): Expression =
    Plans.call(function, SqlType.BOOLEAN, Plans.column(table, column) +: value: _*)

  private def smallint(value: Int): Expression = Plans.integer(value, SqlType.SMALLINT)

  /** For row keys from one k to another. */
  private def remaining(from: Int, to: Int, filters: Expression*): Option[Seq[String]] =
    new ResidualText(Plans.plan(table, filters.map(Plans.filter(_)): _*))
      .of(new KeyRange(key(from), key(to)))

  private def key(k: Int): Array[Byte] = Array((k >> 8 ^ 0x80).toByte, k.toByte)

  private val fromThree = is(Function.GREATER_THAN_OR_EQUAL, 0, smallint(3))

  @Test
  def conditionsOfTheWholeTableAreNotSaidAgain(): Unit =
    assertEquals(None, remaining(1, 9, fromThree, is(Function.EQUAL, 1, Plans.integer(5, SqlType.INT))))

  @Test
  def whatEveryRowKeyFulfilsIsGone(): Unit = {
    assertEquals(Some(Seq("(v = 5)")), remaining(3, 9, fromThree, is(Function.EQUAL, 1, Plans.integer(5, SqlType.INT))))
    assertEquals(Some(Nil), remaining(3, 9, fromThree))
  }

  @Test
  def longListsAreCut(): Unit =
    assertEquals(
      Some(Seq("(k IN (0, 1, 2, 3, 4 and 95 more))")),
      remaining(3, 200, fromThree, is(Function.IN, 0, (0 until 100).map(smallint): _*))
    )

  @Test
  def valuesAreThoseOfSql(): Unit = {
    val others = Seq(
      is(Function.EQUAL, 2, Plans.string("it's")) -> "(s = 'it\\'s')",
      is(Function.LESS_THAN, 3, Plans.number(-1234567, SqlType.decimal(9, 2))) -> "(p < -12345.67)",
      is(Function.GREATER_THAN, 4, Plans.integer(0, SqlType.DATE)) -> "(d > DATE '1970-01-01')",
      is(Function.IS_NOT_NULL, 1) -> "(v IS NOT NULL)",
      Plans.call(Function.NOT, SqlType.BOOLEAN, is(Function.STARTS_WITH, 2, Plans.string("a"))) ->
        "(NOT starts_with(s, 'a'))"
    )
    others.foreach { case (condition, text) => assertEquals(Some(Seq(text)), remaining(3, 9, fromThree, condition)) }
    val both = Plans.call(Function.OR, SqlType.BOOLEAN, others.take(2).map(_._1): _*)
    assertEquals(Some(Seq(s"(${others(0)._2} OR ${others(1)._2})")), remaining(3, 9, fromThree, both))
  }
}
