package org.apache.spark.sql.hbase.it

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, TableDescriptorBuilder}
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.Row
import org.apache.spark.sql.execution.{CommandResultExec, SparkPlan}
import org.apache.spark.sql.execution.datasources.v2.{DeleteFromTableExec, TruncateTableExec, WriteDeltaExec}
import org.apache.spark.sql.functions

/** DELETE, TRUNCATE and INSERT OVERWRITE against a real HBase. */
class ITDelete extends ClusterWithJar {
  import WrittenTables._
  private var tables: WrittenTables = _

  @BeforeAll
  def makeTables(): Unit = tables = new WrittenTables(fixture, jar)

  private def filled[T](form: Form)(action: String => T): T = tables.withTable(form) { table =>
    fixture.sql(s"INSERT INTO $table $SomeRows")
    action(table)
  }

  /** The plan of a statement that has run. */
  private def run(statement: String): SparkPlan =
    fixture.spark.sql(statement).queryExecution.executedPlan match {
      case result: CommandResultExec => result.commandPhysicalPlan
      case other => other
    }

  private def deletedBy(statement: String): (String, Long) = {
    val plan = run(statement)
    (plan.getClass.getSimpleName, plan.metrics("hbaseRowsDeleted").value)
  }

  private def count(table: String): Long = fixture.sql(s"SELECT count(*) FROM $table").head.getLong(0)

