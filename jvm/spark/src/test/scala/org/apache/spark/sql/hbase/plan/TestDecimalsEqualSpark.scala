package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Test

/** Arithmetic of decimals in the engine and in Spark, at all magnitudes, in ANSI mode and without it. */
class TestDecimalsEqualSpark {
  private val decimals = Seq("p", "q", "w", "h", "z")

  private val table = NumberFixtures.table

  @Test
  def sumsAndProductsOfEveryPairOfTypes(): Unit =
    for (a <- decimals)
      check(for (b <- decimals; operator <- Seq("+", "-", "*")) yield s"$a $operator $b")

  @Test
  def quotientsOfEveryPairOfTypes(): Unit =
    for (a <- decimals)
      check(decimals.flatMap(b => Seq(s"$a / $b", s"try_divide($a, $b)")))

  @Test
  def remaindersAndWholeQuotients(): Unit = {
    val pairs = Seq("p" -> "q", "w" -> "q", "p" -> "w", "h" -> "h", "z" -> "z", "h" -> "q", "q" -> "z")
    check(pairs.flatMap { case (a, b) => Seq(s"$a % $b", s"pmod($a, $b)", s"$a div $b", s"try_mod($a, $b)") })
    check(decimals.flatMap(a => Seq(s"$a % 7", s"pmod($a, -3)", s"CAST($a AS DECIMAL(9,1))")))
    check(Seq("p", "w").flatMap(a => Seq(s"-$a", s"abs($a)")))
  }

  @Test
  def productsOfTpcH(): Unit =
    check(Seq("p * (1 - q)", "p * (1 - q) * (1 + q)", "CAST(p * (1 - q) * (1 + q) AS DECIMAL(38, 4))"))

  private def check(expressions: Seq[String]): Unit = table.assertSame(expressions: _*)
}
