package org.apache.spark.sql.hbase.plan.push

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.hbase.plan.{PlanFixtures, PlanSession, SparkOracle}

/** Aggregations that stay in Spark: what is still computed below them, where the rows are. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestAggregateInputs extends SparkOracle {
  import PlanSession.{onlyScan, withConf}

  @BeforeAll
  def createTable(): Unit = PlanSession.create("inputs", PlanFixtures.schema, PlanFixtures.edges)

  @Test
  def narrowInputsTravelInsteadOfTheirColumns(): Unit = {
    computed(
      "SELECT g, sort_array(collect_set(length(str))) FROM @inputs WHERE k > 9 GROUP BY g",
      "Project(length(str))"
    )
    computed("SELECT percentile(length(str), 0.5), count(length(str)) FROM @inputs", "Project(length(str))")
    computed("SELECT year(dt), sort_array(collect_list(k)) FROM @inputs GROUP BY year(dt)", "Project(year(dt))")
    computed("SELECT sort_array(collect_set(d > 0) FILTER (WHERE b)) FROM @inputs", "Project((d > 0.0D))")
  }

  private def computed(query: String, description: String): Unit =
    for (adaptive <- Seq("true", "false")) withConf("spark.sql.adaptive.enabled" -> adaptive) {
      val scan = onlyScan(query.replace("@", "inproc."))
      assertTrue(scan.report.operators.map(_.text).contains(description), s"$query: ${scan.report}")
      assertTrue(
        scan.report.refusals.map(_.toString).exists(_.startsWith("PartialAggregate: ")),
        s"$query: ${scan.report}"
      )
      checkQuery(query)
    }

  @Test
  def inputsThatGainNothingStayWhereTheyWere(): Unit =
    Seq(
      "SELECT size(collect_set(length(str))), max(str) FROM @inputs",
      "SELECT size(collect_set(100 div k)) FROM @inputs WHERE k > 0",
      "SELECT size(collect_set(i)) FROM @inputs",
      "SELECT size(collect_set(soundex(str))) FROM @inputs"
    ).foreach { query =>
      val report = onlyScan(query.replace("@", "inproc.")).report
      assertFalse(report.operators.map(_.text).exists(_.startsWith("Project(")), s"$query: $report")
      checkQuery(query)
    }

  @Test
  def anInputThatMayRaiseIsComputedForTheRowsOfItsFilterOnly(): Unit =
    checkQuery(
      "SELECT size(collect_set(100 div i) FILTER (WHERE i <> 0)), collect_set(length(str))[0] > 99 FROM @inputs"
    )

  @Test
  def valuesThatAFunctionOrdersByTravelAsColumnsToo(): Unit = {
    Seq(
      "SELECT listagg(str, ',') WITHIN GROUP (ORDER BY k) FROM @inputs",
      "SELECT g, listagg(str, ',') WITHIN GROUP (ORDER BY k DESC) FROM @inputs GROUP BY g",
      "SELECT listagg(str, ',') WITHIN GROUP (ORDER BY k) FILTER (WHERE k > 9), count(*), max(i) FROM @inputs",
      "SELECT listagg(DISTINCT str, ',') WITHIN GROUP (ORDER BY str) FROM @inputs",
      "SELECT listagg(bin) WITHIN GROUP (ORDER BY k) FROM @inputs"
    ).foreach(query => checkQuery(query))
    computed("SELECT listagg(g) WITHIN GROUP (ORDER BY length(str), k) FROM @inputs", "Project(length(str))")
    computed("SELECT mode() WITHIN GROUP (ORDER BY length(str)) FROM @inputs", "Project(length(str))")
    computed(
      "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY length(str) DESC) FROM @inputs",
      "Project(length(str))"
    )
  }

  @Test
  def columnsOfThePushedAggregationAreNotTouched(): Unit =
    assertEquals(
      Seq("PartialAggregate(keys=[], functions=[max(length(str))])"),
      onlyScan("SELECT max(length(str)) FROM inproc.inputs").report.operators.map(_.text).toList
    )
}
