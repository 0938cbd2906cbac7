package org.apache.spark.sql.hbase.it

import java.util.concurrent.TimeUnit

import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.Admin
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec

/** Tables in layout columnar: groups of rows that bulk loads write, and rows that statements change beside them. */
class ITColumnarTables extends ClusterWithJar {
  private var written: WrittenTables = _

  /** 3,000 rows, 1,024 a group; NULLs in every column but the key. */
  private val Events =
    "SELECT id, IF(id % 7 = 0, NULL, id % 100) AS v, IF(id % 5 = 0, NULL, concat('w', id % 11)) AS w, " +
      "CAST(id / 3 AS DECIMAL(12,2)) AS d FROM range(3000)"
  private val Queries = Seq(
    "SELECT count(*) FROM t",
    "SELECT count(*), count(v), sum(v), min(w), max(w), sum(d), avg(d) FROM t",
    "SELECT w, count(*), sum(v) FROM t GROUP BY w ORDER BY w",
    "SELECT * FROM t WHERE id BETWEEN 1000 AND 1030 ORDER BY id",
    "SELECT * FROM t WHERE id IN (5, 1023, 1024, 2999, 5000) ORDER BY id",
    "SELECT * FROM t WHERE id = 2047",
    "SELECT id FROM t WHERE v = 99 AND w IS NULL ORDER BY id",
    "SELECT count(*), sum(v) FROM t WHERE id < 100 OR id > 2900 OR w = 'w3'",
    "SELECT * FROM t ORDER BY id LIMIT 3",
    "SELECT id, v FROM t WHERE id < 2500 ORDER BY id DESC LIMIT 5",
    "SELECT DISTINCT id DIV 1000 FROM t ORDER BY 1",
    "SELECT max(id), min(id) FROM t",
    "SELECT sum(a.v) FROM t a JOIN t b ON a.id = b.id + 1 WHERE b.id < 10"
  )

  @BeforeAll
  def makeRows(): Unit = {
    written = new WrittenTables(fixture, jar)
    fixture.sql(Events.replaceFirst("SELECT", "CREATE TEMPORARY VIEW events AS SELECT"))
    fixture.sql(
      "CREATE TEMPORARY VIEW changes AS SELECT CAST(id % 7 AS INT) AS a, concat('b', id) AS b, id * 100 AS v FROM range(50, 70)"
    )
  }

  private def create(name: String, more: String = ""): String = {
    val table = s"hbase.default.$name"
    fixture.sql(
      s"CREATE TABLE $table (id BIGINT, v BIGINT, w STRING, d DECIMAL(12,2), PRIMARY KEY (id)) USING hbase " +
        s"TBLPROPERTIES ('hbase.layout' = 'columnar', 'hbase.coprocessor.jar' = 'file://$jar'$more)"
    )
    table
  }

  private def load(table: String, query: String): Unit =
    fixture.sql(s"INSERT INTO $table WITH ('write' = 'bulk') $query")

  private def admin[T](action: Admin => T): T = written.connected(connection => action(connection.getAdmin))

  private val InServers = "require"
  private val InSpark = "false"

