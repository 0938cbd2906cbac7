package org.apache.spark.sql.hbase.it

import java.nio.file.Path

import scala.util.{Failure, Success, Try}

import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.io.TempDir

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.read.SubPlanScan
import org.apache.spark.sql.hbase.Turns

/**
 * Queries in a session that has the catalog, but not our extensions. They are compared with the same query on the same
 * rows in a view, in each layout, and in a table whose regions refuse sub-plans.
 */
class ITWithoutExtensions extends ClusterWithJar("--region-servers", "2") {
  private val Rows = 400
  private val Regions = 4
  private val Refusing = "refusing"

  /** Each with ANSI mode on or off, and a time zone. */
  private val tables =
    Seq(
      ("packed", "true", "UTC"),
      ("packed", "false", "Asia/Kolkata"),
      ("columns", "false", "America/Los_Angeles"),
      ("columnar", "true", "America/Los_Angeles"),
      (Refusing, "true", "UTC")
    )

  override protected def extensions: String = ""

  @BeforeAll
  def fill(): Unit = {
    fixture.spark
      .range(Rows)
      .selectExpr(
        "CAST(id % 7 AS INT) AS shop",
        "id",
        "CAST(IF(id % 9 = 0, NULL, id % 5) AS SMALLINT) AS small",
        "CAST(IF(id % 11 = 0, NULL, id / 4) AS DECIMAL(12,2)) AS amount",
        "IF(id % 3 = 0, NULL, concat('item', id % 13)) AS item",
        "timestamp_seconds(id * 3600) AS at",
        "date_add(DATE '2024-02-01', CAST(id % 60 AS INT)) AS day",
        "CASE id % 6 WHEN 0 THEN NULL WHEN 1 THEN double('NaN') WHEN 2 THEN -0.0D WHEN 3 THEN 0.0D ELSE id / 2 END AS f",
        "CAST(concat('b', id % 4) AS BINARY) AS b",
        "9223372036854775000 + id AS big"
      )
      .createOrReplaceTempView("expected")
    tables.map(_._1).distinct.foreach { table =>
      val layout = if (table == Refusing) "packed" else table
      val attached = if (table == Refusing) "" else s", 'hbase.coprocessor.jar' = 'file://$jar'"
      // The rows of one shop are a group.
      val groups = if (table == "columnar") ", 'hbase.group.bits' = '32'" else ""
      fixture.sql(s"""CREATE TABLE hbase.default.$table (shop INT, id BIGINT, small SMALLINT, amount DECIMAL(12,2),
        | item STRING, at TIMESTAMP, day DATE, f DOUBLE, b BINARY, big BIGINT, PRIMARY KEY (shop, id)) USING hbase
        | TBLPROPERTIES ('hbase.layout' = '$layout', 'hbase.splits' = '1; 3; 5'$attached$groups)""".stripMargin)
      fixture.sql(s"INSERT INTO hbase.default.$table SELECT * FROM expected")
    }
  }

  private val conditions = Seq(
    "small = 3",
    "f > 1.5D",
    "item IN ('item1', 'item5', 'x')",
    "NOT (small = 3 OR item IS NULL)",
    "f = 0.0D",
    "amount >= 24.125",
    "at >= TIMESTAMP '1970-01-10 00:00:00'",
    "day < DATE '2024-02-20'",
    "b > X'6231'",
    "item LIKE 'item1%'",
    "item LIKE '%5'",
    "contains(item, 'm1')",
    "f <=> NULL",
    "shop = 3 AND id > 200",
    "length(item) = 6 AND item RLIKE 'm.2'",
    "small IN (1, NULL) OR f IS NULL"
  )

  /** With how many rows a region sends at most. */
  private val aggregations = Seq(
    "SELECT count(*), count(item), min(f), max(f), min(item), max(at), sum(small), sum(shop), min(amount), hex(max(b)) FROM t" -> 1,
    "SELECT item, count(*), avg(small), max(day) FROM t WHERE id > 100 GROUP BY item" -> 14,
    "SELECT f, count(small), sum(f) FROM t WHERE id % 6 < 4 GROUP BY f" -> Rows,
    "SELECT count(*), sum(small), max(item) FROM t WHERE id < 0" -> 1,
    "SELECT count(*), sum(small), max(item) FROM t WHERE shop = 3 AND id IN (1, 2)" -> 1,
    "SELECT count(item), min(f) FROM t WHERE shop > 4 AND shop < 3" -> 1,
    "SELECT DISTINCT shop, small FROM t" -> 42
  )

