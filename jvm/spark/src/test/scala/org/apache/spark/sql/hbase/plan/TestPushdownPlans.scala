package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertNotEquals, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

/** Tests the parts of queries that are pushed down, and EXPLAIN's reasons for the others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestPushdownPlans {
  import PlanSession.{generatedCode, onlyScan, spark, withConf}

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("plans", PlanFixtures.schema, PlanFixtures.small)
    PlanSession.create("twin", PlanFixtures.schema, PlanFixtures.small)
  }

  @Test
  def predicatesThatAreComputedExactlyLeaveNoFilterInSpark(): Unit =
    Seq(
      "i = 1",
      "i <> 1",
      "l BETWEEN 1 AND 5",
      "g <=> NULL",
      "d > 0.5D",
      "isnan(d)",
      "isnan(f)",
      "p >= 1.50",
      "w < 3",
      "b",
      "NOT b",
      "b OR i > 3",
      "i IN (1, 2, NULL)",
      s"i IN (${(1 to 50).mkString(",")})",
      "str LIKE 'a%'",
      "str LIKE '%a'",
      "str LIKE '%a%'",
      "str LIKE 'a%b'",
      "substring(str, 2, 1) = 'p'",
      "left(str, 2) = 'ap'",
      "length(str) > 2",
      "i + k > 3",
      "p * p > 1",
      "p / 3 > 1",
      "i / k > 1",
      "i % 5 = 1",
      "i div 3 = 1",
      "-i > 3",
      "+i > 3",
      "abs(d) < 1",
      "try_add(i, k) > 1",
      "CAST(i AS BIGINT) = 3",
      "CAST(l AS INT) = 3",
      "CAST(p AS INT) = 3",
      "CAST(i AS DECIMAL(12,2)) = p",
      "CAST(ts AS DATE) = DATE'2024-06-01'",
      "CAST(dt AS TIMESTAMP) < ts",
      "CAST(i AS STRING) = '3'",
      "year(dt) = 2024",
      "month(ts) = 6",
      "hour(ts) = 3",
      "minute(ntz) = 3",
      "date_trunc('DAY', ts) = ts",
      "CASE WHEN b THEN i ELSE k END > 3",
      "coalesce(i, k) > 3",
      "if(b, i, k) > 3",
      "nullif(i, 3) IS NULL",
      "ts > TIMESTAMP'2024-06-01 00:00:00'",
      "dt > DATE'2024-06-01'",
      "bin = X'01'"
    ).foreach { predicate =>
      val query = s"SELECT k FROM inproc.plans WHERE $predicate"
      val scan = onlyScan(query)
      assertEquals(Nil, scan.report.refusals.map(_.toString), predicate)
      assertTrue(scan.report.operators.map(_.text).nonEmpty, predicate)
      assertTrue(!explain(query).contains("Filter ("), s"$predicate\n${explain(query)}")
    }

  @Test
  def refusedPredicatesSayWhy(): Unit = {
    refused("str RLIKE '(?=a)'", "the region server does not compute RLIKE")
    refused(
      "str LIKE g",
      "the region server does not compute LIKE(STRING, STRING); write a constant pattern of at most"
    )
    refused("soundex(str) = 'A'", "function soundex is not implemented")
    refused("regexp_count(str, 'a') = 1", "function regexp_extract_all, which regexp_count calls, is not implemented")
    refused("rand() < 0.5", "not deterministic")
    refused(
      "CAST(w AS INT) = 1",
      "CAST(DECIMAL(30,4) AS INT) in ANSI mode; write CAST(CAST(... AS BIGINT) AS INT) instead"
    )
    refused("repeat(str, k) = 'a'", "REPEAT(STRING, INT); write a constant number of times")
    refused("str LIKE (SELECT max(str) FROM plans)", "the region server does not compute LIKE")
    refused("str COLLATE UTF8_LCASE = 'a'", "function collate is not implemented")
  }

  private def refused(predicate: String, reason: String): Unit = {
    val report = onlyScan(s"SELECT k FROM inproc.plans WHERE k > 1 AND $predicate").report
    assertTrue(
      report.refusals.map(_.toString).exists(_.contains(reason)),
      s"$predicate: ${report.refusals.map(_.toString)}"
    )
    assertTrue(
      report.operators.map(_.text).contains("Filter((k > 1))"),
      s"the rest is pushed: ${report.operators.map(_.text)}"
    )
  }

  @Test
  def aConjunctThatMayRaiseStaysBehindOneThatStays(): Unit = {
    val refused = onlyScan("SELECT k FROM inproc.plans WHERE str RLIKE '(?=a)' AND i + k > 3 AND l > 1").report
    assertTrue(
      refused.refusals
        .map(_.toString)
        .contains("((i + k) > 3): it may raise an error and stands after a condition that stays in Spark"),
      refused.toString
    )
    assertFalse(refused.operators.map(_.text).contains("Filter((l > 1L))"), refused.toString)

    val pushed = onlyScan("SELECT k FROM inproc.plans WHERE i + k > 3 AND str RLIKE '(?=a)'").report
    assertTrue(pushed.operators.map(_.text).contains("Filter(((i + k) > 3))"), pushed.toString)

    withConf("spark.sql.ansi.enabled" -> "false") {
      val legacy = onlyScan("SELECT k FROM inproc.plans WHERE str RLIKE '(?=a)' AND i + k > 3").report
      assertTrue(legacy.operators.map(_.text).contains("Filter(((i + k) > 3))"), legacy.toString)
    }
  }

  @Test
  def aConjunctStaysBehindOneThatStaysAndMayRaise(): Unit = {
    def report(first: String) = onlyScan(s"SELECT k FROM inproc.plans WHERE $first AND l > 1").report
    val after = "(l > 1L): it stands after a condition that stays in Spark and may raise an error"
    for (first <- Seq("str LIKE g", "str RLIKE g", "conv(str, 10, 16) = 'A'", "repeat(str, k) = 'a'")) {
      val stays = report(first)
      assertTrue(stays.refusals.map(_.toString).contains(after), s"$first: $stays")
    }
    for (
      first <- Seq(
        "soundex(str) = 'A'",
        "str RLIKE '(?=a)'",
        "levenshtein(str, upper(g)) > 1",
        "concat(soundex(g), str) < 'M'"
      )
    )
      assertTrue(report(first).operators.map(_.text).contains("Filter((l > 1L))"), s"$first: ${report(first)}")
  }

  @Test
  def aConjunctPassesFunctionsOfTheUser(): Unit = {
    spark.udf.register("is_positive", (k: Int) => k > 0)
    val report = onlyScan("SELECT k FROM inproc.plans WHERE is_positive(k) AND l > 1").report
    assertTrue(report.operators.map(_.text).contains("Filter((l > 1L))"), report.toString)
  }

  /** As generated code asks for NULL: not all columns first, but each before its first use. */
  @Test
  def checksForNullStandBeforeTheFirstUse(): Unit = {
    val query = "SELECT k FROM inproc.plans WHERE l > 1 AND b AND g > 'a'"
    def pushed = onlyScan(query).report.operators.map(_.text).map(_.stripPrefix("Filter(").stripSuffix(")"))
    val checks = Seq("(l IS NOT NULL)", "(b IS NOT NULL)", "(g IS NOT NULL)")
    assertEquals(checks ++ Seq("(l > 1L)", "b", "(g > 'a')"), pushed)
    val generated = Seq(checks(0), "(l > 1L)", checks(1), "b", checks(2), "(g > 'a')")
    withConf(generatedCode: _*)(assertEquals(generated, pushed))
  }

  @Test
  def partialAggregatesRunBelowTheExchange(): Unit = {
    val numbers = Seq("t", "s", "i", "l", "f", "d", "p", "w").flatMap(c => Seq(s"sum($c)", s"avg($c)"))
    val all = PlanFixtures.schema.fieldNames.toSeq.flatMap(c => Seq(s"min($c)", s"max($c)", s"count($c)"))
    for (function <- numbers ++ all ++ Seq("count(*)", "count(i, l)", "sum(i) FILTER (WHERE b)", "sum(p * 2)"))
      for (by <- Seq("", "GROUP BY g", "GROUP BY i % 3, b", "GROUP BY date_trunc('MONTH', ts)"))
        pushedAggregate(s"SELECT $function FROM inproc.plans WHERE k > 3 $by")
    pushedAggregate("SELECT DISTINCT g, b FROM inproc.plans")
    pushedAggregate("SELECT g, count(DISTINCT i) FROM inproc.plans GROUP BY g")
    pushedAggregate("SELECT d, f, count(*) FROM inproc.plans GROUP BY d, f")
  }

  private def pushedAggregate(query: String): Unit =
    for (adaptive <- Seq("true", "false")) withConf("spark.sql.adaptive.enabled" -> adaptive) {
      val report = onlyScan(query).report
      assertTrue(report.operators.map(_.text).exists(_.startsWith("PartialAggregate")), s"$query: $report")
    }

  @Test
  def refusedAggregatesSayWhyAndStillPushTheFilter(): Unit = {
    refusedAggregate("max_by(i, k, 2)", "aggregate max_by is not implemented")
    refusedAggregate("first(100 div i)", "it may raise an error, and Spark does not evaluate it for every row")
    refusedAggregate("count(*), collect_set(i)", "aggregate collect_set keeps its state as an object")
    refusedAggregate("max(soundex(str))", "function soundex is not implemented")
    val postScan = onlyScan("SELECT count(*) FROM inproc.plans WHERE k > 3 AND str RLIKE '(?=a)'").report
    assertTrue(
      postScan.refusals.map(_.toString).exists(_.contains("the condition below stays in Spark")),
      postScan.toString
    )
  }

  private def refusedAggregate(functions: String, reason: String): Unit = {
    val report = onlyScan(s"SELECT g, $functions FROM inproc.plans WHERE k > 3 GROUP BY g").report
    assertTrue(report.refusals.map(_.toString).exists(_.contains(reason)), s"$functions: $report")
    assertTrue(report.operators.map(_.text).contains("Filter((k > 3))"), s"$functions: $report")
  }

  @Test
  def aBypassedPartialAggregationIsNamed(): Unit =
    withConf("spark.sql.execution.bypassPartialAggregation" -> "true") {
      val query = "SELECT g, count(*) FROM inproc.plans WHERE k > 3 GROUP BY g"
      val report = onlyScan(query).report
      assertTrue(
        report.refusals.map(_.toString).exists(_.contains("spark.sql.execution.bypassPartialAggregation")),
        report.toString
      )
      assertTrue(report.operators.map(_.text).contains("Filter((k > 3))"), report.toString)
    }

  @Test
  def projectionsOnTopOfEachOtherArePushedAsOne(): Unit = {
    // Spark computes the substring in a Project of its own, because nullif uses it twice.
    pushedAggregate("SELECT nullif(substring(str, 1, 2), 'ap'), count(*) FROM inproc.plans GROUP BY ALL")
    val expected = spark.sql("SELECT substring(str, 1, 2) FROM inproc.plans").collect().map(_.getString(0)).map {
      case "ap" => null
      case other => other
    }
    val found = spark.sql("SELECT nullif(substring(str, 1, 2), 'ap') FROM inproc.plans").collect().map(_.getString(0))
    assertEquals(expected.toSeq, found.toSeq)
  }

  @Test
  def onlyTheNeededColumnsAreRead(): Unit = {
    assertEquals(Seq("k"), onlyScan("SELECT k FROM inproc.plans WHERE i = 1").readSchema.fieldNames.toSeq)
    assertEquals(
      Seq("k", "str"),
      onlyScan("SELECT k FROM inproc.plans WHERE i = 1 AND str RLIKE '(?=a)'").readSchema.fieldNames.toSeq
    )
    assertEquals(Seq("k", "g"), onlyScan("SELECT k, g FROM inproc.plans").readSchema.fieldNames.toSeq)
  }

  @Test
  def equalSubPlansOfOneTableShareAnExchangeAndOfTwoTablesDoNot(): Unit = {
    def union(first: String, second: String): String = explain(
      s"SELECT * FROM (SELECT g, count(*) n FROM inproc.$first GROUP BY g) a JOIN " +
        s"(SELECT g, count(*) n FROM inproc.$second GROUP BY g) b ON a.g = b.g"
    )
    withConf("spark.sql.adaptive.enabled" -> "false", "spark.sql.autoBroadcastJoinThreshold" -> "-1") {
      assertTrue(union("plans", "plans").contains("ReusedExchange"), union("plans", "plans"))
      assertTrue(!union("plans", "twin").contains("ReusedExchange"), union("plans", "twin"))
    }
  }

  @Test
  def cachedQueriesKeepTheirAnswer(): Unit = {
    val query = "SELECT g, sum(i) s FROM inproc.plans WHERE i > 0 GROUP BY g"
    val fresh = spark.sql(query).collect().map(_.toString).sorted.toSeq
    spark.sql(s"CACHE TABLE cached_plans AS $query")
    try assertEquals(fresh, spark.table("cached_plans").collect().map(_.toString).sorted.toSeq)
    finally spark.sql("UNCACHE TABLE cached_plans")
  }

  @Test
  def eachExpressionCarriesItsOwnModeAndZone(): Unit = {
    def subPlan(ansi: String, zone: String) =
      withConf("spark.sql.ansi.enabled" -> ansi, "spark.sql.session.timeZone" -> zone) {
        onlyScan("SELECT k FROM inproc.plans WHERE i + k > 3 AND hour(ts) = 3").subPlan
      }
    assertEquals(subPlan("true", "UTC"), subPlan("true", "UTC"))
    assertNotEquals(subPlan("true", "UTC"), subPlan("false", "UTC"))
    assertNotEquals(subPlan("true", "UTC"), subPlan("true", "Asia/Kolkata"))
    assertTrue(subPlan("true", "PST").toStringUtf8.contains("America/Los_Angeles"))
  }

  private def explain(query: String): String = spark.sql(s"EXPLAIN $query").head().getString(0)
}
