package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.expressions.{Cast, EvalMode}
import org.apache.spark.sql.hbase.random.WideTable
import org.apache.spark.sql.types._

/** Casts among all types that are not nested, in all three modes: what Spark allows is computed as Spark does, or listed here as refused. */
class TestCastsEqualSpark {
  import TestCastsEqualSpark._

  private lazy val table = new ExpressionTable(WideTable.plain, WideTable.rows(11, 250))

  @Test
  def everyPairOfTypesIsComputedOrRefusedForAReason(): Unit =
    for (
      mode <- Seq(EvalMode.ANSI, EvalMode.LEGACY, EvalMode.TRY);
      column <- WideTable.plain.fields.toSeq;
      target <- targets if isAllowed(column.dataType, target, mode)
    ) {
      val cast = if (mode == EvalMode.TRY) "try_cast" else "CAST"
      val sql = s"$cast(${column.name} AS ${target.sql})"
      for (zone <- zones(column.dataType, target))
        PlanSession.withConf(
          "spark.sql.ansi.enabled" -> (mode != EvalMode.LEGACY).toString,
          "spark.sql.session.timeZone" -> zone
        ) {
          if (isListedAsRefused(column.dataType, target, mode))
            assertTrue(table.refusal(sql).contains("does not compute CAST"), sql)
          else table.assertSameNow(sql)
        }
    }

  private def zones(from: DataType, to: DataType): Seq[String] =
    if (Cast.needsTimeZone(from, to)) Seq("America/Los_Angeles", "Asia/Kolkata") else Seq("UTC")

  @Test
  def floatingPointNumbersHaveTheDigitsOfJava(): Unit =
    NumberFixtures.table.assertSame(
      "CAST(f AS STRING)",
      "CAST(d AS STRING)",
      "try_cast(d AS STRING)",
      "concat(d, ' and ', f)",
      "d || ''",
      "CAST(d AS DECIMAL(38, 18))",
      "CAST(f AS DECIMAL(38, 18))",
      "length(CAST(f AS STRING))"
    )

  @Test
  def numbersBecomeTimestamps(): Unit =
    NumberFixtures.table.assertSame(
      Seq("f", "d", "x", "p", "w", "h", "z").flatMap(n =>
        Seq(s"CAST($n AS TIMESTAMP)", s"try_cast($n AS TIMESTAMP)")
      ): _*
    )

  @Test
  def timesThatLeaveTheRangeOfTheirTypeRaiseOrAreNull(): Unit = {
    val micros = Seq(Long.MinValue, Long.MinValue + 1, -1L, Long.MaxValue - 1, Long.MaxValue)
    val days = Seq(Int.MinValue, -106751992, -106751991, 0, 106751990, 106751991, Int.MaxValue)
    val casts = Seq("TIMESTAMP", "TIMESTAMP_NTZ", "DATE").flatMap(to => Seq(s"CAST(x AS $to)", s"try_cast(x AS $to)"))
    for (
      (from, values) <- Seq(DateType -> days, TimestampType -> micros, TimestampNTZType -> micros);
      zone <- Seq("America/Los_Angeles", "Asia/Kolkata")
    )
      ExpressionTable.of(from, values).assertSameIn(Seq("spark.sql.session.timeZone" -> zone))(casts: _*)
  }
}

object TestCastsEqualSpark {
  val targets: Seq[DataType] = Seq(
    BooleanType,
    ByteType,
    ShortType,
    IntegerType,
    LongType,
    FloatType,
    DoubleType,
    DecimalType(5, 2),
    DecimalType(20, 4),
    DecimalType(38, 30),
    StringType,
    BinaryType,
    DateType,
    TimestampType,
    TimestampNTZType
  )

  def isAllowed(from: DataType, to: DataType, mode: EvalMode.Value): Boolean = mode match {
    case EvalMode.ANSI => Cast.canAnsiCast(from, to)
    case EvalMode.TRY => Cast.canTryCast(from, to)
    case EvalMode.LEGACY => Cast.canCast(from, to)
  }

  /** Spark's answer depends on how it holds the DECIMAL, which its value does not tell. */
  def isListedAsRefused(from: DataType, to: DataType, mode: EvalMode.Value): Boolean = (from, to) match {
    case (decimal: DecimalType, ByteType | ShortType | IntegerType) =>
      decimal.precision > Decimal.MAX_LONG_DIGITS && mode != EvalMode.LEGACY
    case _ => false
  }
}
