package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._
import scala.util.Random

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.hbase.plan.catalyst.PushdownReport
import org.apache.spark.sql.hbase.wire.proto.SubPlan

/** ORDER BY with LIMIT: which part of it the region servers take, and that the answer is Spark's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestTopNEqualsSpark extends SparkOracle {
  import PlanSession.{onlyScan, spark, withConf}

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("topsmall", PlanFixtures.schema, PlanFixtures.small)
    PlanSession.create("topedges", PlanFixtures.schema, PlanFixtures.edges)
  }

  @Test
  def aColumnOfEachTypeIsAKey(): Unit =
    PlanFixtures.schema.fieldNames.foreach { column =>
      Seq("", "DESC NULLS FIRST").foreach { direction =>
        val query = s"SELECT k, $column FROM @topedges ORDER BY $column $direction, k LIMIT 70"
        pushed(query)
        checkOrdered(query, Seq(Nil))
      }
    }

  @Test
  def nullsStandWhereTheQuerySays(): Unit =
    for (direction <- Seq("ASC", "DESC"); nulls <- Seq("FIRST", "LAST"))
      checkOrdered(s"SELECT d, k FROM @topedges ORDER BY d $direction NULLS $nulls, k DESC LIMIT 60", Seq(Nil))

  @Test
  def expressionsAreKeys(): Unit =
    Seq(
      "length(str)",
      "CASE WHEN b THEN -d ELSE d END DESC",
      "year(dt) DESC NULLS FIRST",
      "substring(str, 2, 1)",
      "i IS NULL, l",
      "hour(ts), g"
    ).foreach { key =>
      val query = s"SELECT k, str FROM @topedges ORDER BY $key, k LIMIT 40"
      pushed(query)
      checkOrdered(query, modesAndZones)
    }

  /** Spark itself fails at these over tables that are no files: [[NullConditionsInOrder]]. */
  @Test
  def aConditionWithNullIsAKey(): Unit =
    Seq(
      "b OR NULL",
      "NULL OR i > 0",
      "b AND NULL DESC",
      "NOT (CAST(NULL AS BOOLEAN) AND i > 0)",
      "b OR (i > 0 AND NULL) NULLS LAST",
      "coalesce(b AND NULL, i > 0)",
      "i / k > 1 OR NULL"
    ).foreach { key =>
      checkOrdered(s"SELECT k FROM @topedges ORDER BY $key, k LIMIT 40", modesAndZones)
      checkOrdered(
        s"SELECT k, length(str) AS n FROM @topedges WHERE i IS NOT NULL ORDER BY $key, n, k LIMIT 9 OFFSET 2"
      )
    }

  @Test
  def aConditionWithNullThatTheQueryNamesIsAKey(): Unit = {
    val query = "SELECT k, b OR NULL AS unsure FROM @topedges ORDER BY unsure DESC, k LIMIT 12"
    pushed(query)
    checkOrdered(query, modesAndZones)
  }

  @Test
  def aFilterAndAProjectionStandBelow(): Unit =
    Seq(
      "SELECT k, length(str) AS n FROM @topsmall WHERE i > 0 ORDER BY n DESC, k LIMIT 9",
      "SELECT k, d AS renamed FROM @topsmall WHERE b ORDER BY renamed, k LIMIT 9 OFFSET 4",
      "SELECT concat(str, 'x') FROM (SELECT str, k FROM @topsmall ORDER BY k DESC LIMIT 9)",
      "SELECT count(*), sum(k) FROM (SELECT k FROM @topsmall ORDER BY d DESC, k LIMIT 20)",
      "SELECT k FROM @topsmall WHERE k = (SELECT k FROM @topsmall ORDER BY l, k LIMIT 1)",
      "SELECT g, max(k) m FROM (SELECT * FROM @topsmall ORDER BY i, k LIMIT 30) GROUP BY g ORDER BY g, m LIMIT 3"
    ).foreach { query =>
      assertTrue(
        reports(query).exists(_.operators.map(_.text).exists(_.startsWith("PartialTopN"))),
        reports(query).toString
      )
      for (adaptive <- Seq("true", "false")) withConf("spark.sql.adaptive.enabled" -> adaptive)(checkOrdered(query))
    }

  @Test
  def onlyTheFirstRowsOfEachRegionCrossTheWire(): Unit = {
    val query = "SELECT k, g FROM inproc.topsmall ORDER BY l, k LIMIT 4 OFFSET 1"
    pushed(query)
    val (answer, sent) = withRowsSent("topsmall")(spark.sql(query).collect())
    assertTrue(answer.length == 4 && sent == 3 * 5, s"$sent rows for ${answer.length}")
  }

  @Test
  def showTakesFewRows(): Unit = {
    val (_, sent) =
      withRowsSent("topsmall")(spark.table("inproc.topsmall").orderBy("d", "k").limit(10).select("k", "ts").head(3))
    assertTrue(sent <= 3 * 10, s"$sent rows")
  }

  @Test
  def errorsAreThoseOfSpark(): Unit = {
    val below = "SELECT k, 100 div (k - 50) AS q FROM @topsmall ORDER BY k LIMIT 5"
    pushed(below)
    checkOrdered(below)
    checkOrdered("SELECT k FROM @topsmall WHERE 100 div (k - 50) < 3 ORDER BY k LIMIT 5")
    val key = "SELECT k FROM @topsmall ORDER BY 100 div (k - 50), k LIMIT 5"
    refused(key, "may raise an error")
    checkOrdered(key)
    // Only rows that tie on k look at the second key: none.
    checkOrdered("SELECT k FROM @topsmall ORDER BY k, 100 div (k - 50) LIMIT 5")
  }

  @Test
  def anOrderOfRowKeysStopsAfterTheFirstRows(): Unit = {
    Seq(
      "SELECT k, d FROM @topsmall ORDER BY k LIMIT 5",
      "SELECT d, k FROM @topsmall WHERE i > 0 ORDER BY k NULLS LAST, d DESC LIMIT 5 OFFSET 2"
    ).foreach { query =>
      pushed(query)
      assertTrue(isInRowKeyOrder(query), query)
      checkOrdered(query)
    }
    Seq(
      "SELECT k, d FROM @topsmall ORDER BY d, k LIMIT 5",
      "SELECT k, 100 div (k - 50) AS q FROM @topsmall ORDER BY k LIMIT 5",
      "SELECT k + 1 AS k FROM @topsmall ORDER BY k LIMIT 5"
    ).foreach(query => assertFalse(isInRowKeyOrder(query), query))
  }

  @Test
  def theOppositeOrderStopsAfterTheLastRows(): Unit = {
    Seq(
      "SELECT k, d FROM @topsmall ORDER BY k DESC LIMIT 5",
      "SELECT d, k FROM @topsmall WHERE k < 90 ORDER BY k DESC NULLS FIRST, d LIMIT 5 OFFSET 2",
      "SELECT d, k FROM @topsmall WHERE k BETWEEN 10 AND 90 ORDER BY k DESC LIMIT 400"
    ).foreach { query =>
      pushed(query)
      assertTrue(isBackward(query), query)
      checkOrdered(query)
    }
    Seq(
      "SELECT k, d FROM @topsmall WHERE i > 0 ORDER BY k DESC LIMIT 5",
      "SELECT k, d FROM @topsmall WHERE k < 90 AND i > 0 ORDER BY k DESC LIMIT 5",
      "SELECT k, d FROM @topsmall WHERE k < 20 OR k > 70 ORDER BY k DESC LIMIT 5",
      "SELECT k, 100 div (k - 50) AS q FROM @topsmall ORDER BY k DESC LIMIT 5",
      "SELECT k, d FROM @topsmall ORDER BY k DESC LIMIT 10001",
      "SELECT k, d FROM @topsmall ORDER BY d DESC, k DESC LIMIT 5"
    ).foreach { query =>
      assertFalse(isBackward(query), query)
      checkOrdered(query)
    }
  }

  private def isBackward(query: String): Boolean = {
    val scan = onlyScan(query.replace("@", "inproc."))
    val last = SubPlan.parseFrom(scan.subPlan).getOperatorsList.asScala.last
    assertEquals(
      last.getLimit.getFromEnd,
      scan.report.operators.map(_.text).last.endsWith(") in reversed row-key order")
    )
    last.getLimit.getFromEnd
  }

  private def isInRowKeyOrder(query: String): Boolean = {
    val scan = onlyScan(query.replace("@", "inproc."))
    val last = SubPlan.parseFrom(scan.subPlan).getOperatorsList.asScala.last
    assertEquals(last.hasLimit, scan.report.operators.map(_.text).last.endsWith(") in row-key order"))
    last.hasLimit
  }

  @Test
  def whatStaysInSparkSaysWhy(): Unit = {
    refused("SELECT k FROM @topsmall WHERE soundex(g) > 'A' ORDER BY k LIMIT 5", "the condition below stays in Spark")
    refused("SELECT k, soundex(g) FROM @topsmall ORDER BY k LIMIT 5", "soundex")
    refused("SELECT k FROM @topsmall ORDER BY soundex(g), k LIMIT 5", "soundex")
    assertFalse(reports("SELECT k FROM @topsmall ORDER BY k").exists(_.operators.map(_.text).nonEmpty))
  }

  @Test
  def aLimitAboveSparksThresholdSortsWhatTheRegionsLeave(): Unit =
    withConf("spark.sql.execution.topKSortFallbackThreshold" -> "5") {
      val query = "SELECT k, d FROM @topedges ORDER BY d, k LIMIT 20"
      pushed(query)
      checkOrdered(query, Seq(Nil))
      checkOrdered("SELECT count(*), max(k) FROM (SELECT k FROM @topedges ORDER BY d, k LIMIT 20)", Seq(Nil))
      checkOrdered("SELECT k FROM @topedges ORDER BY d, k LIMIT 20 OFFSET 7", Seq(Nil))
    }

  @Test
  def randomOrders(): Unit = {
    val random = new Random(Integer.getInteger("random.seed", 5).toLong)
    (1 to Integer.getInteger("random.orders", 25)).foreach { _ =>
      val keys = Seq.fill(1 + random.nextInt(3)) {
        val column = PlanFixtures.schema.fieldNames(random.nextInt(PlanFixtures.schema.size))
        s"$column ${Seq("ASC", "DESC")(random.nextInt(2))} NULLS ${Seq("FIRST", "LAST")(random.nextInt(2))}"
      }
      val where = Seq("", "WHERE b", "WHERE i > 0 OR d < 1", "WHERE k < 5")(random.nextInt(4))
      val limit = 1 + random.nextInt(if (random.nextBoolean()) 10 else 400)
      checkOrdered(
        s"SELECT * FROM @topedges $where ORDER BY ${keys.mkString(", ")}, k LIMIT $limit OFFSET ${random.nextInt(4)}",
        Seq(Nil)
      )
    }
  }

  private def pushed(query: String): Unit = {
    val report = onlyScan(query.replace("@", "inproc.")).report
    assertTrue(
      report.operators.map(_.text).exists(_.startsWith("PartialTopN")) && report.refusals.map(_.toString).isEmpty,
      s"$query: $report"
    )
  }

  private def refused(query: String, reason: String): Unit = {
    val report = onlyScan(query.replace("@", "inproc.")).report
    assertTrue(
      report.refusals.map(_.toString).exists(r => r.startsWith("PartialTopN") && r.contains(reason)),
      s"$query: $report"
    )
    assertFalse(report.operators.map(_.text).exists(_.startsWith("PartialTopN")), s"$query: $report")
  }

  private def reports(query: String): Seq[PushdownReport] =
    PlanSession.scans(spark.sql(query.replace("@", "inproc."))).map(_.report)
}
