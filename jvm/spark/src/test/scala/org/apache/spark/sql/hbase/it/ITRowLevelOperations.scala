package org.apache.spark.sql.hbase.it

import java.util.concurrent.atomic.AtomicBoolean

import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.{CommandResultExec, SparkPlan}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.catalog.store.MetadataStore
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.read.SubPlanScan
import org.apache.spark.sql.hbase.write.{HBaseDeltaWriterFactory, JobClock, WriteTarget}
import org.apache.spark.unsafe.types.UTF8String

/** UPDATE, MERGE and DELETE by row, compared with plain Spark over rows in memory. */
class ITRowLevelOperations extends ClusterWithJar {
  import WrittenTables._
  private var tables: WrittenTables = _

  /** A task that fails is repeated once. */
  override protected def master: String = "local[2,2]"

  @BeforeAll
  def makeTables(): Unit = {
    tables = new WrittenTables(fixture, jar)
    fixture.sql(
      "CREATE TEMPORARY VIEW changes AS SELECT CAST(id % 7 AS INT) AS a, concat('b', id) AS b, id * 100 AS v FROM range(50, 70)"
    )
  }

  @Test
  def statementsDoWhatTheyDoToRowsInMemory(): Unit = all.foreach { form =>
    tables.withTable(form) { table =>
      val model = new StatementModel(fixture, table)
      val (first, others) = (ITRowLevelOperations.Statements.head, ITRowLevelOperations.Statements.tail)
      model.run(first._1, first._2)
      // What follows meets rows of a store file.
      tables.flush(table)
      others.foreach { case (statement, expected) => model.run(statement, expected) }
    }
  }

  private def planOf(statement: String): SparkPlan =
    fixture.spark.sql(statement).queryExecution.executedPlan match {
      case result: CommandResultExec => result.commandPhysicalPlan
      case other => other
    }

  private def scansOf(plan: SparkPlan): Int =
    collectWithSubqueries(plan) { case scan: BatchScanExec if scan.scan.isInstanceOf[SubPlanScan] => scan }.size

  @Test
  def theTableIsReadOnceAndCountersTellWhatWasWritten(): Unit = tables.withTable(CellEach) { table =>
    val inserted = planOf(s"INSERT INTO $table $SomeRows").metrics
    assertEquals(60L, inserted("hbaseRowsWritten").value)
    // A marker, d, and v and w or what deletes them, in each row.
    assertEquals(240L, inserted("hbaseCellsWritten").value)
    assertTrue(inserted("hbaseBytesWritten").value > 240 * 20)
    assertTrue(inserted("hbaseWriteBatches").value >= 1)
    val updated = planOf(s"UPDATE $table SET v = 1, a = a + 10 WHERE b IN (SELECT b FROM changes)")
    assertEquals(1, scansOf(updated))
    assertEquals((10L, 10L), (updated.metrics("hbaseRowsWritten").value, updated.metrics("hbaseRowsDeleted").value))
    val merged = planOf(
      s"MERGE INTO $table t USING changes s ON t.b = s.b WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (a, b) VALUES (s.a, s.b)"
    )
    assertEquals((1, 20L), (scansOf(merged), merged.metrics("hbaseRowsWritten").value))
  }

  @Test
  def theExamplesOfTheDocumentationRun(): Unit = {
    val answers = SqlPage.statements("Writing rows").map(statement => statement.sql -> fixture.sql(statement.sql))
    val expected = Seq(
      Row(1, "nail", 495L, null),
      Row(1, "screw", 20L, "new"),
      Row(2, "nail", 12L, null),
      Row(3, "hammer", null, null),
      Row(7, "saw", 1L, null)
    )
    assertEquals(
      Some(expected),
      answers.collectFirst { case (statement, rows) if statement.startsWith("SELECT") => rows }
    )
  }

  @Test
  def twoRowsOfOneKeyAreAnError(): Unit = tables.withTable(Packed) { table =>
    fixture.sql(s"INSERT INTO $table VALUES (1, 'x', 1, 'w', 1), (2, 'x', 2, 'w', 2), (3, 'y', 3, 'w', 3)")
    // A row whose key another one gets is replaced.
    fixture.sql(s"UPDATE $table SET a = 3, b = 'y' WHERE v = 1")
    fixture.assertRows(Seq(Row(2, "x", 2L), Row(3, "y", 1L)), s"SELECT a, b, v FROM $table ORDER BY a")
    val message = fixture.assertFails("SPARKSQL_HBASE.DUPLICATE_ROW_KEY", s"UPDATE $table SET a = 5, b = 'x'")
    assertTrue(message.contains("a = 5, b = x"), message)
  }

  @Test
  def anInsertDoesNotReadWhatItWrites(): Unit = tables.withTable(Salted) { table =>
    fixture.sql(s"INSERT INTO $table SELECT CAST(id AS INT), 'x', id, NULL, NULL FROM range(4000)")
    fixture.sql(s"INSERT INTO $table SELECT a + 4000, b, v, w, d FROM $table")
    fixture.assertRows(Seq(Row(8000L, 7999)), s"SELECT count(*), max(a) FROM $table")
  }

  @Test
  def aTaskThatIsRepeatedWritesTheSameRows(): Unit = tables.withTable(CellEach) { table =>
    ITRowLevelOperations.failed.set(false)
    fixture.spark.udf.register(
      "fail_once",
      (value: Long) => {
        if (value == 500 && ITRowLevelOperations.failed.compareAndSet(false, true)) sys.error("the task fails once")
        value
      }
    )
    fixture.sql(s"INSERT INTO $table SELECT CAST(id AS INT), 'x', fail_once(id), NULL, NULL FROM range(0, 1000, 1, 1)")
    assertTrue(ITRowLevelOperations.failed.get)
    fixture.assertRows(Seq(Row(1000L, 1000L, 499500L)), s"SELECT count(*), count(DISTINCT a), sum(v) FROM $table")
  }

