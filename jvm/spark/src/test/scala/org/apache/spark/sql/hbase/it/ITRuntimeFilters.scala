package org.apache.spark.sql.hbase.it

import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** A star: visits of 100 days in ten shops, and the shops and days by themselves. */
class ITRuntimeFilters extends ClusterWithJar {
  private val Days = 100
  private val Shops = 10
  private val VisitCount = Days * Shops

  @BeforeAll
  def fill(): Unit = {
    // Else aggregations send groups of joined rows, and the number of rows says nothing of the filters.
    fixture.spark.conf.set("spark.sql.hbase.join.broadcast.bytes", "0")
    val properties = s"'hbase.coprocessor.jar' = 'file://$jar'"
    fixture.sql(s"""CREATE TABLE hbase.default.visits (day DATE, shop STRING, spent BIGINT, PRIMARY KEY (day, shop))
      | USING hbase TBLPROPERTIES ($properties, 'hbase.splits' = "DATE'2024-02-01';DATE'2024-03-01'")""".stripMargin)
    fixture.sql(
      "CREATE TABLE hbase.default.shops (shop STRING, town STRING, PRIMARY KEY (shop))" +
        s" USING hbase TBLPROPERTIES ($properties)"
    )
    fixture.sql(
      "CREATE TABLE hbase.default.days (day DATE, kind STRING, PRIMARY KEY (day))" +
        s" USING hbase TBLPROPERTIES ($properties)"
    )
    view(
      "visits",
      VisitCount,
      s"date_add(DATE'2024-01-01', CAST(id DIV $Shops AS INT)) AS day, concat('shop', id % $Shops) AS shop, id AS spent"
    )
    view("shops", Shops, "concat('shop', id) AS shop, IF(id = 3, 'Pune', 'Oslo') AS town")
    view("days", Days, "date_add(DATE'2024-01-01', CAST(id AS INT)) AS day, IF(id IN (5, 6), 'feast', 'plain') AS kind")
  }

  private def view(name: String, rows: Int, columns: String): Unit = {
    fixture.spark.range(rows).selectExpr(columns.split(", (?=concat|id AS|IF)").toSeq: _*).createOrReplaceTempView(name)
    fixture.sql(s"INSERT INTO hbase.default.$name SELECT * FROM $name")
  }

  private def visits(frame: DataFrame): BatchScanExec =
    collect(frame.queryExecution.executedPlan) { case s: BatchScanExec if s.table.name.endsWith("visits") => s }.head

  /** Runs a query over the tables of HBase and over the views. */
  private def run(query: String): BatchScanExec = {
    val expected = fixture.sql(query.replace("hbase.default.", ""))
    val frame = fixture.spark.sql(query)
    assertEquals(expected, frame.collect().toSeq, query)
    visits(frame)
  }

  private val byShop =
    """SELECT v.day, v.spent, s.town FROM hbase.default.visits v JOIN hbase.default.shops s ON v.shop = s.shop
      | WHERE s.town = 'Pune' ORDER BY v.day""".stripMargin

  private val byDay =
    """SELECT d.kind, sum(v.spent) FROM hbase.default.visits v JOIN hbase.default.days d ON v.day = d.day
      | WHERE d.kind = 'feast' GROUP BY d.kind""".stripMargin

  @Test
  def keysOfTheOtherSideLimitRowKeysAndRegions(): Unit = {
    val scan = run(byDay)
    assertTrue(scan.runtimeFilters.nonEmpty, scan.toString)
    assertEquals(2L * Shops, scan.metrics("hbaseServerRowsScanned").value)
    assertEquals(2L * Shops, scan.metrics("numOutputRows").value)
    assertEquals(1L, scan.metrics("hbaseRegions").value)
  }

  @Test
  def laterKeyColumnsAreLimitedInTheRegionServers(): Unit = {
    val scan = run(byShop)
    // Read twice: for the sample by which Spark cuts the order into partitions, and for the rows.
    assertEquals(2L * Days, scan.metrics("numOutputRows").value)
    assertEquals(2L * Days, scan.metrics("hbaseServerRowsScanned").value)
  }

  @Test
  def conditionsOfBothKindsAreOneSubPlan(): Unit = {
    val scan = run(byDay.replace("WHERE", "WHERE v.spent % 2 = 0 AND"))
    assertEquals(Shops.toLong, scan.metrics("numOutputRows").value)
  }

