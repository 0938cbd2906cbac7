package org.apache.spark.sql.hbase.it

import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.read.SubPlanScan

/** Tables with a salt or a hash in front of their row keys: 100 users with 30 visits each, in four buckets by user. */
class ITSaltedTables extends ClusterWithJar {
  private val Salted = "hbase.default.salted"
  private val Hashed = "hbase.default.hashed"
  private val Buckets = 4
  private val Users = 100
  private val Visits = 30

  @BeforeAll
  def makeTables(): Unit = {
    fixture.spark
      .range(Users * Visits)
      .selectExpr(s"concat('user', id DIV $Visits) AS user", s"CAST(id % $Visits AS INT) AS visit", "id AS spent")
      .createOrReplaceTempView("expected")
    val columns = "user STRING, visit INT, spent BIGINT, PRIMARY KEY (user, visit)"
    val attached = s"'hbase.coprocessor.jar' = 'file://$jar'"
    fixture.sql(
      s"CREATE TABLE $Salted ($columns) USING hbase CLUSTERED BY (user) INTO $Buckets BUCKETS TBLPROPERTIES ($attached)"
    )
    fixture.sql(
      s"CREATE TABLE $Hashed ($columns) USING hbase TBLPROPERTIES ($attached, 'hbase.key.hash.bytes' = '2', " +
        "'hbase.region.count' = '4')"
    )
    Seq(Salted, Hashed).foreach(table => fixture.sql(s"INSERT INTO $table SELECT * FROM expected"))
  }

  private def metric(frame: DataFrame, name: String): Long =
    collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head.metrics(name).value

  private def check(table: String, condition: String, regions: Long, scanned: Long): Unit = {
    val expected = fixture.sql(s"SELECT count(*), sum(spent) FROM expected WHERE $condition")
    val frame = fixture.spark.sql(s"SELECT count(*), sum(spent) FROM $table WHERE $condition")
    assertEquals(expected, frame.collect().toSeq, condition)
    assertEquals(regions, metric(frame, "hbaseRegions"), s"regions for $condition")
    assertEquals(scanned, metric(frame, "hbaseServerRowsScanned"), s"rows for $condition")
  }

  @Test
  def aValueOfTheBucketColumnIsLookedForInOneBucket(): Unit = Seq(Salted, Hashed).foreach { table =>
    check(table, "user = 'user42'", 1, Visits)
    // A get, which scans nothing.
    check(table, "user = 'user42' AND visit = 3", 1, 0)
    check(table, "user = 'user42' AND visit >= 28 AND spent > 0", 1, 2)
    check(table, "user = 'nobody'", 1, 0)
  }

  @Test
  def eachBucketGetsItsShareOfALongList(): Unit = {
    val names = (0 until 1000).map(i => s"'user$i'").mkString(", ")
    def query(table: String) = s"SELECT count(*), sum(spent) FROM $table WHERE user IN ($names)"
    val frame = fixture.spark.sql(query(Salted))
    assertEquals(fixture.sql(query("expected")), frame.collect().toSeq)
    val scan = collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head.scan
    val whole = scan.asInstanceOf[SubPlanScan].subPlan.size
    assertEquals(Buckets.toLong, metric(frame, "hbaseRegions"))
    val sent = metric(frame, "hbasePlanBytes")
    assertTrue(sent > whole && sent < 1.5 * whole, s"$sent bytes of plans, of which the whole has $whole")
  }

  @Test
  def otherRangesAreReadInEveryBucket(): Unit = Seq(Salted, Hashed).foreach { table =>
    check(table, "user >= 'user98'", Buckets, 2 * Visits)
    check(table, "visit = 7", Buckets, Users)
    check(table, "spent < 100", Buckets, Users * Visits)
  }

