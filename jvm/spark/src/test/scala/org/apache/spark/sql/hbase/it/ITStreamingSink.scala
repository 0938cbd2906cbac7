package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.junit.jupiter.api.{AfterAll, BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.streaming.runtime.MemoryStream
import org.apache.spark.sql.functions._
import org.apache.spark.sql.streaming.{DataStreamWriter, OutputMode, StreamingQuery, Trigger}

/** One row of a stream; `v` may be NULL. */
final case class Event(k: Int, s: String, v: Option[Long])

/** Streaming queries that write to tables, stopped and started again as after a crash. */
class ITStreamingSink extends ClusterWithJar {
  private var folder: Path = _

  @BeforeAll
  def makeFolder(): Unit = folder = Files.createTempDirectory("checkpoints-")

  @AfterAll
  def removeFolder(): Unit =
    Using.resource(Files.walk(folder))(_.iterator.asScala.toList).reverse.foreach(Files.delete)

  private def create(name: String, layout: String = "columns"): String = {
    val table = s"hbase.default.$name"
    fixture.sql(
      s"CREATE TABLE $table (k INT, v BIGINT, s STRING, PRIMARY KEY (k)) USING hbase " +
        s"TBLPROPERTIES ('hbase.layout' = '$layout', 'hbase.coprocessor.jar' = 'file://$jar')"
    )
    table
  }

  private def events: MemoryStream[Event] = {
    val spark = fixture.spark
    import spark.implicits._
    MemoryStream[Event](spark)
  }

  private def writer(rows: DataFrame, name: String): DataStreamWriter[Row] =
    rows.writeStream.option("checkpointLocation", folder.resolve(name).toString)

  /** Writes all that has come, and stops. */
  private def run(query: StreamingQuery): Unit =
    try query.processAllAvailable()
    finally query.stop()

  private def rows(table: String): Seq[Row] = fixture.sql(s"SELECT * FROM $table ORDER BY k")

  /** Epoch `n` is stored, and Spark has not noted it. */
  private def forgetCommit(name: String, n: Int): Unit = {
    val commits = folder.resolve(name).resolve("commits")
    Files.delete(commits.resolve(s"$n"))
    Files.deleteIfExists(commits.resolve(s".$n.crc"))
  }

  @Test
  def anEpochThatRunsAgainWritesTheSameCells(): Unit = {
    val table = create("again")
    val source = events
    // Columns come in an order of their own, and s is there for each row.
    def query = writer(source.toDF().select("s", "k", "v"), "again").queryName("again").toTable(table)
    source.addData(Event(1, "a", Some(10)), Event(2, "b", None))
    run(query)
    source.addData(Event(1, "c", None), Event(3, "d", Some(30)))
    run(query)
    assertEquals(Seq(Row(1, null, "c"), Row(2, null, "b"), Row(3, 30L, "d")), rows(table))
    def times = fixture.sql(s"SELECT k, _timestamp FROM $table WHERE k > 1 ORDER BY k")
    val before = times
    // Somebody deletes a row that the epoch wrote, before it runs again.
    fixture.sql(s"DELETE FROM $table WHERE k = 1")
    forgetCommit("again", 1)
    source.addData(Event(4, "e", Some(40)))
    run(query)
    assertEquals(Seq(Row(2, null, "b"), Row(3, 30L, "d"), Row(4, 40L, "e")), rows(table))
    assertEquals(before, times.init)
    val ascending = times.map(_.getTimestamp(1).getTime)
    assertEquals(ascending.distinct.sorted, ascending)
  }

  @Test
  def anEpochThatFailedRunsAgainAsAWhole(): Unit = {
    val table = create("failed", "packed")
    val source = events
    val mayFail = udf((k: Int) => if (ITStreamingSink.fails && k == 13) sys.error("on purpose") else s"s$k")
    def query = writer(source.toDF().withColumn("s", mayFail(col("k"))), "failed").toTable(table)
    source.addData((1 to 20).map(k => Event(k, "", Some(k))): _*)
    ITStreamingSink.fails = true
    try assertTrue(fixture.assertRaises("FAILED_EXECUTE_UDF", "epoch 0")(run(query)).nonEmpty)
    finally ITStreamingSink.fails = false
    run(query)
    fixture.assertRows(
      Seq(Row(20L, 210L, "s13", 1L)),
      s"SELECT count(*), sum(v), max(s) FILTER (WHERE k = 13), count(DISTINCT _timestamp) FROM $table"
    )
  }

  @Test
  def updatedRowsReplaceThoseBefore(): Unit = {
    val table = create("updated", "packed")
    val source = events
    val counts = source.toDF().groupBy("k").agg(count(lit(1)).as("v"))
    def query = writer(counts, "updated").outputMode(OutputMode.Update).toTable(table)
    source.addData(Event(1, "a", None), Event(2, "b", None), Event(1, "c", None))
    run(query)
    // A row that no later epoch updates stays as it is; columns that the query has not are NULL.
    fixture.sql(s"INSERT INTO $table VALUES (2, 70, 'mine')")
    source.addData(Event(1, "d", None), Event(3, "e", None))
    run(query)
    assertEquals(Seq(Row(1, 3L, null), Row(2, 70L, "mine"), Row(3, 1L, null)), rows(table))
  }

  @Test
  def groupsOfRowsTakeThoseOfAStream(): Unit = {
    val table = create("grouped", "columnar")
    def load(rows: String): Unit =
      fixture.sql(
        s"INSERT INTO $table WITH ('write' = 'bulk') SELECT CAST(id AS INT), id * 10, concat('g', id) FROM $rows"
      )
    load("range(2000)")
    val source = events
    def query = writer(source.toDF().select("k", "v", "s"), "grouped").toTable(table)
    source.addData(Event(5, "new", Some(7)), Event(1500, "far", None), Event(5000, "beyond", Some(8)))
    run(query)
    val expected = Seq(Row(4, 40L, "g4"), Row(5, 7L, "new"), Row(1500, null, "far"), Row(5000, 8L, "beyond"))
    val some = s"SELECT * FROM $table WHERE k IN (4, 5, 1500, 5000) ORDER BY k"
    fixture.assertRows(expected, some)
    // The epoch runs again, after a load that is newer than what it wrote.
    load("range(5, 6)")
    forgetCommit("grouped", 0)
    source.addData(Event(4, "later", None))
    run(query)
    fixture.assertRows(Seq(Row(4, null, "later"), Row(5, 50L, "g5")) ++ expected.drop(2), some)
    fixture.assertRows(Seq(Row(2001L, 2001L)), s"SELECT count(*), count(DISTINCT k) FROM $table")
    val others = events
    val counts = others.toDF().groupBy("k").agg(count(lit(1)).as("v"))
    def complete = writer(counts, "grouped_complete").outputMode("complete").toTable(table)
    others.addData(Event(1, "a", None), Event(1999, "b", None), Event(1, "c", None))
    run(complete)
    assertEquals(Seq(Row(1, 2L, null), Row(1999, 1L, null)), rows(table))
    forgetCommit("grouped_complete", 0)
    others.addData(Event(1999, "d", None))
    run(complete)
    assertEquals(Seq(Row(1, 2L, null), Row(1999, 2L, null)), rows(table))
  }

  @Test
  def aCompleteResultReplacesAllRows(): Unit = {
    val name = "complete"
    val table = create(name)
    val source = events
    val counts = source.toDF().groupBy("k").agg(count(lit(1)).as("v"))
    def query = writer(counts, name).outputMode("complete").toTable(table)
    fixture.sql(s"INSERT INTO $table VALUES (1, 70, 'x'), (9, 90, 'y')")
    source.addData(Event(1, "a", None), Event(2, "b", None))
    run(query)
    assertEquals(Seq(Row(1, 1L, null), Row(2, 1L, null)), rows(table))
    forgetCommit(name, 0)
    source.addData(Event(2, "c", None))
    run(query)
    assertEquals(Seq(Row(1, 1L, null), Row(2, 2L, null)), rows(table))
  }

  @Test
  def anAlteredTableIsWrittenByTheQueryThatIsStartedAgain(): Unit = {
    val table = create("altered", "packed")
    val source = events
    def query = writer(source.toDF(), "altered").toTable(table)
    val running = query
    source.addData(Event(1, "a", Some(1)))
    running.processAllAvailable()
    fixture.sql(s"ALTER TABLE $table ADD COLUMN x INT")
    source.addData(Event(2, "b", Some(2)))
    fixture.assertRaises("SPARKSQL_HBASE.WRITE_OUTDATED", "epoch 1")(run(running))
    run(query)
    assertEquals(Seq(Row(1, 1L, "a", null), Row(2, 2L, "b", null)), rows(table))
  }

  @Test
  def aTableThatOptionsDeclareIsWrittenToo(): Unit = {
    val raw = new RawTables(hbase.quorum)
    raw.create("declared", "f")
    val source = events
    def query(more: (String, String)*) = writer(source.toDF().selectExpr("concat('k', k) AS id", "s"), "declared")
      .format("hbase")
      .options(Map("hbase.table" -> "declared", "hbase.columns.mapping" -> "id STRING :key, s STRING f:s") ++ more)
    source.addData(Event(1, "a", None))
    run(query().start())
    assertEquals(Seq("k1" -> Map("f:s" -> "a")), raw.rows("declared"))
    fixture.assertRaises("SPARKSQL_HBASE.UNKNOWN_OPTION", "wirte")(query("wirte" -> "puts").start())
    raw.drop("declared")
  }

  @Test
  def whatCannotBeWrittenIsRefused(): Unit = {
    val table = create("refused")
    val source = events
    source.addData(Event(1, "a", Some(1)))
    val rows = source.toDF()
    Seq(
      "INCOMPATIBLE_DATA_FOR_TABLE.CANNOT_FIND_DATA" -> writer(rows.drop("k"), "refused1"),
      "INCOMPATIBLE_DATA_FOR_TABLE.EXTRA_COLUMNS" -> writer(rows.withColumnRenamed("s", "w"), "refused2"),
      "INCOMPATIBLE_DATA_FOR_TABLE.CANNOT_SAFELY_CAST" -> writer(rows.withColumn("v", col("s")), "refused3"),
      "NOT_NULL_ASSERT_VIOLATION" -> writer(rows.withColumn("k", expr("nullif(k, 1)")), "refused4"),
      "SPARKSQL_HBASE.UNKNOWN_OPTION" -> writer(rows, "refused5").option("wirte", "puts"),
      "SPARKSQL_HBASE.INVALID_OPTION" -> writer(rows, "refused6").option("write", "bulk")
    ).foreach { case (condition, query) => fixture.assertRaises(condition, condition)(run(query.toTable(table))) }
    val rates = fixture.spark.readStream.format("rate").load().selectExpr("CAST(value AS INT) AS k")
    fixture.withSettings("spark.sql.streaming.checkpointLocation" -> folder.toString) {
      val continuous = rates.writeStream.queryName("refused7").trigger(Trigger.Continuous("1 second"))
      fixture.assertRaises("SPARKSQL_HBASE.INVALID_OPTION", "continuous")(continuous.toTable(table))
      val unnamed = rates.writeStream.trigger(Trigger.Continuous("1 second"))
      fixture.assertRaises("SPARKSQL_HBASE.UNSUPPORTED_STATEMENT", "continuous")(unnamed.toTable(table))
    }
    assertEquals(Seq.empty, this.rows(table))
  }
}

object ITStreamingSink {

  /** Tasks run in this JVM. */
  @volatile private var fails = false
}