  @Test
  def rowsOfExactConditionsAreDeletedWhereTheyAreAndOthersByTheirKeys(): Unit = filled(Packed) { table =>
    val (inPlace, byKeys) = (classOf[DeleteFromTableExec].getSimpleName, classOf[WriteDeltaExec].getSimpleName)
    assertEquals((inPlace, 9L), deletedBy(s"DELETE FROM $table WHERE a = 3"))
    assertEquals((inPlace, 1L), deletedBy(s"DELETE FROM $table WHERE a = 4 AND b IN ('b4', 'b5')"))
    assertEquals((inPlace, 10L), deletedBy(s"DELETE FROM $table WHERE v IS NULL"))
    assertEquals((byKeys, 3L), deletedBy(s"DELETE FROM $table WHERE length(b) = 2 AND v > 6"))
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "false") {
      assertEquals((inPlace, 7L), deletedBy(s"DELETE FROM $table WHERE b LIKE 'b2%' AND NOT v = 21"))
    }
    val left = fixture.sql(
      s"SELECT * FROM ($SomeRows) WHERE NOT (a = 3 OR v IS NULL OR b IN ('b4', 'b7', 'b8', 'b9')" +
        " OR (b LIKE 'b2%' AND v <> 21))"
    )
    assertEquals(left.toSet, fixture.sql(s"SELECT * FROM $table").toSet)
    assertEquals((inPlace, left.size.toLong), deletedBy(s"DELETE FROM $table"))
    assertEquals(0L, count(table))
    fixture.sql(s"INSERT INTO $table $SomeRows")
    assertEquals(60L, count(table))
  }

  @Test
  def deletesThatReadTheWholeTableCanBeForbidden(): Unit = filled(Packed) { table =>
    fixture.withSettings("spark.sql.hbase.fullscan" -> "error") {
      fixture.assertFails("SPARKSQL_HBASE.FULL_SCAN_FORBIDDEN", s"DELETE FROM $table WHERE v > 5")
      fixture.sql(s"DELETE FROM $table WHERE a = 5")
    }
    assertEquals(52L, count(table))
  }

  @Test
  def cellsThatTheSqlTableDoesNotKnowStay(): Unit = filled(Adopted) { table =>
    tables.addForeignCells(table)
    fixture.sql(s"DELETE FROM $table WHERE a = 3")
    val expected =
      fixture.sql(s"SELECT a, b, IF(a = 3, NULL, v), IF(a = 3, NULL, w), IF(a = 3, NULL, d) FROM ($SomeRows)")
    assertEquals(expected.toSet, fixture.sql(s"SELECT * FROM $table").toSet)
    fixture.sql(s"TRUNCATE TABLE $table")
    assertEquals(60, tables.rowKeys(table).size)
    fixture.assertRows(Seq(Row(60L, 0L, 0L)), s"SELECT count(*), count(v), count(w) FROM $table")
  }

  @Test
  def truncatingKeepsTheRegions(): Unit = filled(Salted) { table =>
    assertEquals(classOf[TruncateTableExec], run(s"TRUNCATE TABLE $table").getClass)
    assertEquals(0L, count(table))
    assertTrue(tables.rowKeys(table).isEmpty)
    assertEquals(4, fixture.spark.table(table).rdd.getNumPartitions)
    fixture.sql(s"INSERT INTO $table $SomeRows")
    assertEquals(60L, count(table))
  }

  @Test
  def rowKeysThatValuesDoNotTellAreRefused(): Unit = {
    val name = "ambiguous"
    tables.connected { connection =>
      val family = ColumnFamilyDescriptorBuilder.of("f")
      val descriptor = TableDescriptorBuilder.newBuilder(TableName.valueOf(name)).setColumnFamily(family).build()
      connection.getAdmin.createTable(descriptor)
    }
    val table = s"hbase.default.$name"
    fixture.sql(
      s"CREATE TABLE $table (k INT, v INT, PRIMARY KEY (k)) USING hbase TBLPROPERTIES ('hbase.family' = 'f', " +
        "'hbase.encoding' = 'string')"
    )
    fixture.sql(s"INSERT INTO $table VALUES (7, 1), (8, 2)")
    Seq(s"DELETE FROM $table WHERE k = 7", s"UPDATE $table SET v = 2").foreach { statement =>
      fixture.assertFails("SPARKSQL_HBASE.AMBIGUOUS_ROW_KEY", statement)
    }
    fixture.sql(s"DELETE FROM $table")
    assertEquals(0L, count(table))
    fixture.sql(s"DROP TABLE $table PURGE")
  }

  @Test
  def overwritingLeavesTheNewRowsAlone(): Unit = Seq(Packed, CellEach).foreach { form =>
    filled(form) { table =>
      fixture.sql(s"INSERT OVERWRITE $table VALUES (1, 'b1', 5, NULL, 1), (9, 'new', NULL, 'x', 2)")
      val expected = fixture.sql("SELECT * FROM VALUES (1, 'b1', 5L, NULL, 1.00), (9, 'new', NULL, 'x', 2.00)")
      assertEquals(
        expected.map(_.toString).toSet,
        fixture.sql(s"SELECT * FROM $table").map(_.toString).toSet,
        form.name
      )
      fixture.sql(s"INSERT OVERWRITE $table SELECT a + 1, b, v, w, d FROM $table WHERE a = 1")
      assertEquals(Seq(Row(2, "b1", 5L)), fixture.sql(s"SELECT a, b, v FROM $table"), form.name)
    }
  }

  @Test
  def overwritingByConditionReplacesOnlyRowsThatMeetIt(): Unit = filled(Packed) { table =>
    val rows = fixture.spark.sql(
      "SELECT 3 AS a, concat('c', id) AS b, id AS v, 'x' AS w, CAST(id AS DECIMAL(12,2)) AS d FROM range(2)"
    )
    rows.writeTo(table).overwrite(functions.expr("a = 3"))
    assertEquals(53L, count(table))
    assertEquals(Set(Row("c0"), Row("c1")), fixture.sql(s"SELECT b FROM $table WHERE a = 3").toSet)
    rows.where("v = 0").write.mode("overwrite").insertInto(table)
    assertEquals(Seq(Row(3, "c0")), fixture.sql(s"SELECT a, b FROM $table"))
  }

  @Test
  def anOverwriteThatFailsDeletesNoRow(): Unit = filled(Packed) { table =>
    val keys = fixture.sql(s"SELECT a, b FROM $table").toSet
    fixture.assertFails(
      "USER_RAISED_EXCEPTION",
      s"INSERT OVERWRITE $table SELECT 1, concat('n', id), IF(id = 8, CAST(raise_error('no') AS BIGINT), id), NULL, NULL FROM range(9)"
    )
    val after = fixture.sql(s"SELECT a, b FROM $table").toSet
    assertTrue(keys.subsetOf(after), () => (keys -- after).toString)
  }

  @Test
  def keyColumnsMustBeGivenAndNotNull(): Unit = tables.withTable(CellEach) { table =>
    fixture.sql(s"INSERT INTO $table (b, a, w) VALUES ('x', 1, 'named')")
    fixture.sql(s"INSERT INTO $table BY NAME SELECT 'byname' AS w, 2 AS a, 'y' AS b")
    val rows = fixture.spark.sql("SELECT 3 AS a, 'z' AS b, 4L AS v, 'frame' AS w, CAST(5 AS DECIMAL(12,2)) AS d")
    rows.select("d", "w", "v", "b", "a").writeTo(table).append()
    rows.selectExpr("4 AS one", "b AS two", "v AS three", "'position' AS four", "d AS five").write.insertInto(table)
    val expected = Seq(
      Row(1, "x", null, "named"),
      Row(2, "y", null, "byname"),
      Row(3, "z", 4L, "frame"),
      Row(4, "z", 4L, "position")
    )
    fixture.assertRows(expected, s"SELECT a, b, v, w FROM $table ORDER BY a")
    fixture.assertFails("NOT_NULL_ASSERT_VIOLATION", s"INSERT INTO $table VALUES (NULL, 'x', 1, 'w', 1)")
    fixture.assertFails("INCOMPATIBLE_DATA_FOR_TABLE.CANNOT_FIND_DATA", s"INSERT INTO $table (a, v) VALUES (5, 5)")
    assertEquals(4L, count(table))
  }
}
