package org.apache.spark.sql.hbase.it

import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.SortExec
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.ShuffleExchangeLike
import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, ConnectionCache}

/** Visits and users in four buckets by user, whose keys differ otherwise; orders in eight. */
class ITBucketJoins extends ClusterWithJar {
  private val Names = Seq("visits", "users", "orders")

  @BeforeAll
  def makeTables(): Unit = {
    create("visits", "user STRING, visit INT, spent BIGINT", "user, visit", 4)
    create("users", "user STRING, name STRING", "user", 4)
    create("orders", "user STRING, number INT, amount DECIMAL(9,2)", "user, number", 8)
    fill("visits", "SELECT concat('u', id % 50) AS user, CAST(id AS INT) AS visit, id AS spent FROM range(500)")
    fill("users", "SELECT concat('u', id) AS user, concat('n', id % 7) AS name FROM range(30, 80)")
    fill("orders", "SELECT concat('u', id % 40) AS user, CAST(id AS INT) AS number, id AS amount FROM range(200)")
    split("visits", "\u0002u3")
  }

  private def create(name: String, columns: String, key: String, buckets: Int): Unit = fixture.sql(
    s"CREATE TABLE hbase.default.$name ($columns, PRIMARY KEY ($key)) USING hbase " +
      s"CLUSTERED BY (user) INTO $buckets BUCKETS TBLPROPERTIES ('hbase.coprocessor.jar' = 'file://$jar')"
  )

  private def fill(name: String, query: String): Unit = {
    fixture.spark.sql(query).createOrReplaceTempView(s"expected_$name")
    fixture.sql(s"INSERT INTO hbase.default.$name SELECT * FROM expected_$name")
  }

  private def split(name: String, row: String): Unit =
    Using.resource(ConnectionCache.acquire(ClusterSettings.ofQuorum(hbase.quorum))) { shared =>
      Using.resource(shared.connection.getAdmin) { admin =>
        val table = TableName.valueOf(name)
        admin.flush(table)
        val before = admin.getRegions(table).size
        admin.split(table, Bytes.toBytes(row))
        val deadline = System.nanoTime() + 60L * 1000 * 1000 * 1000
        while (admin.getRegions(table).size == before && System.nanoTime() < deadline) Thread.onSpinWait()
      }
    }

  private def over(query: String, prefix: String): String =
    Names.foldLeft(query)((text, name) => text.replaceAll(s"\\b$name\\b(?=( [a-z])?( |$$))", prefix + name))

  /** Without broadcasts, which need no shuffle anyway, and without look-ups, which show a shuffle twice. */
  private val plain = Seq("spark.sql.autoBroadcastJoinThreshold" -> "-1", "spark.sql.hbase.join.runtime.keys" -> "0")

  private def shuffles(query: String, settings: (String, String)*): Int =
    fixture.withSettings(settings ++ plain: _*) {
      val frame = fixture.spark.sql(over(query, "hbase.default."))
      val expected = fixture.sql(over(query, "expected_"))
      assertEquals(expected.map(_.toString).sorted, frame.collect().toSeq.map(_.toString).sorted, query)
      exchanges(frame)
    }

  private def exchanges(frame: DataFrame): Int =
    collect(frame.queryExecution.executedPlan) { case exchange: ShuffleExchangeLike => exchange }.size

  private val join = "SELECT v.user, visit, name FROM visits v JOIN users u ON v.user = u.user"

  @Test
  def tablesWithTheSameBucketsJoinWithoutAShuffle(): Unit = Seq(
    join,
    s"$join WHERE spent > 100 AND name LIKE 'n%'",
    s"$join WHERE v.user BETWEEN 'u31' AND 'u34'",
    "SELECT v.user, visit, name FROM visits v LEFT JOIN users u ON v.user = u.user",
    "SELECT v.user, u.user, name FROM visits v FULL JOIN users u ON v.user = u.user",
    "SELECT user, visit FROM visits v WHERE EXISTS (SELECT 1 FROM users u WHERE u.user = v.user AND name = 'n3')"
  ).foreach(query => assertEquals(0, shuffles(query), query))

  private def sorts(query: String): Int = {
    val frame = fixture.spark.sql(over(query, "hbase.default."))
    val expected = fixture.sql(over(query, "expected_"))
    assertEquals(expected.map(_.toString).sorted, frame.collect().toSeq.map(_.toString).sorted, query)
    collect(frame.queryExecution.executedPlan) { case sort: SortExec => sort }.size
  }

  @Test
  def rowsOfABucketComeInTheOrderOfTheirKeys(): Unit =
    fixture.withSettings(plain: _*) {
      val sorted = "SELECT a.user, a.name, b.name FROM users a JOIN users b ON a.user = b.user"
      assertEquals(0, sorts(sorted))
      assertEquals(0, sorts(s"$sorted WHERE a.name > 'n2' AND b.user <> 'u40'"))
      assertEquals(0, sorts("SELECT name, user FROM users u SORT BY user"))
      // The bucket of visits that was split is read by two tasks.
      assertTrue(sorts(s"$join WHERE spent > 100") <= 1)
      assertEquals(1, sorts("SELECT user, visit FROM visits v SORT BY user, visit DESC"))
      assertEquals(1, sorts("SELECT name, user FROM users u SORT BY name"))
    }

