package org.apache.spark.sql.hbase.it

import java.time.LocalDate
import java.util.HexFormat
import java.util.concurrent.TimeUnit

import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.json4s.{JBool, JInt, JString}
import org.json4s.jackson.JsonMethods.parse
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, ConnectionCache}
import org.apache.spark.sql.hbase.plan.PlanSession
import org.apache.spark.sql.hbase.read.SubPlanScan

/** A table of four regions: 100 days, ten shops a day. */
class ITKeyRanges extends ClusterWithJar {
  private val Table = "hbase.default.visits"
  private val Days = 100
  private val Shops = 10
  private val Visits = 3
  private val Rows = Days * Shops * Visits

  @BeforeAll
  def fill(): Unit = {
    fixture.spark
      .range(Days * Shops * Visits)
      .selectExpr(
        s"date_add(DATE'2024-01-01', CAST(id DIV ${Shops * Visits} AS INT)) AS day",
        s"concat('shop', id DIV $Visits % $Shops) AS shop",
        s"id % $Visits AS visit",
        "id AS spent"
      )
      .createOrReplaceTempView("expected")
    fixture.sql(s"""CREATE TABLE $Table (day DATE, shop STRING, visit BIGINT, spent BIGINT,
      | PRIMARY KEY (day, shop, visit)) USING hbase TBLPROPERTIES ('hbase.coprocessor.jar' = 'file://$jar',
      | 'hbase.splits' = "DATE'2024-01-26';DATE'2024-02-20';DATE'2024-03-16'")""".stripMargin)
    fixture.sql(s"INSERT INTO $Table SELECT * FROM expected")
  }

  private def metric(frame: DataFrame, name: String): Long =
    collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head.metrics(name).value

  private def check(condition: String, regions: Long, scanned: Long): Unit = {
    val expected = fixture.sql(s"SELECT count(*), sum(spent) FROM expected WHERE $condition")
    val frame = fixture.spark.sql(s"SELECT count(*), sum(spent) FROM $Table WHERE $condition")
    assertEquals(expected, frame.collect().toSeq, condition)
    assertEquals(regions, metric(frame, "hbaseRegions"), s"regions for $condition")
    assertEquals(scanned, metric(frame, "hbaseServerRowsScanned"), s"rows for $condition")
  }

  @Test
  def onlyRowsInTheRangeAreRead(): Unit = {
    check("day = DATE'2024-01-05'", 1, 30)
    check("day = DATE'2024-01-05' AND shop = 'shop3'", 1, 3)
    check("day = DATE'2024-01-05' AND shop = 'shop3' AND visit > 0", 1, 2)
    check("day = DATE'2024-01-05' AND shop LIKE 'shop3%' AND spent > 100", 1, 3)
    check("day BETWEEN DATE'2024-01-20' AND DATE'2024-01-29'", 2, 300)
    check("day >= DATE'2024-03-16'", 1, 750)
    check("NOT (day < DATE'2024-03-16')", 1, 750)
  }

  @Test
  def functionsOfAKeyColumnAreRanges(): Unit = {
    check("month(day) = 1 AND year(day) = 2024", 4, Rows)
    check("trunc(day, 'MONTH') = DATE'2024-02-01'", 2, 29 * Shops * Visits)
    check("year(day) = 2023", 1, 0)
    check("year(day) = 2024 AND day < DATE'2024-01-03'", 1, 60)
    check("last_day(day) <= DATE'2024-01-31' AND shop = 'shop3'", 3, 31 * Visits)
    check("trunc(day, 'WEEK') IN (DATE'2024-01-08', DATE'2024-04-01')", 2, 14 * Shops * Visits)
    check("day = DATE'2024-01-05' AND shop LIKE 'sh%p3'", 1, 30)
    check("day <=> DATE'2024-01-05'", 1, 30)
    check("CAST(day AS TIMESTAMP_NTZ) < TIMESTAMP_NTZ'2024-01-02 12:00:00'", 1, 60)
  }

