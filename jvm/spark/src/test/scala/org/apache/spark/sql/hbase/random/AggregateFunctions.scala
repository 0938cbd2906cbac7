package org.apache.spark.sql.hbase.random

/**
 * The aggregate functions that random queries use, one line each, with the placeholders of [[Signatures]]; `{~kind}` is a
 * calm column. What `close` marks may differ in the last digits, because Spark's own order of additions is not fixed.
 * The arguments of `exact` ones are chosen so that no order of the rows overflows or loses digits.
 */
object AggregateFunctions {

  /** @param isExact false: compared within the tolerance for floating sums */
  final case class Line(isExact: Boolean, template: String)

  val all: Seq[Line] = """
    exact <- count(*)
    exact <- count({any})
    exact <- count({any}, {any})
    exact <- count_if({boolean})
    exact <- sum({tinyint})
    exact <- sum({smallint})
    exact <- sum({int})
    exact <- sum({~bigint})
    exact <- sum({~decimal})
    exact <- sum(CAST({decimal} AS DECIMAL(20,3)))
    exact <- sum(w)
    exact <- sum({~double})
    close <- sum({~double} * {~double} / 3)
    close <- sum(CAST({~float} AS FLOAT))
    exact <- try_sum({int})
    exact <- try_sum(CAST({decimal} AS DECIMAL(12,2)))
    exact <- avg({int})
    exact <- avg({~decimal})
    exact <- avg(CAST({decimal} AS DECIMAL(20,3)))
    close <- avg({~double} / 7)
    exact <- try_avg({smallint})
    exact <- min({any})
    exact <- max({any})
    close <- stddev({~double})
    close <- stddev_pop({~int})
    close <- var_samp({~double})
    close <- variance({~float})
    close <- var_pop({~bigint})
    close <- covar_pop({~double}, {~int})
    close <- covar_samp({~double}, {~double})
    close <- corr({~double}, {~int})
    exact <- regr_count({~double}, {~int})
    close <- regr_avgx({~double}, {~int})
    close <- regr_avgy({~double}, {~int})
    close <- regr_sxx({~double}, {~int})
    close <- regr_syy({~double}, {~int})
    close <- regr_sxy({~double}, {~int})
    close <- regr_slope({~double}, {~int})
    close <- regr_intercept({~double}, {~int})
    close <- regr_r2({~double}, {~int})
    close <- skewness({~double})
    close <- kurtosis({~double})
    exact <- bit_and({integral})
    exact <- bit_or({integral})
    exact <- bit_xor({integral})
    exact <- bool_and({boolean})
    exact <- bool_or({boolean})
    exact <- first({any}) FILTER (WHERE k = {:row})
    exact <- last({any}) FILTER (WHERE k = {:row})
    exact <- any_value({any}) FILTER (WHERE k = {:row})
    exact <- first_value({any}) IGNORE NULLS FILTER (WHERE k = {:row})
    exact <- last_value({any}) IGNORE NULLS FILTER (WHERE k = {:row})
    exact <- max_by({any}, k)
    exact <- min_by({any}, k)
    exact <- max_by(k, k + {~int} * 0)
    exact <- approx_count_distinct({any})
    exact <- approx_count_distinct({any}, 0.1D)
    exact <- count(DISTINCT {any})
    exact <- count(DISTINCT {any}, {any})
    exact <- sum(DISTINCT {int})
    exact <- avg(DISTINCT {smallint})
    exact <- percentile({~int}, 0.5D)
    exact <- median({~double})
    exact <- sort_array(collect_set({integral}))
  """.linesIterator.map(_.trim).filter(_.nonEmpty).map(parse).toSeq

  private def parse(line: String): Line = line.split(" <- ", 2) match {
    case Array("exact", template) => Line(isExact = true, template)
    case Array("close", template) => Line(isExact = false, template)
    case _ => throw new IllegalArgumentException(s"not an aggregate: $line")
  }
}
