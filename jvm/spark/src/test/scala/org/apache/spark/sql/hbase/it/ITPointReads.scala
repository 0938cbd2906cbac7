package org.apache.spark.sql.hbase.it

import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** Queries whose conditions pin every column of the row key; the same rows in tables of several layouts. */
class ITPointReads extends ClusterWithJar {
  private val Days = 40
  private val Shops = 5

  /** Each has three regions, and the key (day, shop). */
  private val tables = Seq("packed", "columns", "descending", "families", "unattached")

  @BeforeAll
  def createTables(): Unit = {
    fixture.spark
      .range(Days * Shops)
      .selectExpr(
        s"date_add(DATE'2024-01-01', CAST(id DIV $Shops AS INT)) AS day",
        s"concat('shop', id % $Shops) AS shop",
        "CAST(id AS INT) AS spent",
        "IF(id % 7 = 0, NULL, concat('note', id)) AS note",
        "DOUBLE(id) / 4 AS share"
      )
      .createOrReplaceTempView("expected")
    val attached = Map("hbase.coprocessor.jar" -> s"file://$jar")
    val ascending = Map("hbase.splits" -> "DATE'2024-01-11';DATE'2024-01-21'")
    create("packed", attached ++ ascending)
    create("columns", attached ++ ascending + ("hbase.layout" -> "columns"))
    create(
      "descending",
      attached ++ Map(
        "hbase.splits" -> "DATE'2024-01-21';DATE'2024-01-11'",
        "hbase.column.day.order" -> "desc",
        "hbase.column.shop.order" -> "desc"
      )
    )
    create(
      "families",
      attached ++ ascending ++ Map("hbase.column.note.family" -> "n", "hbase.column.share.family" -> "s")
    )
    create("unattached", ascending)
  }