  @Test
  def rowsOfValuesAreRanges(): Unit = {
    check("(day, shop) IN ((DATE'2024-02-20', 'shop1'), (DATE'2024-04-01', 'shop2'))", 2, 6)
    check("(day, shop) = (DATE'2024-02-20', 'shop1') AND spent > 0", 1, 3)
    check("(day, shop) > (DATE'2024-04-08', 'shop8')", 1, 33)
    check("(day, shop, visit) <= (DATE'2024-01-01', 'shop1', 0L)", 1, 4)
    val pairs = (0 until Days).map(i => s"(DATE'${LocalDate.of(2024, 1, 1).plusDays(i)}', 'shop${i * 7 % Shops}')")
    check(pairs.mkString("(day, shop) IN (", ", ", ")"), 4, Days * Visits)
  }

  @Test
  def aConditionOnNoKeyColumnReadsEverything(): Unit =
    check("spent > 100", 4, Rows)

  @Test
  def aConditionOnALaterKeyColumnAloneSkipsRowsInTheRegionServers(): Unit = {
    check("shop = 'shop3'", 4, Days * Visits)
    val frame = fixture.spark.sql(s"SELECT sum(spent) FROM $Table WHERE shop = 'shop3'")
    frame.collect()
    val cells = metric(frame, "hbaseServerCells")
    val skipped = metric(frame, "hbaseServerRowsSkipped")
    assertTrue(metric(frame, "hbaseServerSeeks") >= Days - 4, "one seek per day")
    assertTrue(skipped > 0 && skipped <= 2 * Days, s"$skipped rows skipped")
    assertEquals(Days * Visits + skipped, cells)
  }

  @Test
  def aConditionThatNoRowMeetsAsksNobody(): Unit = Seq(
    "day < DATE'2024-01-05' AND day > DATE'2024-01-05'",
    "day = DATE'2024-01-05' AND shop < 'b' AND shop > 'b'"
  ).foreach { condition =>
    val frame = fixture.spark.sql(s"SELECT count(*), sum(spent) FROM $Table WHERE $condition")
    val scans = frame.queryExecution.sparkPlan.collect { case s: BatchScanExec => s }
    assertEquals(Seq(0), scans.map(_.scan.toBatch.planInputPartitions().length), condition)
    assertEquals(Seq(Row(0L, null)), frame.collect().toSeq, condition)
  }

  @Test
  def groupsAndRowsOfARangeAreComplete(): Unit = Seq(
    "SELECT shop, count(*) FROM t WHERE day = DATE'2024-02-19' GROUP BY shop ORDER BY shop",
    "SELECT * FROM t WHERE day = DATE'2024-02-20' AND shop > 'shop7' ORDER BY spent",
    "SELECT count(*) FROM t WHERE (day, shop) IN ((DATE'2024-02-20', 'shop1'), (DATE'2024-04-01', 'shop2'))",
    "SELECT count(*) FROM (SELECT visit FROM t WHERE day = DATE'2024-02-20' AND shop = 'shop1' LIMIT 2)"
  ).foreach { query =>
    fixture.assertRows(fixture.sql(query.replace("FROM t", "FROM expected")), query.replace("FROM t", s"FROM $Table"))
  }

  @Test
  def anOrderOfRowKeysReadsAFewRowsOfEachRegion(): Unit = Seq(
    "SELECT day, spent FROM t ORDER BY day, shop, visit LIMIT 5" -> 4 * 5L,
    "SELECT day, spent FROM t ORDER BY day DESC, shop DESC, visit DESC LIMIT 5" -> 4 * 5L,
    "SELECT spent FROM t WHERE day < DATE'2024-02-22' ORDER BY day DESC, shop DESC, visit DESC LIMIT 70" ->
      (70L + 70 + 60),
    "SELECT spent FROM t WHERE day = DATE'2024-02-22' ORDER BY day DESC, shop DESC, visit DESC LIMIT 70" -> 30L,
    "SELECT day, spent FROM t ORDER BY spent LIMIT 5" -> Rows.toLong
  ).foreach { case (query, rows) =>
    val frame = fixture.spark.sql(query.replace("FROM t", s"FROM $Table"))
    assertEquals(fixture.sql(query.replace("FROM t", "FROM expected")), frame.collect().toSeq, query)
    assertEquals(rows, metric(frame, "hbaseServerRowsScanned"), query)
  }