  @Test
  def changesThatAreRepeatedAfterHalfOfThemAreMadeOnce(): Unit = tables.withTable(CellEach) { table =>
    fixture.sql(s"INSERT INTO $table SELECT CAST(id AS INT), 'x', id, IF(id % 2 = 0, 'w', NULL), NULL FROM range(10)")
    val schema = tables.connected(new MetadataStore(_).load("default", table.split('.').last).get.schema)
    val settings = HBaseCluster.settings(Map("quorum" -> hbase.quorum))
    val factory =
      HBaseDeltaWriterFactory(
        WriteTarget.of(settings, schema),
        JobClock.shared.nextTimes(),
        tasks = 1,
        readsBefore = true
      )
    val x = UTF8String.fromString("x")
    // Every row moves to the place of the next one, and its w and v change.
    val changes = (0 until 10).map { a =>
      val w = if (a % 2 == 0) null else UTF8String.fromString("w")
      (InternalRow(a, x), InternalRow(a + 1, x, a + 100L, w, null))
    }
    val first = factory.createWriter(0, 0)
    changes.take(5).foreach { case (id, row) => first.update(null, id, row) }
    first.abort()
    first.close()
    val second = factory.createWriter(0, 1)
    changes.foreach { case (id, row) => second.update(null, id, row) }
    second.commit()
    second.close()
    val expected = (0 until 10).map(a => Row(a + 1, a + 100L, if (a % 2 == 0) null else "w"))
    fixture.assertRows(expected, s"SELECT a, v, w FROM $table ORDER BY a")
  }
}

object ITRowLevelOperations {
  private val failed = new AtomicBoolean()

  /** Statements one after the other, each with what it makes of the rows before. */
  private[it] val Statements: Seq[(String, String)] = Seq(
    s"INSERT INTO $$t ${WrittenTables.SomeRows}" -> WrittenTables.SomeRows,
    "DELETE FROM $t WHERE v > 40 AND w IS NOT NULL" -> "SELECT * FROM model WHERE NOT coalesce(v > 40 AND w IS NOT NULL, false)",
    "DELETE FROM $t WHERE length(b) = 2 AND v % 2 = 0" -> "SELECT * FROM model WHERE NOT coalesce(length(b) = 2 AND v % 2 = 0, false)",
    "DELETE FROM $t WHERE b IN (SELECT concat('b', id) FROM range(10, 14))" ->
      "SELECT * FROM model WHERE b NOT IN ('b10', 'b11', 'b12', 'b13')",
    "INSERT INTO $t VALUES (3, 'b10', 1, NULL, 2.5)" -> "SELECT * FROM model UNION ALL SELECT 3, 'b10', 1, NULL, 2.5",
    "UPDATE $t SET v = v + 1, w = NULL WHERE a < 2" ->
      "SELECT a, b, IF(a < 2, v + 1, v), IF(a < 2, NULL, w), d FROM model",
    "UPDATE $t SET a = a + 1, d = NULL WHERE a >= 4" -> "SELECT IF(a >= 4, a + 1, a), b, v, w, IF(a >= 4, NULL, d) FROM model",
    "UPDATE $t SET v = 0 WHERE v > (SELECT avg(v) FROM $t)" ->
      "SELECT a, b, IF(v > (SELECT avg(v) FROM model), 0, v), w, d FROM model",
    """MERGE INTO $t t USING changes s ON t.a = s.a AND t.b = s.b
      |WHEN MATCHED AND s.v % 300 = 0 THEN DELETE
      |WHEN MATCHED THEN UPDATE SET v = s.v, w = 'merged'
      |WHEN NOT MATCHED THEN INSERT (a, b, v) VALUES (s.a, s.b, s.v)
      |WHEN NOT MATCHED BY SOURCE AND t.a = 0 THEN UPDATE SET d = -1
      |WHEN NOT MATCHED BY SOURCE AND t.a = 1 THEN DELETE""".stripMargin ->
      """SELECT coalesce(t.a, s.a), coalesce(t.b, s.b), coalesce(s.v, t.v),
        |  CASE WHEN t.a IS NULL THEN NULL WHEN s.v IS NOT NULL THEN 'merged' ELSE t.w END,
        |  CAST(CASE WHEN t.a IS NULL THEN NULL WHEN s.v IS NULL AND t.a = 0 THEN -1 ELSE t.d END AS DECIMAL(12,2))
        |FROM model t FULL OUTER JOIN changes s ON t.a = s.a AND t.b = s.b
        |WHERE NOT (t.a IS NOT NULL AND s.a IS NOT NULL AND s.v % 300 = 0)
        |  AND NOT (s.a IS NULL AND t.a = 1)""".stripMargin,
    "INSERT INTO $t SELECT a + 10, b, v, w, d FROM $t WHERE a > 3" ->
      "SELECT * FROM model UNION ALL SELECT a + 10, b, v, w, d FROM model WHERE a > 3",
    "INSERT OVERWRITE $t SELECT a, b, v, concat(w, '!'), d FROM $t WHERE a >= 2" ->
      "SELECT a, b, v, concat(w, '!'), d FROM model WHERE a >= 2",
    "DELETE FROM $t WHERE true" -> "SELECT * FROM model WHERE false",
    "INSERT INTO $t VALUES (3, 'b10', NULL, 'back', NULL)" ->
      "SELECT 3, 'b10', CAST(NULL AS BIGINT), 'back', CAST(NULL AS DECIMAL(12,2))"
  )
}
