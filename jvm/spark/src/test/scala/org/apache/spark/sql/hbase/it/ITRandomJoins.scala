package org.apache.spark.sql.hbase.it

import scala.collection.mutable
import scala.concurrent.{Await, ExecutionContext, Future}
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.util.{Random, Using}

import org.apache.hadoop.hbase.TableName
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.ShuffleExchangeLike
import org.apache.spark.sql.execution.joins._
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.plan.runtime.BroadcastJoinExec
import org.apache.spark.sql.hbase.random.{QueryAnswer, RandomJoins, RandomRun, Rows}

/** Joins that are drawn, over tables of each kind, have the rows that plain Spark has over views with the same rows. */
class ITRandomJoins extends ClusterWithJar {

  /** A side that is no table of HBase. */
  private val View = "few"
  private val JoinsOfTables = 1000
  private val DefaultCount = 200

  /** The clause and the properties of each kind, beside the order of the columns in its row key. */
  private val kinds = Seq(
    "columns" -> ("", "'hbase.layout' = 'columns'"),
    "packed" -> ("", "'hbase.layout' = 'packed'"),
    "columnar" -> ("", "'hbase.layout' = 'columnar', 'hbase.group.bits' = '24'"),
    "descending" -> ("", "'hbase.column.a.order' = 'desc', 'hbase.column.b.order' = 'desc'"),
    "salted" -> ("CLUSTERED BY (a) INTO 4 BUCKETS", ""),
    "clustered" -> ("CLUSTERED BY (a) INTO 4 BUCKETS", "'hbase.layout' = 'packed', 'hbase.column.c.order' = 'desc'"),
    "hashed" -> ("", "'hbase.key.hash.bytes' = '2', 'hbase.region.count' = '4'")
  )
  private val orders = Seq("a, b, c", "a, c, b", "b, a, c", "c, b, a")

  /** Joins of tables in buckets come up more often, as such of others may not be partitioned by storage. */
  private val drawn = kinds.map(_._1) ++ Seq("salted", "clustered", View)

  private def makeTables(random: Random): Unit = {
    show(View, random, 12)
    // What is drawn does not depend on the threads. Each table waits for HBase most of its time.
    val made = kinds.map { case (name, (clause, properties)) =>
      show(name, random, 30 + random.nextInt(120))
      val isOrdered = name == "columns" || name == "columnar"
      // Buckets are by the first column, and regions begin at values of it.
      val key = orders(random.nextInt(if (isOrdered || clause.nonEmpty) 2 else orders.size))
      val splits = if (isOrdered) "'hbase.splits' = '3;7'" else ""
      val all = Seq(s"'hbase.coprocessor.jar' = 'file://$jar'", properties, splits).filter(_.nonEmpty)
      val create = s"CREATE TABLE hbase.default.$name (${RandomJoins.schema.toDDL}, PRIMARY KEY ($key)) USING hbase " +
        s"$clause TBLPROPERTIES (${all.mkString(", ")})"
      val way = if (random.nextBoolean()) "bulk" else "puts"
      val isFlushed = random.nextBoolean()
      Future(makeTable(name, create, way, isFlushed))(ExecutionContext.global)
    }
    made.foreach(Await.result(_, 5.minutes))
  }

  private def makeTable(name: String, create: String, way: String, isFlushed: Boolean): Unit = {
    val table = s"hbase.default.$name"
    fixture.sql(s"DROP TABLE IF EXISTS $table PURGE")
    fixture.sql(create)
    fixture.sql(s"INSERT INTO $table WITH ('write' = '$way') SELECT * FROM expected_$name WHERE a % 4 <> 1")
    if (isFlushed) flush(name)
    fixture.sql(s"INSERT INTO $table SELECT * FROM expected_$name WHERE a % 4 = 1")
  }

  private def show(name: String, random: Random, count: Int): Unit =
    fixture.spark
      .createDataFrame(RandomJoins.rows(random, count).asJava, RandomJoins.schema)
      .createOrReplaceTempView(s"expected_$name")

  private def flush(name: String): Unit = HBaseCluster.use(ClusterSettings.ofQuorum(hbase.quorum)) { shared =>
    Using.resource(shared.connection.getAdmin)(_.flush(TableName.valueOf(name)))
  }

  @Test
  def everyJoinHasSparksRows(): Unit = {
    val run = new RandomRun("joins", DefaultCount)
    val seen = mutable.LinkedHashMap(ways.map(_ -> 0): _*)
    var compared = 0
    var tables = 0
    makeTables(run.random(-1))
    for (number <- run.numbers) {
      if (number / JoinsOfTables != tables) {
        tables = number / JoinsOfTables
        makeTables(run.random(-1 - tables))
      }
      val join = new RandomJoins(run.random(number), drawn).draw()
      fixture.withSettings(join.settings: _*) {
        val frame = fixture.spark.sql(join.on(name => if (name == View) s"expected_$name" else s"hbase.default.$name"))
        (QueryAnswer.of(fixture.spark.sql(join.on("expected_" + _))), QueryAnswer.of(frame)) match {
          case (expected: Rows, found: Rows) if Rows.areEqual(expected, found, inOrder = false) =>
            compared += 1
            waysOf(frame).foreach(way => seen(way) += 1)
          case (expected, found) =>
            run.fail(number, join.sql, s"$join: plain Spark $expected, with HBase $found")
        }
      }
    }
    println(s"random joins: $compared equal, ${seen.mkString(", ")}, seed ${run.seed}")
    run.report(compared, "random joins")
    assertEquals(Nil, run.failureLines)
    // A short run may miss one of the ways.
    if (compared >= DefaultCount)
      for ((way, count) <- seen) run.assertFloor(count, compared, 1.0 / DefaultCount, s"a join was $way")
  }

  private lazy val ways = Seq(Broadcast, Merged, Hashed, Partitioned, Pushed, Pruned)
  private val Broadcast = "broadcast"
  private val Merged = "sorted and merged"
  private val Hashed = "hashed by partition"
  private val Partitioned = "partitioned by storage"
  private val Pushed = "made by region servers"
  private val Pruned = "pruned at runtime"

  /** The ways in which a query that has run was executed. */
  private def waysOf(frame: DataFrame): Set[String] = {
    val plan = frame.queryExecution.executedPlan
    val nodes = collect(plan) {
      case _: BroadcastHashJoinExec | _: BroadcastNestedLoopJoinExec => Broadcast
      case _: SortMergeJoinExec => Merged
      case _: ShuffledHashJoinExec => Hashed
      case node: BroadcastJoinExec if node.metrics(BroadcastJoinExec.BuildRowsMetric).value > 0 => Pushed
      case scan: BatchScanExec if scan.runtimeFilters.nonEmpty => Pruned
    }.toSet
    val isPartitioned = collectFirst(plan) {
      case join @ (_: SortMergeJoinExec | _: ShuffledHashJoinExec) if !isShuffled(join) => join
    }.isDefined
    if (isPartitioned) nodes + Partitioned else nodes
  }

  private def isShuffled(plan: SparkPlan): Boolean =
    collectFirst(plan) { case exchange: ShuffleExchangeLike => exchange }.isDefined
}