  @Test
  def withoutPartnersNoRegionIsAsked(): Unit =
    // Adaptive execution would drop the join as soon as it knows that one side is empty.
    fixture.withSettings("spark.sql.adaptive.enabled" -> "false") {
      val scan = run(byDay.replace("'feast'", "'none'"))
      assertEquals(0L, scan.metrics("numOutputRows").value)
      assertEquals(0L, scan.metrics("hbaseServerRowsScanned").value)
    }

  @Test
  def semiAndLeftJoinsAreRightToo(): Unit = {
    val semi = run(
      "SELECT count(*), sum(spent) FROM hbase.default.visits WHERE day IN" +
        " (SELECT day FROM hbase.default.days WHERE kind = 'feast')"
    )
    assertEquals(2L * Shops, semi.metrics("numOutputRows").value)
    run(
      "SELECT v.shop, count(d.kind) FROM hbase.default.visits v LEFT JOIN" +
        " (SELECT * FROM hbase.default.days WHERE kind = 'feast') d ON v.day = d.day GROUP BY v.shop ORDER BY v.shop"
    )
  }

  @Test
  def aTableThatIsPrunedInOneBranchIsWholeInTheOther(): Unit = {
    val query =
      s"""SELECT (SELECT count(*) FROM hbase.default.visits) AS all_visits, x.* FROM ($byDay) x"""
    run(query)
    run(
      """SELECT a.kind, count(*) FROM hbase.default.visits v
        | JOIN (SELECT * FROM hbase.default.days WHERE kind = 'feast') a ON v.day = a.day
        | JOIN hbase.default.visits w ON w.shop = v.shop GROUP BY a.kind""".stripMargin
    )
  }

  @Test
  def whatIsLearnedAtRuntimeCountsAsAConditionOfTheScan(): Unit =
    fixture.withSettings("spark.sql.hbase.fullscan" -> "error") {
      fixture.assertRows(
        Seq(Row(2L * Shops)),
        s"SELECT count(*) FROM hbase.default.visits v JOIN hbase.default.days d ON v.day = d.day" +
          " WHERE d.day IN (DATE'2024-01-06', DATE'2024-01-07')"
      )
      val scan = fixture.spark.sql(byShop.replace("s.town = 'Pune'", "s.shop > 'shop2' AND s.town = 'Pune'"))
      assertEquals(Days, scan.collect().length)
      assertTrue(visits(scan).runtimeFilters.nonEmpty)
    }

  /** With adaptive execution and without. */
  private def inBothModes(action: => Unit): Unit =
    for (adaptive <- Seq("true", "false")) fixture.withSettings("spark.sql.adaptive.enabled" -> adaptive)(action)

  private val lastFeast = "(SELECT max(day) FROM hbase.default.days WHERE kind = 'feast')"

  @Test
  def theValueOfASubqueryLimitsRowKeysBelowAnAggregation(): Unit = inBothModes {
    val scan = run(s"SELECT count(*), sum(spent) FROM hbase.default.visits WHERE day = $lastFeast AND spent >= 0")
    assertEquals(Shops.toLong, scan.metrics("hbaseServerRowsScanned").value)
    assertEquals(1L, scan.metrics("hbaseRegions").value)
    assertEquals(1L, scan.metrics("numOutputRows").value)
    val shown = scan.scan.description()
    assertTrue(shown.contains("Filter((day = subquery)) [key range]"), shown)
    assertTrue(shown.contains("1 of 3 regions"), shown)
  }

  @Test
  def castsOfSubqueriesLimitRowKeysToo(): Unit = inBothModes {
    val text = "CAST((SELECT '2024-03-2' || max(length(town)) FROM hbase.default.shops) AS DATE)"
    run(s"SELECT count(*) FROM hbase.default.visits WHERE day > $text")
    val scan = run(s"SELECT count(*) FROM hbase.default.visits WHERE day >= date_add($lastFeast, 90)")
    assertEquals(4L * Shops, scan.metrics("hbaseServerRowsScanned").value)
  }

  @Test
  def aSubqueryWithoutARowLetsNoRowPass(): Unit = inBothModes {
    val none = lastFeast.replace("'feast'", "'none'")
    val scan = run(s"SELECT count(*), sum(spent) FROM hbase.default.visits WHERE day = $none")
    assertEquals(0L, scan.metrics("hbaseServerRowsScanned").value)
  }

