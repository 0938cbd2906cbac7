package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.hbase.plan.catalyst.{PushdownReport, Refusal}

/** Queries whose answer is rows of one table: what is projected and limited where the rows are, and the answers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestRowPlans extends SparkOracle {
  import PlanSession.{onlyScan, spark, withConf}

  private val Rows = PlanFixtures.small.size

  @BeforeAll
  def createTables(): Unit = PlanSession.create("rowplans", PlanFixtures.schema, PlanFixtures.small)

  @Test
  def computedColumnsTravelInsteadOfWiderOnes(): Unit = {
    computed("length(str)", "Project(length(str))")
    computed(
      "k, str LIKE 'a%' AS a, length(g) + 0.5D AS b",
      "Project(startswith(str, 'a'), (CAST(length(g) AS DOUBLE) + 0.5D))"
    )
    computed("year(dt), b", "Project(year(dt))")
    computed("CASE WHEN i > 0 THEN l > 0 ELSE b END", "Project(CASE WHEN (i > 0) THEN (l > 0L) ELSE b END)")
  }

  private def computed(columns: String, description: String): Unit = {
    val query = s"SELECT $columns FROM @rowplans WHERE k > 3"
    val scan = onlyScan(query.replace("@", "inproc."))
    assertEquals(Seq("Filter((k > 3))", description), scan.report.operators.map(_.text).toList, columns)
    assertEquals(Nil, scan.report.refusals.map(_.toString).toList, columns)
    checkQuery(query)
  }

  @Test
  def aProjectionIsPushedWithoutAFilterToo(): Unit = {
    val query = "SELECT length(str) AS n, k FROM @rowplans"
    assertEquals(Seq("n", "k"), onlyScan(query.replace("@", "inproc.")).readSchema.fieldNames.toSeq)
    checkQuery(query)
  }

  @Test
  def oneUnsupportedExpressionLeavesTheOthersPushed(): Unit = {
    val query = "SELECT k, length(str) AS n, soundex(g) FROM @rowplans WHERE b"
    val scan = onlyScan(query.replace("@", "inproc."))
    assertEquals(Seq("k", "g", "n"), scan.readSchema.fieldNames.toSeq)
    assertTrue(scan.report.operators.map(_.text).contains("Project(length(str))"), scan.report.toString)
    assertTrue(scan.report.refusals.map(_.toString).exists(_.contains("soundex")), scan.report.toString)
    checkQuery(query)
  }

  @Test
  def computedColumnsPassAConditionThatStaysInSpark(): Unit = {
    val query = "SELECT length(str) AS n, g AS renamed FROM @rowplans WHERE soundex(g) <> 'A000' AND k > 3"
    val scan = onlyScan(query.replace("@", "inproc."))
    assertEquals(Seq("g", "n"), scan.readSchema.fieldNames.toSeq)
    checkQuery(query)
  }

  @Test
  def valuesThatWouldMakeRowsWiderAreComputedInSpark(): Unit = {
    wide("CAST(i AS STRING)", "the columns that it needs are not wider")
    wide("str, length(str)", "the columns that it needs are not wider")
    // Each is as narrow as the column, both together are not.
    wide("substring(str, 1, 1), substring(str, 2, 1)", "the columns that it needs are not wider")
  }

  private def wide(columns: String, reason: String): Unit = {
    val query = s"SELECT $columns FROM @rowplans WHERE k > 3"
    val report = onlyScan(query.replace("@", "inproc.")).report
    assertEquals(Seq("Filter((k > 3))"), report.operators.map(_.text).toList, columns)
    assertTrue(report.refusals.map(_.toString).exists(_.contains(reason)), report.toString)
    checkQuery(query)
  }

  @Test
  def anExpressionThatMayRaiseIsComputedInSpark(): Unit = {
    val report = onlyScan("SELECT 100 div k FROM inproc.rowplans").report
    assertTrue(report.refusals.map(_.toString).exists(_.contains("it may raise an error")), report.toString)
    checkQuery("SELECT 100 div k FROM @rowplans")
    checkQuery("SELECT 100 div k FROM @rowplans WHERE k > 0")
    withConf("spark.sql.ansi.enabled" -> "false") {
      assertEquals(Nil, onlyScan("SELECT i + 1 FROM inproc.rowplans").report.refusals.map(_.toString).toList)
    }
  }

  @Test
  def columnsAndConstantsAreLeftToSpark(): Unit = {
    assertEquals(PushdownReport.nothing, onlyScan("SELECT k AS key, 1, k FROM inproc.rowplans").report)
    assertEquals(Nil, onlyScan("SELECT 1, k FROM inproc.rowplans WHERE b").report.refusals.map(_.toString).toList)
    checkQuery("SELECT k AS key, 1, k, g FROM @rowplans WHERE b")
  }

  @Test
  def aLimitEndsTheScanOfEachRegionEarly(): Unit =
    for (adaptive <- Seq("true", "false")) withConf("spark.sql.adaptive.enabled" -> adaptive) {
      limited("SELECT k FROM inproc.rowplans LIMIT 5", "PartialLimit(5)", 5)
      limited("SELECT * FROM inproc.rowplans LIMIT 5", "PartialLimit(5)", 5)
      limited("SELECT k FROM inproc.rowplans WHERE i > 0 LIMIT 5", "PartialLimit(5)", 5)
      limited("SELECT k FROM inproc.rowplans LIMIT 5 OFFSET 3", "PartialLimit(8)", 5)
      limited("SELECT * FROM (SELECT k FROM inproc.rowplans LIMIT 5) OFFSET 3", "PartialLimit(5)", 2)
      limited("SELECT count(*) FROM (SELECT k FROM inproc.rowplans LIMIT 5 OFFSET 3)", "PartialLimit(8)", 1)
      limited("SELECT soundex(g) FROM inproc.rowplans LIMIT 5", "PartialLimit(5)", 5)
      limited("SELECT 100 div (k + 1) FROM inproc.rowplans LIMIT 5", "PartialLimit(5)", 5)
      limited("SELECT g, max(k) FROM (SELECT * FROM inproc.rowplans LIMIT 5) GROUP BY g LIMIT 1", "PartialLimit(5)", 1)
      limited("SELECT k FROM inproc.rowplans LIMIT 1000", "PartialLimit(1000)", Rows)
    }

  private def limited(query: String, description: String, expectedRows: Int): Unit = {
    assertTrue(onlyScan(query).report.operators.map(_.text).contains(description), s"$query: ${onlyScan(query).report}")
    val (answer, sent) = withRowsSent("rowplans")(spark.sql(query).collect())
    assertEquals(expectedRows, answer.length, query)
    val regions = 3
    val perRegion = description.filter(_.isDigit).toInt
    assertTrue(sent <= math.min(Rows, regions * perRegion), s"$query: $sent rows crossed the wire")
  }

  @Test
  def aLimitPassesUnionsAndSubqueries(): Unit = {
    val union = PlanSession.scans(
      spark.sql("SELECT k FROM inproc.rowplans WHERE b UNION ALL SELECT i FROM inproc.rowplans LIMIT 4")
    )
    assertTrue(union.forall(_.report.operators.map(_.text).contains("PartialLimit(4)")), union.map(_.report).toString)
    checkQuery("SELECT count(*) FROM (SELECT k FROM @rowplans WHERE i > 5 LIMIT 17)")
    checkQuery("SELECT count(*) FROM @rowplans WHERE (SELECT k FROM @rowplans WHERE k = 3 LIMIT 1) = 3")
  }

  @Test
  def anOffsetAloneReadsAllRows(): Unit = {
    val reason = Refusal("Offset(290)", "only Spark knows how many rows other regions have", "Offset")
    assertEquals(PushdownReport(Nil, Seq(reason)), onlyScan("SELECT k FROM inproc.rowplans OFFSET 290").report)
    assertEquals(Rows - 290, spark.sql("SELECT k FROM inproc.rowplans OFFSET 290").count())
    assertEquals(4, spark.sql("SELECT * FROM (SELECT k FROM inproc.rowplans LIMIT 9) OFFSET 5").count())
  }

  @Test
  def aLimitStaysAboveAConditionThatStays(): Unit = {
    val report = onlyScan("SELECT k FROM inproc.rowplans WHERE soundex(g) <> 'x' LIMIT 5").report
    assertTrue(
      report.refusals.map(_.toString).contains("PartialLimit(5): a condition below it stays in Spark"),
      report.toString
    )
    assertFalse(report.operators.map(_.text).exists(_.contains("Limit")), report.toString)
  }

  @Test
  def operatorsThatSparkKeepsSayWhy(): Unit = Seq(
    "SELECT k, i FROM @rowplans WHERE k > 3 ORDER BY i DESC, k" -> "Sort(i DESC NULLS LAST, k ASC NULLS FIRST)",
    "SELECT k FROM @rowplans SORT BY k" -> "Sort(k ASC NULLS FIRST)",
    "SELECT k, row_number() OVER (PARTITION BY b ORDER BY k) FROM @rowplans" -> "Window(row_number()",
    "SELECT k FROM (SELECT k, rank() OVER (PARTITION BY b ORDER BY k) AS r FROM @rowplans) WHERE r <= 2" ->
      "WindowGroupLimit(RANK() <= 2)",
    "SELECT k, explode(array(k, i)) FROM @rowplans" -> "Generate(explode)",
    "SELECT count(*) FROM (SELECT k FROM @rowplans WHERE k > 3 OFFSET 5)" -> "Offset(5)"
  ).foreach { case (query, reason) =>
    val report = onlyScan(query.replace("@", "inproc.")).report
    assertTrue(report.refusals.map(_.toString).exists(_.startsWith(reason)), s"$query: $report")
    checkQuery(query)
  }

  @Test
  def joinsSayWhyOnBothSides(): Unit = withConf("spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false") {
    for (hint <- Seq("", "/*+ MERGE(x) */", "/*+ SHUFFLE_HASH(x) */")) {
      val query = s"SELECT $hint x.k, y.i FROM @rowplans x LEFT JOIN @rowplans y ON x.k = y.k + 1 WHERE x.k > 3"
      val reports = PlanSession.scans(spark.sql(query.replace("@", "inproc."))).map(_.report)
      assertEquals(2, reports.size)
      reports.foreach(r =>
        assertTrue(r.refusals.map(_.toString).exists(_.startsWith("Join(LEFT OUTER): ")), r.toString)
      )
      assertTrue(reports.exists(_.operators.map(_.text).contains("Filter((k > 3))")), reports.toString)
      checkQuery(query)
    }
  }

  @Test
  def noRowBehindTheLimitRaisesAnError(): Unit = {
    // The last row of the first region divides by zero.
    checkQuery("SELECT count(*) FROM (SELECT k FROM @rowplans WHERE 100 div (k - 99) < 1000 LIMIT 5)")
    checkQuery("SELECT count(*) FROM (SELECT 100 div (k - 99) FROM @rowplans LIMIT 5)")
  }
}