  private def create(name: String, properties: Map[String, String]): Unit = {
    val text = properties.map { case (key, value) => s"""'$key' = "$value"""" }.mkString(", ")
    fixture.sql(
      s"CREATE TABLE hbase.default.$name (day DATE, shop STRING, spent INT, note STRING, share DOUBLE," +
        s" PRIMARY KEY (day, shop)) USING hbase TBLPROPERTIES ($text)"
    )
    fixture.sql(s"INSERT INTO hbase.default.$name SELECT * FROM expected")
  }

  private def of(name: String, query: String): String = query.replace("FROM t", s"FROM hbase.default.$name")

  private def scan(frame: DataFrame): BatchScanExec =
    collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head

  private def metric(frame: DataFrame, name: String): Long = scan(frame).metrics(name).value

  /**
   * Runs a query over every table and compares with Spark's answer; then what was read. With more partitions Spark would
   * read twice for an ORDER BY: once to sample.
   */
  private def check(query: String, gets: Long, rows: Long, regions: Long): Unit =
    fixture.withSettings("spark.sql.shuffle.partitions" -> "1") {
      tables.foreach(checkTable(_, query, gets, rows, regions))
    }

  private def checkTable(name: String, query: String, gets: Long, rows: Long, regions: Long): Unit = {
    val expected = fixture.sql(query.replace("FROM t", "FROM expected"))
    val frame = fixture.spark.sql(of(name, query))
    assertEquals(expected, frame.collect().toSeq, s"$name: $query")
    assertEquals(gets, metric(frame, "hbaseGets"), s"gets of $name: $query")
    assertEquals(rows, metric(frame, "hbaseGetRows"), s"rows of $name: $query")
    assertEquals(regions, metric(frame, "hbaseRegions"), s"regions of $name: $query")
    Seq("hbaseServerRowsScanned", "hbaseLocalRowsScanned", "hbaseScanCalls", "hbaseFallbacks", "hbaseRanges").foreach {
      none => assertEquals(0L, metric(frame, none), s"$none of $name: $query")
    }
  }

  @Test
  def equalitiesAndListsOfAllKeyColumnsAreGets(): Unit = {
    check("SELECT * FROM t WHERE day = DATE'2024-01-05' AND shop = 'shop3'", 1, 1, 1)
    check("SELECT * FROM t WHERE shop = 'shop3' AND day <=> DATE'2024-01-05'", 1, 1, 1)
    check(
      """SELECT spent, note FROM t WHERE day IN (DATE'2024-01-05', DATE'2024-01-15', DATE'2024-01-25', DATE'2031-01-01')
        | AND shop IN ('shop3', 'shop1', 'shop3', 'none') ORDER BY spent""".stripMargin,
      12,
      6,
      3
    )
    check(
      """SELECT spent FROM t WHERE (day = DATE'2024-01-05' AND shop = 'shop1')
        | OR (day = DATE'2024-01-31' AND shop = 'shop2') ORDER BY spent""".stripMargin,
      2,
      2,
      2
    )
    check("SELECT count(*), sum(spent), max(note) FROM t WHERE day = DATE'2024-01-05' AND shop = 'none'", 1, 0, 1)
    check(
      "SELECT note FROM t WHERE CAST(day AS STRING) = '2024-01-05' AND shop = 'shop3' AND day = DATE'2024-01-05'",
      1,
      1,
      1
    )
  }

  @Test
  def nullsInListsLetNothingPass(): Unit = {
    check("SELECT spent FROM t WHERE day = DATE'2024-01-05' AND shop IN ('shop3', NULL)", 1, 1, 1)
    val frame = fixture.spark.sql(
      of("packed", "SELECT spent FROM t WHERE day = DATE'2024-01-05' AND shop IN (NULL)")
    )
    assertEquals(0, frame.collect().length)
  }

  @Test
  def otherConditionsAndAggregatesSeeTheseRowsOnly(): Unit = {
    val pinned = "day IN (DATE'2024-01-05', DATE'2024-01-06') AND shop IN ('shop0', 'shop1', 'shop2')"
    check(s"SELECT spent FROM t WHERE $pinned AND spent % 2 = 0 AND note IS NOT NULL ORDER BY spent", 6, 6, 1)
    check(s"SELECT shop, count(*), sum(share), avg(spent) FROM t WHERE $pinned GROUP BY shop ORDER BY shop", 6, 6, 1)
    check(s"SELECT DISTINCT shop FROM t WHERE $pinned ORDER BY shop", 6, 6, 1)
    check(s"SELECT spent FROM t WHERE $pinned ORDER BY share DESC LIMIT 2", 6, 6, 1)
    check(s"SELECT upper(note), soundex(note) FROM t WHERE $pinned AND soundex(note) <> '' ORDER BY spent", 6, 6, 1)
  }

  /** HBase's client would repeat its calls for minutes. */
  @Test
  def rowKeysWhoseRegionHBasesClientDoesNotFindAreRefused(): Unit = Seq("auto", "off").foreach { mode =>
    Seq("=", ">", ">=").foreach { comparison =>
      def query(letters: Int) =
        s"SELECT spent FROM hbase.default.columns WITH ('coprocessor' = '$mode') " +
          s"WHERE day = DATE'2024-01-05' AND shop $comparison repeat('z', $letters)"
      // The day has four bytes, the name of the HBase table seven.
      val most = 32767 - 16 - 7 - 4
      fixture.assertRows(Nil, query(if (comparison == ">") most - 1 else most))
      val message = fixture.assertFails("SPARKSQL_HBASE.ROW_KEY_TOO_LONG", query(most + 1))
      assertTrue(message.contains("maxBytes=32744") && message.contains("hbaseTable=columns"), message)
    }
  }

  @Test
  def aLimitAsksForNoMoreRowsThanItNeeds(): Unit = tables.filterNot(_ == "descending").foreach { name =>
    val frame = fixture.spark.sql(
      of(name, "SELECT spent FROM t WHERE day = DATE'2024-01-05' AND shop IN ('shop0', 'shop1', 'shop2') LIMIT 2")
    )
    assertEquals(2, frame.collect().length)
    assertEquals(2L, metric(frame, "hbaseGets"), name)
  }

  @Test
  def errorsOfOtherRowsAreNotRaisedAndThoseOfTheseRowsAre(): Unit =
    fixture.withSettings("spark.sql.ansi.enabled" -> "true") {
      val pinned = "day = DATE'2024-01-05' AND shop = 'shop3'"
      // spent is 23 there, and 0 in another row.
      check(s"SELECT spent FROM t WHERE $pinned AND 100 DIV spent > 1", 1, 1, 1)
      check(s"SELECT 100 DIV spent, share FROM t WHERE $pinned", 1, 1, 1)
      tables.foreach { name =>
        val thrown = assertThrows(
          classOf[Exception],
          () => fixture.sql(of(name, s"SELECT spent FROM t WHERE $pinned AND 100 DIV (spent - 23) > 1"))
        )
        val conditions = Iterator.iterate[Throwable](thrown)(_.getCause).takeWhile(_ != null).collect {
          case e: SparkThrowable => e.getCondition
        }
        assertTrue(conditions.contains("DIVIDE_BY_ZERO"), s"$name: $thrown")
      }
    }

  @Test
  def theCoprocessorMayBeOffOrRequired(): Unit = Seq("false", "require").foreach { mode =>
    fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
      check("SELECT * FROM t WHERE day = DATE'2024-01-05' AND shop = 'shop3'", 1, 1, 1)
      check(
        """SELECT sum(spent) FROM t WHERE day IN (DATE'2024-01-05', DATE'2024-01-25') AND shop = 'shop3'
          | AND note LIKE 'note%'""".stripMargin,
        2,
        2,
        2
      )
    }
  }

