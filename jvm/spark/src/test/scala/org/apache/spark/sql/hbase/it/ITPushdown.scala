package org.apache.spark.sql.hbase.it

import java.util.Base64

import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}

import org.apache.spark.sql.{AnalysisException, DataFrame, Row}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.read.SubPlanScan
import org.apache.spark.sql.hbase.read.estimate.GroupingHistory
import org.apache.spark.sql.hbase.read.estimate.GroupingHistory.MinRows

/** Queries that run in two region servers, compared with the same query on the same rows in a view. */
class ITPushdown extends ClusterWithJar("--region-servers", "2") {
  private val Table = "hbase.default.sales"
  private val WithoutJar = "hbase.default.bare"
  private val Rows = 20000

  @BeforeAll
  def fill(): Unit = {
    fixture.spark
      .range(Rows)
      .selectExpr(
        "CAST(id % 7 AS INT) AS shop",
        "id",
        "CAST(CASE WHEN id % 11 > 0 THEN CAST(id % 1000 AS DOUBLE) / 4 END AS DECIMAL(12,2)) AS amount",
        "CASE WHEN id % 3 > 0 THEN concat('item', id % 13) END AS item",
        "timestamp_seconds(id * 3600) AS at",
        "CAST(id % 5 AS INT) AS zero_to_four"
      )
      .createOrReplaceTempView("expected")
    Seq(Table -> s"'hbase.coprocessor.jar' = 'file://$jar',", WithoutJar -> "").foreach { case (table, property) =>
      fixture.sql(s"""CREATE TABLE $table (shop INT, id BIGINT, amount DECIMAL(12,2), item STRING, at TIMESTAMP,
        | zero_to_four INT, PRIMARY KEY (shop, id)) USING hbase
        | TBLPROPERTIES ($property 'hbase.splits' = '1; 3; 5, 100')""".stripMargin)
      fixture.sql(s"INSERT INTO $table SELECT * FROM expected")
    }
  }

  private val queries = Seq(
    "SELECT count(*) FROM t",
    "SELECT id, item FROM t WHERE amount > 240 AND item LIKE 'item1%' ORDER BY id",
    "SELECT shop, count(*), sum(amount), avg(amount), min(item), max(at) FROM t WHERE id >= 500 GROUP BY shop ORDER BY shop",
    "SELECT date_trunc('MONTH', at) m, count(*) FILTER (WHERE amount IS NULL), sum(id) FROM t GROUP BY 1 ORDER BY 1",
    "SELECT count(DISTINCT item) FROM t WHERE shop IN (1, 2)",
    "SELECT a.shop, count(*) FROM t a JOIN (SELECT DISTINCT shop FROM t WHERE id < 3) b ON a.shop = b.shop GROUP BY 1 ORDER BY 1",
    "SELECT sum(amount) FROM t WHERE id < 0",
    "SELECT id, amount FROM t WHERE shop > 1 ORDER BY amount DESC NULLS LAST, id LIMIT 12 OFFSET 3",
    "SELECT shop, item, count(*), sum(amount) FROM t GROUP BY ROLLUP(shop, item) ORDER BY 1, 2, 3",
    "SELECT count(DISTINCT item), count(DISTINCT shop), sum(id) FROM t",
    "SELECT id, length(item) FROM t WHERE amount > 245 ORDER BY id",
    "SELECT count(*) FROM (SELECT id FROM t WHERE shop < 4 LIMIT 17)"
  )

  private def scans(frame: DataFrame): Seq[BatchScanExec] =
    collect(frame.queryExecution.executedPlan: SparkPlan) { case s: BatchScanExec => s }

  private def metric(frame: DataFrame, name: String): Long = scans(frame).map(_.metrics(name).value).sum

  /** Table, `spark.sql.hbase.coprocessor`, `spark.sql.adaptive.enabled`. */
  private val ways = Seq(
    (Table, "true", "true"),
    (Table, "true", "false"),
    (Table, "false", "true"),
    (WithoutJar, "true", "true")
  )

