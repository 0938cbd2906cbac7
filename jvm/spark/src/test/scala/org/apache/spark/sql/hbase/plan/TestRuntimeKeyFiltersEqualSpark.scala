package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.functions.udf
import org.apache.spark.sql.hbase.Turns

/** Joins that Spark shuffles: of a side that turns out to have few keys, only partners cross the wire. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestRuntimeKeyFiltersEqualSpark extends SparkOracle {
  import PlanSession.{spark, withConf}

  private val rowCount = PlanFixtures.small.size.toLong
  private val MaxKeys = "spark.sql.hbase.join.runtime.keys"
  private val calls = spark.sparkContext.longAccumulator("calls")

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("partners", PlanFixtures.schema, PlanFixtures.small)
    val count = calls
    val isEven = udf { (n: Long) =>
      count.add(1)
      n % 2 == 0
    }
    spark.udf.register("is_even", isEven.asNondeterministic())
    // What Spark cannot know before: which rows of a view of many pass its condition.
    val views = Map(
      "few" -> ("SELECT CAST(IF(id % 7 = 6, NULL, id % 7 * 247 + 3) AS INT) AS x, concat('n', id) AS y FROM range(2000)" +
        " WHERE pmod(hash(id), 1000) >= 0 AND id IN (0, 1, 6, 7)"),
      "wide" -> "SELECT id * 247 + 3 AS x, id AS y FROM range(2000) WHERE id * id <= 1 OR id = 1999",
      "none" -> "SELECT CAST(id AS INT) AS x, 'n' AS y FROM range(2000) WHERE id * id = 7",
      "many" -> "SELECT CAST(id AS INT) AS x, id AS y FROM range(2000) WHERE id * 2 >= 0"
    )
    views.foreach { case (name, query) => spark.sql(s"CREATE OR REPLACE TEMP VIEW $name AS $query") }
  }

  /** Without broadcasts, and with those that adaptive execution finds better when a side has run. */
  private val planned: Seq[Settings] = Seq(
    Seq("spark.sql.adaptive.enabled" -> "false", "spark.sql.ansi.enabled" -> "true"),
    Seq("spark.sql.adaptive.enabled" -> "true", "spark.sql.ansi.enabled" -> "false"),
    Seq("spark.sql.adaptive.enabled" -> "true", "spark.sql.adaptive.autoBroadcastJoinThreshold" -> "1m")
  ).map(_ :+ ("spark.sql.autoBroadcastJoinThreshold" -> "-1"))

  /** Checks the answer, and how many rows were sent for it. */
  private def check(query: String, sent: Long): Unit = check(query, planned, sent)

  private def check(query: String, variants: Seq[Settings], sent: Long): Unit =
    for (settings <- Turns.half(variants, query)) withConf(settings: _*) {
      val (found, count) = withRowsSent("partners")(answer(query.replace("@", "inproc.")))
      assertEquals(answer(query.replace("@", "")), found, s"$settings: $query")
      assertEquals(sent, count, s"$settings: $query")
    }

  private def rowsSent(query: String, settings: Settings): Long = withConf(settings: _*) {
    val (found, count) = withRowsSent("partners")(rows(query.replace("@", "inproc.")))
    assertTrue(found.isSuccess, query)
    count
  }

  @Test
  def rowsWithoutAPartnerAreNotRead(): Unit = {
    check("SELECT a.k, a.d, b.y FROM @partners a JOIN few b ON a.k = b.x", 2)
    check("SELECT a.k, a.d, b.y FROM few b JOIN @partners a ON a.k = b.x AND a.d > -100 AND b.y <> 'n1'", 1)
    check("SELECT k, str FROM @partners WHERE EXISTS (SELECT * FROM few WHERE x = k AND y <> g)", 2)
  }

  @Test
  def theSideThatIsLookedUpReadsPartners(): Unit = {
    check("SELECT b.x, b.y, a.d FROM few b LEFT JOIN @partners a ON a.k = b.x AND a.k + length(b.y) > 9", 2)
    check("SELECT b.x, a.k FROM @partners a RIGHT JOIN few b ON a.k = b.x", 2)
    check("SELECT x FROM few LEFT ANTI JOIN @partners ON k = x", 2)
    check("SELECT x, y FROM few WHERE NOT EXISTS (SELECT * FROM @partners WHERE k = x)", 2)
    check("SELECT x, EXISTS (SELECT * FROM @partners WHERE k = x) OR y = 'n6' FROM few", 2)
  }

  @Test
  def whereRowsWithoutAPartnerAreWantedAllAreRead(): Unit = {
    check("SELECT k FROM @partners WHERE NOT EXISTS (SELECT * FROM few WHERE x = k)", rowCount)
    check("SELECT a.k, b.x FROM @partners a FULL JOIN few b ON a.k = b.x", rowCount)
  }

  @Test
  def keysOfAWiderTypeAreLookedUp(): Unit = {
    check("SELECT a.k, b.y FROM @partners a JOIN wide b ON a.k = b.x", 2)
    check("SELECT b.x, b.y, a.k FROM wide b LEFT JOIN @partners a ON a.k = b.x", 2)
  }

  @Test
  def nullsAreEqualIfTheJoinSaysSo(): Unit =
    checkQuery("SELECT a.k, b.y FROM few b LEFT JOIN @partners a ON a.k <=> b.x", planned)

  @Test
  def aSideWithoutARowReadsNothing(): Unit = {
    check("SELECT a.k FROM @partners a JOIN none b ON a.k = b.x", 0)
    check("SELECT b.x, a.k FROM none b LEFT JOIN @partners a ON a.k = b.x", 0)
  }

  @Test
  def ofMoreKeysThanTheSettingABloomFilterTravels(): Unit = {
    val query = "SELECT b.x, a.d FROM few b LEFT JOIN @partners a ON a.k = b.x"
    for (settings <- planned) {
      assertEquals(2L, rowsSent(query, settings :+ (MaxKeys -> "2")))
      assertEquals(2L, rowsSent(query, settings :+ (MaxKeys -> "1")))
      assertEquals(rowCount, rowsSent(query, settings :+ (MaxKeys -> "0")))
    }
    withConf(MaxKeys -> "1") {
      check("SELECT b.y, a.k FROM few b LEFT JOIN @partners a ON a.i = b.x", count("partners WHERE i IN (3, 250)"))
      check("SELECT a.k FROM @partners a LEFT SEMI JOIN wide b ON a.k = b.x", 2)
      check("SELECT x FROM few LEFT ANTI JOIN @partners ON k = x", 2)
      check("SELECT k FROM @partners WHERE NOT EXISTS (SELECT * FROM few WHERE x = k)", rowCount)
      checkQuery("SELECT a.k, b.y FROM few b LEFT JOIN @partners a ON a.k <=> b.x", planned)
    }
    withConf(MaxKeys -> "100")(check("SELECT b.x, a.d FROM many b LEFT JOIN @partners a ON a.k = b.x", rowCount))
  }

  @Test
  def explainSaysWhatHappened(): Unit = {
    val query = "SELECT b.x, a.d FROM few b LEFT JOIN inproc.partners a ON a.k = b.x"
    def shown(settings: Settings): String = withConf(settings: _*) {
      val frame = spark.sql(query)
      frame.collect()
      val plan = frame.queryExecution.executedPlan.toString
      assertTrue(plan.contains("RuntimeKeyFilter reads the first plan by the keys [x"), plan)
      PlanSession.ranScans(frame).head.sentSubPlan.toString
    }
    for (settings <- planned.take(2)) {
      assertTrue(shown(settings).contains("function: IN"))
      val filtered = shown(settings :+ (MaxKeys -> "1"))
      assertTrue(filtered.contains("function: MIGHT_CONTAIN") && !filtered.contains("function: IN"), filtered)
    }
  }

  @Test
  def theOtherSideRunsOnce(): Unit =
    for (settings <- planned) withConf(settings: _*) {
      calls.reset()
      val small = "SELECT id FROM range(1000) WHERE is_even(id) AND id < 4"
      val found = rows(s"SELECT s.id, a.d FROM ($small) s LEFT JOIN inproc.partners a ON a.k = s.id").get
      assertEquals(2, found.size)
      assertEquals(1000L, calls.value)
    }

  @Test
  def renamedColumnsAndJoinsBelowAreFollowed(): Unit = {
    check(
      "SELECT a.z, b.y FROM (SELECT k AS z, upper(g) AS k FROM @partners WHERE i > -200) a JOIN few b ON a.z = b.x",
      1
    )
    val groups = "SELECT upper('n') || x AS n, x AS z, count(*) AS c FROM few GROUP BY x HAVING count(*) < 2"
    val (unknown, adaptive) = planned.splitAt(1)
    check(s"SELECT b.n, a.k FROM ($groups) b LEFT JOIN @partners a ON a.k = b.z", unknown, 2)
    check(s"SELECT b.n, a.k FROM ($groups) b LEFT JOIN @partners a ON a.k = b.z", adaptive, 1)
    check(s"SELECT b.n, a.k FROM ($groups) b LEFT JOIN @partners a ON a.k = b.c", 1)
    check(s"SELECT a.k, b.n, b.c FROM @partners a JOIN ($groups) b ON a.k = b.z", unknown, 2)
    check(s"SELECT a.k, b.n, b.c FROM @partners a JOIN ($groups) b ON a.k = b.z", adaptive, 1)
    checkQuery("SELECT a.k, b.y, c.k FROM @partners a JOIN few b ON a.k = b.x JOIN @partners c ON c.i = a.i", planned)
    checkQuery("SELECT a.k, c.k FROM @partners a JOIN @partners c ON c.k = a.k + 1 AND a.i > 7", planned)
  }

  @Test
  def ofGroupsThatTheOrderOfRowsMayChangeAllKeysAreLookedUp(): Unit = {
    def query(number: String): String =
      s"SELECT b.s, a.k FROM (SELECT x, sum(CAST(x AS $number)) AS s FROM few GROUP BY x HAVING s < 100) b " +
        "LEFT JOIN @partners a ON a.k = b.x"
    val adaptive = planned.drop(1)
    check(query("DOUBLE"), adaptive, 2)
    check(query("DECIMAL(38, 2)"), adaptive, 2)
    check(query("DECIMAL(10, 2)"), adaptive, 1)
    check(query("BIGINT"), adaptive, 1)
  }

  @Test
  def otherColumnsAreLeftToSpark(): Unit =
    check("SELECT a.x, b.y FROM (SELECT k + 1 AS x FROM @partners) a JOIN few b ON a.x = b.x", rowCount)

  @Test
  def withoutReuseOfExchangesAllAreRead(): Unit = {
    val query = "SELECT a.k, b.y FROM @partners a RIGHT JOIN few b ON a.k = b.x"
    for (settings <- planned)
      assertEquals(rowCount, rowsSent(query, settings :+ ("spark.sql.exchange.reuse" -> "false")))
  }

  /** Counts the rows of the view of all rows that have one of the keys. */
  private def count(rows: String): Long = spark.sql(s"SELECT count(*) FROM $rows").head.getLong(0)

  @Test
  def byOtherColumnsPartnersAreSentIfTheOtherSideIsFarSmaller(): Unit = {
    val partners = count("partners WHERE i IN (SELECT x FROM few)")
    assertTrue(partners < rowCount / 20)
    check("SELECT a.k, b.y FROM @partners a JOIN few b ON a.i = b.x", partners)
    check("SELECT b.y, a.k FROM few b LEFT JOIN @partners a ON a.i = b.x", partners)
    // Without a condition and with many rows it likely has all keys.
    val whole = "(SELECT id AS y, id + 3 AS x FROM range(40000))"
    check(
      s"SELECT a.k, b.y FROM @partners a JOIN $whole b ON a.i = b.x",
      planned.take(2),
      count("partners WHERE i IS NOT NULL")
    )
  }

  @Test
  def groupsWithoutAPartnerAreNotMade(): Unit = {
    val groups = "SELECT i, count(*) AS c, sum(l) AS s FROM @partners GROUP BY i"
    val partners = count("(SELECT DISTINCT i FROM partners WHERE i IN (SELECT x FROM few))")
    check(s"SELECT b.y, a.c, a.s FROM few b LEFT JOIN ($groups) a ON a.i = b.x", partners)
    check(s"SELECT b.y, a.c, a.s FROM few b JOIN ($groups HAVING count(*) > 0) a ON a.i = b.x", partners)
    // Of a value of the group nothing is known before it is made.
    val byCount = s"SELECT b.y, a.i FROM few b LEFT JOIN ($groups) a ON a.c = b.x"
    for (settings <- planned)
      assertTrue(rowsSent(byCount, settings) >= count("(SELECT DISTINCT i FROM partners)"), settings.toString)
  }

  @Test
  def bothSidesThatMayBePrunedAreReadInTheOrderThatSavesMost(): Unit = {
    PlanSession.create("others", PlanFixtures.schema, PlanFixtures.small)
    val wanted = "l BETWEEN -20 AND 20"
    val rows = count(s"partners WHERE $wanted")
    assertTrue(rows > 0 && rows < rowCount / 20)
    for (settings <- planned; side <- Seq("a", "b")) withConf(settings: _*) {
      val query = s"SELECT a.k, b.k FROM inproc.partners a JOIN inproc.others b ON a.k = b.k WHERE $side.$wanted"
      val ((found, sent), others) = withRowsSent("others")(withRowsSent("partners")(answer(query)))
      assertEquals(answer(query.replace("inproc.", "")), found, query)
      assertEquals((rows, rows), (sent, others), s"$settings: $query")
    }
  }
}
