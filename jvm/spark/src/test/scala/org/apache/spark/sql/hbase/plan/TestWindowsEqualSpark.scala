package org.apache.spark.sql.hbase.plan

import java.time.Instant
import java.time.temporal.ChronoUnit

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.Row

/** GROUP BY window(...): tumbling and sliding windows are grouped in the region servers, with plain Spark's answer. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestWindowsEqualSpark extends SparkOracle {
  import PlanSession.{onlyScan, withConf}

  private val windowRows = TimeFixtures.rows.take(400)

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("windows", TimeFixtures.schema, windowRows)
    val extremes = Seq(Long.MinValue, Long.MaxValue, 0L, -1L).zipWithIndex.map { case (micros, k) =>
      val instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS)
      Row.fromSeq(k +: TimeFixtures.schema.fieldNames.toSeq.drop(1).map(name => if (name == "ts") instant else null))
    }
    PlanSession.create("farwindows", TimeFixtures.schema, extremes)
  }

  @Test
  def tumbling(): Unit = Seq(
    "SELECT CAST(window AS STRING), count(*) FROM @windows GROUP BY window(ts, '10 minutes')",
    "SELECT CAST(window.start AS STRING), count(l), sum(i) FROM @windows GROUP BY window(ts, '1 day')",
    "SELECT CAST(window AS STRING), count(*) FROM @windows GROUP BY window(ts, '7 days', '7 days', '2 hours')",
    "SELECT CAST(window AS STRING), min(k) FROM @windows GROUP BY window(ntz, '1 hour')",
    "SELECT CAST(window.end AS STRING), max(k) FROM @windows GROUP BY window(ntz, '1 day', '1 day', '330 minutes')",
    "SELECT CAST(window AS STRING), count(*) FROM @windows GROUP BY window(dt, '30 days')",
    "SELECT CAST(w AS STRING), n FROM (SELECT window(ts, '1 hour') AS w, count(*) AS n FROM @windows GROUP BY 1)"
  ).foreach(pushedAndEqual)

  @Test
  def sliding(): Unit = Seq(
    "SELECT CAST(window AS STRING), count(*) FROM @windows GROUP BY window(ts, '10 minutes', '5 minutes')",
    "SELECT CAST(window AS STRING), count(*), sum(i) FROM @windows GROUP BY window(ts, '10 minutes', '4 minutes')",
    "SELECT CAST(window AS STRING), max(l) FROM @windows GROUP BY window(ntz, '1 day', '7 hours', '30 minutes')",
    "SELECT CAST(window.start AS STRING), count(*) FROM @windows GROUP BY window(ntz, '2 days', '1 day', '1 hour')",
    "SELECT CAST(max(window.end) AS STRING), min(window.start) FROM @windows GROUP BY window(ts, '3 days', '2 days'), t"
  ).foreach(pushedAndEqual)

  @Test
  def withOtherKeysConditionsAndFilters(): Unit = Seq(
    "SELECT CAST(window AS STRING), m, count(*) FROM @windows GROUP BY window(ts, '365 days'), m",
    "SELECT m, year(dt), window(ntz, '3650 days'), sum(i) FROM @windows GROUP BY ALL",
    "SELECT CAST(window AS STRING), count(*) FILTER (WHERE i > 0) FROM @windows WHERE k > 20 GROUP BY window(ts, '90 days')",
    "SELECT CAST(window AS STRING), count(*) FROM @windows GROUP BY window(ts, '90 days') HAVING count(*) > 2",
    "SELECT CAST(window AS STRING), count(*) FROM @windows GROUP BY window(ts, '9 days', '4 days') " +
      "HAVING window.start > TIMESTAMP'2000-01-01 00:00:00' AND max(k) > 100",
    "SELECT CAST(window AS STRING), count(DISTINCT m) FROM @windows GROUP BY window(ts, '900 days', '300 days')",
    "SELECT count(DISTINCT window) FROM (SELECT window(ts, '9 days', '4 days') FROM @windows)",
    "SELECT CAST(window AS STRING), m, grouping(m), count(*) FROM @windows GROUP BY ROLLUP(window(ts, '900 days'), m)",
    "SELECT CAST(window AS STRING), m, count(*) FROM @windows GROUP BY CUBE(window(ntz, '900 days'), m)",
    "SELECT CAST(start AS STRING), count(*) FROM (SELECT window(ts, '9 days', '4 days').start AS start FROM @windows) GROUP BY start",
    "SELECT CAST(at AS STRING), count(*) FROM " +
      "(SELECT window_time(window) AS at FROM (SELECT window(ts, '9 days') FROM @windows)) GROUP BY at"
  ).foreach(pushedAndEqual)

  @Test
  def windowsBeyondTheTimeThatCanBeWritten(): Unit = {
    val query = "SELECT unix_micros(window.start), unix_micros(window.end), count(*) FROM @farwindows GROUP BY "
    pushedAndEqual(query + "window(ts, '1 hour')")
    pushedAndEqual(query + "window(ts, '1 hour', '25 minutes')")
    pushedAndEqual(query + "window(ts, '1 hour', '30 minutes')")
  }

  @Test
  def onlyGroupsCrossTheWire(): Unit = {
    val query = "SELECT window, count(*) FROM inproc.windows GROUP BY window(ts, '5000000 days')"
    val (groups, sent) = withRowsSent("windows")(PlanSession.spark.sql(query).collect().length)
    assertTrue(sent >= groups && sent < windowRows.size / 5, s"$sent rows for $groups groups")
  }

  @Test
  def sessionWindowsStayInSpark(): Unit = {
    val query = "SELECT CAST(session_window AS STRING), count(*) FROM @windows GROUP BY session_window(ts, '1 hour')"
    refused(query, "session windows grow from row to row")
    refused(query + ", m", "session windows grow from row to row")
  }

  @Test
  def whatTheRegionServersCannotDoStaysInSpark(): Unit = {
    refused("SELECT count(*) FROM @windows GROUP BY window(ts, '1 day', '10 minutes')", "PLAN_TOO_LARGE")
    val twoExpands = "SELECT count(DISTINCT i), count(DISTINCT m) FROM @windows GROUP BY window(ts, '9 days', '4 days')"
    refused(twoExpands, "cannot stand between an EXPAND and its AGGREGATE")
    val times = "SELECT CAST(at AS STRING), count(*) FROM (SELECT window_time(window) AS at FROM " +
      "(SELECT window(ts, '9 days', '4 days') FROM @windows)) GROUP BY at"
    refused(times, "it may raise an error, and stands on expanded rows")
    val objects = "SELECT collect_list(k) FROM @windows WHERE k < 3 GROUP BY window(ts, '1 hour', '30 minutes')"
    refused(objects, "collect_list")
    val raising =
      "SELECT window, count(*) FROM (SELECT window(ts, '9 days', '4 days'), 100 div i AS q FROM @windows) " +
        "WHERE q > 10 AND window.start > TIMESTAMP'2000-01-01 00:00:00' GROUP BY window"
    checkQuery(raising)
  }

  @Test
  def withoutAdaptiveExecution(): Unit = withConf("spark.sql.adaptive.enabled" -> "false") {
    pushedAndEqual(
      "SELECT CAST(window AS STRING), count(*) FROM @windows GROUP BY window(ts, '10 minutes', '4 minutes')"
    )
  }

  private def pushedAndEqual(query: String): Unit = {
    val report = onlyScan(query.replace("@", "inproc.")).report
    assertTrue(report.operators.map(_.text).last.startsWith("PartialAggregate("), s"$query: $report")
    assertEquals(Nil, report.refusals.map(_.toString).toList, query)
    checkQuery(query, modesAndZones)
  }

  private def refused(query: String, reason: String): Unit = {
    val report = onlyScan(query.replace("@", "inproc.")).report
    assertTrue(report.refusals.map(_.toString).exists(_.contains(reason)), s"$query: $report")
    assertTrue(!report.operators.map(_.text).exists(_.startsWith("PartialAggregate")), s"$query: $report")
    checkQuery(query, modesAndZones)
  }
}
