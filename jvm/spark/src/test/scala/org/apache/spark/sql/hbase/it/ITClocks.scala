package org.apache.spark.sql.hbase.it

import java.util.stream.IntStream

import scala.util.Using

import org.apache.hadoop.hbase.TableName
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.TestInstance
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.MethodSource

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.Turns
import org.apache.spark.sql.hbase.catalog.store.MetadataStore
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.write.WriteAttempts

/**
 * The clock of a whole HBase cluster differs from the driver's. HBase itself refuses a region server whose clock is more than 30
 * seconds from the master's (`hbase.master.maxclockskew`).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ITClocks {
  private var fixture: SqlFixture = _
  private var raw: RawTables = _

  private def jar: String = s"'hbase.coprocessor.jar' = 'file://${SharedClusters.jar}'"

  def minutes: IntStream = IntStream.of(Turns.half(Seq(10, -10), "minutes"): _*)

  /** @param minutes by which HBase's clock is ahead */
  @ParameterizedTest
  @MethodSource(Array("minutes"))
  def statementsKeepTheirPromises(minutes: Int): Unit =
    Using.resource(EmbeddedJvm.start("--conf", s"embedded.clock.ahead.millis=${minutes * 60000}")) { hbase =>
      raw = new RawTables(hbase.quorum)
      Using.resource(new SqlFixture(hbase.quorum)) { session =>
        fixture = session
        // Each layout is changed under one of the clocks.
        val (changed, other) = if (minutes > 0) (Seq("packed", "columnar"), "columns") else (Seq("columns"), "packed")
        changed.foreach(changeRows)
        travel(other)
        endLate(other)
        Seq("packed", "columns").foreach(letRegionServersGiveTimes(_, minutes))
        expire(minutes)
      }
    }

  private def create(name: String, properties: String): String = {
    val table = s"hbase.default.$name"
    fixture.sql(
      s"CREATE TABLE $table (k INT, v BIGINT, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ($properties, $jar)"
    )
    table
  }

  /** The rows as region servers compute them, and as Spark does; before a flush and after it. */
  private def assertRows(expected: Seq[Row], table: String, flushed: Boolean = true): Unit = {
    def check(): Unit = Seq("require", "false").foreach { mode =>
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        fixture.assertRows(expected, s"SELECT count(*), sum(k), sum(v) FROM $table")
      }
    }
    check()
    if (flushed) {
      raw.connected { connection =>
        Using.resource(connection.getAdmin)(_.flush(TableName.valueOf(table.split('.').last)))
      }
      check()
    }
  }

  private def changeRows(layout: String): Unit = {
    val table = create(s"changed_$layout", s"'hbase.layout' = '$layout'")
    fixture.sql(s"INSERT INTO $table SELECT CAST(id AS INT), id FROM range(100)")
    assertRows(Seq(Row(100L, 4950L, 4950L)), table)
    fixture.sql(s"UPDATE $table SET v = v + 1 WHERE k < 10")
    fixture.sql(s"DELETE FROM $table WHERE k >= 90")
    fixture.sql(s"DELETE FROM $table WHERE v % 10 = 5")
    assertRows(Seq(Row(81L, 3601L, 3610L)), table)
    fixture.sql(
      s"MERGE INTO $table t USING (SELECT CAST(id AS INT) AS k, -id AS v FROM range(80, 95)) s ON t.k = s.k " +
        "WHEN MATCHED AND t.k < 85 THEN DELETE WHEN MATCHED THEN UPDATE SET v = s.v " +
        "WHEN NOT MATCHED THEN INSERT (k, v) VALUES (s.k, s.v)"
    )
    val merged = fixture.sql(s"SELECT count(*), sum(k), sum(v) FROM $table")
    assertRows(merged, table)
    // What was deleted comes back when it is written again, and what is written twice has the second value.
    fixture.sql(s"INSERT INTO $table VALUES (95, 1), (95, 1), (0, 7)")
    fixture.sql(s"INSERT INTO $table WITH ('write' = 'bulk') SELECT CAST(id AS INT), 5 FROM range(4)")
    fixture.assertRows(Seq(Row(0, 5L), Row(95, 1L)), s"SELECT * FROM $table WHERE k IN (0, 95) ORDER BY k")
    fixture.sql(s"DELETE FROM $table WHERE k < 2")
    fixture.assertRows(Seq(Row(2, 5L)), s"SELECT * FROM $table WHERE k <= 2")
    fixture.sql(s"INSERT OVERWRITE $table SELECT CAST(id AS INT), 1 FROM range(50, 60)")
    assertRows(Seq(Row(10L, 545L, 10L)), table)
    fixture.sql(s"TRUNCATE TABLE $table")
    fixture.sql(s"INSERT INTO $table VALUES (1, 2)")
    fixture.sql(s"ALTER TABLE $table ADD COLUMN w INT")
    fixture.sql(s"UPDATE $table SET w = 3")
    fixture.assertRows(Seq(Row(1, 2L, 3)), s"SELECT * FROM $table")
    fixture.sql(s"DELETE FROM $table")
    assertRows(Seq(Row(0L, null, null)), table)
    fixture.sql(
      s"CREATE OR REPLACE TABLE $table USING hbase TBLPROPERTIES ('hbase.key' = 'k', $jar) AS SELECT 7 AS k, 8L AS v"
    )
    assertRows(Seq(Row(1L, 7L, 8L)), table, flushed = false)
  }

  private def travel(layout: String): Unit = {
    val table = create(
      s"travelled_$layout",
      s"'hbase.layout' = '$layout', 'hbase.versions' = '2147483647', 'hbase.keep.deleted.cells' = 'true'"
    )
    val states = Seq(
      s"INSERT INTO $table SELECT CAST(id AS INT), id FROM range(10)" -> Row(10L, 45L, 45L),
      s"UPDATE $table SET v = 0 WHERE k = 9" -> Row(10L, 45L, 36L),
      s"DELETE FROM $table WHERE k < 5" -> Row(5L, 35L, 26L),
      s"INSERT INTO $table VALUES (0, 1)" -> Row(6L, 35L, 27L)
    )
    val times = states.map { case (statement, state) =>
      val before = System.currentTimeMillis()
      fixture.sql(statement)
      val after = System.currentTimeMillis() + 1
      fixture.assertRows(Seq(state), s"SELECT count(*), sum(k), sum(v) FROM $table")
      if (statement.startsWith("INSERT")) {
        val ofStatement = s"_timestamp BETWEEN timestamp_millis($before) AND timestamp_millis($after)"
        assertTrue(fixture.sql(s"SELECT k FROM $table WHERE $ofStatement").nonEmpty, statement)
      }
      while (System.currentTimeMillis() <= after) Thread.onSpinWait()
      after
    }
    times.zip(states).foreach { case (time, (statement, state)) =>
      fixture.assertRows(
        Seq(state),
        s"SELECT count(*), sum(k), sum(v) FROM $table TIMESTAMP AS OF timestamp_millis($time)"
      )
    }
    fixture.assertRows(Seq(Row(10L)), s"SELECT count(*) FROM $table TIMESTAMP AS OF timestamp_millis(${times(1)})")
  }

  private def endLate(layout: String): Unit = {
    val table = create(s"late_$layout", s"'hbase.layout' = '$layout'")
    val schema = HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
      new MetadataStore(shared.connection).load("default", s"late_$layout").get.schema
    }
    val rows = fixture.spark.sql("SELECT CAST(id AS INT) AS k, id AS v FROM range(50)")
    WriteAttempts.repeatTask(schema, HBaseCluster.ofCatalog("hbase"), rows)
    assertRows(Seq(Row(50L, 1225L, 1225L)), table)
    WriteAttempts.endLate(schema, HBaseCluster.ofCatalog("hbase"), rows)(fixture.sql(s"DELETE FROM $table"))
    assertRows(Seq(Row(0L, null, null)), table)
  }

  private def letRegionServersGiveTimes(layout: String, minutes: Int): Unit = {
    val table = create(s"timed_$layout", s"'hbase.layout' = '$layout'")
    def timed(rows: String) = s"INSERT INTO $table WITH ('time' = 'server') VALUES $rows"
    def hidden(statement: String, rows: Int): Unit = {
      val message = fixture.assertFails("SPARKSQL_HBASE.HIDDEN_BY_LATER_CELLS", statement)
      assertTrue(message.contains(s"rows=$rows "), message)
    }
    fixture.sql(timed("(1, 1), (2, 2)"))
    fixture.sql(timed("(1, 10)"))
    fixture.assertRows(Seq(Row(1, 10L), Row(2, 2L)), s"SELECT * FROM $table ORDER BY k")
    if (minutes > 0) {
      hidden(s"UPDATE $table SET v = 0 WHERE k = 1", 1)
      hidden(s"DELETE FROM $table", 2)
      hidden(s"INSERT INTO $table VALUES (2, 3), (3, 3)", 1)
      fixture.assertRows(Seq(Row(1, 10L), Row(2, 2L), Row(3, 3L)), s"SELECT * FROM $table ORDER BY k")
    } else {
      fixture.sql(s"UPDATE $table SET v = 0 WHERE k = 1")
      hidden(timed("(1, 11), (2, 12), (3, 13)"), 1)
      fixture.assertRows(Seq(Row(1, 0L), Row(2, 12L), Row(3, 13L)), s"SELECT * FROM $table ORDER BY k")
      fixture.sql(s"DELETE FROM $table WHERE k = 2")
      hidden(timed("(2, 14)"), 1)
      fixture.sql(timed("(4, 14)"))
      assertRows(Seq(Row(3L, 8L, 27L)), table)
    }
  }

  /** Region servers forget rows by their own clock. */
  private def expire(minutes: Int): Unit = {
    val hour = create("kept_an_hour", "'hbase.ttl' = '3600'")
    fixture.sql(s"INSERT INTO $hour VALUES (1, 1)")
    assertRows(Seq(Row(1L, 1L, 1L)), hour)
    val short = create("kept_five_minutes", "'hbase.ttl' = '300'")
    fixture.sql(s"INSERT INTO $short VALUES (1, 1)")
    assertRows(Seq(if (minutes > 0) Row(0L, null, null) else Row(1L, 1L, 1L)), short)
  }
}