  @Test
  def cellsAreThoseOfTheFamiliesThatTheQueryNeeds(): Unit = {
    val query = "SELECT spent FROM t WHERE day = DATE'2024-01-05' AND shop = 'shop3'"
    def cells(name: String, query: String): Long = {
      val frame = fixture.spark.sql(of(name, query))
      frame.collect()
      metric(frame, "hbaseGetCells")
    }
    assertEquals(1L, cells("packed", query))
    assertTrue(cells("columns", query) > 1)
    assertTrue(cells("families", query) < cells("families", query.replace("SELECT spent", "SELECT *")))
  }

  @Test
  def conditionsThatLeaveAKeyColumnOpenAreScans(): Unit = Seq(
    "day = DATE'2024-01-05'",
    "day = DATE'2024-01-05' AND shop > 'shop1'",
    "day = DATE'2024-01-05' AND shop LIKE 'shop3%'",
    "shop = 'shop3'"
  ).foreach { condition =>
    val frame = fixture.spark.sql(of("packed", s"SELECT spent FROM t WHERE $condition"))
    assertEquals(fixture.sql(s"SELECT spent FROM expected WHERE $condition").toSet, frame.collect().toSet)
    assertEquals(0L, metric(frame, "hbaseGets"), condition)
  }

  @Test
  def beyondTheSettingRowKeysAreScanned(): Unit = {
    val query = "SELECT spent FROM t WHERE day IN (DATE'2024-01-05', DATE'2024-01-15') AND shop = 'shop3'"
    val expected = fixture.sql(query.replace("FROM t", "FROM expected"))
    Seq("0" -> 0L, "1" -> 0L, "2" -> 2L).foreach { case (max, gets) =>
      fixture.withSettings("spark.sql.hbase.gets.keys" -> max) {
        val frame = fixture.spark.sql(of("packed", query))
        assertEquals(expected.toSet, frame.collect().toSet)
        assertEquals(gets, metric(frame, "hbaseGets"))
        assertEquals(2 - gets, metric(frame, "hbaseServerRowsScanned"))
      }
    }
  }

  @Test
  def keysThatAJoinLearnsAreGetsToo(): Unit = {
    fixture.sql(
      "CREATE TABLE hbase.default.orders (id BIGINT, spent INT, PRIMARY KEY (id)) USING hbase" +
        s" TBLPROPERTIES ('hbase.coprocessor.jar' = 'file://$jar')"
    )
    fixture.sql("INSERT INTO hbase.default.orders SELECT id, CAST(id AS INT) FROM range(1000)")
    fixture.sql(
      "CREATE TABLE hbase.default.wanted (k INT, id BIGINT, kind STRING, PRIMARY KEY (k)) USING hbase" +
        s" TBLPROPERTIES ('hbase.coprocessor.jar' = 'file://$jar')"
    )
    fixture.sql(
      "INSERT INTO hbase.default.wanted SELECT CAST(id AS INT), id * 111, IF(id % 3 = 1, 'a', 'b') FROM range(9)"
    )
    val frame = fixture.spark.sql(
      """SELECT o.id, o.spent FROM hbase.default.orders o JOIN hbase.default.wanted w ON o.id = w.id
        | WHERE w.kind = 'a'""".stripMargin
    )
    assertEquals(Set(Row(111L, 111), Row(444L, 444), Row(777L, 777)), frame.collect().toSet)
    val orders = collect(frame.queryExecution.executedPlan) {
      case s: BatchScanExec if s.table.name.endsWith("orders") => s
    }.head
    assertTrue(orders.runtimeFilters.nonEmpty, orders.toString)
    assertEquals(3L, orders.metrics("hbaseGets").value)
    assertEquals(3L, orders.metrics("hbaseGetRows").value)
    assertEquals(0L, orders.metrics("hbaseServerRowsScanned").value)
  }

  @Test
  def explainCountsTheRowKeys(): Unit = {
    def line(query: String): String = fixture.sql("EXPLAIN " + of("packed", query)).head.getString(0)
    val one = line("SELECT sum(spent) FROM t WHERE day = DATE'2024-01-05' AND shop = 'shop3'")
    val key = """gets of 1 row key "\x80\x00M\x0Fshop3"; 1 of 3 regions; in Spark, on the rows of gets: """
    assertTrue(one.contains(s"HBaseScan default.packed; ${key}Filter((day = DATE '2024-01-05')) [key range] -> "), one)
    val off = fixture.withSettings("spark.sql.hbase.coprocessor" -> "false") {
      line("SELECT spent FROM t WHERE day = DATE'2024-01-05' AND shop IN ('shop3', 'shop1')")
    }
    assertTrue(off.contains("gets of 2 row keys "), off)
  }
}