  @Test
  def aSubqueryOfSeveralRowsIsAnError(): Unit = inBothModes {
    fixture.assertFails(
      "SCALAR_SUBQUERY_TOO_MANY_ROWS",
      "SELECT count(*) FROM hbase.default.visits WHERE day = (SELECT day FROM hbase.default.days)"
    )
  }

  @Test
  def aSubqueryIsNoWholeTable(): Unit = fixture.withSettings("spark.sql.hbase.fullscan" -> "error") {
    fixture.assertRows(
      Seq(Row(Shops.toLong)),
      "SELECT count(*) FROM hbase.default.visits WHERE day = (SELECT max(day) FROM days WHERE kind = 'feast')"
    )
  }

  /** Few rows, without a condition: Spark itself sees no reason to prune. */
  private def few(values: String*): Unit =
    fixture.sql(s"CREATE OR REPLACE TEMP VIEW few AS SELECT * FROM VALUES ${values.mkString(", ")} AS t(d, n)")

  private val lookUp =
    "SELECT count(*), sum(v.spent), min(f.n), max(v.day) FROM hbase.default.visits v JOIN few f ON v.day = f.d"

  @Test
  def aJoinOfASmallSideReadsOnlyItsPartners(): Unit = inBothModes {
    few("(DATE'2024-01-06', 1)", "(DATE'2024-03-06', 2)", "(DATE'2024-01-06', 3)", "(DATE'1999-01-01', 4)", "(NULL, 5)")
    val scan = run(lookUp)
    assertEquals(2L * Shops, scan.metrics("hbaseServerRowsScanned").value)
    assertEquals(2L * Shops, scan.metrics("numOutputRows").value)
    assertEquals(2L, scan.metrics("hbaseRegions").value)
    val semi = run("SELECT count(*), sum(spent) FROM hbase.default.visits WHERE day IN (SELECT d FROM few)")
    assertEquals(2L * Shops, semi.metrics("hbaseServerRowsScanned").value)
    val grouped =
      run("SELECT f.n, sum(v.spent) FROM few f JOIN hbase.default.visits v ON f.d = v.day GROUP BY f.n HAVING f.n < 2")
    assertEquals(Shops.toLong, grouped.metrics("hbaseServerRowsScanned").value)
  }

  @Test
  def aJoinOnLaterKeyColumnsSeeksThem(): Unit = inBothModes {
    few("('shop3', 1)", "('nowhere', 2)")
    val scan = run(lookUp.replace("v.day = f.d", "v.shop = f.d"))
    assertEquals(Days.toLong, scan.metrics("hbaseServerRowsScanned").value)
    fixture.sql(
      "CREATE OR REPLACE TEMP VIEW pairs AS SELECT d, DATE'2024-01-06' AS e FROM VALUES ('shop3'), ('shop4') AS t(d)"
    )
    val both = run(
      "SELECT count(*), sum(v.spent) FROM hbase.default.visits v JOIN pairs p ON v.shop = p.d AND v.day = p.e"
    )
    assertEquals(2L, both.metrics("numOutputRows").value)
  }

  @Test
  def aJoinInTheRegionServersReadsOnlyPartnersToo(): Unit = inBothModes {
    few("(DATE'2024-01-06', 1)", "(DATE'2024-03-06', 2)")
    fixture.withSettings("spark.sql.hbase.join.broadcast.bytes" -> "1m") {
      val scan = run(lookUp)
      assertTrue(scan.scan.description().contains("BroadcastJoin("), scan.scan.description())
      assertEquals(2L * Shops, scan.metrics("hbaseServerRowsScanned").value)
      assertEquals(2L, scan.metrics("numOutputRows").value)
    }
  }

  @Test
  def aStarIsLookedUpFromAllSides(): Unit = inBothModes {
    few("(DATE'2024-01-06', 1)", "(DATE'2024-03-06', 2)")
    fixture.sql("CREATE OR REPLACE TEMP VIEW some AS SELECT * FROM VALUES ('shop3'), ('shop4') AS t(s)")
    val scan = run(
      "SELECT count(*), sum(v.spent) FROM hbase.default.visits v JOIN few f ON v.day = f.d JOIN some s ON v.shop = s.s"
    )
    assertEquals(4L, scan.metrics("numOutputRows").value)
  }

  @Test
  def whereRowsWithoutAPartnerAreWantedAllAreRead(): Unit = inBothModes {
    few("(DATE'2024-01-06', 1)")
    Seq(
      lookUp.replace("JOIN", "LEFT JOIN"),
      "SELECT count(*), sum(spent) FROM hbase.default.visits WHERE day NOT IN (SELECT d FROM few)"
    )
      .foreach(query => assertEquals(VisitCount.toLong, run(query).metrics("numOutputRows").value))
  }

