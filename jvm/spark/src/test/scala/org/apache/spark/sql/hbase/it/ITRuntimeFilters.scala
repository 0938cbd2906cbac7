package org.apache.spark.sql.hbase.it

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec
import org.apache.spark.sql.hbase.Turns
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** A star: visits of 100 days in ten shops, and the shops and days by themselves. */
class ITRuntimeFilters extends ClusterWithJar {
  private val Days = 100
  private val Shops = 10
  private val VisitCount = Days * Shops
  private val FactCount = 20000

  /** The tables whose scans are looked at. */
  private val Facts = Seq("visits", "cells", "buckets", "typed", "facts", "board", "entries")

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
    fixture.sql(
      "CREATE TABLE hbase.default.cells (a INT, b STRING, c BIGINT, v BIGINT, PRIMARY KEY (a, b, c))" +
        s" USING hbase TBLPROPERTIES ($properties, 'hbase.splits' = '3;7')"
    )
    fixture.sql(
      "CREATE TABLE hbase.default.buckets (a INT, b STRING, v BIGINT, PRIMARY KEY (a, b))" +
        s" USING hbase CLUSTERED BY (a, b) INTO 4 BUCKETS TBLPROPERTIES ($properties)"
    )
    view("cells", 1000, "CAST(id DIV 100 AS INT) AS a, concat('b', id DIV 10 % 10) AS b, id % 10 AS c, id AS v")
    view("buckets", 1000, "CAST(id DIV 10 AS INT) AS a, concat('b', id % 10) AS b, id AS v")
    view(
      "visits",
      VisitCount,
      s"date_add(DATE'2024-01-01', CAST(id DIV $Shops AS INT)) AS day, concat('shop', id % $Shops) AS shop, id AS spent"
    )
    view("shops", Shops, "concat('shop', id) AS shop, IF(id = 3, 'Pune', 'Oslo') AS town")
    view("days", Days, "date_add(DATE'2024-01-01', CAST(id AS INT)) AS day, IF(id IN (5, 6), 'feast', 'plain') AS kind")
  }

  private def view(name: String, rows: Int, columns: String): Unit = {
    fixture.spark
      .range(rows)
      .selectExpr(columns.split(", (?=concat|id AS|id % 10 AS|IF)").toSeq: _*)
      .createOrReplaceTempView(name)
    fixture.sql(s"INSERT INTO hbase.default.$name SELECT * FROM $name")
  }

  private def visits(frame: DataFrame): BatchScanExec =
    collect(frame.queryExecution.executedPlan) {
      case s: BatchScanExec if Facts.exists(s.table.name.endsWith(_)) => s
    }.head

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

  private var comparisons = 0

  /** With adaptive execution and without; one of them in a turn of CI. */
  private def inBothModes(action: => Unit): Unit = {
    comparisons += 1
    for (adaptive <- Turns.half(Seq("true", "false"), comparisons.toString))
      fixture.withSettings("spark.sql.adaptive.enabled" -> adaptive)(action)
  }

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

  /** Ten of them, and each value of a column is in one of them. */
  private val pairs =
    "(SELECT CAST(id AS INT) AS x, concat('b', (id * 3) % 10) AS y, (id * 7) % 10 AS z FROM range(10))"

  /** Joins that Spark broadcasts, and such that it shuffles. */
  private def broadcastAndShuffled(action: => Unit): Unit = inBothModes {
    action
    fixture.withSettings("spark.sql.autoBroadcastJoinThreshold" -> "-1")(action)
  }

  /** Rows of a table that HBase itself has counted as read. */
  private def readByHBase(table: String): Long =
    HBaseCluster.use(ClusterSettings.ofQuorum(fixture.quorum)) { shared =>
      Using.resource(shared.connection.getAdmin) { admin =>
        admin.getRegionServers.asScala
          .flatMap(admin.getRegionMetrics(_, TableName.valueOf(table)).asScala)
          .map(_.getReadRequestCount)
          .sum
      }
    }

  private def tuples(scan: BatchScanExec): Option[String] =
    "Filter\\(\\(([^)]*)\\) IN (\\d+) tuples of the join\\)".r.findFirstIn(scan.scan.description())

  @Test
  def tuplesOfAWholeRowKeyAreGets(): Unit = broadcastAndShuffled {
    val before = readByHBase("cells")
    val scan = run(
      s"SELECT c.v, p.x FROM hbase.default.cells c JOIN $pairs p ON c.a = p.x AND c.c = p.z AND c.b = p.y ORDER BY c.v"
    )
    assertEquals(Some("Filter((a, b, c) IN 10 tuples of the join)"), tuples(scan), scan.scan.description())
    assertEquals(0L, scan.metrics("hbaseServerRowsScanned").value)
    assertEquals(0L, scan.metrics("hbaseGets").value % 10)
    assertTrue(scan.metrics("hbaseGets").value > 0)
    assertEquals(scan.metrics("hbaseGets").value, readByHBase("cells") - before)
  }

  @Test
  def tuplesOfTheFirstKeyColumnsAreRanges(): Unit = broadcastAndShuffled {
    val before = readByHBase("cells")
    val scan = run(
      s"SELECT count(*), sum(c.v), max(p.z) FROM hbase.default.cells c JOIN $pairs p ON c.a = p.x AND c.b = p.y"
    )
    assertEquals(Some("Filter((a, b) IN 10 tuples of the join)"), tuples(scan), scan.scan.description())
    assertEquals(100L, scan.metrics("hbaseServerRowsScanned").value)
    assertEquals(100L, scan.metrics("numOutputRows").value)
    val read = readByHBase("cells") - before
    assertTrue(read >= 100 && read <= 130, s"HBase has read $read rows")
    val some = run(
      s"SELECT count(*), sum(c.v) FROM hbase.default.cells c JOIN $pairs p ON c.a = p.x AND c.b = p.y WHERE c.c > 7 AND c.a < 5"
    )
    assertEquals(10L, some.metrics("hbaseServerRowsScanned").value)
    // Spark itself prunes by each column where the other side has a condition.
    val selective = run(
      s"SELECT count(*), sum(c.v) FROM hbase.default.cells c JOIN $pairs p ON c.a = p.x AND c.b = p.y WHERE p.z > 4"
    )
    assertEquals(50L, selective.metrics("hbaseServerRowsScanned").value)
    assertTrue(!selective.scan.description().contains("values of the join"), selective.scan.description())
  }

  @Test
  def tuplesOfASaltedTableAreGets(): Unit = broadcastAndShuffled {
    val scan = run(
      s"SELECT count(*), sum(c.v) FROM hbase.default.buckets c JOIN $pairs p ON c.a = p.x AND c.b = p.y"
    )
    assertEquals(10L, scan.metrics("hbaseGets").value)
    assertEquals(10L, scan.metrics("numOutputRows").value)
  }

  @Test
  def tuplesWithNullsAndTwiceAreNoOthers(): Unit = broadcastAndShuffled {
    fixture.sql(
      "CREATE OR REPLACE TEMP VIEW odd AS SELECT * FROM VALUES (1, 'b2', 3L), (1, 'b2', 3L), (NULL, 'b2', 3L)," +
        " (2, NULL, 3L), (3, 'b', 3L), (-1, 'b2', 3L), (4, 'b4\u0000', 4L), (5, 'b5', NULL), (6, 'b6', 6L) AS t(x, y, z)"
    )
    for (joined <- Seq("JOIN", "LEFT SEMI JOIN")) {
      val rest = if (joined == "JOIN") ", o.z" else ""
      val scan = run(
        s"SELECT c.v$rest FROM hbase.default.cells c $joined odd o ON c.a = o.x AND c.b = o.y AND c.c = o.z ORDER BY c.v"
      )
      assertEquals(0L, scan.metrics("hbaseServerRowsScanned").value)
    }
    run(
      "SELECT c.v, o.z FROM hbase.default.cells c JOIN odd o ON c.a <=> o.x AND c.b = o.y AND c.c <=> o.z ORDER BY c.v"
    )
    run("SELECT c.v, o.z FROM odd o LEFT JOIN hbase.default.cells c ON c.a = o.x AND c.b = o.y ORDER BY c.v, o.z")
    run("SELECT o.x, o.z FROM odd o LEFT ANTI JOIN hbase.default.cells c ON c.a = o.x AND c.b = o.y ORDER BY o.x, o.z")
  }

  @Test
  def tuplesOfAllTypesFindTheirRows(): Unit = {
    fixture.sql(
      "CREATE TABLE hbase.default.typed (d DATE, n DECIMAL(9, 2), f BOOLEAN, t TIMESTAMP, w DOUBLE, s STRING, v BIGINT," +
        s" PRIMARY KEY (d, n, f, t, w, s)) USING hbase TBLPROPERTIES ('hbase.column.d.order' = 'desc', 'hbase.coprocessor.jar' = 'file://$jar')"
    )
    val columns = "date_add(DATE'1969-12-30', CAST(id % 5 AS INT)) AS d, CAST(id % 7 - 3 AS DECIMAL(9, 2)) / 4 AS n," +
      " id % 2 = 0 AS f, timestamp_micros((id % 3 - 1) * 1000001) AS t, CAST(id % 3 - 1 AS DOUBLE) AS w," +
      " repeat('x', CAST(id % 4 AS INT)) AS s, id AS v"
    fixture.sql(
      s"CREATE OR REPLACE TEMP VIEW typed AS SELECT d, CAST(n AS DECIMAL(9, 2)) AS n, f, t, w, s, v FROM (SELECT $columns FROM range(420))"
    )
    fixture.sql("INSERT INTO hbase.default.typed SELECT * FROM typed")
    val random = new scala.util.Random(37)
    val variants = for (ansi <- Seq("true", "false"); zone <- Seq("UTC", "America/St_Johns")) yield (ansi, zone)
    for ((ansi, zone) <- Turns.half(variants, "typed"))
      fixture.withSettings(
        "spark.sql.ansi.enabled" -> ansi,
        "spark.sql.session.timeZone" -> zone,
        "spark.sql.autoBroadcastJoinThreshold" -> (if (random.nextBoolean()) "-1" else "10m")
      ) {
        val (from, step) = (random.nextInt(100), 11 + 2 * random.nextInt(9))
        fixture.sql(
          s"CREATE OR REPLACE TEMP VIEW wanted AS SELECT IF(id % 13 = 0, NULL, d) AS d, n + id % 2 AS n, f, t, w, s" +
            s" FROM (SELECT id, $columns FROM (SELECT id * $step + $from AS id FROM range(30)))"
        )
        fixture.sql(
          "CREATE OR REPLACE TEMP VIEW wanted2 AS SELECT d, CAST(n AS DECIMAL(9, 2)) AS n, f, t, w, s FROM wanted"
        )
        for (keys <- Seq("d n", "d n f", "d n f t", "d n f t w", "d n f t w s")) {
          val on = keys.split(' ').map(key => s"a.$key = b.$key").mkString(" AND ")
          run(s"SELECT a.v, b.s FROM hbase.default.typed a JOIN wanted2 b ON $on ORDER BY a.v, b.s")
          run(s"SELECT a.v FROM hbase.default.typed a LEFT SEMI JOIN wanted2 b ON $on ORDER BY a.v")
        }
      }
  }

  /** A chessboard: a column's values alone keep every row. */
  @Test
  def ofManyTuplesThereIsABloomFilter(): Unit = {
    val side = 150
    fixture.sql(
      "CREATE TABLE hbase.default.board (a INT, b STRING, v BIGINT, PRIMARY KEY (a, b))" +
        s" USING hbase TBLPROPERTIES ('hbase.splits' = '50;100', 'hbase.coprocessor.jar' = 'file://$jar')"
    )
    view("board", side * side, s"CAST(id DIV $side AS INT) AS a, concat('b', id % $side) AS b, id AS v")
    val white = s"(SELECT a AS x, b AS y, v AS z FROM board WHERE (v DIV $side + v) % 2 = 0)"
    val count = side * side / 2
    for ((ansi, threshold) <- Seq("true" -> "10m", "false" -> "-1"))
      fixture.withSettings(
        "spark.sql.ansi.enabled" -> ansi,
        "spark.sql.autoBroadcastJoinThreshold" -> threshold,
        "spark.sql.hbase.join.runtime.keys" -> "20000"
      )(inBothModes {
        val scan = run(
          s"SELECT count(*), sum(v.v), max(p.z) FROM hbase.default.board v JOIN $white p ON v.a = p.x AND v.b = p.y"
        )
        val shown = scan.scan.description()
        assertTrue(shown.contains(s"Filter((a, b) IN a Bloom filter of $count tuples of the join)"), shown)
        val sent = scan.metrics("numOutputRows").value
        assertTrue(sent >= count && sent <= count + count / 20, s"$sent rows")
      })
  }

  @Test
  def keysThatAreNoFirstColumnsOrOfOtherTypesAreListedByColumn(): Unit = broadcastAndShuffled {
    val later = run(s"SELECT count(*), sum(c.v) FROM hbase.default.cells c JOIN $pairs p ON c.c = p.z AND c.b = p.y")
    assertEquals(None, tuples(later))
    val wider = run(
      s"SELECT count(*), sum(c.v) FROM hbase.default.cells c JOIN $pairs p ON c.a = CAST(p.x AS DECIMAL(12, 1)) AND c.b = p.y"
    )
    assertEquals(None, tuples(wider))
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

  private val byValue = "SELECT count(*), sum(f.n), min(v.day) FROM hbase.default.visits v JOIN few f ON v.spent = f.d"

  @Test
  def aSmallSideWithoutAConditionLimitsRowsByTheirValues(): Unit = broadcastAndShuffled {
    few("(7L, 1)", "(8L, 2)", "(8L, 3)", "(-1L, 4)", "(NULL, 5)")
    val scan = run(byValue)
    assertEquals(2L, scan.metrics("numOutputRows").value)
    assertTrue(scan.scan.description().contains("Filter(spent IN 3 values of the join)"), scan.scan.description())
    val semi = run("SELECT count(*), min(day) FROM hbase.default.visits WHERE spent IN (SELECT d FROM few)")
    assertEquals(2L, semi.metrics("numOutputRows").value)
    for (join <- Seq("LEFT JOIN", "LEFT ANTI JOIN")) {
      val rows = if (join == "LEFT JOIN") "count(*), sum(f.n)" else "count(*), max(v.day)"
      val whole = run(s"SELECT $rows FROM hbase.default.visits v $join few f ON v.spent = f.d")
      assertEquals(VisitCount.toLong, whole.metrics("numOutputRows").value)
    }
    fixture.withSettings("spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false")(
      assertEquals(VisitCount.toLong, run(byValue).metrics("numOutputRows").value)
    )
  }

  @Test
  def textsThatOtherCollationsHoldEqualFindTheirRows(): Unit = broadcastAndShuffled {
    few("('SHOP3', 1)", "('shop4', 2)", "(NULL, 3)")
    for (join <- Seq("JOIN", "LEFT SEMI JOIN", "LEFT ANTI JOIN")) {
      val on = "v.shop COLLATE UTF8_LCASE = f.d COLLATE UTF8_LCASE AND v.spent % 3 = f.n"
      run(s"SELECT v.day, v.spent FROM hbase.default.visits v $join few f ON $on ORDER BY v.spent")
    }
  }

  @Test
  def oneBroadcastLimitsTheScansOfTwoJoins(): Unit = inBothModes {
    few("(7L, 1)", "(8L, 2)", "(8L, 3)")
    val query = "SELECT count(*), sum(x), sum(n) FROM" +
      " (SELECT v.spent AS x, f.n FROM hbase.default.visits v JOIN few f ON v.spent = f.d" +
      " UNION ALL SELECT c.v + 1, f.n FROM hbase.default.cells c JOIN few f ON c.v = f.d)"
    val frame = fixture.spark.sql(query)
    assertEquals(fixture.sql(query.replace("hbase.default.", "")), frame.collect().toSeq)
    val plan = frame.queryExecution.executedPlan
    val sent = collect(plan) { case scan: BatchScanExec => scan.metrics("numOutputRows").value }
    assertEquals(Seq(2L, 2L), sent)
    assertEquals(1, collect(plan) { case reused: ReusedExchangeExec => reused }.size, plan.toString)
  }

  @Test
  def ofMoreKeysThanTheBoundABloomFilterIsSent(): Unit = inBothModes {
    few("(7L, 1)", "(8L, 2)", "(9L, 3)")
    fixture.withSettings("spark.sql.hbase.join.runtime.keys" -> "2") {
      val scan = run(byValue)
      assertEquals(3L, scan.metrics("numOutputRows").value)
      val shown = scan.scan.description()
      assertTrue(shown.contains("Filter(spent IN a Bloom filter of 3 values of the join)"), shown)
    }
    fixture.withSettings("spark.sql.hbase.join.runtime.keys" -> "0")(
      assertEquals(VisitCount.toLong, run(byValue).metrics("numOutputRows").value)
    )
  }

  @Test
  def aJoinInTheRegionServersNeedsNoKeysOfAWholeSide(): Unit =
    fixture.withSettings("spark.sql.hbase.join.broadcast.bytes" -> "1m") {
      few("(7L, 1)", "(8L, 2)")
      val joined = run(byValue).scan.description()
      assertTrue(joined.contains("BroadcastJoin(") && !joined.contains("values of the join"), joined)
    }

  @Test
  def aSideWithAllValuesOfAColumnLimitsNothing(): Unit = inBothModes {
    fixture.sql("CALL hbase.system.analyze(table => 'default.buckets')")
    fixture.sql("CREATE OR REPLACE TEMP VIEW all_values AS SELECT id AS n FROM range(1100)")
    val scan = run("SELECT count(*), max(a.n) FROM hbase.default.buckets b JOIN all_values a ON b.v = a.n")
    assertEquals(1000L, scan.metrics("numOutputRows").value)
    val shown = scan.scan.description()
    assertTrue(
      shown.contains("v: the other side of the join has 1100 keys, and no condition; the column has about"),
      shown
    )
  }

  @Test
  def onlyPartnersCrossTheWireThoughHBaseReadsAllRows(): Unit = {
    fixture.sql(
      "CREATE TABLE hbase.default.facts (id BIGINT, v INT, text STRING, PRIMARY KEY (id))" +
        s" USING hbase TBLPROPERTIES ('hbase.coprocessor.jar' = 'file://$jar', 'hbase.splits' = '${FactCount / 2}')"
    )
    view("facts", FactCount, "id AS id, IF(id < 0, 0, CAST(id % 500 AS INT)) AS v, concat('text of ', id) AS text")
    fixture.sql("CREATE OR REPLACE TEMP VIEW ten AS SELECT CAST(id AS INT) AS v FROM range(10)")
    val query = "SELECT count(*), max(f.text) FROM hbase.default.facts f JOIN ten t ON f.v = t.v"
    def counted(): (Long, Long, Long) = {
      val before = readByHBase("facts")
      val metrics = run(query).metrics
      (metrics("numOutputRows").value, metrics("hbaseBytesReceived").value, readByHBase("facts") - before)
    }
    val (rows, bytes, read) = counted()
    val (allRows, allBytes, allRead) =
      fixture.withSettings("spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false")(counted())
    assertEquals((FactCount / 50L, FactCount.toLong), (rows, allRows))
    assertEquals((FactCount.toLong, FactCount.toLong), (read, allRead))
    assertTrue(bytes * 20 < allBytes, s"$bytes bytes instead of $allBytes")
    // No row fails the keys of a side with all values. The region servers find out, because there are no statistics.
    val whole = run(query.replace("ten", "(SELECT CAST(id AS INT) AS v FROM range(500))"))
    assertEquals(FactCount.toLong, whole.metrics("numOutputRows").value)
    val unseen = whole.metrics("hbaseUnseenRows").value
    assertTrue(unseen > FactCount / 3, s"$unseen")
    val shown = whole.scan.description()
    assertTrue(shown.contains(s"$unseen rows passed keys of a join unseen"), shown)
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
  def ofASideThatIsTooLargeForASubPlanABloomFilterIsSent(): Unit = inBothModes {
    def joined(count: Int): (Long, String) = {
      fixture.sql(s"CREATE OR REPLACE TEMP VIEW many AS SELECT concat('shop', id + 3) AS s FROM range($count)")
      val scan = run(
        "SELECT /*+ BROADCAST(m) */ count(*), sum(v.spent) FROM hbase.default.visits v JOIN many m ON v.shop = m.s"
      )
      (scan.metrics("numOutputRows").value, scan.scan.description())
    }
    val (sent, filtered) = joined(200000)
    assertTrue(sent >= 7L * Days && sent < VisitCount, s"$sent rows")
    assertTrue(filtered.contains("Filter(shop IN a Bloom filter of 200000 values of the join)"), filtered)
    val (all, shown) = joined(700000)
    assertEquals(VisitCount.toLong, all)
    assertTrue(shown.contains("stays in Spark: ") && shown.contains("PLAN_TOO_LARGE"), shown)
  }

  private val EntryCount = 200000

  /** Each row has a value of its own; a side of few values has partners anywhere. */
  private lazy val entries: Unit = {
    fixture.sql(
      "CREATE TABLE hbase.default.entries (id BIGINT, v BIGINT, text STRING, price DECIMAL(12, 2), x DOUBLE," +
        s" PRIMARY KEY (id)) USING hbase TBLPROPERTIES ('hbase.coprocessor.jar' = 'file://$jar', 'hbase.splits' = '50000;100000;150000')"
    )
    fixture.spark
      .range(EntryCount)
      .selectExpr(
        "id",
        s"id * 7919 % $EntryCount AS v",
        "concat('text ', id) AS text",
        "CAST(id AS DECIMAL(12, 2)) / 4 AS price",
        "CAST(id AS DOUBLE) AS x"
      )
      .selectExpr("id", "v", "text", "CAST(price AS DECIMAL(12, 2)) AS price", "x")
      .createOrReplaceTempView("entries")
    fixture.sql("INSERT INTO hbase.default.entries WITH ('write' = 'bulk') SELECT * FROM entries")
  }

  /** A view whose condition all of its rows pass, as nobody knows before. */
  private def keys(count: Int, columns: String): Unit =
    fixture.sql(s"CREATE OR REPLACE TEMP VIEW keys AS SELECT $columns FROM range($count) WHERE hash(id) % 3 < 3")

  private def filters(scan: BatchScanExec): Seq[Long] =
    "IN a Bloom filter of (?:about )?(\\d+) ".r.findAllMatchIn(scan.scan.description()).map(_.group(1).toLong).toSeq

  @Test
  def ofManyKeysOfAnotherColumnFewRowsWithoutAPartnerAreSent(): Unit = {
    entries
    val count = EntryCount / 10
    keys(count, "id * 10 AS v, concat('text ', id * 10) AS t, CAST(id * 10 AS DECIMAL(14, 3)) / 4 AS p")
    val joins = Seq("e.v = k.v", "e.text = k.t", "e.price = CAST(k.p AS DECIMAL(12, 2))", "e.v = k.v AND e.text >= k.t")
    for ((on, i) <- joins.zipWithIndex; (threshold, ansi) <- Seq(("-1", "true"), ("10m", "false")))
      if (i < 2 || threshold == "-1")
        fixture.withSettings("spark.sql.autoBroadcastJoinThreshold" -> threshold, "spark.sql.ansi.enabled" -> ansi)(
          inBothModes {
            val scan =
              run(s"SELECT count(*), sum(e.id), max(e.text) FROM hbase.default.entries e JOIN keys k ON $on")
            val sent = scan.metrics("numOutputRows").value
            assertTrue(sent >= count && sent <= EntryCount * 12 / 100, s"$sent rows: $on")
            // What Spark broadcasts is listed as long as the list fits into a sub-plan.
            if (threshold == "-1")
              assertTrue(filters(scan).exists(about => math.abs(about - count) < count / 50), scan.scan.description())
          }
        )
  }

  @Test
  def ofASideWithoutAConditionOnlyPartnersAreSent(): Unit = {
    entries
    for ((count, most) <- Seq(EntryCount / 50 -> EntryCount / 50, EntryCount / 10 -> EntryCount * 12 / 100)) {
      fixture.sql(s"CREATE OR REPLACE TEMP VIEW whole AS SELECT id * 7 AS v FROM range($count)")
      inBothModes {
        val scan = run("SELECT count(*), sum(e.id), max(e.text) FROM hbase.default.entries e JOIN whole w ON e.v = w.v")
        assertEquals(count > 10000, filters(scan) == Seq(count.toLong), scan.scan.description())
        val sent = scan.metrics("numOutputRows").value
        assertTrue(sent >= count && sent <= most, s"$sent rows are sent")
      }
    }
  }

  @Test
  def aBloomFilterThatWouldBeTooFullIsGivenUp(): Unit = {
    entries
    keys(600000, "id * 3 AS id")
    fixture.withSettings("spark.sql.autoBroadcastJoinThreshold" -> "-1")(inBothModes {
      val scan = run("SELECT count(*), sum(e.v) FROM hbase.default.entries e JOIN keys k ON e.id = k.id")
      assertEquals(EntryCount.toLong, scan.metrics("numOutputRows").value)
      val shown = scan.scan.description()
      val why = "; the other side of the join has more keys than 10000, and they are too many for a Bloom filter"
      assertTrue(shown.contains(why), shown)
    })
  }

  @Test
  def fractionsAreInNoBloomFilter(): Unit = {
    entries
    keys(20000, "CAST(id * 10 AS DOUBLE) AS x, id * 10 AS v")
    fixture.withSettings("spark.sql.autoBroadcastJoinThreshold" -> "-1")(inBothModes {
      val scan = run("SELECT count(*), sum(e.v) FROM hbase.default.entries e JOIN keys k ON e.x = k.x")
      assertEquals((Nil, EntryCount.toLong), (filters(scan), scan.metrics("numOutputRows").value))
      val both = run("SELECT count(*), sum(e.id) FROM hbase.default.entries e JOIN keys k ON e.x = k.x AND e.v = k.v")
      assertEquals(1, filters(both).size, both.scan.description())
    })
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
  def ofASideWithTooManyKeysRowsWithoutAPartnerAreNotSent(): Unit = inBothModes {
    fixture.withSettings(
      "spark.sql.autoBroadcastJoinThreshold" -> "-1",
      "spark.sql.hbase.join.runtime.keys" -> "1"
    ) {
      val scan = run(byFeasts("LEFT"))
      assertEquals(VisitCount.toLong, scan.metrics("hbaseServerRowsScanned").value)
      val shown = scan.scan.description()
      assertEquals(2L * Shops, scan.metrics("numOutputRows").value)
      assertTrue(shown.contains("Filter(day IN a Bloom filter of about 2 values of the join)"), shown)
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
