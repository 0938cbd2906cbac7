package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

/** Joins of a broadcast side on the row key: only partners cross the wire, and the answer is Spark's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestPrunedJoinsEqualSpark extends SparkOracle {
  import PlanSession.{spark, withConf}

  private val rowCount = PlanFixtures.small.size.toLong

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("looked", PlanFixtures.schema, PlanFixtures.small)
    val views = Map(
      "keys" -> "VALUES (3, 'a'), (250, 'b'), (3, 'c'), (-7, 'd'), (NULL, 'e') AS t(x, y)",
      "wide" -> "VALUES (3L, 1), (250L, 2), (9999999999L, 3) AS t(x, y)",
      "nokeys" -> "(SELECT CAST(id AS INT) AS x, 'n' AS y FROM range(9) WHERE id * id = 7)",
      "others" -> "VALUES ('AA', 1), ('UA', 2), (NULL, 3) AS t(g, n)"
    )
    views.foreach { case (name, rows) => spark.sql(s"CREATE OR REPLACE TEMP VIEW $name AS SELECT * FROM $rows") }
  }

  /** Checks the answer in every mode and how many rows were sent for it. */
  private def check(query: String, sent: Long): Unit =
    for (adaptive <- Seq("true", "false")) withConf("spark.sql.adaptive.enabled" -> adaptive) {
      checkQuery(query, Seq(Nil))
      val (found, count) = withRowsSent("looked")(rows(query.replace("@", "inproc.")))
      assertTrue(found.isSuccess, query)
      assertEquals(sent, count, s"adaptive $adaptive: $query")
    }

  @Test
  def innerAndSemiJoinsReadPartners(): Unit = {
    check("SELECT a.k, a.d, b.y FROM @looked a JOIN keys b ON a.k = b.x", 2)
    check("SELECT a.k, a.d, b.y FROM keys b JOIN @looked a ON a.k = b.x AND a.d > -100", 2)
    check("SELECT k, str FROM @looked WHERE k IN (SELECT x FROM keys)", 2)
    check("SELECT k, str FROM @looked WHERE EXISTS (SELECT * FROM keys WHERE x = k AND y <> g)", 2)
    withConf(InProcessScan.MaxBuildBytes -> "0") {
      check("SELECT b.y, count(*), sum(a.i) FROM @looked a JOIN keys b ON a.k = b.x GROUP BY b.y", 2)
    }
  }

  @Test
  def otherJoinsReadAll(): Unit = {
    check("SELECT a.k, b.y FROM @looked a LEFT JOIN keys b ON a.k = b.x", rowCount)
    check("SELECT k FROM @looked WHERE NOT EXISTS (SELECT * FROM keys WHERE x = k)", rowCount)
    check("SELECT k FROM @looked WHERE k NOT IN (SELECT x FROM keys WHERE x IS NOT NULL)", rowCount)
    check("SELECT k, EXISTS (SELECT * FROM keys WHERE x = k) FROM @looked", rowCount)
  }

  @Test
  def sidesThatAreLookedUpReadPartners(): Unit = {
    check("SELECT b.x, b.y, a.d FROM keys b LEFT JOIN @looked a ON a.k = b.x", 2)
    check("SELECT b.x, b.y, a.d FROM keys b LEFT JOIN @looked a ON a.k = b.x AND a.k + b.x > 0", 2)
    check("SELECT b.x, a.k FROM @looked a RIGHT JOIN keys b ON a.k = b.x", 2)
    check("SELECT x FROM keys LEFT ANTI JOIN @looked ON k = x", 2)
    check("SELECT b.x, b.y, a.d FROM wide b LEFT JOIN @looked a ON a.k = b.x", 2)
    check(
      "SELECT b.n, a.n FROM (SELECT DISTINCT x AS n FROM keys) b LEFT JOIN (SELECT k AS n FROM @looked) a USING (n)",
      2
    )
  }

  /** A setting that leaves the work to another rule where no second run is needed. */
  private val withoutLookUpsInOneRun = "spark.sql.hbase.join.runtime.keys" -> "0"

  @Test
  def aSideThatMayBeAnotherOneTheSecondTimePrunesNothing(): Unit = withConf(withoutLookUpsInOneRun) {
    def joined(small: String): String = s"SELECT b.x, a.d FROM $small b LEFT JOIN @looked a ON a.k = b.x"
    check(joined("(SELECT max(x) AS x FROM keys)"), rowCount)
    check(joined("(SELECT x FROM (SELECT DISTINCT x FROM keys) LIMIT 3)"), rowCount)
    check(joined("(SELECT CAST(id AS INT) AS x FROM range(9) WHERE rand(1) >= 0.1)"), rowCount)
    check("SELECT x FROM keys WHERE x NOT IN (SELECT k FROM @looked)", rowCount)
    // Not yet joins where the rule looks.
    check("SELECT x FROM keys WHERE NOT EXISTS (SELECT * FROM @looked WHERE k = x)", rowCount)
    check("SELECT b.x, a.k FROM keys b FULL JOIN @looked a ON a.k = b.x", rowCount)
    withConf("spark.sql.autoBroadcastJoinThreshold" -> "1") {
      check(joined("keys"), rowCount)
    }
  }

  @Test
  def castsOfTheKeyAreLookedUpToo(): Unit = check("SELECT a.k, b.y FROM @looked a JOIN wide b ON a.k = b.x", 2)

  @Test
  def aSideWithoutARowReadsNothing(): Unit =
    withConf("spark.sql.adaptive.enabled" -> "false") {
      val query = "SELECT a.k FROM @looked a JOIN nokeys b ON a.k = b.x"
      checkQuery(query)
      assertEquals(0L, withRowsSent("looked")(rows(query.replace("@", "inproc.")))._2)
    }

  /** Counts the rows of the view of all rows that meet a condition. */
  private def count(condition: String): Long =
    spark.sql(s"SELECT count(*) FROM looked WHERE $condition").head.getLong(0)

  @Test
  def bySidesWithoutAConditionPartnersOfOtherColumnsAreSent(): Unit = {
    val partners = count("g IN (SELECT g FROM others)")
    assertTrue(partners < count("g IS NOT NULL"))
    check("SELECT a.k, b.n FROM @looked a JOIN others b ON a.g = b.g", partners)
    check("SELECT k FROM @looked WHERE g IN (SELECT g FROM others)", partners)
    check("SELECT k FROM @looked x WHERE EXISTS (SELECT * FROM others o WHERE o.g = x.g AND o.n <> x.k)", partners)
    for (join <- Seq("LEFT", "LEFT ANTI", "FULL"))
      check(s"SELECT a.k FROM @looked a $join JOIN others b ON a.g = b.g", rowCount)
  }

  @Test
  def otherColumnsAreLeftToSpark(): Unit = {
    check("SELECT a.x, b.y FROM (SELECT k + 1 AS x FROM @looked) a JOIN keys b ON a.x = b.x", rowCount)
  }

  @Test
  def renamedColumnsAreFollowed(): Unit = {
    check(
      "SELECT a.z, b.y FROM (SELECT k AS z, upper(g) AS k FROM @looked WHERE i > -200) a JOIN keys b ON a.z = b.x",
      1
    )
    check("SELECT a.k, b.y, o.n FROM @looked a JOIN keys b ON a.k = b.x LEFT JOIN others o ON a.g = o.g", 2)
    check("SELECT a.k, b.y, o.n FROM @looked a LEFT JOIN others o ON a.g = o.g JOIN keys b ON a.k = b.x", 2)
  }

  @Test
  def oneTableTwiceIsReadAsEachSideNeeds(): Unit = {
    val query = "SELECT a.k, c.k FROM @looked a JOIN keys b ON a.k = b.x JOIN @looked c ON c.i = a.i"
    checkQuery(query)
    checkQuery("SELECT (SELECT count(*) FROM @looked), a.k FROM @looked a JOIN keys b ON a.k = b.x")
    checkQuery("SELECT a.k FROM @looked a JOIN keys b ON a.k = b.x UNION ALL SELECT k FROM @looked")
  }

  @Test
  def limitsAndGroupsBelowTheJoinAreNotTouched(): Unit = {
    checkQuery("SELECT a.k, b.y FROM (SELECT k FROM @looked ORDER BY k LIMIT 3) a JOIN keys b ON a.k = b.x")
    checkQuery("SELECT a.k, a.n, b.y FROM (SELECT k, count(*) AS n FROM @looked GROUP BY k) a JOIN keys b ON a.k = b.x")
    checkQuery("SELECT a.g, a.k, b.y FROM (SELECT g, max(k) AS k FROM @looked GROUP BY g) a JOIN keys b ON a.k = b.x")
  }

  @Test
  def withoutDynamicPruningAllRowsAreRead(): Unit =
    withConf("spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false") {
      check("SELECT a.k, b.y FROM @looked a JOIN keys b ON a.k = b.x", rowCount)
    }
}