  @Test
  def rowsGroupsAndOrdersAreThoseOfSpark(): Unit = for {
    table <- Seq(Salted, Hashed)
    coprocessor <- Seq("true", "false")
    query <- Seq(
      "SELECT * FROM t WHERE user IN ('user1', 'user2', 'user77', 'none') AND visit < 2 ORDER BY user, visit",
      "SELECT * FROM t ORDER BY user, visit LIMIT 7",
      "SELECT * FROM t ORDER BY user DESC, visit LIMIT 7",
      "SELECT DISTINCT user FROM t WHERE visit > 3 ORDER BY user",
      "SELECT DISTINCT visit FROM t ORDER BY visit",
      "SELECT user, count(*), max(spent) FROM t GROUP BY user ORDER BY user",
      "SELECT visit, count(*), min(user) FROM t GROUP BY visit ORDER BY visit",
      "SELECT a.user, b.spent FROM t a JOIN t b ON a.user = b.user AND a.visit = b.visit + 1 WHERE a.visit = 9 ORDER BY 1",
      "SELECT count(*) FROM t WHERE NOT (user = 'user1' AND visit = 1)"
    )
  } fixture.withSettings("spark.sql.hbase.coprocessor" -> coprocessor) {
    val expected = fixture.sql(query.replace("FROM t", "FROM expected").replace("JOIN t", "JOIN expected"))
    fixture.assertRows(expected, query.replace("FROM t", s"FROM $table").replace("JOIN t", s"JOIN $table"))
  }

  @Test
  def distinctUsersAreFoundByOneRowEach(): Unit = Seq(
    "SELECT DISTINCT user FROM t" -> Users.toLong,
    "SELECT user, min(visit) FROM t GROUP BY user" -> Users.toLong,
    "SELECT min(user) FROM t" -> Buckets.toLong
  ).foreach { case (query, rows) =>
    val frame = fixture.spark.sql(query.replace("FROM t", s"FROM $Salted"))
    val expected = fixture.sql(query.replace("FROM t", "FROM expected"))
    assertEquals(expected.map(_.toString).sorted, frame.collect().toSeq.map(_.toString).sorted, query)
    assertEquals(rows, metric(frame, "hbaseServerRowsScanned"), query)
  }

  @Test
  def eachBucketIsARegion(): Unit = {
    val frame = fixture.spark.sql(s"SELECT * FROM $Salted")
    assertEquals(Users * Visits, frame.collect().length)
    assertEquals(Buckets.toLong, metric(frame, "hbaseRegions"))
  }

  @Test
  def theTablesAreMadeAgainFromWhatIsShown(): Unit =
    Seq(Salted -> s"PARTITIONED BY (bucket($Buckets, user))", Hashed -> "'hbase.key.hash.bytes' = '2'").foreach {
      case (table, clause) =>
        val shown = fixture.sql(s"SHOW CREATE TABLE $table").head.getString(0)
        assertTrue(shown.contains(clause), shown)
        val copy = s"${table}_again"
        fixture.sql(shown.replace(table, copy))
        fixture.assertRows(Seq(Row(Users * Visits)), s"SELECT CAST(count(*) AS INT) FROM $copy")
        assertEquals(shown.replace(table, copy), fixture.sql(s"SHOW CREATE TABLE $copy").head.getString(0))
        fixture.sql(s"DROP TABLE $copy")
        // And where there is no HBase table yet.
        val name = table.stripPrefix("hbase.default.")
        fixture.sql(shown.replace(table, copy).replace(s"'hbase.table' = '$name'", s"'hbase.table' = '${name}_again'"))
        fixture.sql(s"INSERT INTO $copy SELECT * FROM $table")
        val one = "SELECT * FROM t WHERE user = 'user42' ORDER BY visit"
        fixture.assertRows(fixture.sql(one.replace("FROM t", s"FROM $table")), one.replace("FROM t", s"FROM $copy"))
        if (table == Salted) fixture.assertRows(Seq(Row(Buckets.toLong)), s"SELECT count(*) FROM $copy.regions")
        fixture.sql(s"DROP TABLE $copy PURGE")
    }

  @Test
  def anotherSaltOverTheSameHBaseTableIsRefused(): Unit = fixture.assertFails(
    "SPARKSQL_HBASE.LAYOUT_MISMATCH",
    "CREATE TABLE hbase.default.resalted (user STRING, visit INT, spent BIGINT, PRIMARY KEY (user, visit)) USING hbase " +
      "CLUSTERED BY (user) INTO 8 BUCKETS TBLPROPERTIES ('hbase.table' = 'salted')"
  )

  @Test
  def explainTellsTheBucketsThatAreRead(): Unit = {
    def line(condition: String): String =
      fixture.sql(s"EXPLAIN SELECT spent FROM $Salted WHERE $condition").head.getString(0)
    val one = line("user = 'user42'")
    assertTrue(one.contains("; key range ["), one)
    assertTrue(one.contains("; 1 of 4 regions; "), one)
    val all = line("user > 'user42'")
    assertTrue(all.contains("; 4 key ranges ["), all)
    assertTrue(line("visit = 7").contains("; every region, seeking past row keys"), line("visit = 7"))
  }
}