  @Test
  def answersAreThoseOfSparkInEveryMode(): Unit = queries.foreach { query =>
    val expected = fixture.sql(query.replace("FROM t", "FROM expected"))
    ways.foreach { case (table, mode, adaptive) =>
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode, "spark.sql.adaptive.enabled" -> adaptive) {
        fixture.assertRows(expected, query.replace("FROM t", s"FROM $table"))
      }
    }
  }

  @Test
  def partialAggregatesRunInTheRegionServers(): Unit = {
    val frame = fixture.spark.sql(s"SELECT shop, sum(amount) FROM $Table WHERE item IS NOT NULL GROUP BY shop")
    assertEquals(7, frame.collect().length)
    assertEquals(Rows.toLong, metric(frame, "hbaseServerRowsScanned"))
    assertEquals(0L, metric(frame, "hbaseLocalRowsScanned"))
    assertEquals(0L, metric(frame, "hbaseFallbacks"))
    assertEquals(4L, metric(frame, "hbaseRegions"))
    assertTrue(metric(frame, "hbaseRowsReceived") <= 10, "one row per group and region crosses the wire")
    val description = scans(frame).map(_.scan.asInstanceOf[SubPlanScan].description()).mkString
    assertTrue(description.contains("in region servers (coprocessor version 0.1.0): "), description)
  }

  @Test
  def framesFetchedAheadChangeNeitherAnswersNorCounters(): Unit = {
    // A global sort would read the table twice, once for its bounds.
    val query = s"SELECT id, item, amount FROM $Table WHERE item IS NOT NULL"
    val expected = fixture.sql(query.replace(Table, "expected") + " ORDER BY id")
    Seq("0", "1", "4").foreach { ahead =>
      fixture.withSettings(
        "spark.sql.hbase.scanner.ahead" -> ahead,
        "spark.sql.hbase.partition.regions" -> "4",
        "spark.sql.hbase.coprocessor" -> "require"
      ) {
        val frame = fixture.spark.sql(query)
        assertEquals(expected, frame.collect().toSeq.sortBy(_.getLong(0)), s"$ahead ahead")
        assertEquals(4L, metric(frame, "hbaseRegions"), s"$ahead ahead")
        assertEquals(4L, metric(frame, "hbaseFrames"), s"$ahead ahead")
        assertEquals(4L, metric(frame, "hbaseScanCalls"), s"$ahead ahead")
        assertEquals(expected.size.toLong, metric(frame, "hbaseRowsReceived"), s"$ahead ahead")
      }
    }
  }

  @Test
  def limitsAndOrdersSendFewRows(): Unit = {
    val regions = 4
    Seq(
      s"SELECT id FROM $Table ORDER BY amount, id LIMIT 5" -> 5,
      s"SELECT id FROM $Table WHERE item IS NOT NULL LIMIT 7" -> 7
    ).foreach { case (query, rows) =>
      val frame = fixture.spark.sql(query)
      assertEquals(rows, frame.collect().length, query)
      assertEquals(0L, metric(frame, "hbaseLocalRowsScanned"), query)
      assertTrue(metric(frame, "hbaseRowsReceived") <= regions * rows, query)
    }
  }

  @Test
  def aSampleIsDrawnFromTheRowsThatPassAndRepeatsWithItsSeed(): Unit = {
    val all = fixture.sql("SELECT * FROM expected WHERE shop < 6").toSet
    ways.foreach { case (table, mode, adaptive) =>
      def drawn(seed: Int): Seq[Row] =
        fixture.sql(
          s"SELECT * FROM (SELECT * FROM $table WHERE shop < 6) TABLESAMPLE (10 PERCENT) REPEATABLE ($seed)"
        )
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode, "spark.sql.adaptive.enabled" -> adaptive) {
        val sample = drawn(7)
        assertEquals(sample, drawn(7))
        assertTrue(sample != drawn(8), "another seed draws others")
        assertTrue(sample.toSet.subsetOf(all) && sample.distinct.size == sample.size, "each row once at most")
        assertTrue(math.abs(sample.size - all.size / 10) < all.size / 50, s"${sample.size} of ${all.size}")
      }
    }
  }

  @Test
  def groupsThatWereAsManyAsRowsAreMadeBySparkTheNextTime(): Unit = {
    val query = "SELECT id, count(*) FILTER (WHERE shop > 2), sum(amount), max(shop) FROM t GROUP BY id"
    val expected = fixture.sql(query.replace("FROM t", "FROM expected")).sortBy(_.getLong(0))
    def ran(): (SubPlanScan, Long) = {
      val frame = fixture.spark.sql(query.replace("FROM t", s"FROM $Table"))
      assertEquals(expected, frame.collect().toSeq.sortBy(_.getLong(0)))
      assertEquals(Rows.toLong, metric(frame, "hbaseRowsReceived"))
      (scans(frame).head.scan.asInstanceOf[SubPlanScan], metric(frame, "hbaseBytesReceived"))
    }
    for (ansi <- Seq("true", "false"); adaptive <- Seq("true", "false"))
      fixture.withSettings("spark.sql.ansi.enabled" -> ansi, "spark.sql.adaptive.enabled" -> adaptive) {
        val (groups, bytesOfGroups) = ran()
        assertTrue(groups.description().contains("PartialAggregate(keys=[id"), groups.description())
        GroupingHistory.ofDriver.ran(groups.grouping.get, MinRows, MinRows)
        val (rows, bytesOfRows) = ran()
        val reason = "stays in Spark: PartialAggregate: it made 100000 groups of 100000 rows the last time"
        assertTrue(rows.description().contains(reason), rows.description())
        assertTrue(bytesOfRows < bytesOfGroups, s"$bytesOfRows bytes of rows, $bytesOfGroups of groups")
        GroupingHistory.ofDriver.ran(groups.grouping.get, MinRows, 1)
      }
  }

  @Test
  def groupingsThatDoNotReduceAreKnownFromASampleOrFromTheirFirstRunOrFromAnalyze(): Unit = {
    val rows = manyRows("codes", s"'hbase.coprocessor.jar' = 'file://$jar'")
    def assertRuns(keyAndCalls: String, groups: Long, expected: String): SubPlanScan =
      assertGroups("codes", rows, keyAndCalls, groups, expected)
    assertRuns("code, count(*), sum(spent)", MinRows, "100000 rows of the table make 100000 groups")
    assertRuns("id, count(*), sum(spent)", MinRows, "the row key is among its keys, so each row is a group")
    val fewGroups = "spent, count(*), sum(code)"
    assertNoAnswerIfInterrupted("codes", assertRuns(fewGroups, 100, "PartialAggregate(keys=[spent"))
    // Its first rows repeat one key.
    val late = "late, count(*), sum(spent)"
    assertRuns(late, MinRows - 4999, "PartialAggregate(keys=[late")
    assertRuns(late, MinRows - 4999, "it made 95001 groups of 100000 rows the last time")
    fixture.sql("CALL hbase.system.analyze(table => 'codes')")
    assertRuns("code, max(spent), min(spent)", MinRows, "groups of 100000 rows, as CALL system.analyze counted")
    assertRuns(fewGroups, 100, "PartialAggregate(keys=[spent")
  }

  /** An answer would be remembered, though nobody looked. */
  private def assertNoAnswerIfInterrupted(table: String, scan: SubPlanScan): Unit = {
    // What was found out about the table before is forgotten when rows are written.
    fixture.sql(s"INSERT INTO hbase.default.$table SELECT * FROM hbase.default.$table WHERE id < 0")
    Thread.currentThread.interrupt()
    try assertThrows(classOf[AnalysisException], () => scan.wastefulGrouping)
    finally Thread.interrupted()
    assertEquals(None, scan.wastefulGrouping)
  }

  @Test
  def aTableWithoutTheJarIsGroupedWithoutASample(): Unit = {
    val rows = manyRows("codes_without_jar")
    assertGroups("codes_without_jar", rows, "code, count(*), sum(spent)", MinRows, "PartialAggregate(keys=[code")
  }

  /** Makes a table that is large enough for a sample. Returns its rows as a query without HBase. */
  private def manyRows(table: String, properties: String*): String = {
    val all = (properties :+ "'hbase.splits' = '50000'").mkString(", ")
    fixture.sql(
      s"CREATE TABLE hbase.default.$table (id BIGINT, code BIGINT, spent BIGINT, late BIGINT, more STRING, PRIMARY KEY (id)) " +
        s"USING hbase TBLPROPERTIES ($all)"
    )
    val rows = "SELECT id, id * 7 AS code, id % 100 AS spent, greatest(id, 4999) AS late, repeat('x', 200) AS more " +
      s"FROM range($MinRows)"
    fixture.sql(s"INSERT INTO hbase.default.$table $rows")
    rows
  }

  private def assertGroups(
      table: String,
      rows: String,
      keyAndCalls: String,
      groups: Long,
      expected: String
  ): SubPlanScan = {
    def answer(from: String) =
      s"SELECT count(*), sum(a), sum(b) FROM (SELECT $keyAndCalls FROM $from GROUP BY 1) AS grouped(k, a, b)"
    val frame = fixture.spark.sql(answer(s"hbase.default.$table"))
    val inSpark = fixture.sql(answer(s"($rows)"))
    assertEquals(inSpark, frame.collect().toSeq)
    assertEquals(groups, inSpark.head.getLong(0))
    val scan = scans(frame).head.scan.asInstanceOf[SubPlanScan]
    assertTrue(scan.description().contains(expected), scan.description())
    scan
  }

  @Test
  def withoutTheJarTheSameEngineRunsInSparkVisibly(): Unit = {
    val frame = fixture.spark.sql(s"SELECT shop, sum(amount) FROM $WithoutJar GROUP BY shop")
    assertEquals(7, frame.collect().length)
    assertEquals(0L, metric(frame, "hbaseServerRowsScanned"))
    assertEquals(Rows.toLong, metric(frame, "hbaseLocalRowsScanned"))
    assertTrue(metric(frame, "hbaseFallbacks") > 0, "fallbacks are counted")
  }

  @Test
  def requiringTheCoprocessorRefusesToFallBack(): Unit =
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "require") {
      fixture.assertRows(Seq(Row(Rows.toLong)), s"SELECT count(*) FROM $Table")
      fixture.assertFails("SPARKSQL_HBASE.COPROCESSOR_MISSING", s"SELECT count(*) FROM $WithoutJar")
    }

  @Test
  def failingExpressionsFailAsInSpark(): Unit =
    Seq(
      "DIVIDE_BY_ZERO" -> "SELECT sum(id / zero_to_four) FROM t",
      "DIVIDE_BY_ZERO" -> "SELECT id FROM t WHERE 100 / zero_to_four > 3",
      "ARITHMETIC_OVERFLOW" -> "SELECT sum(id + 9223372036854775807) FROM t"
    ).foreach { case (condition, query) =>
      fixture.assertFails(condition, query.replace("FROM t", "FROM expected"))
      fixture.assertFails(condition, query.replace("FROM t", s"FROM $Table"))
      fixture.withSettings("spark.sql.ansi.enabled" -> "false") {
        val sorted = s"SELECT * FROM ($query) ORDER BY 1"
        fixture.assertRows(
          fixture.sql(sorted.replace("FROM t", "FROM expected")),
          sorted.replace("FROM t", s"FROM $Table")
        )
      }
    }

  @Test
  def aGivenSubPlanIsReadThroughTheSource(): Unit = {
    val frame = fixture.spark.sql(s"SELECT count(*), sum(id) FROM $Table WHERE shop < 3")
    frame.collect()
    val subPlan = scans(frame).head.scan.asInstanceOf[SubPlanScan].subPlan.toByteArray
    val partials = fixture.spark.read
      .format("hbase")
      .option("hbaseTableName", "sales")
      .option("subPlan", Base64.getEncoder.encodeToString(subPlan))
      .load()
    assertEquals(Seq("c0", "c1"), partials.columns.toSeq)
    assertEquals(frame.collect().toSeq, partials.selectExpr("sum(c0)", "sum(c1)").collect().toSeq)
  }

  @Test
  def wrongOptionsOfTheSourceSayWhatIsWrong(): Unit =
    Seq(
      "UNKNOWN_OPTION" -> Map("hbaseTableNam" -> "t"),
      "INVALID_OPTION" -> Map("hbaseTableName" -> "t"),
      "INVALID_OPTION" -> Map("hbaseTableName" -> "t", "subPlan" -> "!"),
      "INVALID_PLAN" -> Map("hbaseTableName" -> "t", "subPlan" -> "AAAA")
    ).foreach { case (code, options) =>
      val e = assertThrows(classOf[AnalysisException], () => fixture.spark.read.format("hbase").options(options).load())
      assertEquals(s"SPARKSQL_HBASE.$code", e.getCondition)
    }
}
