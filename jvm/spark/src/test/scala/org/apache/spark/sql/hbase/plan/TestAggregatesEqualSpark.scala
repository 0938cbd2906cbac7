package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.hbase.plan.AggregateFunctions._
import org.apache.spark.sql.hbase.wire.plan.PlanLimits

/** Queries with partial aggregates in the engine give plain Spark's answers, and the aggregates really are there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestAggregatesEqualSpark extends SparkOracle {
  import PlanSession.spark

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("agg_small", PlanFixtures.schema, PlanFixtures.small)
    PlanSession.create("agg_edges", PlanFixtures.schema, PlanFixtures.edges)
  }

  @Test
  def everyFunctionWithAndWithoutGroups(): Unit = {
    for (functions <- Seq(counts ++ extremes ++ bits, sums, moments, extremesBy ++ distinctCounts); by <- Seq("", "g"))
      checkPushed("agg_small", functions, by)
    checkPushed("agg_small", counts ++ sums ++ extremes ++ bits ++ extremesBy, "b, t % 3")
  }

  @Test
  def valuesAtTheEndsOfTheirTypes(): Unit =
    for (by <- Seq("", "g", "d, b"))
      checkPushed("agg_edges", counts ++ extremes ++ bits ++ extremesBy, by, variants = ansiOnly)

  // Sums of doubles whose terms cancel out depend on the order of the rows, in Spark too.
  @Test
  def sumsAtTheEndsOfTheirTypes(): Unit = {
    val exact = Seq("t", "s", "i", "p", "w").flatMap(c => Seq("sum", "avg", "try_sum", "try_avg").map(f => s"$f($c)"))
    for (by <- Seq("", "g")) checkPushed("agg_edges", exact, by)
  }

  @Test
  def overflows(): Unit = {
    for (function <- Seq("sum", "try_sum"); by <- Seq("", "g", "k")) checkPushed("agg_edges", Seq(s"$function(l)"), by)
    // The same sign everywhere: partial sums overflow wherever the rows are cut.
    val nearlyTooWide = "CAST('90000000000000000000000000000000000000' AS DECIMAL(38,0))"
    for (function <- Seq("sum", "avg", "try_sum", "try_avg"); by <- Seq("", "g"))
      checkPushed("agg_small", Seq(s"$function(CASE WHEN k > 1 THEN $nearlyTooWide END)", "count(*)"), by)
  }

  /** Without groups Spark's generated code checks a sum in the end, with groups its buffer is checked at each row. */
  @Test
  def sumsThatLeaveTheirTypeForAWhile(): Unit = {
    val big = "CAST('90000000000000000000000000000000000000' AS DECIMAL(38,0))"
    val thereAndBack = s"CASE WHEN k IN (1, 2) THEN $big WHEN k IN (3, 4) THEN -$big END"
    for (function <- Seq("sum", "avg", "try_sum"); by <- Seq("", "k < 50"))
      checkPushed(
        "agg_small",
        Seq(s"$function($thereAndBack)"),
        by,
        "WHERE k < 90",
        modes.map(_ ++ PlanSession.generatedCode)
      )
  }

  /** The rows of one region, which the engine and one task of plain Spark read in the same order. */
  @Test
  def functionsThatDependOnTheOrder(): Unit =
    for (table <- Seq("agg_small", "agg_edges"); by <- Seq("", "g"))
      checkPushed(table, ordered, by, "WHERE k < 90", ansiOnly)

  @Test
  def filtersOfAggregates(): Unit = {
    val functions = counts ++ sums ++ extremes ++ bits ++ moments ++ extremesBy ++ distinctCounts
    checkPushed("agg_small", functions.map(f => s"$f FILTER (WHERE b OR i > 20)"), "g", variants = ansiOnly)
    checkPushed("agg_small", ordered.map(f => s"$f FILTER (WHERE i > 20)"), "g", "WHERE k < 90", ansiOnly)
  }

  @Test
  def distinctArguments(): Unit =
    for (by <- Seq("", "g")) {
      for (column <- Seq("d", "w", "str", "bin", "b", "ts"))
        checkPushed("agg_edges", Seq(s"count(DISTINCT $column)", "max(i)", "count(*)"), by, variants = ansiOnly)
      checkPushed("agg_small", Seq("count(DISTINCT str, b)", "stddev(i)"), by, variants = ansiOnly)
      for (column <- Seq("t", "d", "p", "w"))
        checkPushed("agg_small", Seq(s"sum(DISTINCT $column)", s"avg(DISTINCT $column)"), by, variants = ansiOnly)
    }

  @Test
  def nothingToAggregate(): Unit = {
    val exact = counts ++ sums ++ extremes ++ bits ++ extremesBy ++ distinctCounts
    for (by <- Seq("", "g")) {
      checkPushed("agg_small", exact ++ moments, by, "WHERE k < 0", ansiOnly)
      checkPushed("agg_small", exact, by, "WHERE i IS NULL AND l IS NULL", ansiOnly)
    }
  }

  @Test
  def anArgumentIsNotEvaluatedForRowsThatSparkLeavesOut(): Unit = {
    checkPushed("agg_edges", Seq("max_by(i, 100 div k)"), "g", "WHERE k > 0 AND k < 90")
    checkPushed("agg_edges", Seq("count(nullif(i, 0), 100 div i)", "last(100 div k)"), "", "WHERE k > 0")
    checkPushed("agg_edges", Seq("stddev(100 div i) FILTER (WHERE i <> 0)"), "g")
    checkQuery("SELECT g, first(100 div k), max_by(100 div k, i) FROM @agg_edges WHERE k < 90 GROUP BY g")
    checkQuery("SELECT corr(i, 100 div i) FROM @agg_edges")
  }

  /** Each has 3,277 longs of state: five have more columns than a frame. */
  @Test
  def moreStatesThanAFrameHasColumnsStayInSpark(): Unit = {
    val counts = Seq("t", "s", "i", "l", "w").map(column => s"approx_count_distinct($column, 0.0062D)")
    checkPushed("agg_small", counts.take(4), "", variants = ofManyColumns)
    val query = s"SELECT ${counts.mkString(", ")} FROM @agg_small"
    checkRefused(query, s"limit=${PlanLimits.MAX_OUTPUT_COLUMNS}", ofManyColumns)
  }

  @Test
  def whatMakesTooMuchOfARowStaysInSpark(): Unit = {
    checkPushed("agg_small", Seq("max(length(repeat(repeat(str, 16), 16)))"), "", variants = ansiOnly)
    checkRefused("SELECT max(length(repeat(repeat(repeat(str, 16), 16), 16))) FROM @agg_small", "limit=4096")
    checkRefused("SELECT count(*) FROM @agg_small WHERE repeat(repeat(repeat(str, 16), 16), 16) > 'a'", "limit=4096")
    val pivot = (1 to 3400).map(i => s"sum(if(i = $i, i + $i, 0))")
    checkRefused(s"SELECT ${pivot.mkString(", ")} FROM @agg_small", "limit=10000", ofManyColumns)
  }

  private def checkRefused(query: String, reason: String, variants: Seq[Settings] = ansiOnly): Unit = {
    checkQuery(query, variants)
    val refused = PlanSession.onlyScan(query.replace("@", "inproc.")).report.refusals.map(_.toString)
    assertTrue(refused.exists(_.contains(reason)), refused.toString)
  }

  private def ansiOnly: Seq[Settings] = modes.take(1)

  /** Without what compares plans: it looks each of thousands of columns up among all, which takes half a minute. */
  private def ofManyColumns: Seq[Settings] =
    ansiOnly.map(_ ++ Seq("spark.sql.adaptive.enabled" -> "false", "spark.sql.exchange.reuse" -> "false"))

  private def checkPushed(
      table: String,
      functions: Seq[String],
      by: String,
      where: String = "",
      variants: Seq[Settings] = modes
  ): Unit = {
    val keys = if (by.isEmpty) Nil else Seq(by)
    val groupBy = if (by.isEmpty) "" else s"GROUP BY $by"
    val query = s"SELECT ${(keys ++ functions).mkString(", ")} FROM @$table $where $groupBy"
    val scans = PlanSession.scans(spark.sql(query.replace("@", "inproc.")))
    assertTrue(
      scans.nonEmpty && scans.forall(_.report.operators.map(_.text).exists(_.startsWith("PartialAggregate"))),
      s"$query: ${scans.map(_.report)}"
    )
    checkQuery(query, variants)
  }
}