  private val inSpark = Seq(
    "SELECT sum(big) FROM t" -> "sum(big): Spark does not hand over what an overflow is to give",
    "SELECT try_sum(big) FROM t" -> "sum(big): Spark does not hand over what an overflow is to give",
    "SELECT sum(amount), avg(amount) FROM t" -> "sum(amount): Spark would cast its partial sums to DECIMAL(12,2)",
    "SELECT avg(shop) FROM t" -> "avg(shop): Spark adds DOUBLE values",
    "SELECT id FROM t WHERE soundex(item) = 'I300' AND small = 2" -> "function soundex is not implemented",
    "SELECT id FROM t WHERE id + 1 > 390" -> "",
    "SELECT id FROM t WHERE 10 / small > 3 AND id > 10" -> "",
    "SELECT id FROM t WHERE small <> 0 AND 10 / small > 3" -> "",
    "SELECT id, 10 / small FROM t ORDER BY amount, id LIMIT 3" -> "",
    "SELECT id FROM t ORDER BY f DESC, id LIMIT 9" -> "",
    "SELECT shop + 1, count(*) FROM t GROUP BY shop + 1" -> ""
  )

  private def outcome(frame: => DataFrame): Either[String, Seq[String]] = Try(frame.collect()) match {
    case Success(rows) => Right(rows.map(_.toString).toSeq.sorted)
    case Failure(thrown) =>
      Left(
        Iterator
          .iterate(thrown)(_.getCause)
          .takeWhile(_ != null)
          .collect { case e: Throwable with SparkThrowable =>
            e.getCondition
          }
          .mkString
      )
  }

  private def scans(frame: DataFrame): Seq[BatchScanExec] =
    collect(frame.queryExecution.executedPlan: SparkPlan) { case scan: BatchScanExec => scan }

  private def description(frame: DataFrame): String =
    scans(frame).map(_.scan.asInstanceOf[SubPlanScan].description()).mkString

  private def received(frame: DataFrame): Long = scans(frame).map(_.metrics("hbaseRowsReceived").value).sum

  /** Compares the query over a table with plain Spark's over `plain`; returns the frame that ran. */
  private def compared(query: String, table: String, plain: String = "expected"): DataFrame =
    comparedRows(query, table, plain)._1

  /** Returns the number of rows, too. */
  private def comparedRows(query: String, table: String, plain: String = "expected"): (DataFrame, Int) = {
    val frame = fixture.spark.sql(query.replace("FROM t", s"FROM hbase.default.$table"))
    val expected = outcome(fixture.spark.sql(query.replace("FROM t", s"FROM $plain")))
    assertEquals(expected, outcome(frame), s"$query on $table")
    (frame, expected.fold(_ => 0, _.size))
  }

  /** Runs the action for the tables: every query in the first one, and in one of the others. */
  private def inTables[Q](queries: Seq[Q])(action: (Q, String) => Unit): Unit =
    tables.zipWithIndex.foreach { case ((table, ansi, zone), i) =>
      fixture.withSettings("spark.sql.ansi.enabled" -> ansi, "spark.sql.session.timeZone" -> zone) {
        queries.zipWithIndex.filter { case (_, j) => i == 0 || j % (tables.size - 1) == i - 1 }.foreach {
          case (query, _) =>
            action(query, table)
        }
      }
    }

  @Test
  def conditionsRunInTheRegionServers(): Unit = inTables(conditions) { (condition, table) =>
    val (frame, rows) = comparedRows(s"SELECT id FROM t WHERE $condition", table)
    assertEquals(None, frame.queryExecution.executedPlan.find(_.nodeName == "Filter"), condition)
    val line = description(frame)
    assertTrue(line.contains("Filter("), line)
    assertTrue(line.contains("this session lacks our extensions (spark.sql.extensions)"), line)
    if (table != Refusing) assertEquals(rows.toLong, received(frame), s"$condition on $table")
  }

  @Test
  def partialAggregatesRunInTheRegionServers(): Unit = inTables(aggregations) { case ((query, rows), table) =>
    val frame = compared(query, table)
    assertTrue(description(frame).contains("PartialAggregate("), description(frame))
    if (table != Refusing) assertTrue(received(frame) <= Regions * rows, s"$query on $table: ${received(frame)}")
  }

  @Test
  def whatIsNotProvenEqualStaysInSpark(): Unit = inTables(inSpark) { case ((query, reason), table) =>
    val frame = compared(query, table)
    val line = description(frame)
    assertTrue(line.contains(reason) && !line.contains("PartialAggregate("), line)
  }

  @Test
  def regionsStopAtALimit(): Unit =
    inTables(Seq("SELECT id FROM t WHERE small > 1 LIMIT 7", "SELECT id FROM t LIMIT 7")) { (query, table) =>
      val frame = fixture.spark.sql(query.replace("FROM t", s"FROM hbase.default.$table"))
      assertEquals(7, frame.collect().length, s"$query on $table")
      assertTrue(description(frame).contains("PartialLimit(7)"), description(frame))
      assertTrue(received(frame) <= Regions * 7, s"$query on $table: ${received(frame)}")
    }

