package org.apache.spark.sql.hbase.it

import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.assertEquals

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.testkit.MovedZones

/** Local times where region servers have other rules of a time zone than Spark: [[MovedZones]]. */
class ITJavaRules extends ClusterWithJar {
  private val Table = "hbase.default.instants"
  private val Hours = 24 * 365

  /** Each hour of 2023, in four regions. */
  private val Source = s"(SELECT id, timestamp_seconds(1672531200 + 3600 * id) AS at FROM range($Hours)) AS t"

  @BeforeAll
  def fill(): Unit = {
    fixture.sql(
      "CREATE TABLE hbase.default.instants (id BIGINT, at TIMESTAMP, word STRING, PRIMARY KEY (id)) USING hbase TBLPROPERTIES" +
        s" ('hbase.coprocessor.jar' = 'file://$jar', 'hbase.splits' = '2000; 4000; 6000')"
    )
    fixture.sql(
      s"INSERT INTO $Table SELECT id, at, concat('2023-07-01 00:00:00 ', IF(id < 4000, '+02:00', '${MovedZones.ZONE}')) FROM $Source"
    )
  }

  private def fallbacks(frame: DataFrame): Long =
    collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.map(_.metrics("hbaseFallbacks").value).sum

  /** The rows of a query over both tables are equal; returns the number of regions that Spark computed. */
  private def compared(query: String => String, zone: String, coprocessor: String = "auto"): Long =
    fixture.withSettings("spark.sql.session.timeZone" -> zone, "spark.sql.hbase.coprocessor" -> coprocessor) {
      val frame = fixture.spark.sql(query(Table))
      assertEquals(sorted(fixture.sql(query(Source))), sorted(frame.collect().toSeq), s"${query(Table)} in $zone")
      fallbacks(frame)
    }

  private def sorted(rows: Seq[Row]): Seq[String] = rows.map(_.toString).sorted

  private val byHour: String => String = t =>
    s"SELECT hour(at), date_format(at, 'MMM'), count(*), max(id) FROM $t GROUP BY 1, 2"

  @Test
  def regionsOfOtherRulesAreComputedBySpark(): Unit = {
    Seq(
      byHour,
      (t: String) => s"SELECT CAST(at AS DATE), count(*) FROM $t GROUP BY 1",
      (t: String) => s"SELECT date_trunc('DAY', at), min(id) FROM $t GROUP BY 1",
      (t: String) => s"SELECT id FROM $t WHERE hour(at) = 5 AND CAST(at AS STRING) LIKE '2023-07%'"
    ).foreach { query =>
      assertEquals(4L, compared(query, MovedZones.ZONE))
      compared(query, MovedZones.ZONE, coprocessor = "false")
    }
  }

  @Test
  def zonesOfEqualRulesStayInRegionServers(): Unit =
    Seq("America/Chicago", "Asia/Tehran", "UTC", "+05:30").foreach(zone =>
      assertEquals(0L, compared(byHour, zone), zone)
    )

  @Test
  def oneAnswerIsOfBothWays(): Unit = {
    val query = (t: String) => s"SELECT id FROM $t WHERE id < 4000 OR hour(at) = 5"
    assertEquals(2L, compared(query, MovedZones.ZONE))
  }

  @Test
  def textsThatNameAZoneAreReadBySpark(): Unit = {
    val frame = fixture.spark.sql(s"SELECT CAST(word AS TIMESTAMP) AS at, count(*) FROM $Table GROUP BY 1 ORDER BY 1")
    val expected = fixture.sql(
      s"SELECT CAST('2023-07-01 00:00:00 +02:00' AS TIMESTAMP), 4000L UNION ALL" +
        s" SELECT CAST('2023-07-01 00:00:00 ${MovedZones.ZONE}' AS TIMESTAMP), ${Hours - 4000}L"
    )
    assertEquals(expected, frame.collect().toSeq)
    assertEquals(2L, fallbacks(frame))
  }
}
