package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._
import scala.util.Random

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.{Row, SparkSession}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.hbase.Turns
import org.apache.spark.sql.hbase.plan.runtime.BroadcastJoinExec
import org.apache.spark.sql.types._

/** Joins with a small broadcast side below an aggregation: what the region servers take, and that the answer is Spark's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestBroadcastJoinEqualsSpark extends SparkOracle with AdaptiveSparkPlanHelper {
  import PlanSession.withConf

  private val dimension = StructType(
    Seq(
      StructField("id", IntegerType, nullable = false),
      StructField("di", IntegerType),
      StructField("name", StringType),
      StructField("region", StringType),
      StructField("rate", DecimalType(12, 2)),
      StructField("weight", DoubleType)
    )
  )

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("joinsmall", PlanFixtures.schema, PlanFixtures.small)
    PlanSession.create("joinedges", PlanFixtures.schema, PlanFixtures.edges)
    val regions = Seq("north", "south", null)
    // Every key twice, one of three names and NULL keys among them.
    val rows = (0 until 60).map { id =>
      val key = if (id % 10 == 0) null else id / 2
      val name = Seq("AA", "B6", null)(id % 3)
      Row(id, key, name, regions(id % 3), new java.math.BigDecimal(id * 25).movePointLeft(2), id / 8d)
    }
    PlanSession.create("dim", dimension, rows)
    PlanSession.create("unique", dimension, rows.filter(_.getInt(0) % 2 == 1))
  }

  private def adaptive[T](action: Settings => T): Unit =
    for (on <- Seq("true", "false")) withConf("spark.sql.adaptive.enabled" -> on)(action(modes.head))

  /** The plan of a query that was run. */
  private def executed(query: String): SparkPlan = {
    val frame = PlanSession.spark.sql(query.replace("@", "inproc."))
    frame.collect()
    frame.queryExecution.executedPlan
  }

  private def joinNode(plan: SparkPlan): Option[BroadcastJoinExec] = collectFirst(plan) {
    case node: BroadcastJoinExec =>
      node
  }

  private def pushed(query: String, inSpark: Boolean = false): Unit =
    Turns.half(modes.zip(Seq("true", "false")), query).foreach { case (mode, isAdaptive) =>
      withConf("spark.sql.adaptive.enabled" -> isAdaptive) {
        val plan = executed(query)
        val node = joinNode(plan)
        assertTrue(node.isDefined, s"not pushed: $query\n$plan")
        val rows = node.get.metrics(BroadcastJoinExec.BuildRowsMetric).value
        assertEquals(inSpark, rows <= 0, s"$rows build rows: $query")
        checkQuery(query, Seq(mode))
      }
    }

  private def refused(query: String, reason: String): Unit = adaptive { _ =>
    assertTrue(joinNode(executed(query)).isEmpty, query)
    val reports = PlanSession.scans(PlanSession.spark.sql(query.replace("@", "inproc."))).map(_.report)
    assertTrue(
      reports.exists(_.refusals.map(_.toString).exists(r => r.startsWith("Join(") && r.contains(reason))),
      s"$query: $reports"
    )
    checkQuery(query, Seq(Nil))
  }

  @Test
  def starQueriesSendGroups(): Unit = {
    val query = "SELECT /*+ BROADCAST(d) */ d.name, sum(f.l), count(*) FROM @joinsmall f JOIN @unique d ON f.k = d.di" +
      " WHERE d.region = 'south' GROUP BY d.name"
    pushed(query)
    val (_, rows) = withRowsSent("joinsmall")(PlanSession.spark.sql(query.replace("@", "inproc.")).collect())
    // Else the keys of the small side would prune the rows.
    val unpruned = "spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false"
    val (_, without) = withConf(InProcessScan.MaxBuildBytes -> "0", unpruned) {
      withRowsSent("joinsmall")(PlanSession.spark.sql(query.replace("@", "inproc.")).collect())
    }
    // One group of each of three regions at most, in small frames.
    assertTrue(rows <= 12, s"$rows rows")
    assertEquals(300L, without)
  }

  @Test
  def innerJoins(): Unit = Seq(
    "SELECT /*+ BROADCAST(d) */ d.region, d.name, count(*), sum(f.k), max(d.rate) FROM @joinedges f JOIN @dim d ON f.i = d.di GROUP BY ALL",
    "SELECT /*+ BROADCAST(d) */ f.g, sum(d.weight), min(d.id) FROM @joinsmall f JOIN @dim d ON f.k = d.di AND f.g = d.name GROUP BY f.g",
    "SELECT /*+ BROADCAST(d) */ count(*) FROM @joinsmall f JOIN @dim d ON f.g = d.name",
    "SELECT /*+ BROADCAST(d) */ count(*), sum(d.rate * 2) FROM @joinedges f, @dim d WHERE f.t = d.di AND f.l > 0",
    "SELECT /*+ BROADCAST(d) */ d.name, avg(f.p) FROM @joinsmall f JOIN @dim d ON f.k % 7 = d.di GROUP BY d.name",
    "SELECT /*+ BROADCAST(d) */ upper(d.name), count(DISTINCT f.g) FROM @joinsmall f JOIN @dim d ON f.k = d.di GROUP BY upper(d.name)",
    "SELECT /*+ BROADCAST(d) */ d.name, f.g, count(*) FROM @joinsmall f JOIN @dim d ON f.k = d.di GROUP BY ROLLUP(d.name, f.g)",
    "SELECT /*+ BROADCAST(d) */ first(d.id), last(d.id) FROM @joinsmall f JOIN @dim d ON f.k = d.di GROUP BY f.k",
    "SELECT /*+ BROADCAST(d) */ DISTINCT d.region FROM @joinsmall f JOIN @dim d ON f.k = d.di",
    "SELECT /*+ BROADCAST(d) */ count(*), sum(d.id) FROM @unique d JOIN @joinsmall f ON d.id = f.k"
  ).foreach(pushed(_))

  @Test
  def outerSemiAndAntiJoins(): Unit = Seq(
    "SELECT /*+ BROADCAST(d) */ d.name, count(*), count(d.id), sum(f.l) FROM @joinsmall f LEFT JOIN @dim d ON f.i = d.di GROUP BY d.name",
    "SELECT /*+ BROADCAST(d) */ d.name, count(*) FROM @dim d RIGHT JOIN @joinsmall f ON f.i = d.di GROUP BY d.name",
    "SELECT /*+ BROADCAST(d) */ f.g, count(*) FROM @joinedges f LEFT SEMI JOIN @dim d ON f.i = d.di GROUP BY f.g",
    "SELECT /*+ BROADCAST(d) */ f.g, count(*), sum(f.k) FROM @joinsmall f LEFT ANTI JOIN @dim d ON f.t = d.di GROUP BY f.g",
    "SELECT count(*), sum(k) FROM @joinsmall WHERE i IN (SELECT /*+ BROADCAST(dim) */ di FROM @dim)",
    "SELECT count(*) FROM @joinsmall f WHERE EXISTS (SELECT /*+ BROADCAST(d) */ 1 FROM @dim d WHERE d.di = f.k AND d.name = f.g)"
  ).foreach(pushed(_))

  @Test
  def keysOfEveryType(): Unit = {
    val columns = Seq("g", "t", "s", "i", "l", "f", "d", "p", "w", "b", "str", "bin", "dt", "ts", "ntz")
    for (column <- columns) {
      val side = s"(SELECT $column AS key, count(*) AS n FROM @joinedges WHERE k % 3 = 0 GROUP BY $column)"
      val query = "SELECT /*+ BROADCAST(x) */ count(*), sum(f.k * n), max(x.key), min(x.key)" +
        s" FROM @joinedges f JOIN $side x ON f.$column = x.key"
      val semi = s"SELECT count(*), sum(f.k) FROM @joinedges f LEFT SEMI JOIN $side x ON f.$column = x.key"
      for (one <- Seq(query, semi.replace("SELECT", "SELECT /*+ BROADCAST(x) */"))) {
        assertTrue(joinNode(executed(one)).exists(_.metrics(BroadcastJoinExec.BuildRowsMetric).value > 0), one)
        checkQuery(one, Seq(Nil))
      }
    }
  }

  @Test
  def theKeysOfASemiJoinTravelOnce(): Unit = adaptive { _ =>
    val query = "SELECT /*+ BROADCAST(d) */ f.g, count(*) FROM @joinsmall f" +
      " LEFT SEMI JOIN (SELECT * FROM @dim WHERE region = 'south') d ON f.k = d.di GROUP BY f.g"
    val frame = PlanSession.spark.sql(query.replace("@", "inproc."))
    frame.collect()
    val sent = PlanSession.ranScans(frame).map(_.sentSubPlan).find(_.toString.contains("function: COUNT")).get
    assertEquals(1, "function: IN\n".r.findAllIn(sent.toString).size, sent.toString)
    assertTrue(!sent.getOperatorsList.asScala.exists(_.hasBroadcastJoin), sent.toString)
    assertTrue(!sent.getOperators(0).getFilter.getOptional, sent.toString)
  }

  @Test
  def nullSafeAndSeveralKeys(): Unit = Seq(
    "SELECT /*+ BROADCAST(d) */ count(*), sum(f.k) FROM @joinsmall f JOIN @dim d ON f.i <=> d.di",
    "SELECT /*+ BROADCAST(d) */ count(*), sum(f.k) FROM @joinsmall f JOIN @dim d ON f.g <=> d.name AND f.k = d.id",
    "SELECT /*+ BROADCAST(d) */ count(*), sum(f.k) FROM @joinsmall f JOIN @dim d ON f.k = d.id AND f.t = d.di",
    "SELECT /*+ BROADCAST(d) */ count(*) FROM @joinsmall f JOIN @dim d ON cast(f.k AS BIGINT) = d.id + 1L"
  ).foreach(pushed(_))

  @Test
  def moreConditionsOfInnerJoins(): Unit = {
    pushed(
      "SELECT /*+ BROADCAST(d) */ f.g, count(*) FROM @joinsmall f JOIN @dim d ON f.k = d.di AND f.g < d.name GROUP BY f.g"
    )
    refused(
      "SELECT /*+ BROADCAST(d) */ count(*) FROM @joinsmall f LEFT JOIN @dim d ON f.k = d.di AND f.g < d.name",
      "more conditions"
    )
    refused(
      "SELECT /*+ BROADCAST(d) */ count(*) FROM @joinsmall f JOIN @dim d ON f.k = d.di AND 10 div (f.i + d.id) > 0",
      "may raise an error"
    )
  }

  @Test
  def severalJoins(): Unit = Seq(
    "SELECT /*+ BROADCAST(a), BROADCAST(b) */ a.name, b.region, count(*), sum(f.k) FROM @joinsmall f" +
      " JOIN @unique a ON f.k = a.di JOIN @unique b ON f.t = b.di GROUP BY a.name, b.region",
    "SELECT /*+ BROADCAST(a), BROADCAST(b) */ b.region, count(*) FROM @joinsmall f" +
      " JOIN @unique a ON f.k = a.di LEFT JOIN @dim b ON a.id = b.di WHERE a.weight > 1 GROUP BY b.region",
    "SELECT x.n, count(*) FROM (SELECT /*+ BROADCAST(a) */ f.k, f.i, a.name AS n FROM @joinsmall f JOIN @dim a ON f.k = a.di) x" +
      " WHERE x.i > 0 AND x.n IS NOT NULL GROUP BY x.n"
  ).foreach(pushed(_))

  @Test
  def errorsAreThoseOfSpark(): Unit = Seq(
    "SELECT /*+ BROADCAST(d) */ sum(100 div f.i) FROM @joinsmall f JOIN @dim d ON f.k = d.di",
    "SELECT /*+ BROADCAST(d) */ sum(100 div (d.id - 3)) FROM @joinsmall f JOIN @dim d ON f.k = d.di",
    "SELECT /*+ BROADCAST(d) */ sum(f.l * d.id) FROM @joinedges f JOIN @dim d ON f.k = d.di",
    "SELECT /*+ BROADCAST(d) */ count(*) FROM @joinsmall f JOIN @dim d ON 100 div f.i = d.di"
  ).foreach { query =>
    adaptive { _ =>
      assertTrue(
        collectFirst(PlanSession.spark.sql(query.replace("@", "inproc.")).queryExecution.sparkPlan) {
          case node: BroadcastJoinExec => node
        }.isDefined,
        query
      )
      checkQuery(query)
    }
  }

  @Test
  def anEmptySideStaysInSpark(): Unit = {
    val none = "(SELECT * FROM @dim WHERE id < 0)"
    val queries = Seq(
      s"SELECT /*+ BROADCAST(d) */ count(*) FROM @joinsmall f JOIN $none d ON f.k = d.di",
      s"SELECT /*+ BROADCAST(d) */ f.g, count(*) FROM @joinsmall f LEFT ANTI JOIN $none d ON f.k = d.di GROUP BY f.g",
      s"SELECT /*+ BROADCAST(d) */ d.name, count(*) FROM @joinsmall f LEFT JOIN $none d ON f.k = d.di GROUP BY d.name"
    )
    queries.foreach(query => adaptive(_ => checkQuery(query)))
    withConf("spark.sql.adaptive.enabled" -> "false") {
      queries.foreach(q =>
        assertEquals(0L, joinNode(executed(q)).get.metrics(BroadcastJoinExec.BuildRowsMetric).value.max(0L), q)
      )
    }
  }

  @Test
  def sidesThatAreTooLargeStayInSpark(): Unit = {
    val query =
      "SELECT /*+ BROADCAST(d) */ d.name, count(*) FROM @joinsmall f JOIN @dim d ON f.k = d.di GROUP BY d.name"
    withConf(InProcessScan.MaxBuildBytes -> "100")(pushed(query, inSpark = true))
    // More rows with one key than the engine makes of a row.
    val same = "(SELECT k DIV 1000 AS zero, k AS n FROM @joinedges WHERE k < 100)"
    pushed(
      s"SELECT /*+ BROADCAST(x) */ count(*), sum(n) FROM @joinsmall f JOIN $same x ON f.t = x.zero",
      inSpark = true
    )
    withConf(InProcessScan.MaxBuildBytes -> "0")(refused(query, "join.broadcast.bytes is 0"))
  }

  @Test
  def otherJoinsStayInSpark(): Unit = {
    refused("SELECT count(*) FROM @joinsmall f JOIN @dim d ON f.k = d.di", "not in the region")
    refused("SELECT /*+ BROADCAST(d) */ count(*) FROM @joinsmall f JOIN @dim d ON f.k < d.di", "not in the region")
    refused(
      "SELECT count(*) FROM @joinsmall WHERE i NOT IN (SELECT /*+ BROADCAST(dim) */ di FROM @dim WHERE di > 3)",
      "NOT IN"
    )
    refused(
      "SELECT /*+ BROADCAST(d) */ count(*) FROM @joinsmall f JOIN @dim d ON soundex(f.g) = d.name",
      "soundex"
    )
    refused(
      "SELECT /*+ BROADCAST(d) */ f.g, collect_set(d.id) FROM @joinsmall f JOIN @dim d ON f.k = d.di GROUP BY f.g",
      "collect_set"
    )
  }

  @Test
  def anyJoinOfAnyKeys(): Unit = {
    val seed = 20261122L
    val random = new Random(seed)
    val columns = Seq("g", "t", "s", "i", "l", "f", "d", "p", "w", "b", "str", "bin", "dt", "ts", "ntz")
    def any[T](values: Seq[T]): T = values(random.nextInt(values.size))
    for (_ <- 0 until 24) {
      val joinType = any(Seq("JOIN", "LEFT JOIN", "LEFT SEMI JOIN", "LEFT ANTI JOIN"))
      val side = s"(SELECT * FROM @joinedges WHERE k % ${5 + random.nextInt(20)} = 1)"
      val on = Seq.fill(1 + random.nextInt(2))(any(columns)).distinct.map(c => s"f.$c = x.$c").mkString(" AND ")
      val wide = joinType == "JOIN" || joinType == "LEFT JOIN"
      val group = s"${if (wide) any(Seq("f", "x")) else "f"}.${any(Seq("g", "t", "b", "dt"))}"
      val value = s"${if (wide) any(Seq("f", "x")) else "f"}.${any(columns.filterNot(_ == "bin"))}"
      val query = s"SELECT /*+ BROADCAST(x) */ $group, count(*), sum(f.k), min($value), max($value) FROM @joinedges f" +
        s" $joinType $side x ON $on GROUP BY $group"
      withConf("spark.sql.adaptive.enabled" -> random.nextBoolean().toString) {
        assertTrue(joinNode(executed(query)).isDefined, s"seed $seed: $query")
        checkQuery(query, Seq(any(modes)))
      }
    }
  }

  @Test
  def adaptiveExecutionKnowsWhatABroadcastStandsFor(): Unit = {
    // One row on the small side, many in the join: they are to be sorted.
    val one = "(SELECT t AS key FROM @joinsmall WHERE t IS NOT NULL ORDER BY k LIMIT 1)"
    checkOrdered(s"SELECT /*+ BROADCAST(x) */ f.l, f.k FROM @joinsmall f JOIN $one x ON f.t = x.key ORDER BY f.l, f.k")
  }

  @Test
  def theSameJoinTwiceIsPlannedOnce(): Unit = {
    val one =
      "SELECT /*+ BROADCAST(d) */ d.name, count(*) AS n FROM @joinsmall f JOIN @dim d ON f.k = d.di GROUP BY d.name"
    val other = one.replace("d.di GROUP", "d.di AND d.region = 'south' GROUP")
    adaptive { _ =>
      checkQuery(s"SELECT * FROM ($one) UNION ALL SELECT * FROM ($one)")
      // The scans are the same but for the rows that they get.
      checkQuery(s"SELECT * FROM ($one) UNION ALL SELECT * FROM ($other)")
      checkQuery(s"SELECT a.name, a.n, b.n FROM ($one) a JOIN ($other) b ON a.name = b.name")
    }
  }

  @Test
  def generatedCodeReadsTheSameRows(): Unit = withConf(PlanSession.generatedCode: _*) {
    pushed("SELECT /*+ BROADCAST(d) */ d.name, sum(f.k) FROM @joinsmall f JOIN @dim d ON f.k = d.di GROUP BY d.name")
    withConf(InProcessScan.MaxBuildBytes -> "100") {
      pushed(
        "SELECT /*+ BROADCAST(d) */ d.name, sum(f.k) FROM @joinsmall f JOIN @dim d ON f.k = d.di GROUP BY d.name",
        inSpark = true
      )
    }
  }

  @Test
  def aFrameThatRunsTwiceIsRightTwice(): Unit = adaptive { _ =>
    val frame = SparkSession.active.sql(
      "SELECT /*+ BROADCAST(d) */ d.name, sum(f.k) FROM inproc.joinsmall f JOIN inproc.dim d ON f.k = d.di GROUP BY d.name ORDER BY d.name"
    )
    assertEquals(frame.collect().toSeq, frame.collect().toSeq)
    assertEquals(frame.count(), frame.collect().length.toLong)
  }
}
