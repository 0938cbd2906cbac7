package org.apache.spark.sql.hbase.it

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.{CellUtil, TableName}
import org.apache.hadoop.hbase.client.{Delete, Get, Mutation, Put}
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import org.junit.jupiter.api.function.Executable

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.catalog.store.MetadataStore
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.write.WriteAttempts

/** The promises of docs/SQL.md about statements that fail, end late, or are led elsewhere. */
class ITWritePromises extends ClusterWithJar {
  private lazy val raw = new RawTables(hbase.quorum)

  private def withTable[T](name: String, columns: String, properties: String = "")(action: String => T): T = {
    val table = s"hbase.default.$name"
    val clause = if (properties.isEmpty) "" else s"TBLPROPERTIES ($properties)"
    fixture.sql(s"CREATE TABLE $table ($columns) USING hbase $clause")
    try action(table)
    finally fixture.sql(s"DROP TABLE IF EXISTS $table PURGE")
  }

  private def schemaOf(name: String): TableSchema =
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
      new MetadataStore(shared.connection).load("default", name).get.schema
    }

  /** Returns the messages of a statement that fails about the rows that it has stored. */
  private def partlyStored(statement: String): Seq[String] = {
    val executable: Executable = () => fixture.sql(statement)
    val thrown = assertThrows(classOf[Throwable], executable, statement)
    val causes = Iterator.iterate[Throwable](thrown)(_.getCause).takeWhile(_ != null).toSeq
    causes.flatMap(_.getSuppressed).collect {
      case e: Throwable with SparkThrowable if e.getCondition == "SPARKSQL_HBASE.PARTLY_STORED" => e.getMessage
    }
  }

  @Test
  def aTaskThatFailsSendsNothingMore(): Unit =
    withTable("fails_early", "k STRING, v INT, PRIMARY KEY (k)") { table =>
      val rows = "SELECT CASE WHEN id = 90 THEN NULL ELSE concat('k', id) END, 1 FROM range(0, 100, 1, 1)"
      assertEquals(Nil, partlyStored(s"INSERT INTO $table $rows"))
      fixture.assertRows(Seq(Row(0L)), s"SELECT count(*) FROM $table")
      // With two tasks, the other one may have stored its rows, and the error says so.
      val told = partlyStored(s"INSERT INTO $table ${rows.replace("1, 1)", "1, 2)")}")
      assertTrue(told.size == 1 && told.head.contains("tasks=2") && told.head.contains("sentByThisTask=0"), s"$told")
    }

  @Test
  def anAttemptThatEndsAfterTheStatementBringsNoRowBack(): Unit =
    Seq("packed", "columns").foreach { layout =>
      withTable(s"late_$layout", "k INT, v BIGINT, PRIMARY KEY (k)", s"'hbase.layout' = '$layout'") { table =>
        val rows = fixture.spark.sql("SELECT CAST(id AS INT) AS k, id AS v FROM range(50)")
        WriteAttempts.endLate(schemaOf(s"late_$layout"), HBaseCluster.ofCatalog("hbase"), rows) {
          fixture.assertRows(Seq(Row(50L)), s"SELECT count(*) FROM $table")
          fixture.sql(s"TRUNCATE TABLE $table")
        }
        fixture.assertRows(Seq(Row(0L)), s"SELECT count(*) FROM $table")
      }
    }

  @Test
  def overwriteByOptionsIsRefusedAndDeletesNothing(): Unit = {
    raw.create("overwritten", "f")
    try {
      val options = Map(
        "hbase.table" -> "overwritten",
        "hbase.columns.mapping" -> "id STRING :key, v INT f:v"
      )
      def write(rows: String, mode: String): Unit =
        fixture.spark.sql(rows).write.format("hbase").options(options).mode(mode).save()
      write("SELECT 'a' AS id, 1 AS v UNION ALL SELECT 'b', 2", "append")
      val message = fixture.assertRaises("SPARKSQL_HBASE.UNSUPPORTED_OVERWRITE", "overwrite")(
        write("SELECT 'a' AS id, 3 AS v", "overwrite")
      )
      assertTrue(message.contains("mode(\"append\")") && message.contains("hbaseTable=overwritten"), message)
      write("SELECT 'a' AS id, 3 AS v", "append")
      val read = fixture.spark.read.format("hbase").options(options).load()
      assertEquals(Seq(Row("a", 3), Row("b", 2)), read.orderBy("id").collect().toSeq)
    } finally raw.drop("overwritten")
  }

  /** Puts the HBase table of another SQL table into the metadata row, as who may write there can. */
  private def redirect(from: String, to: String, renamed: Boolean): Unit =
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
      Using.resource(shared.connection.getTable(MetadataStore.Table)) { metadata =>
        val row = MetadataStore.rowKey("default", from)
        val cell = metadata.get(new Get(row)).getValue(MetadataStore.Family, MetadataStore.TableQualifier)
        val text = new String(cell, UTF_8)
        assertTrue(text.contains(s"\"$from\""), text)
        val forged = text.replace("\"hbaseTable\":\"" + from + "\"", "\"hbaseTable\":\"" + to + "\"")
        val named = if (renamed) forged.replace("\"name\":\"" + from + "\"", "\"name\":\"" + to + "\"") else forged
        assertTrue(named != text, text)
        metadata.put(
          new Put(row).addColumn(MetadataStore.Family, MetadataStore.TableQualifier, named.getBytes(UTF_8))
        )
      }
    }

  @Test
  def whoWritesTheMetadataRowLeadsNoStatementToAnotherHBaseTable(): Unit =
    withTable("ledger", "k INT, v INT, PRIMARY KEY (k)") { ledger =>
      fixture.sql(s"INSERT INTO $ledger VALUES (1, 10), (2, 20)")
      for (renamed <- Seq(false, true)) {
        fixture.sql("CREATE TABLE hbase.default.daily (k INT, v INT, PRIMARY KEY (k)) USING hbase")
        redirect("daily", "ledger", renamed)
        Seq(
          "DROP TABLE hbase.default.daily PURGE",
          "TRUNCATE TABLE hbase.default.daily",
          "DELETE FROM hbase.default.daily",
          "INSERT OVERWRITE hbase.default.daily VALUES (3, 30)",
          "ALTER TABLE hbase.default.daily SET TBLPROPERTIES ('hbase.ttl' = '1')"
        ).foreach { statement =>
          val message = fixture.assertFails("SPARKSQL_HBASE.NOT_OWNED", statement)
          assertTrue(message.contains("claim_table") && message.contains("hbaseTable=ledger"), message)
        }
        // The replaced table goes only where it is the SQL table's own.
        fixture.sql("REPLACE TABLE hbase.default.daily (k INT, PRIMARY KEY (k)) USING hbase")
        fixture.assertRows(Seq(Row(1, 10), Row(2, 20)), s"SELECT * FROM $ledger ORDER BY k")
        fixture.sql("DROP TABLE hbase.default.daily PURGE")
        if (raw.exists("daily")) raw.drop("daily")
      }
      // Neither do marks of statements that were not finished.
      fixture.sql("CREATE TABLE hbase.default.daily (k INT, PRIMARY KEY (k)) USING hbase")
      fixture.sql(s"DROP TABLE $ledger")
      HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
        Using.resource(shared.connection.getTable(MetadataStore.Table)) { metadata =>
          Seq("replaced", "filled").foreach { mark =>
            metadata.put(
              new Put(MetadataStore.rowKey("default", "daily"))
                .addColumn(MetadataStore.Family, Bytes.toBytes("staged:ledger"), Bytes.toBytes(mark))
            )
            fixture.sql("CALL hbase.system.drop_staged(table => 'default.daily')")
          }
        }
      }
      fixture.sql("DROP TABLE hbase.default.daily PURGE")
      fixture.sql(s"CREATE TABLE $ledger (k INT, v INT, PRIMARY KEY (k)) USING hbase")
      fixture.assertRows(Seq(Row(1, 10), Row(2, 20)), s"SELECT * FROM $ledger ORDER BY k")
    }

  @Test
  def anHBaseTableOfAnotherNameIsOwnedByWordAlone(): Unit = {
    raw.create("foreign_rows", "d")
    val table = "hbase.default.mine"
    fixture.sql(
      s"CREATE TABLE $table (k STRING, v INT, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.table' = 'foreign_rows')"
    )
    fixture.assertFails("SPARKSQL_HBASE.NOT_OWNED", s"TRUNCATE TABLE $table")
    fixture.assertFails(
      "SPARKSQL_HBASE.NOT_OWNED",
      "CALL hbase.system.claim_table(table => 'default.mine', hbase_table => 'other')"
    )
    fixture.sql("CALL hbase.system.claim_table(table => 'default.mine', hbase_table => 'foreign_rows')")
    fixture.sql(s"TRUNCATE TABLE $table")
    // The owner's new name owns it too, and the old one no more.
    fixture.sql(s"ALTER TABLE $table RENAME TO hbase.default.mine_too")
    fixture.sql("TRUNCATE TABLE hbase.default.mine_too")
    fixture.sql("DROP TABLE hbase.default.mine_too PURGE")
    assertFalse(raw.exists("foreign_rows"))
  }

  @Test
  def aSnapshotIsReadAfterColumnsWereAdded(): Unit =
    Seq("packed", "columns", "columnar").foreach { layout =>
      val name = s"snap_$layout"
      withTable(name, "k INT, v INT, PRIMARY KEY (k)", s"'hbase.layout' = '$layout'") { table =>
        fixture.sql(s"INSERT INTO $table VALUES (1, 10), (2, 20)")
        fixture.sql(s"CALL hbase.system.snapshot('$name', 'before_$name')")
        fixture.sql(s"CALL hbase.system.open_snapshot('$name', 'before_$name')")
        fixture.sql(s"ALTER TABLE $table ADD COLUMN s STRING")
        fixture.sql(s"ALTER TABLE $table ADD COLUMN d DECIMAL(9,2)")
        fixture.sql(s"INSERT INTO $table VALUES (1, 11, 'new', 1.5)")
        val travel = s"FROM $table VERSION AS OF 'before_$name'"
        fixture.assertRows(Seq(Row(1, 10, null, null), Row(2, 20, null, null)), s"SELECT * $travel ORDER BY k")
        fixture.assertRows(Seq(Row(30L, 2L)), s"SELECT sum(v), count_if(s IS NULL) $travel")
        // The table of an opened snapshot goes with the SQL table; the snapshot itself stays.
        fixture.sql(s"DROP TABLE $table PURGE")
        assertEquals(Nil, raw.names(s"$name.*"))
        raw.connected(c => Using.resource(c.getAdmin)(_.deleteSnapshot(s"before_$name")))
      }
    }

  /** Newest timestamps of the cells of a row, by `family:qualifier`. */
  private def times(name: String, rowKey: Array[Byte]): Map[String, Long] = raw.connected { connection =>
    Using.resource(connection.getTable(TableName.valueOf(name))) { table =>
      table
        .get(new Get(rowKey))
        .rawCells
        .map { cell =>
          s"${Bytes.toString(CellUtil.cloneFamily(cell))}:${Bytes.toString(CellUtil.cloneQualifier(cell))}" ->
            cell.getTimestamp
        }
        .toMap
    }
  }

  @Test
  def updatesLeaveTheCellsOfOtherColumnsAsTheyAre(): Unit = {
    val key = Bytes.toBytes("a")
    val columns = "k STRING, n BIGINT, v INT, s STRUCT<x: INT, y: INT>, PRIMARY KEY (k)"
    raw.create("partly_foreign", "d")
    Seq("partly", "partly_foreign").foreach { name =>
      withTable(
        name,
        columns,
        "'hbase.layout' = 'columns', 'hbase.encoding' = 'hbase', 'hbase.column.s.encoding' = 'nested'"
      ) { table =>
        def written(statement: String): Set[String] = {
          val before = times(name, key)
          fixture.sql(statement)
          times(name, key).collect { case (cell, time) if !before.get(cell).contains(time) => cell }.toSet - "d:_0"
        }
        fixture.sql(s"INSERT INTO $table VALUES ('a', 1, 2, named_struct('x', 1, 'y', 2)), ('b', 1, 2, NULL)")
        assertEquals(Set("d:v"), written(s"UPDATE $table SET v = v + 1 WHERE k = 'a'"))
        assertEquals(Set("d:s"), written(s"UPDATE $table SET s.x = 7"))
        val source = "(SELECT 'a' AS k, 5 AS v UNION ALL SELECT 'c', 6) s"
        val merge =
          s"MERGE INTO $table t USING $source ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = s.v " +
            "WHEN NOT MATCHED THEN INSERT (k, v) VALUES (s.k, s.v)"
        assertEquals(Set("d:v"), written(merge))
        assertEquals(Set("d:v"), written(s"UPDATE $table SET v = 9"))
        // An increment of another program between reading and writing is kept.
        fixture.spark.udf.register("count_up", (value: Int) => { ITWritePromises.countUp(); value })
        ITWritePromises.countUp = () =>
          raw.connected { connection =>
            Using.resource(connection.getTable(TableName.valueOf(name))) {
              _.incrementColumnValue(key, Bytes.toBytes("d"), Bytes.toBytes("n"), 1)
            }
          }
        fixture.sql(s"UPDATE $table SET v = count_up(v) WHERE k = 'a'")
        assertTrue(fixture.sql(s"SELECT n FROM $table WHERE k = 'a'").head.getLong(0) > 1)
        // A row that moves goes as a whole, and one whose only value goes stays.
        fixture.sql(s"UPDATE $table SET k = 'z' WHERE k = 'a'")
        fixture.assertRows(Seq(Row("z", 9, Row(7, 2))), s"SELECT k, v, s FROM $table WHERE k = 'z'")
        fixture.sql(s"UPDATE $table SET v = NULL, n = NULL WHERE k IN ('b', 'c')")
        fixture.assertRows(Seq(Row("b"), Row("c"), Row("z")), s"SELECT k FROM $table ORDER BY k")
      }
    }
  }

  @Test
  def aMergeThatOnlyInsertsRefusesTwoRowsOfOneKey(): Unit =
    Seq("packed", "columns").foreach { layout =>
      withTable(s"merged_$layout", "k INT, v INT, PRIMARY KEY (k)", s"'hbase.layout' = '$layout'") { table =>
        def merge(source: String, more: String = "") =
          s"MERGE INTO $table t USING (SELECT * FROM VALUES $source AS s(k, v)) s ON t.k = s.k " +
            s"$more WHEN NOT MATCHED THEN INSERT (k, v) VALUES (s.k, s.v)"
        fixture.sql(merge("(1, 10), (2, 20)"))
        fixture.assertFails("SPARKSQL_HBASE.DUPLICATE_ROW_KEY", merge("(3, 30), (3, 31)"))
        fixture.assertFails(
          "SPARKSQL_HBASE.DUPLICATE_ROW_KEY",
          merge("(4, 30), (4, 31)", "WHEN NOT MATCHED AND s.v = 30 THEN INSERT (k, v) VALUES (s.k, 0)")
        )
        // Rows that are there already are not inserted, however often they come.
        fixture.sql(merge("(1, 11), (1, 12), (5, 50)"))
        fixture.assertRows(
          Seq(Row(1, 10), Row(2, 20), Row(5, 50)),
          s"SELECT * FROM $table WHERE k NOT IN (3, 4) ORDER BY k"
        )
        // An INSERT takes one of them, unless it is told to refuse.
        fixture.sql(s"INSERT INTO $table VALUES (6, 1), (6, 2)")
        fixture.assertFails(
          "SPARKSQL_HBASE.DUPLICATE_ROW_KEY",
          s"INSERT INTO $table WITH ('duplicates' = 'refuse') SELECT 7, id FROM range(0, 4, 1, 4)"
        )
      }
    }

  @Test
  def skippedNullsOfABulkLoadLeaveValuesAsTheyAre(): Unit =
    withTable("skipped", "k INT, v INT, w STRING, PRIMARY KEY (k)", "'hbase.layout' = 'columns'") { table =>
      fixture.sql(s"INSERT INTO $table VALUES (1, 10, 'a')")
      fixture.sql(s"INSERT INTO $table WITH ('nulls' = 'skip', 'write' = 'bulk') (k, w) VALUES (1, 'b'), (2, 'c')")
      fixture.assertRows(Seq(Row(1, 10, "b"), Row(2, null, "c")), s"SELECT * FROM $table ORDER BY k")
    }

  private def inThread(action: => Unit): Thread = {
    val thread = new Thread(() => action)
    thread.start()
    thread
  }

  @Test
  def aTableThatIsReplacedShowsTheOldRowsOrTheNew(): Unit = {
    val table = "hbase.default.swapped"
    def replace(round: Int) = fixture.sql(
      s"CREATE OR REPLACE TABLE $table USING hbase TBLPROPERTIES ('hbase.key' = 'k') AS " +
        s"SELECT id AS k, $round AS v FROM range(20)"
    )
    replace(0)
    // A query that was analyzed before reads what is there when it starts.
    val analyzed = fixture.spark.sql(s"SELECT count(*), max(v) FROM $table")
    replace(9)
    assertEquals(Seq(Row(20L, 9)), analyzed.collect().toSeq)
    val failures = new ConcurrentLinkedQueue[Throwable]
    @volatile var isOver = false
    var answers = 0
    val writer = inThread {
      try (1 to 8).foreach(replace)
      catch {
        case e: Throwable => failures.add(e)
      } finally isOver = true
    }
    while (!isOver) {
      try {
        val seen = fixture.sql(s"SELECT count(*), count(DISTINCT v) FROM $table")
        assertEquals(Seq(Row(20L, 1L)), seen)
        answers += 1
      } catch {
        // The old HBase table is gone while it is read.
        case e: Throwable if ITWritePromises.isGone(e) =>
        case e: Throwable => failures.add(e)
      }
    }
    writer.join()
    fixture.awaitTasks()
    fixture.sql(s"DROP TABLE $table PURGE")
    assertEquals(Nil, failures.asScala.toList.map(e => s"$e"))
    assertTrue(answers > 0)
  }

  @Test
  def aRowIsSeenWholeWhileItIsReplaced(): Unit =
    Seq("'hbase.layout' = 'packed'", "'hbase.layout' = 'columns', 'hbase.column.w.family' = 'g'").zipWithIndex.foreach {
      case (properties, i) =>
        withTable(s"whole_$i", "k INT, v INT, w INT, PRIMARY KEY (k)", properties) { table =>
          def rows(round: Int) =
            s"SELECT CAST(id AS INT) AS k, nullif($round % 3, 0) AS v, nullif($round % 3, 0) AS w FROM range(20)"
          fixture.sql(s"INSERT INTO $table ${rows(1)}")
          val failures = new ConcurrentLinkedQueue[Throwable]
          @volatile var isOver = false
          val writer = inThread {
            try
              (1 to 5).foreach { round =>
                fixture.sql(s"INSERT INTO $table ${rows(round)}")
                fixture.sql(s"INSERT OVERWRITE $table ${rows(round + 1)}")
              }
            catch {
              case e: Throwable => failures.add(e)
            } finally isOver = true
          }
          while (!isOver) {
            fixture.assertRows(Seq(Row(20L, 0L)), s"SELECT count(*), count_if(NOT v <=> w) FROM $table")
          }
          writer.join()
          assertEquals(Nil, failures.asScala.toList.map(e => s"$e"))
        }
    }

  @Test
  def aRowThatMovesIsAlwaysSomewhere(): Unit =
    withTable("moving", "k INT, v INT, PRIMARY KEY (k)", "'hbase.layout' = 'columns'") { table =>
      val moves = 4
      fixture.sql(s"INSERT INTO $table SELECT CAST(id AS INT), 7 FROM range(40)")
      val failures = new ConcurrentLinkedQueue[Throwable]
      @volatile var isOver = false
      val writer = inThread {
        try (1 to moves).foreach(_ => fixture.sql(s"UPDATE $table SET k = k + 1000"))
        catch {
          case e: Throwable => failures.add(e)
        } finally isOver = true
      }
      var searches = 0
      raw.connected { connection =>
        Using.resource(connection.getTable(TableName.valueOf("moving"))) { rows =>
          // Places are searched in the order in which the row comes to them: it cannot be missed on its way.
          def isSomewhere(row: Int): Boolean =
            (0 to moves).exists(move => rows.exists(new Get(Bytes.toBytes((row + 1000 * move) ^ Int.MinValue))))
          while (!isOver) {
            assertTrue(isSomewhere(searches % 40), s"row ${searches % 40} is nowhere after $searches searches")
            searches += 1
          }
        }
      }
      writer.join()
      assertEquals(Nil, failures.asScala.toList.map(e => s"$e"))
      assertTrue(searches > 40)
      fixture.assertRows(Seq(Row(40L, 4000, 280L)), s"SELECT count(*), min(k), sum(v) FROM $table")
    }

  @Test
  def ofTwoMergesAtOnceEachRowHasWhatOneOfThemWrote(): Unit =
    Seq("packed", "columns").foreach { layout =>
      withTable(s"raced_$layout", "k INT, v INT, w INT, PRIMARY KEY (k)", s"'hbase.layout' = '$layout'") { table =>
        def merge(round: Int): Unit = fixture.sql(
          s"MERGE INTO $table t USING (SELECT CAST(id AS INT) AS k, $round AS v FROM range(40)) s ON t.k = s.k " +
            "WHEN MATCHED THEN UPDATE SET v = s.v, w = s.v WHEN NOT MATCHED THEN INSERT (k, v, w) VALUES (s.k, s.v, s.v)"
        )
        (1 to 3).foreach { round =>
          val threads = Seq(2 * round, 2 * round + 1).map(r => inThread(merge(r)))
          threads.foreach(_.join())
          fixture.assertRows(
            Seq(Row(40L, 0L, 0L)),
            s"SELECT count(*), count_if(v <> w OR v IS NULL), count_if(v < ${2 * round}) FROM $table"
          )
        }
      }
    }

  /** A driver whose clock is ten minutes ahead has written the cell, or deleted it. */
  private def ahead(name: String, key: Int, qualifier: String)(
      change: (Array[Byte], Array[Byte], Long) => Mutation
  ): Long = {
    val time = System.currentTimeMillis() + 600000
    raw.connected { connection =>
      Using.resource(connection.getTable(TableName.valueOf(name))) { table =>
        val mutation = change(Bytes.toBytes(key ^ Int.MinValue), Bytes.toBytes(qualifier), time)
        table.batch(Seq(mutation).asJava, new Array[AnyRef](1))
      }
    }
    time
  }

  private val family = Bytes.toBytes("d")

  @Test
  def whatLaterCellsHideIsCounted(): Unit =
    withTable("ahead", "k INT, v INT, w INT, PRIMARY KEY (k)", "'hbase.layout' = 'columns'") { table =>
      val rows = "SELECT CAST(id AS INT) AS k, 1 AS v, 1 AS w FROM range(200)"
      fixture.sql(s"INSERT INTO $table $rows")
      val four = Bytes.toBytes(4 ^ Int.MinValue)
      Seq(7, 8).foreach { k =>
        ahead("ahead", k, "v")((row, q, time) => new Put(row, time).addColumn(family, q, four))
      }
      // A row that was deleted ahead does not come back.
      ahead("ahead", 9, "v")((row, _, time) => new Delete(row, time))
      def hidden(statement: String, rows: Int): Unit = {
        val message = fixture.assertFails("SPARKSQL_HBASE.HIDDEN_BY_LATER_CELLS", statement)
        assertTrue(message.contains(s"rows=$rows "), message)
      }
      hidden(s"INSERT INTO $table VALUES (7, 2, 2), (9, 2, 2), (10, 2, 2)", 2)
      fixture.assertRows(
        Seq(Row(7, 4, 2), Row(10, 2, 2)),
        s"SELECT * FROM $table WHERE k IN (7, 9, 10) ORDER BY k"
      )
      hidden(s"INSERT INTO $table $rows", 3)
      hidden(s"UPDATE $table SET v = 5 WHERE k IN (7, 10)", 1)
      hidden(s"UPDATE $table SET v = v + 5 WHERE k < 100", 2)
      hidden(
        s"MERGE INTO $table t USING (SELECT 8 AS k) s ON t.k = s.k WHEN MATCHED THEN UPDATE SET v = 6",
        1
      )
      hidden(s"DELETE FROM $table WHERE k = 7", 1)
      hidden(s"DELETE FROM $table WHERE k IN (SELECT 8)", 1)
      hidden(s"INSERT OVERWRITE $table VALUES (10, 1, 1)", 3)
      hidden(s"DELETE FROM $table", 3)
      // Rows beside them are changed as ever, and cells of the past are no obstacle.
      fixture.sql(s"INSERT INTO $table VALUES (10, 3, 3)")
      fixture.sql(s"UPDATE $table SET v = 4 WHERE k = 10")
      fixture.sql(s"DELETE FROM $table WHERE k = 10")
      fixture.assertRows(Nil, s"SELECT * FROM $table WHERE k = 10")
    }

  @Test
  def regionServersGiveTheTimeWhereTheyAreAskedTo(): Unit =
    Seq("packed", "columns").foreach { layout =>
      withTable(s"timed_$layout", "k INT, v INT, PRIMARY KEY (k)", s"'hbase.layout' = '$layout'") { table =>
        fixture.sql(s"INSERT INTO $table VALUES (1, 1), (2, 2)")
        val before = System.currentTimeMillis()
        fixture.sql(s"INSERT INTO $table WITH ('time' = 'server') VALUES (1, 10), (2, NULL), (3, NULL)")
        fixture.assertRows(Seq(Row(1, 10), Row(2, null), Row(3, null)), s"SELECT * FROM $table ORDER BY k")
        fixture.assertRows(
          Seq(Row(3L)),
          s"SELECT count(*) FROM $table WHERE _timestamp >= timestamp_millis($before) AND _timestamp <= current_timestamp()"
        )
        fixture.assertFails(
          "SPARKSQL_HBASE.INVALID_OPTION",
          s"INSERT OVERWRITE $table WITH ('time' = 'server') VALUES (1, 1)"
        )
      }
    }
}

object ITWritePromises {
  @volatile private var countUp: () => Unit = () => ()

  /** HBase notices it at a region, or where it looks for the regions. */
  private val toldToRunAgain = Map(
    "SPARKSQL_HBASE.READ_FAILED" -> "Run the query again",
    "SPARKSQL_HBASE.HBASE_TABLE_MISSING" -> "run the statement again"
  )

  /** A query that reads an HBase table which is dropped meanwhile may be run again. */
  private def isGone(e: Throwable): Boolean = Iterator.iterate(e)(_.getCause).takeWhile(_ != null).exists {
    case failed: SparkThrowable =>
      toldToRunAgain.get(failed.getCondition).exists(failed.getMessage.contains)
    case _ => false
  }
}
