package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

/** ROLLUP, CUBE, GROUPING SETS and several DISTINCT columns: what the region servers take, and that the answer is Spark's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestExpandEqualsSpark extends SparkOracle {
  import PlanSession.{onlyScan, withConf}

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("expsmall", PlanFixtures.schema, PlanFixtures.small)
    PlanSession.create("expedges", PlanFixtures.schema, PlanFixtures.edges)
  }

  @Test
  def groupingSets(): Unit = Seq(
    "SELECT g, b, count(*), sum(k), max(str) FROM @expsmall GROUP BY ROLLUP(g, b)",
    "SELECT g, b, grouping_id(), grouping(g), min(ts) FROM @expedges GROUP BY CUBE(g, b)",
    "SELECT g, t, count(i) FROM @expedges WHERE k > 20 GROUP BY GROUPING SETS ((g), (t), ())",
    "SELECT g, b, count(*) FROM @expsmall GROUP BY GROUPING SETS ((g, b), (g), (g))",
    "SELECT year(dt), quarter(dt), count(*), avg(p) FROM @expsmall GROUP BY ROLLUP(year(dt), quarter(dt))",
    "SELECT d, f, count(*) FROM @expedges GROUP BY CUBE(d, f)",
    "SELECT g, sum(k) FILTER (WHERE b), count(*) FROM @expsmall GROUP BY ROLLUP(g) HAVING count(*) > 3",
    "SELECT g, w, bin, sum(p) FROM @expsmall WHERE i > 0 GROUP BY ROLLUP(g, w, bin)",
    "SELECT g, count(*) FROM @expsmall WHERE k < 0 GROUP BY CUBE(g)",
    "SELECT g, dt, b, count(*) FROM @expsmall GROUP BY g, CUBE(dt, b)"
  ).foreach(pushedAndEqual)

  @Test
  def severalDistinctColumns(): Unit = Seq(
    "SELECT count(DISTINCT i), count(DISTINCT str) FROM @expedges",
    "SELECT g, count(DISTINCT i), count(DISTINCT t), sum(k), count(*) FROM @expedges GROUP BY g",
    "SELECT sum(DISTINCT t), avg(DISTINCT s), max(l) FROM @expsmall WHERE b",
    "SELECT count(DISTINCT i, g), count(DISTINCT d) FROM @expedges",
    "SELECT g, count(DISTINCT i) FILTER (WHERE b), count(DISTINCT t) FROM @expsmall GROUP BY g",
    "SELECT g, count(DISTINCT i % 5), count(DISTINCT length(str)) FROM @expsmall GROUP BY g"
  ).foreach(pushedAndEqual)

  private def pushedAndEqual(query: String): Unit =
    for (adaptive <- Seq("true", "false")) withConf("spark.sql.adaptive.enabled" -> adaptive) {
      val report = onlyScan(query.replace("@", "inproc.")).report
      assertTrue(report.operators.map(_.text).exists(_.startsWith("Expand(")), s"$query: $report")
      assertTrue(report.operators.map(_.text).last.startsWith("PartialAggregate("), s"$query: $report")
      assertEquals(Nil, report.refusals.map(_.toString).toList, query)
      if (adaptive == "true") checkQuery(query) else checkQuery(query, Seq(Nil))
    }

  @Test
  def errorsAreThoseOfSpark(): Unit = {
    checkQuery("SELECT g, b, sum(100 div i) FROM @expsmall GROUP BY ROLLUP(g, b)")
    checkQuery("SELECT g, sum(100 div i) FROM @expsmall WHERE i <> 0 GROUP BY ROLLUP(g)")
    checkQuery("SELECT count(DISTINCT 100 div i), count(DISTINCT g) FROM @expsmall")
    checkQuery("SELECT 100 div i, count(*) FROM @expsmall GROUP BY ROLLUP(100 div i)")
  }

  @Test
  def anExpandWithoutItsAggregationStaysInSpark(): Unit = {
    refused("SELECT g, collect_set(i) FROM @expsmall WHERE k > 3 GROUP BY ROLLUP(g)", "collect_set")
    refused("SELECT g, count(*) FROM @expsmall WHERE soundex(g) > 'A' GROUP BY ROLLUP(g)", "the condition below")
    refused("SELECT count(DISTINCT soundex(g)), count(DISTINCT i) FROM @expsmall WHERE k > 3", "soundex")
    val wide = "SELECT count(*) FROM @expsmall WHERE k > 3 GROUP BY CUBE(g, t, s, i, l, b, dt)"
    refused(wide, "PLAN_TOO_LARGE")
  }

  private def refused(query: String, reason: String): Unit = {
    val report = onlyScan(query.replace("@", "inproc.")).report
    assertTrue(report.refusals.map(_.toString).exists(_.contains(reason)), s"$query: $report")
    assertFalse(report.operators.map(_.text).exists(_.startsWith("Expand")), s"$query: $report")
    checkQuery(query, Seq(Nil))
  }
}