  /** Spark pads CHAR columns above the scan: conditions on them are handed over, aggregates of them are not. */
  private val texts = Seq(
    "SELECT id FROM t WHERE c = 'a'" -> "Filter(",
    "SELECT id FROM t WHERE c > 'a' AND c <> 'ab'" -> "Filter(",
    "SELECT id FROM t WHERE c IN ('a', 'b   ', 'abcd')" -> "Filter(",
    "SELECT id FROM t WHERE c LIKE 'a   ' OR v LIKE 'a%'" -> "Filter(",
    "SELECT id FROM t WHERE c = v OR c <=> v" -> "Filter(",
    "SELECT id, c FROM t WHERE v = 'a '" -> "Filter(",
    "SELECT id FROM t WHERE length(c) = 4 AND length(v) < 2" -> "Filter(",
    "SELECT v, count(*), count(v), min(v), max(v) FROM t GROUP BY v" -> "PartialAggregate(",
    "SELECT DISTINCT v FROM t WHERE c = 'a'" -> "PartialAggregate(",
    "SELECT c, count(*), max(v) FROM t GROUP BY c" -> "",
    "SELECT min(c), max(c), count(DISTINCT c) FROM t" -> "",
    "SELECT id FROM t WHERE v COLLATE UTF8_LCASE = 'A'" -> "",
    "SELECT id FROM t WHERE c COLLATE UNICODE_CI IN ('A', 'B')" -> "",
    "SELECT id FROM t WHERE contains(v COLLATE UTF8_LCASE, 'B') AND v < 'Z' COLLATE UNICODE" -> "",
    "SELECT v COLLATE UTF8_LCASE AS l, count(*) FROM t WHERE v > 'a' GROUP BY l HAVING max(v) = min(v)" -> "",
    "SELECT min(v COLLATE UNICODE), max(v COLLATE UNICODE_CI) FROM t WHERE id > 3" -> ""
  )

  @Test
  def textsWithALengthOrACollationAreThoseOfSpark(@TempDir folder: Path): Unit = {
    val columns = "id INT NOT NULL, c CHAR(4), v VARCHAR(4)"
    fixture.sql(s"CREATE TABLE plain_texts ($columns) USING parquet LOCATION '${folder.toUri}'")
    fixture.sql(s"""CREATE TABLE hbase.default.texts ($columns, PRIMARY KEY (id)) USING hbase
      | TBLPROPERTIES ('hbase.splits' = '4', 'hbase.coprocessor.jar' = 'file://$jar')""".stripMargin)
    fixture.sql("""INSERT INTO plain_texts VALUES (1, 'a', 'a'), (2, 'a', 'a '), (3, 'ab', 'A'), (4, '', ''),
      | (5, 'A', 'äb'), (6, NULL, 'abcd'), (7, 'abcd', NULL), (8, 'b', 'b')""".stripMargin)
    fixture.sql("INSERT INTO hbase.default.texts SELECT * FROM plain_texts")
    try
      for ((ansi, zone) <- Turns.half(Seq("true" -> "UTC", "false" -> "Asia/Kolkata"), "texts"))
        fixture.withSettings("spark.sql.ansi.enabled" -> ansi, "spark.sql.session.timeZone" -> zone) {
          texts.foreach { case (query, operator) =>
            val line = description(compared(query, "texts", "plain_texts"))
            if (operator.nonEmpty) assertTrue(line.contains(operator), s"$query: $line")
            else assertTrue(!line.contains("PartialAggregate("), s"$query: $line")
          }
        }
    finally fixture.sql("DROP TABLE plain_texts")
  }

  @Test
  def rowsOfMetadataAndOfJoinsAreThoseOfSpark(): Unit = {
    assertEquals(
      outcome(fixture.spark.sql("SELECT id, true FROM expected WHERE small > 3")),
      outcome(fixture.spark.sql("SELECT id, _timestamp IS NOT NULL FROM hbase.default.packed WHERE small > 3"))
    )
    val joined = "SELECT a.id, d.item FROM t a JOIN (SELECT DISTINCT shop, item FROM t WHERE id < 9) d " +
      "ON a.shop = d.shop WHERE a.small = 2"
    val line = description(compared(joined, "packed"))
    assertTrue(line.contains("Filter((small = 2S))"), line)
  }

  @Test
  def theProcedureExplainsAQueryAndRunsNothing(): Unit = {
    def explained(query: String): String =
      fixture.sql(s"CALL hbase.system.explain(query => '$query')").head.getString(0)
    val both = explained("SELECT id FROM hbase.default.packed WHERE big > (SELECT max(big) FROM hbase.default.columns)")
    assertTrue(
      both.startsWith("[{") && both.contains("\"default.packed\"") && both.contains("\"default.columns\""),
      both
    )
    assertEquals("[]", explained("DROP TABLE hbase.default.packed"))
    fixture.assertRows(fixture.sql("SELECT count(*) FROM expected"), "SELECT count(*) FROM hbase.default.packed")
    fixture.assertFails("PARSE_SYNTAX_ERROR", "CALL hbase.system.explain(query => 'SELECT ((')")
  }
}
