package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.hbase.Turns
import org.apache.spark.sql.hbase.plan.catalyst.Placeholders
import org.apache.spark.sql.hbase.wire.proto.{Function, Literal, SubPlan}

/** Scalar subqueries in conditions and projections: their values become part of the sub-plan, with Spark's answers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestSubqueriesEqualSpark extends SparkOracle {
  import PlanSession.{onlyScan, spark, withConf}

  /** Other columns of the fixture than the comparisons are about. */
  private val columns = PlanFixtures.schema.fieldNames.toSeq

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("subsmall", PlanFixtures.schema, PlanFixtures.small)
    PlanSession.create("subedges", PlanFixtures.schema, PlanFixtures.edges)
  }

  @Test
  def aValueOfEachTypeIsCompared(): Unit =
    for (column <- columns) {
      val value = s"(SELECT max($column) FROM subsmall)"
      checkPushed(s"SELECT k FROM @subedges WHERE $column < $value")
      val counts = Seq("=", "<=", "<=>", ">", "<>").map(operator => s"count_if($column $operator $value)")
      checkQuery(counts.mkString("SELECT ", ", ", " FROM @subedges"))
    }

  @Test
  def oneRowOfEachTypeIsCompared(): Unit =
    for (column <- columns) {
      val rows = Seq(0, 2, 9).map { row =>
        s"count_if($column <= (SELECT $column FROM subedges ORDER BY k LIMIT 1 OFFSET $row))"
      }
      checkQuery(rows.mkString("SELECT ", ", ", " FROM @subedges"))
    }

  @Test
  def aValueThatIsNullOrOfNoRowLetsNoRowPass(): Unit =
    for (column <- columns) {
      val none = s"(SELECT $column FROM subsmall WHERE k < -9000000)"
      checkPushed(s"SELECT k FROM @subedges WHERE $column > $none")
      checkPushed(s"SELECT k FROM @subedges WHERE $column <=> $none AND k IS NOT NULL")
      checkPushed(
        s"SELECT k FROM @subedges WHERE $column IS NULL OR $column <> (SELECT max($column) FROM subsmall WHERE false)"
      )
    }

  @Test
  def castsAndArithmeticStandAroundTheValue(): Unit = {
    val average = "(SELECT avg(i) FROM subsmall)"
    Seq(
      s"k > $average",
      s"i * 2 > $average + 1",
      s"CAST($average AS INT) = k % 100",
      s"p > (SELECT avg(p) FROM subsmall) AND w < (SELECT sum(w) FROM subsmall)",
      s"length(str) = (SELECT max(length(str)) FROM subsmall)",
      s"str > (SELECT concat(min(str), 'x') FROM subsmall)",
      s"year(dt) = year((SELECT max(dt) FROM subsmall))",
      s"date_trunc('MONTH', ts) = date_trunc('MONTH', (SELECT max(ts) FROM subsmall))",
      s"CASE WHEN b THEN i > $average ELSE k > $average END",
      s"(SELECT count(*) FROM subsmall) > 3",
      s"(SELECT max(b) FROM subsmall)",
      s"i BETWEEN (SELECT min(i) FROM subsmall WHERE i > -90) AND (SELECT max(i) FROM subsmall WHERE i < 90)"
    ).foreach(predicate => checkPushed(s"SELECT k FROM @subedges WHERE $predicate"))
  }

  @Test
  def aggregatesAndLimitsAboveArePushedToo(): Unit = {
    val average = "(SELECT avg(i) FROM subsmall)"
    Seq(
      s"SELECT g, count(*), sum(k) FROM @subedges WHERE i > $average GROUP BY g",
      s"SELECT k FROM @subedges WHERE i > $average ORDER BY d, k LIMIT 5",
      s"SELECT g, count(*) FROM @subedges WHERE d > $average GROUP BY ROLLUP(g)",
      s"SELECT sum(d) FROM @subedges WHERE d * 2 > $average AND b"
    ).foreach { query =>
      checkPushed(query)
      checkInEveryMode(query)
    }
  }

  @Test
  def projectionsHaveValuesToo(): Unit = Seq(
    "SELECT sum(i * (SELECT max(t) FROM subsmall)) FROM @subsmall WHERE i BETWEEN -9 AND 9",
    "SELECT g, sum(length(concat(str, (SELECT min(str) FROM subsmall)))) FROM @subedges GROUP BY g",
    "SELECT k, i > (SELECT avg(i) FROM subsmall) FROM @subedges"
  ).foreach(checkInEveryMode)

  @Test
  def errorsAreThoseOfSpark(): Unit = Seq(
    "SELECT k FROM @subedges WHERE i > (SELECT i FROM subsmall)",
    "SELECT k FROM @subedges WHERE i > (SELECT max(i) div 0 FROM subsmall)",
    "SELECT k FROM @subedges WHERE k < 0 AND k > CAST((SELECT 'x' || max(g) FROM subsmall) AS BIGINT)",
    "SELECT k FROM @subedges WHERE k > CAST((SELECT 'x' || max(g) FROM subsmall) AS BIGINT)",
    "SELECT k FROM @subedges WHERE i + (SELECT max(i) FROM subedges) > 0",
    "SELECT k FROM @subedges WHERE false AND i > (SELECT i FROM subsmall)",
    "SELECT k FROM @subedges WHERE k > 0 AND 100 / (k - (SELECT min(k) FROM subedges WHERE k > 0)) > 1"
  ).foreach(checkInEveryMode)

  @Test
  def severalSubqueriesOfOneTableAreOneInSpark(): Unit = checkPushed(
    "SELECT k FROM @subedges WHERE i > (SELECT min(i) FROM @subsmall) AND d < (SELECT max(d) FROM @subsmall)" +
      " OR l = (SELECT sum(l) FROM @subsmall WHERE b)"
  )

  @Test
  def theValueIsALiteralByTheTimeTheEngineSeesIt(): Unit = {
    val query =
      "SELECT k FROM inproc.subsmall WHERE k > CAST((SELECT max(t) FROM subsmall WHERE t < 50) AS BIGINT) AND b"
    for (adaptive <- Seq("true", "false")) withConf("spark.sql.adaptive.enabled" -> adaptive) {
      val frame = spark.sql(query)
      frame.collect()
      val scan = PlanSession.ranScans(frame).filter(_.report.operators.map(_.text).exists(_.contains("subquery"))).head
      assertTrue(Placeholders.areIn(SubPlan.parseFrom(scan.subPlan)))
      assertFalse(Placeholders.areIn(scan.sentSubPlan))
      val comparison = scan.sentSubPlan.getOperatorsList.asScala
        .filter(_.hasFilter)
        .map(_.getFilter.getPredicate.getCall)
        .find(_.getFunction == Function.GREATER_THAN)
        .get
      assertEquals(Literal.ValueCase.INTEGER, comparison.getArguments(1).getLiteral.getValueCase)
    }
  }

  @Test
  def whatNeedsAConstantAtPlanningTimeStaysInSpark(): Unit = {
    val query = "SELECT k FROM @subedges WHERE str LIKE (SELECT min(str) || '%' FROM subsmall)"
    assertTrue(onlyScan(query.replace("@", "inproc.")).report.refusals.map(_.toString).nonEmpty)
    checkInEveryMode(query)
  }

  private def checkPushed(query: String): Unit = {
    val reports = PlanSession.scans(spark.sql(query.replace("@", "inproc."))).map(_.report)
    assertTrue(reports.exists(_.operators.map(_.text).exists(_.contains("subquery"))), s"$query: $reports")
    assertTrue(reports.forall(_.refusals.map(_.toString).isEmpty), s"$query: $reports")
    checkQuery(query)
  }

  private def checkInEveryMode(query: String): Unit =
    for (adaptive <- Turns.half(Seq("true", "false"), query))
      withConf("spark.sql.adaptive.enabled" -> adaptive)(checkQuery(query))
}
