package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Test

/** Mathematical functions in the engine and in Spark, in ANSI mode and without it: equal to the last bit. */
class TestMathEqualsSpark {
  private val numbers = Seq("t", "s", "i", "l", "f", "d", "p", "w", "h")

  private val table = NumberFixtures.table

  @Test
  def functionsOfOneDouble(): Unit = {
    val functions = Seq(
      "exp",
      "expm1",
      "ln",
      "log2",
      "log10",
      "log1p",
      "sqrt",
      "cbrt",
      "sign",
      "rint",
      "sin",
      "cos",
      "tan",
      "cot",
      "sec",
      "csc",
      "asin",
      "acos",
      "atan",
      "sinh",
      "cosh",
      "tanh",
      "asinh",
      "acosh",
      "atanh",
      "degrees",
      "radians",
      "log"
    )
    check(functions.flatMap(f => Seq(s"$f(d)", s"$f(x)", s"$f(i)")))
    check(functions.map(f => s"$f(x / 10)") ++ Seq("signum(p)", "sqrt(w)", "exp(f)"))
  }

  @Test
  def functionsOfTwoDoubles(): Unit =
    check(
      Seq(
        "pow(d, x)",
        "power(i, 2)",
        "pow(2, s)",
        "hypot(d, x)",
        "atan2(d, x)",
        "log(d, x)",
        "log(2, x)",
        "log(x, 10)",
        "factorial(t)",
        "factorial(i)",
        "width_bucket(d, -10, 10, 7)",
        "width_bucket(x, 3, -3.5, l)",
        "width_bucket(d, x, f, i)",
        "width_bucket(x, d, 1, 9223372036854775807)"
      )
    )

  @Test
  def roundingAtEveryScale(): Unit =
    for (function <- Seq("round", "bround")) {
      val scales = Seq(-19, -18, -10, -3, -2, -1, 0, 1, 2, 3, 5, 17, 38)
      check(for (c <- numbers; scale <- scales) yield s"$function($c, $scale)")
      check(numbers.flatMap(c => Seq(-2, -1, 0, 1, 4).map(scale => s"$function($c, $scale)")))
    }

  @Test
  def floorAndCeilOfEveryType(): Unit =
    for (function <- Seq("floor", "ceil")) {
      check(numbers.map(column => s"$function($column)"))
      val scales = Seq(-3, -1, 0, 1, 3, 10)
      check(for (c <- Seq("p", "w", "h"); scale <- scales) yield s"$function($c, $scale)")
      check(for (c <- Seq("i", "d", "p"); scale <- scales) yield s"$function($c, $scale)")
    }

  private def check(expressions: Seq[String]): Unit = table.assertSame(expressions: _*)
}