  @Test
  def anEmptySideReadsNothing(): Unit = fixture.withSettings("spark.sql.adaptive.enabled" -> "false") {
    few("(DATE'2024-01-06', 1)")
    fixture.sql("CREATE OR REPLACE TEMP VIEW none AS SELECT CAST(id AS STRING) AS s FROM range(5) WHERE id * id = 7")
    val scan = run("SELECT v.spent FROM hbase.default.visits v JOIN none n ON v.shop = n.s")
    assertEquals(0L, scan.metrics("hbaseServerRowsScanned").value)
  }

  @Test
  def aSideThatIsTooLargeForASubPlanIsLeftOut(): Unit = inBothModes {
    fixture.sql("CREATE OR REPLACE TEMP VIEW many AS SELECT concat('shop', id) AS s FROM range(200000)")
    val scan = run(
      "SELECT /*+ BROADCAST(m) */ count(*), sum(v.spent) FROM hbase.default.visits v JOIN many m ON v.shop = m.s"
    )
    assertEquals(VisitCount.toLong, scan.metrics("numOutputRows").value)
    val shown = scan.scan.description()
    assertTrue(shown.contains("stays in Spark: ") && shown.contains("PLAN_TOO_LARGE"), shown)
  }

  /** Joins with rows of another HBase table, which another run could find changed. */
  private def byFeasts(join: String): String =
    s"""SELECT f.day, f.kind, v.shop, v.spent FROM (SELECT * FROM hbase.default.days WHERE kind = 'feast') f
       | $join JOIN hbase.default.visits v ON v.day = f.day ORDER BY v.spent""".stripMargin

  @Test
  def aSideThatTurnsOutToBeSmallIsLookedUpBy(): Unit = inBothModes {
    fixture.withSettings("spark.sql.autoBroadcastJoinThreshold" -> "-1") {
      for (join <- Seq("INNER", "LEFT")) {
        val scan = run(byFeasts(join))
        assertEquals(2L * Shops, scan.metrics("hbaseServerRowsScanned").value)
        assertEquals(1L, scan.metrics("hbaseRegions").value)
        val shown = scan.scan.description()
        assertTrue(shown.contains("Filter(day IN 2 values of the join) [key range]"), shown)
      }
      val semi = run(
        "SELECT spent FROM hbase.default.visits LEFT SEMI JOIN" +
          " (SELECT day AS d, 'shop' || count(*) AS s FROM hbase.default.days WHERE kind = 'feast' GROUP BY day)" +
          " ON day = d AND shop = s ORDER BY spent"
      )
      // Both columns of the row key are known: gets.
      assertEquals(2L, semi.metrics("hbaseGets").value)
      assertEquals(0L, semi.metrics("hbaseServerRowsScanned").value)
    }
  }

  @Test
  def aSideWithTooManyKeysIsNotLookedUpBy(): Unit = inBothModes {
    fixture.withSettings(
      "spark.sql.autoBroadcastJoinThreshold" -> "-1",
      "spark.sql.hbase.join.runtime.keys" -> "1"
    ) {
      val scan = run(byFeasts("LEFT"))
      assertEquals(VisitCount.toLong, scan.metrics("hbaseServerRowsScanned").value)
      val shown = scan.scan.description()
      assertTrue(shown.contains("; the other side of the join has more keys than 1"), shown)
    }
  }

  @Test
  def bloomFiltersOfJoinsRunInTheRegionServers(): Unit = inBothModes {
    fixture.withSettings(
      "spark.sql.autoBroadcastJoinThreshold" -> "-1",
      "spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold" -> "0"
    ) {
      val scan = run(
        "SELECT count(*), sum(v.spent) FROM hbase.default.visits v" +
          " JOIN (SELECT id AS s FROM range(5000) WHERE id BETWEEN 30 AND 39) x ON v.spent = x.s"
      )
      assertEquals(10L, scan.metrics("numOutputRows").value)
      assertTrue(scan.scan.description().contains("might_contain"), scan.scan.description())
    }
  }

  @Test
  def withDynamicPruningOffEveryRowComes(): Unit =
    fixture.withSettings("spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false") {
      assertEquals(VisitCount.toLong, run(byDay).metrics("numOutputRows").value)
    }
}
