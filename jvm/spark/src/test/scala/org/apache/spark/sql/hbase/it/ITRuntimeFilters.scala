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
    fixture.spark.conf.set("spark.sql.hbase.join.maxBuildBytes", "0")
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
  def whatIsLearnedAtRunTimeCountsAsAConditionOfTheScan(): Unit =
    fixture.withSettings("spark.sql.hbase.fullScan" -> "error") {
      fixture.assertRows(
        Seq(Row(2L * Shops)),
        s"SELECT count(*) FROM hbase.default.visits v JOIN hbase.default.days d ON v.day = d.day" +
          " WHERE d.day IN (DATE'2024-01-06', DATE'2024-01-07')"
      )
      val scan = fixture.spark.sql(byShop.replace("s.town = 'Pune'", "s.shop > 'shop2' AND s.town = 'Pune'"))
      assertEquals(Days, scan.collect().length)
      assertTrue(visits(scan).runtimeFilters.nonEmpty)
    }

  @Test
  def withDynamicPruningOffEveryRowComes(): Unit =
    fixture.withSettings("spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false") {
      assertEquals(VisitCount.toLong, run(byDay).metrics("numOutputRows").value)
    }
}