  @Test
  def aColumnOfOneValueDecidesNoOrder(): Unit = Seq(
    "ORDER BY shop, visit LIMIT 2" -> ") in row-key order",
    "ORDER BY shop DESC, day, visit DESC LIMIT 2" -> ") in reversed row-key order",
    "AND 'shop3' = shop ORDER BY visit DESC LIMIT 1" -> ") in reversed row-key order",
    "AND shop > 'shop3' ORDER BY visit, shop LIMIT 2" -> "])"
  ).foreach { case (end, text) =>
    val query = s"SELECT shop, visit FROM t WHERE day = DATE'2024-02-22' $end"
    val frame = fixture.spark.sql(query.replace("FROM t", s"FROM $Table"))
    assertEquals(fixture.sql(query.replace("FROM t", "FROM expected")), frame.collect().toSeq, query)
    val scan = collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s.scan }.head
    val pushed = scan.asInstanceOf[SubPlanScan].report.operators.map(_.text).last
    assertTrue(pushed.startsWith("PartialTopN(") && pushed.endsWith(text), s"$query: $pushed")
  }

  @Test
  def aLimitAsksNoMoreRegionsThanItNeeds(): Unit = {
    val frame = fixture.spark.sql(s"SELECT day FROM $Table LIMIT 5")
    assertEquals(5, frame.collect().length)
    assertEquals(5L, metric(frame, "hbaseServerRowsScanned"))
    assertEquals(1L, metric(frame, "hbaseFrames"))
  }

  @Test
  def aLimitBehindAFilterReadsABatchThatIsSmallAtFirst(): Unit = Seq(
    "spent % 2 = 1 LIMIT 1" -> 64L,
    "spent % 100 = 99 LIMIT 2" -> (64L + 128 + 256)
  ).foreach { case (end, rows) =>
    val frame = fixture.spark.sql(s"SELECT spent FROM $Table WHERE $end")
    assertEquals(fixture.sql(s"SELECT spent FROM expected WHERE $end"), frame.collect().toSeq, end)
    assertEquals(rows, metric(frame, "hbaseServerRowsScanned"), end)
  }

  @Test
  def regionsThatWereSplitAreReadRightAndPlannedAnewOnceTheListExpires(): Unit = {
    fixture.sql("CREATE TABLE hbase.default.halves (k INT, PRIMARY KEY (k)) USING hbase")
    fixture.sql("INSERT INTO hbase.default.halves VALUES (1), (2), (3)")
    def regions: Long = {
      val frame = fixture.spark.sql("SELECT k FROM hbase.default.halves")
      assertEquals(3, frame.collect().length)
      metric(frame, "hbaseRegions")
    }
    assertEquals(1L, regions)
    val name = TableName.valueOf("halves")
    Using.resource(ConnectionCache.acquire(ClusterSettings.ofQuorum(hbase.quorum))) { shared =>
      val row = HexFormat.of().parseHex("80000002")
      Using.resource(shared.connection.getAdmin) { admin =>
        val region = admin.getRegions(name).get(0).getRegionName
        admin.splitRegionAsync(region, row).get(60, TimeUnit.SECONDS)
      }
    }
    assertEquals(1L, regions)
    assertEquals(2L, fixture.withSettings("spark.sql.hbase.partition.expiration" -> "0")(regions))
  }

  @Test
  def withTheCoprocessorOffOnlyRowsInTheRangesAreReadToo(): Unit =
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "false") {
      Seq(
        ("day = DATE'2024-01-05' AND spent > 100", 1L, 30L),
        ("trunc(day, 'MONTH') = DATE'2024-02-01'", 2L, 29L * Shops * Visits),
        ("shop = 'shop3'", 4L, Rows.toLong)
      ).foreach { case (condition, regions, rows) =>
        val expected = fixture.sql(s"SELECT count(*), sum(spent) FROM expected WHERE $condition")
        val frame = fixture.spark.sql(s"SELECT count(*), sum(spent) FROM $Table WHERE $condition")
        assertEquals(expected, frame.collect().toSeq, condition)
        assertEquals(regions, metric(frame, "hbaseRegions"), s"regions for $condition")
        assertEquals(rows, metric(frame, "hbaseLocalRowsScanned"), s"rows for $condition")
        assertEquals(0L, metric(frame, "hbaseServerRowsScanned"), condition)
      }
      val line = explained("", "SELECT spent FROM t WHERE day = DATE'2024-01-05' AND spent > 100")
      val keys = """key range ["\x80\x00M\x0F", "\x80\x00M\x10") from (day = DATE '2024-01-05'); 1 of 4 regions; """
      assertTrue(line.contains(keys + "in Spark, because spark.sql.hbase.coprocessor is false: Columns("), line)
      assertTrue(explained("", "SELECT spent FROM t WHERE shop = 'shop3'").contains("; whole table, because "))
    }

  private def explained(mode: String, query: String): String =
    fixture.sql(s"EXPLAIN $mode ${query.replace("FROM t", s"FROM $Table")}").head.getString(0)

  @Test
  def explainTellsRowKeysAndRegions(): Unit = {
    val query = "SELECT sum(spent) FROM t WHERE day = DATE'2024-01-05' AND shop > 'shop8' AND spent > 3"
    val keys = """key range ["\x80\x00M\x0Fshop8\x00\x02", "\x80\x00M\x10")"""
    // Where Spark generates code, it asks for NULL last.
    val line = fixture.withSettings(PlanSession.generatedCode: _*)(explained("", query))
    assertTrue(
      line.contains(
        s"HBaseScan default.visits; $keys; 1 of 4 regions; in region servers (coprocessor version 0.1.0): "
      ),
      line
    )
    assertTrue(line.contains("Filter((day = DATE '2024-01-05')) [key range] -> "), line)
    assertTrue(line.contains("Filter((shop > 'shop8')) [key range] -> Filter((spent IS NOT NULL)) -> "), line)
    val formatted = explained("FORMATTED", query)
    assertTrue(formatted.contains(s"RowKeys: $keys\n"), formatted)
    assertTrue(formatted.contains("Regions: 1 of 4 regions\n"), formatted)
    val whole = explained("", "SELECT sum(spent) FROM t WHERE spent > 3")
    assertTrue(
      whole.contains(
        "; whole table, because no condition of the scan limits a column of the row key; 4 of 4 regions; "
      ),
      whole
    )
    val seeking = explained("", "SELECT sum(spent) FROM t WHERE shop = 'shop8'")
    assertTrue(
      seeking.contains("; every region, seeking past row keys, because no condition of the scan limits day, "),
      seeking
    )
    assertTrue(seeking.contains("Filter((shop = 'shop8')) [key range]"), seeking)
  }

  @Test
  def aScanExplainsItselfAndCountsWhatWasNotWanted(): Unit = {
    val frame = fixture.spark.sql(s"SELECT visit FROM $Table WHERE day = DATE'2024-01-05' AND spent > 100")
    val rows = frame.collect().length
    assertEquals(3L, metric(frame, "hbaseRegionsPruned"))
    assertEquals(metric(frame, "hbaseServerRowsScanned") - rows, metric(frame, "hbaseRowsFiltered"))
    val scan = collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head.scan
    val document = parse(scan.asInstanceOf[SubPlanScan].explanation())
    assertEquals(JString("visits"), document \ "hbaseTable")
    assertEquals(Seq(true, false, false, false), (document \ "regions").children.map(_ \ "touched" == JBool(true)))
    val limiting = (document \ "operators").children.filter(_ \ "limitsRowKeys" == JBool(true)).map(_ \ "text")
    assertEquals(Seq(JString("Filter((day = DATE '2024-01-05'))")), limiting)
  }

  /** For each region a counter of the last run, None of regions that it did not read. */
  private def counted(frame: DataFrame, name: String): Seq[Option[Long]] = {
    val scan = collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head.scan
    val regions = (parse(scan.asInstanceOf[SubPlanScan].explanation()) \ "regions").children
    regions.map(region => Some(region \ "work" \ name).collect { case JInt(value) => value.toLong })
  }

  @Test
  def whatWasDoneForEachRegionIsToldAndAddsUpToTheMetrics(): Unit = {
    val frame = fixture.spark.sql(s"SELECT visit FROM $Table WHERE day > DATE'2024-02-24' AND spent % 3 = 0")
    assertEquals(Seq.fill(4)(None), counted(frame, "serverRows"))
    // The second run begins anew, as the metrics do.
    (1 to 2).foreach { _ =>
      val rows = frame.collect().length.toLong
      assertEquals(Seq(None, None, Some(600L), Some(750L)), counted(frame, "serverRows"))
      assertEquals(rows, counted(frame, "rowsKept").flatten.sum)
      Seq("rowsReceived" -> "hbaseRowsReceived", "bytesReceived" -> "hbaseBytesReceived").foreach {
        case (name, total) =>
          assertEquals(metric(frame, total), counted(frame, name).flatten.sum, total)
      }
    }
  }

  @Test
  def whatRegionServersLearnedOfValuesIsTold(): Unit = {
    Using.resource(ConnectionCache.acquire(ClusterSettings.ofQuorum(hbase.quorum))) { shared =>
      Using.resource(shared.connection.getAdmin)(_.flush(TableName.valueOf("visits")))
    }
    val frame = fixture.spark.sql(s"SELECT visit FROM $Table WHERE day > DATE'2024-02-24' AND spent < 2000")
    frame.collect()
    val scan = collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head.scan
    val known = parse(scan.asInstanceOf[SubPlanScan].explanation()) \ "known"
    assertEquals(Seq(JString("spent")), known.children.map(_ \ "column"))
    assertEquals((JString("2250"), JString("2999")), (known(0) \ "least", known(0) \ "greatest"))
  }

  @Test
  def regionsComputedInSparkAreTold(): Unit =
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "false") {
      val frame = fixture.spark.sql(s"SELECT visit FROM $Table WHERE day < DATE'2024-01-03'")
      frame.collect()
      assertEquals(Seq(Some(60L), None, None, None), counted(frame, "sparkRows"))
      assertEquals(Seq(Some(1L), None, None, None), counted(frame, "fallbacks"))
    }

  @Test
  def readingAWholeTableCanBeForbidden(): Unit = fixture.withSettings("spark.sql.hbase.fullscan" -> "error") {
    fixture.assertFails("SPARKSQL_HBASE.FULL_SCAN_FORBIDDEN", s"SELECT sum(spent) FROM $Table WHERE spent > 3")
    fixture.assertRows(Seq(Row(300L)), s"SELECT count(*) FROM $Table WHERE shop = 'shop8'")
    fixture.assertFails("SPARKSQL_HBASE.FULL_SCAN_FORBIDDEN", s"SELECT * FROM $Table")
    fixture.assertRows(Seq(Row(30L)), s"SELECT count(*) FROM $Table WHERE day = DATE'2024-01-05'")
    assertEquals(2, fixture.sql(s"SELECT visit FROM $Table LIMIT 2").size)
    assertTrue(explained("", "SELECT * FROM t").contains("whole table"))
  }
}
