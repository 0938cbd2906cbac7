package org.apache.spark.sql.hbase.plan

/** Every aggregate function that is pushed, over columns of [[PlanFixtures]] of every type that it takes. */
object AggregateFunctions {
  val numbers: Seq[String] = Seq("t", "s", "i", "l", "f", "d", "p", "w")

  private val columns = PlanFixtures.schema.fieldNames.toSeq
  private val pairs = Seq("i, d", "d, i", "p, w", "t, l", "f, s", "d, d")

  val counts: Seq[String] =
    columns.map(c => s"count($c)") ++ Seq("count(*)", "count(i, l, str)", "count_if(b)", "count_if(i > 0)") ++
      pairs.map(p => s"regr_count($p)")

  val sums: Seq[String] =
    numbers.flatMap(c => Seq("sum", "avg", "mean", "try_sum", "try_avg").map(f => s"$f($c)")) ++
      pairs.flatMap(p => Seq(s"regr_avgx($p)", s"regr_avgy($p)"))

  val extremes: Seq[String] =
    columns.flatMap(c => Seq(s"min($c)", s"max($c)")) ++ Seq("bool_and", "bool_or", "every", "some", "any").map(f =>
      s"$f(b)"
    )

  val bits: Seq[String] =
    for (f <- Seq("bit_and", "bit_or", "bit_xor"); c <- Seq("t", "s", "i", "l", "k")) yield s"$f($c)"

  val moments: Seq[String] = {
    val ofOne =
      Seq("stddev", "std", "stddev_pop", "stddev_samp", "variance", "var_pop", "var_samp", "skewness", "kurtosis")
    val ofTwo = Seq(
      "covar_pop",
      "covar_samp",
      "corr",
      "regr_slope",
      "regr_intercept",
      "regr_r2",
      "regr_sxx",
      "regr_sxy",
      "regr_syy"
    )
    // Where a column meets itself the intercept is nothing but what rounding leaves, which depends on the order of rows.
    val onlyRounding = "regr_intercept(d, d)"
    ofOne.flatMap(f => numbers.map(c => s"$f($c)")) ++
      ofTwo.flatMap(f => pairs.map(p => s"$f($p)")).filterNot(_ == onlyRounding)
  }

  /** Their answer depends on the order of the rows. */
  val ordered: Seq[String] =
    columns.flatMap { c =>
      Seq("first", "last", "any_value").flatMap(f => Seq(s"$f($c)", s"$f($c, true)"))
    } ++ columns.flatMap(c => Seq(s"max_by(str, $c)", s"min_by(l, $c)"))

  /**
   * The calls of max_by and min_by; one row of each group has the extreme ordering, so the order of rows does not
   * matter.
   */
  val extremesBy: Seq[String] = columns.flatMap(c => Seq(s"max_by($c, k)", s"min_by($c, -k)"))

  /** Each is many columns of state. */
  val distinctCounts: Seq[String] =
    Seq("t", "d", "w", "str").map(c => s"approx_count_distinct($c)") :+ "approx_count_distinct(str, 0.2)"

  val all: Seq[String] = counts ++ sums ++ extremes ++ bits ++ moments ++ ordered ++ extremesBy ++
    columns.map(c => s"approx_count_distinct($c)")
}