  /** @param coprocessor where the engine runs */
  private def assertSame(table: String, expected: String, coprocessor: String*): Unit = Queries.foreach { query =>
    val rows = fixture.sql(query.replace(" t", s" $expected"))
    coprocessor.foreach { mode =>
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        fixture.assertRows(rows, query.replace(" t", s" $table"))
      }
    }
  }

  private def metric(frame: DataFrame, name: String): Long =
    collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head.metrics(name).value

  @Test
  def loadedRowsAreFewHBaseRowsAndReadAsTheyAre(): Unit = {
    val table = create("loaded")
    load(table, "SELECT * FROM events")
    assertEquals(3, written.rowKeys(table).size)
    assertSame(table, "events", InServers, InSpark)
    // Regions begin anywhere; groups stay whole.
    admin { admin =>
      val region = admin.getRegions(TableName.valueOf("loaded")).get(0).getRegionName
      val row = Bytes.toBytesBinary("\\x80\\x00\\x00\\x00\\x00\\x00\\x05\\x37\\x01")
      admin.splitRegionAsync(region, row).get(60, TimeUnit.SECONDS)
    }
    load(table, "SELECT id, v + 1, w, d FROM events WHERE id % 2 = 0")
    fixture.sql("CREATE OR REPLACE TEMPORARY VIEW twice AS SELECT id, IF(id % 2 = 0, v + 1, v) AS v, w, d FROM events")
    assertSame(table, "twice", InServers)
  }

  @Test
  def changedRowsLieBesideTheirGroups(): Unit = {
    val table = create("changed")
    load(table, "SELECT * FROM events")
    fixture.sql(s"UPDATE $table SET v = -1, w = NULL WHERE id % 97 = 3")
    fixture.sql(s"DELETE FROM $table WHERE d > 900 AND v % 3 = 0")
    fixture.sql(s"INSERT INTO $table VALUES (1025, NULL, 'new', 1), (99999, 7, 'far', NULL), (-5, 7, 'low', NULL)")
    fixture.sql(
      """CREATE OR REPLACE TEMPORARY VIEW after AS SELECT id, IF(id % 97 = 3, -1, v) AS v, IF(id % 97 = 3, NULL, w) AS w, d
        |FROM events WHERE id <> 1025 AND NOT coalesce(d > 900 AND IF(id % 97 = 3, -1, v) % 3 = 0, false)
        |UNION ALL VALUES (1025L, NULL, 'new', 1.00BD), (99999L, 7L, 'far', NULL), (-5L, 7L, 'low', NULL)""".stripMargin
    )
    assertSame(table, "after", InServers, InSpark)
    written.flush(table)
    assertSame(table, "after", InServers)
    compact("changed")
    assertSame(table, "after", InServers)
  }

  /** Makes one store file of all. */
  private def compact(name: String): Unit = written.connected { connection =>
    val table = TableName.valueOf(name)
    val server = Using.resource(connection.getRegionLocator(table))(_.getAllRegionLocations.get(0).getServerName)
    def files: Int = connection.getAdmin.getRegionMetrics(server, table).get(0).getStoreFileCount
    assertTrue(files > 1, s"$files store files")
    connection.getAdmin.majorCompact(table)
    val deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1)
    while (files > 1 && System.nanoTime() < deadline) Thread.onSpinWait()
    assertEquals(1, files)
  }

  @Test
  def statementsDoWhatTheyDoToRowsInMemory(): Unit = written.withTable(WrittenTables.Columnar) { table =>
    val model = new StatementModel(fixture, table)
    val (loaded, expected) = ITRowLevelOperations.Statements.head
    model.run(loaded.replace("$t", "$t WITH ('write' = 'bulk')"), expected)
    // One of each kind.
    Seq(1, 3, 6, 8, 10, 11, 12).map(ITRowLevelOperations.Statements).foreach { case (statement, expected) =>
      model.run(statement, expected)
    }
  }

  @Test
  def conditionsOnTheKeyReadTheirGroupsOnly(): Unit = {
    val table = create("narrow")
    load(table, "SELECT * FROM events")
    def scanned(condition: String): Long = {
      val frame = fixture.spark.sql(s"SELECT sum(v) FROM $table WHERE $condition")
      assertEquals(fixture.sql(s"SELECT sum(v) FROM events WHERE $condition"), frame.collect().toSeq)
      metric(frame, "hbaseServerRowsScanned")
    }
    assertTrue(scanned("id BETWEEN 1100 AND 1200") <= 1024)
    assertEquals(0L, scanned("id = 1500"), "a get")
  }

  @Test
  def columnsThatAreAddedAreNullInGroupsFromBefore(): Unit = {
    val table = create("altered")
    load(table, "SELECT * FROM events WHERE id < 10")
    fixture.sql(s"ALTER TABLE $table DROP COLUMN v")
    fixture.sql(s"ALTER TABLE $table ADD COLUMN v STRING, n INT")
    load(table, "SELECT id, w, d, 'new', 5 FROM events WHERE id BETWEEN 5 AND 12")
    fixture.sql(s"INSERT INTO $table VALUES (0, 'x', NULL, 'put', 6)")
    fixture.assertRows(
      Seq(Row(null, null, 4L), Row("new", 5, 8L), Row("put", 6, 1L)),
      s"SELECT v, n, count(*) FROM $table GROUP BY v, n ORDER BY v"
    )
    val shown = fixture.sql(s"SHOW CREATE TABLE $table").head.getString(0)
    Seq("'hbase.layout' = 'columnar'", "'hbase.group.bits' = '54'").foreach(p => assertTrue(shown.contains(p), shown))
    fixture.sql(shown.replace(table, s"${table}_again"))
    fixture.assertRows(fixture.sql(s"SELECT * FROM $table ORDER BY id"), s"SELECT * FROM ${table}_again ORDER BY id")
    fixture.assertFails(
      "SPARKSQL_HBASE.LAYOUT_MISMATCH",
      shown.replace(table, s"${table}_other").replace("'hbase.group.bits' = '54'", "'hbase.group.bits' = '53'")
    )
    fixture.sql(s"TRUNCATE TABLE $table")
    fixture.assertRows(Seq(Row(0L)), s"SELECT count(*) FROM $table")
  }

  @Test
  def aTableMadeOfAQueryAndASnapshotOfIt(): Unit = {
    fixture.sql(
      "CREATE TABLE hbase.default.made USING hbase TBLPROPERTIES ('hbase.key' = 'id', " +
        s"'hbase.layout' = 'columnar', 'hbase.coprocessor.jar' = 'file://$jar') AS SELECT * FROM events WHERE id < 100"
    )
    val before = fixture.sql("SELECT * FROM hbase.default.made ORDER BY id")
    assertEquals(fixture.sql("SELECT * FROM events WHERE id < 100 ORDER BY id"), before)
    Seq("snapshot", "open_snapshot").foreach { call =>
      fixture.sql(s"CALL hbase.system.$call(table => 'default.made', name => 'before')")
    }
    fixture.sql("DELETE FROM hbase.default.made WHERE id > 3")
    fixture.assertRows(before, "SELECT * FROM hbase.default.made VERSION AS OF 'before' ORDER BY id")
    fixture.sql("CALL hbase.system.close_snapshot(table => 'default.made', name => 'before')")
    fixture.sql("CALL hbase.system.analyze(table => 'default.made')")
    assertTrue(fixture.sql("DESCRIBE EXTENDED hbase.default.made").mkString("\n").contains("4 rows"))
  }

  @Test
  def aTableOfAQueryIsLoadedAsGroups(): Unit = {
    val table = "hbase.default.made_in_bulk"
    def make(what: String, query: String) =
      s"$what TABLE $table USING hbase OPTIONS ('write' = 'bulk') TBLPROPERTIES ('hbase.key' = 'id', 'hbase.layout' = 'columnar', " +
        s"'hbase.coprocessor.jar' = 'file://$jar') AS $query"
    val failing = "SELECT id, IF(id = 2500, raise_error('stop'), v) AS v, w, d FROM"
    fixture.assertFails("USER_RAISED_EXCEPTION", make("CREATE", s"$failing events"))
    fixture.assertFails("TABLE_OR_VIEW_NOT_FOUND", s"SELECT * FROM $table")
    fixture.sql(make("CREATE", "SELECT * FROM events"))
    assertEquals(3, written.rowKeys(table).size)
    // It reads what it replaces, rows beside their groups among them.
    fixture.sql(s"UPDATE $table SET v = -5 WHERE id = 7")
    fixture.assertFails("USER_RAISED_EXCEPTION", make("REPLACE", s"$failing $table"))
    fixture.assertRows(Seq(Row(3000L, -5L)), s"SELECT count(*), min(v) FROM $table")
    fixture.sql(make("CREATE OR REPLACE", s"SELECT id, v, w, d FROM $table WHERE id < 2000"))
    fixture.assertRows(
      fixture.sql("SELECT id, IF(id = 7, -5, v) AS v, w, d FROM events WHERE id < 2000 ORDER BY id"),
      s"SELECT * FROM $table ORDER BY id"
    )
    fixture.sql(s"DROP TABLE $table PURGE")
    assertEquals(Seq.empty, admin(_.listTableNames()).map(_.getNameAsString).filter(_.startsWith("made_in_bulk")).toSeq)
  }

  @Test
  def theExamplesOfTheDocumentationRun(): Unit = {
    val answers = SqlPage.statements("Groups of rows: layout columnar").map(s => s.sql -> fixture.sql(s.sql))
    val sums = answers.collectFirst { case (sql, rows) if sql.startsWith("SELECT sensor") => rows }.get
    assertEquals((9, 3000L), (sums.size, sums.map(_.getLong(1)).sum))
  }

  @Test
  def whatGroupsCannotDoIsRefused(): Unit = {
    val table = create("refusing")
    val refusals = Seq(
      s"SELECT * FROM $table TIMESTAMP AS OF '2024-01-01'",
      s"SELECT * FROM $table WITH ('time.start' = '5')",
      s"SELECT * FROM $table WITH ('versions' = '2')",
      s"SELECT * FROM $table WITH ('mode' = 'permissive')"
    )
    refusals.foreach { statement =>
      val message = fixture.assertFails("SPARKSQL_HBASE.UNSUPPORTED_IN_COLUMNAR_LAYOUT", statement)
      assertTrue(message.contains("reason="), message)
    }
    fixture.assertFails(
      "SPARKSQL_HBASE.INVALID_OPTION",
      s"INSERT INTO $table WITH ('nulls' = 'skip') VALUES (1, 2, 'w', NULL)"
    )
    fixture.assertFails("UNRESOLVED_COLUMN.WITH_SUGGESTION", s"SELECT _timestamp FROM $table")
  }
}