  /** Groups of rows lie in the order of their keys, rows that were changed stand between those of their group. */
  @Test
  def soDoRowsOfGroups(): Unit = {
    fixture.sql(
      "CREATE TABLE hbase.default.grouped (user STRING, name STRING, PRIMARY KEY (user)) USING hbase CLUSTERED BY (user) " +
        s"INTO 4 BUCKETS TBLPROPERTIES ('hbase.layout' = 'columnar', 'hbase.group.bits' = '24', 'hbase.coprocessor.jar' = 'file://$jar')"
    )
    fixture.sql(
      "INSERT INTO hbase.default.grouped WITH ('write' = 'bulk') SELECT * FROM expected_users WHERE user <> 'u40'"
    )
    fixture.sql("INSERT INTO hbase.default.grouped VALUES ('u40', 'n5'), ('u33', 'n5')")
    fixture.withSettings(plain: _*) {
      val joined = "SELECT a.user, a.name FROM hbase.default.grouped a JOIN hbase.default.users b ON a.user = b.user"
      val frame = fixture.spark.sql(joined)
      assertEquals(50, frame.collect().length)
      assertEquals(
        (0, 0),
        (exchanges(frame), collect(frame.queryExecution.executedPlan) { case s: SortExec => s }.size)
      )
      val sorted = fixture.spark.sql("SELECT user, spark_partition_id() FROM hbase.default.grouped SORT BY user")
      assertEquals(0, collect(sorted.queryExecution.executedPlan) { case s: SortExec => s }.size)
      val ofTasks = sorted.collect().toSeq.groupMap(_.getInt(1))(_.getString(0)).values
      ofTasks.foreach(users => assertEquals(users.sorted, users))
      assertEquals(50, ofTasks.map(_.size).sum)
    }
    fixture.sql("DROP TABLE hbase.default.grouped PURGE")
  }

  @Test
  def rowKeysOfSeveralBucketsInOneTaskAreInNoOrder(): Unit = Seq("true", "false").foreach { coprocessor =>
    fixture.withSettings("spark.sql.hbase.coprocessor" -> coprocessor) {
      val query = "SELECT user FROM users u WHERE user IN ('u31', 'u32', 'u49', 'u50', 'u61') SORT BY user DESC, name"
      assertEquals(1, sorts(query))
      val some = query.replace(" DESC, name", "").replace("users u", "hbase.default.users")
      assertEquals(Seq("u31", "u32", "u49", "u50", "u61"), fixture.spark.sql(some).collect().map(_.getString(0)).toSeq)
    }
  }

  @Test
  def otherColumnsMayBePartOfTheJoinIfSparkIsTold(): Unit = {
    val query = "SELECT a.visit, b.visit FROM visits a JOIN visits b ON a.user = b.user AND a.visit = b.visit + 50"
    assertEquals(0, shuffles(query, "spark.sql.requireAllClusterKeysForCoPartition" -> "false"))
    assertEquals(2, shuffles(query))
  }

  @Test
  def groupsByTheBucketColumnNeedNoShuffle(): Unit = Seq(
    "SELECT user, count(*), sum(spent), max(visit) FROM visits v GROUP BY user",
    "SELECT user, avg(spent) FROM visits v WHERE visit > 17 GROUP BY user HAVING count(*) > 3",
    "SELECT user, visit, count(*) FROM visits v GROUP BY user, visit",
    "SELECT DISTINCT user FROM visits v",
    "SELECT u.user, name, n FROM users u JOIN (SELECT user, count(*) AS n FROM visits v GROUP BY user) g ON u.user = g.user",
    s"SELECT user, count(*), min(name) FROM ($join) GROUP BY user"
  ).foreach(query => assertEquals(0, shuffles(query), query))

  @Test
  def theRegionServersStillAggregate(): Unit = {
    val frame = fixture.spark.sql("SELECT user, sum(spent) FROM hbase.default.visits GROUP BY user")
    frame.collect()
    val scan = collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head
    assertTrue(scan.scan.description().contains("PartialAggregate"), scan.scan.description())
    assertEquals(0, exchanges(frame))
  }

  @Test
  def otherKeysAndOtherBucketsAreShuffled(): Unit = Seq(
    "SELECT visit, count(*) FROM visits v GROUP BY visit",
    "SELECT v.user, visit, number FROM visits v JOIN orders o ON v.user = o.user",
    "SELECT v.visit, o.number FROM visits v JOIN orders o ON v.visit = o.number"
  ).foreach(query => assertTrue(shuffles(query) > 0, query))

  @Test
  def fewRowKeysAreReadByGetsOfOneTask(): Unit =
    assertTrue(shuffles(s"$join WHERE v.user IN ('u31', 'u32', 'u49')") > 0)

  @Test
  def withoutBucketingEverythingIsShuffled(): Unit =
    assertEquals(2, shuffles(join, "spark.sql.sources.v2.bucketing.enabled" -> "false"))

  @Test
  def keysLearnedAtRuntimeNarrowTheBuckets(): Unit = Seq("true", "false").foreach { adaptive =>
    val query = s"$join WHERE u.name = 'n3'"
    assertEquals(0, shuffles(query, "spark.sql.adaptive.enabled" -> adaptive))
    assertEquals(
      0,
      shuffles(
        query,
        "spark.sql.adaptive.enabled" -> adaptive,
        "spark.sql.optimizer.dynamicPartitionPruning.reuseBroadcastOnly" -> "false"
      )
    )
  }

  @Test
  def withTheCoprocessorOffTheAnswersAreTheSame(): Unit = Seq(
    join,
    "SELECT user, count(*), sum(spent), max(visit) FROM visits v GROUP BY user"
  ).foreach(query => assertEquals(0, shuffles(query, "spark.sql.hbase.coprocessor" -> "false"), query))

  @Test
  def theBucketOfAValueCanBeAsked(): Unit = {
    val query = "SELECT DISTINCT hbase.bucket(4, user) FROM hbase.default.visits ORDER BY 1"
    assertEquals(Seq(0, 1, 2, 3), fixture.sql(query).map(_.getInt(0)))
  }
}
