package org.apache.spark.sql.hbase.it

import scala.util.Try

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/**
 * Values that do not decode, in one table of each layout. Every fourth of the rows 0 to 39 has bytes in `n` that are no
 * INT. Half of the rows are in store files, the rest in memory.
 */
class ITDecodeModes extends ClusterWithJar {
  private val Layouts = Seq("packed", "columns")
  private val Permissive = "WITH ('mode' = 'PERMISSIVE')"
  private lazy val raw = new RawTables(hbase.quorum)

  private def table(layout: String): String = s"hbase.default.decoded_$layout"

  @BeforeAll
  def fill(): Unit = Layouts.foreach { layout =>
    fixture.sql(
      s"CREATE TABLE ${table(layout)} (k INT, n INT NOT NULL, s STRING, PRIMARY KEY (k)) USING hbase TBLPROPERTIES " +
        s"('hbase.layout' = '$layout', 'hbase.coprocessor.jar' = 'file://$jar')"
    )
    fixture.sql(s"INSERT INTO ${table(layout)} SELECT CAST(id AS INT), CAST(id AS INT), 's' FROM range(40)")
    (0 until 40 by 8).foreach(spoil(layout, _))
    HBaseCluster.use(HBaseCluster.ofCatalog("hbase")) { shared =>
      val admin = shared.connection.getAdmin
      try admin.flush(TableName.valueOf(s"decoded_$layout"))
      finally admin.close()
    }
    (4 until 40 by 8).foreach(spoil(layout, _))
  }

  /** Spoils a row; no field of a packed cell decodes then. */
  private def spoil(layout: String, k: Int): Unit =
    raw.put(
      s"decoded_$layout",
      Bytes.toBytes(k ^ Int.MinValue),
      (if (layout == "packed") "d:_p" else "d:n") -> Bytes.toBytes("no")
    )

  private def expected(layout: String): Seq[Row] = (0 until 40).map { k =>
    if (k % 4 == 0) Row(k, null, if (layout == "packed") null else "s") else Row(k, k, "s")
  }

  private def undecodable(frame: DataFrame): Long =
    collectWithSubqueries(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }
      .map(_.metrics("hbaseUndecodableValues").value)
      .sum

  private def inEachMode(action: String => Unit): Unit = {
    Seq("require", "false").foreach(mode => fixture.withSettings("spark.sql.hbase.coprocessor" -> mode)(action(mode)))
    fixture.withSettings("spark.sql.hbase.coprocessor" -> "false", "spark.sql.hbase.customfilter" -> "false")(
      action("without filters")
    )
  }

  @Test
  def whatDoesNotDecodeIsNullAndCounted(): Unit = inEachMode { mode =>
    Layouts.foreach { layout =>
      val from = s"FROM ${table(layout)} $Permissive"
      val rows = expected(layout)
      // Without ORDER BY, for which Spark would read the table twice.
      def assertRead(query: String, expected: Seq[Row], counted: Long): Unit = {
        val frame = fixture.spark.sql(query)
        assertEquals(
          expected,
          frame.collect().toSeq.sortBy(r => if (r.isNullAt(0)) Long.MinValue else r.getAs[Number](0).longValue),
          s"$mode: $query"
        )
        assertEquals(counted, undecodable(frame), s"$mode: $query")
      }
      assertRead(s"SELECT * $from", rows, if (layout == "packed") 20 else 10)
      assertRead(s"SELECT k $from WHERE n IS NULL", rows.filter(_.isNullAt(1)).map(r => Row(r(0))), 10)
      assertRead(s"SELECT k $from WHERE n > 30", (31 until 40).filter(_ % 4 != 0).map(Row(_)), 10)
      assertRead(s"SELECT count(*), count(n), sum(n) $from", Seq(Row(40L, 30L, 600L)), 10)
      assertRead(s"SELECT n $from WHERE k IN (4, 5)", Seq(Row(null), Row(5)), 1)
      assertRead(s"SELECT count(*) $from WHERE k < 3", Seq(Row(3L)), 0)
    }
  }

  @Test
  def withoutTheModeTheValueIsNamed(): Unit = inEachMode { _ =>
    Layouts.foreach { layout =>
      val message = fixture.assertFails("SPARKSQL_HBASE.CORRUPT_VALUE", s"SELECT sum(n) FROM ${table(layout)}")
      assertTrue(message.contains("column=n"), message)
    }
  }

  @Test
  def thePropertyOfTheTableSaysSoToo(): Unit = Layouts.foreach { layout =>
    val name = table(layout)
    fixture.sql(s"ALTER TABLE $name SET TBLPROPERTIES ('hbase.mode' = 'Permissive')")
    try {
      fixture.assertRows(expected(layout), s"SELECT * FROM $name ORDER BY k")
      fixture.assertFails("SPARKSQL_HBASE.CORRUPT_VALUE", s"SELECT sum(n) FROM $name WITH ('mode' = 'failfast')")
      val explained = fixture.sql(s"EXPLAIN SELECT sum(n) FROM $name").head.getString(0)
      assertTrue(explained.contains("with NULL for what does not decode"), explained)
      // What cannot be read is not overwritten, and columns stay NOT NULL for those who write.
      fixture.assertFails("SPARKSQL_HBASE.CORRUPT_VALUE", s"UPDATE $name SET n = n + 1 WHERE k < 100")
      fixture.assertFails("SPARKSQL_HBASE.CORRUPT_VALUE", s"DELETE FROM $name WHERE n IS NULL OR n > 100")
      fixture.assertFails("NOT_NULL_ASSERT_VIOLATION", s"INSERT INTO $name VALUES (100, CAST(NULL AS INT), 's')")
      fixture.assertRows(expected(layout), s"SELECT * FROM $name ORDER BY k")
    } finally fixture.sql(s"ALTER TABLE $name UNSET TBLPROPERTIES ('hbase.mode')")
  }

  @Test
  def foreignRowsAreSetAsideAndCounted(): Unit = Layouts.foreach { layout =>
    val name = s"hbase.default.foreign_$layout"
    fixture.sql(
      s"CREATE TABLE $name (a STRING, k INT, n INT, PRIMARY KEY (a, k)) USING hbase TBLPROPERTIES " +
        s"('hbase.layout' = '$layout', 'hbase.coprocessor.jar' = 'file://$jar')"
    )
    fixture.sql(s"INSERT INTO $name SELECT concat('a', id % 4), CAST(id AS INT), CAST(id AS INT) FROM range(40)")
    val foreign =
      Seq(Array[Byte](1), Bytes.toBytes("a2"), Bytes.toBytes("a2\u0000\u0001abc"), Bytes.toBytes("a1\u0000\u0007"))
    foreign.foreach(raw.put(s"foreign_$layout", _, "d:_p" -> Bytes.toBytes("x"), "d:_0" -> Array.emptyByteArray))
    inEachMode { mode =>
      def assertRead(query: String, expected: Seq[Row]): Long = {
        val frame = fixture.spark.sql(query.replace("FROM t", s"FROM $name $Permissive"))
        assertEquals(expected, frame.collect().toSeq.sortBy(_.toString), s"$mode: $query")
        collectWithSubqueries(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }
          .map(_.metrics("hbaseForeignRows").value)
          .sum
      }
      assertEquals(4L, assertRead("SELECT count(*) FROM t", Seq(Row(40L))), mode)
      assertEquals(4L, assertRead("SELECT count(*), sum(k), sum(n) FROM t", Seq(Row(40L, 780L, 780L))), mode)
      assertEquals(4L, assertRead("SELECT DISTINCT a FROM t", (0 until 4).map(i => Row(s"a$i"))), mode)
      assertEquals(4L, assertRead("SELECT min(a), max(k) FROM t WHERE n > 38", Seq(Row("a3", 39))), mode)
      assertEquals(1L, assertRead("SELECT sum(n) FROM t WHERE a = 'a2'", Seq(Row(200L))), mode)
      assertRead("SELECT n FROM t WHERE a = 'a2' AND k IN (2, 3)", Seq(Row(2)))
      fixture.assertFails("SPARKSQL_HBASE.ROW_KEY_TOO_SHORT", s"SELECT min(k) FROM $name")
    }
    val explained = fixture.sql(s"EXPLAIN SELECT sum(n) FROM $name $Permissive").head.getString(0)
    assertTrue(explained.contains("without rows whose row keys do not"), explained)
    // A condition deletes no row that cannot be read.
    fixture.assertFails("SPARKSQL_HBASE.ROW_KEY_TOO_SHORT", s"DELETE FROM $name WHERE k > 100")
  }

  @Test
  def theSourceOfOptionsTakesTheMode(): Unit = {
    def frame(mode: String) = fixture.spark.read
      .format("hbase")
      .option("hbaseTableName", "decoded_columns")
      .option("colsSeq", "k,n,s")
      .option("keyCols", "k,INT")
      .option("nonKeyCols", "n,INT,d,n;s,STRING,d,s")
      .option("mode", mode)
      .load()
    assertEquals(expected("columns"), frame("permissive").orderBy("k").collect().toSeq)
    val refused =
      org.junit.jupiter.api.Assertions.assertThrows(classOf[org.apache.spark.sql.AnalysisException], () => frame("lax"))
    assertEquals("SPARKSQL_HBASE.INVALID_OPTION", refused.getCondition)
  }

  @Test
  def aValueOfARowThatItsKeyRejectsIsNoError(): Unit = Layouts.foreach { layout =>
    inEachMode { mode =>
      fixture.assertRows(Seq(Row(5, "s")), s"SELECT n, s FROM ${table(layout)} WHERE k = 5 AND n > 0")
      fixture.assertRows(Seq(Row(6L)), s"SELECT sum(n) FROM ${table(layout)} WHERE k BETWEEN 1 AND 3 AND n > 0")
      fixture.assertFails(
        "SPARKSQL_HBASE.CORRUPT_VALUE",
        s"SELECT sum(n) FROM ${table(layout)} WHERE k < 5 /* $mode */"
      )
    }
  }

  /** Field `b` is damaged in row 2, and the only field in row 3. */
  @Test
  def ofAStructOverSeveralCellsOnlyTheFieldsOfTheQueryAreDecoded(): Unit = {
    val name = "hbase.default.damaged_fields"
    fixture.sql(
      s"CREATE TABLE $name (k INT, st STRUCT<a: INT, b: INT, c: STRING>, PRIMARY KEY (k)) USING hbase TBLPROPERTIES (" +
        "'hbase.layout' = 'columns', 'hbase.column.st.a.qualifier' = 'a', 'hbase.column.st.b.qualifier' = 'b', " +
        s"'hbase.column.st.c.qualifier' = 'c', 'hbase.coprocessor.jar' = 'file://$jar')"
    )
    fixture.sql(s"INSERT INTO $name VALUES (1, struct(1, 1, 'c')), (2, struct(2, 2, 'c')), (3, NULL), (4, NULL)")
    Seq(2, 3).foreach(k => raw.put("damaged_fields", Bytes.toBytes(k ^ Int.MinValue), "d:b" -> Bytes.toBytes("no")))
    inEachMode { mode =>
      Seq(s"FROM $name", s"FROM $name WITH ('mode' = 'permissive')").foreach { from =>
        def assertRead(query: String, expected: Row*): Unit =
          assertEquals(expected, fixture.sql(query), s"$mode: $query")
        assertRead(s"SELECT k, st.a $from ORDER BY k", Row(1, 1), Row(2, 2), Row(3, null), Row(4, null))
        assertRead(s"SELECT sum(st.a), max(st.c) $from", Row(3L, "c"))
        assertRead(s"SELECT k $from WHERE st.a = 2", Row(2))
        assertRead(s"SELECT k, st.a $from WHERE st IS NOT NULL ORDER BY k", Row(1, 1), Row(2, 2), Row(3, null))
        assertRead(s"SELECT st.c, count(*) $from GROUP BY st.c ORDER BY 1", Row(null, 2L), Row("c", 2L))
        assertRead(s"SELECT k, st.a $from WHERE k IN (2, 3) ORDER BY k", Row(2, 2), Row(3, null))
        assertRead(s"SELECT k, st.c $from ORDER BY st.a DESC LIMIT 1", Row(2, "c"))
      }
      Seq("st.b", "st", "count(st.b)", "count(st)").foreach { value =>
        fixture.assertFails("SPARKSQL_HBASE.CORRUPT_VALUE", s"SELECT $value FROM $name /* $mode */")
      }
    }
  }

  /** Cells that are cut off or changed in one byte: whether a query looks at the damage does not depend on where it runs. */
  @Test
  def bothWaysLookAtTheSameBytesOfACell(): Unit = Layouts.foreach { layout =>
    val name = s"damaged_cells_$layout"
    fixture.sql(
      s"CREATE TABLE hbase.default.$name (k INT, n INT, st STRUCT<a: INT, b: STRING, c: ARRAY<INT>>, s STRING, PRIMARY KEY (k)) " +
        s"USING hbase TBLPROPERTIES ('hbase.layout' = '$layout', 'hbase.coprocessor.jar' = 'file://$jar')"
    )
    fixture.sql(s"INSERT INTO hbase.default.$name VALUES (1, 7, struct(5, 'text', array(1, 2)), 'end')")
    val cell = if (layout == "packed") "d:_p" else "d:st"
    val whole = Bytes.toBytesBinary(raw.rows(name).head._2(cell))
    val damaged = Seq(whole.dropRight(1), whole.take(whole.length / 2), whole.drop(1), Array.emptyByteArray) ++
      (0 until whole.length by 11).map(i => whole.updated(i, (whole(i) ^ 0x41).toByte))
    damaged.zipWithIndex.foreach { case (bytes, i) =>
      raw.put(name, Bytes.toBytes((100 + i) ^ Int.MinValue), cell -> bytes)
    }
    val values = Seq("st.a", "st.b", "st.c[1]", "st IS NULL", "n", "count(s)")
    for (k <- 100 until 100 + damaged.size; value <- values) {
      val query = s"SELECT $value FROM hbase.default.$name WHERE k > ${k - 1} AND k < ${k + 1}"
      def outcome(mode: String): Any = fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        Try(fixture.sql(query)).recover { case e =>
          Iterator.iterate(e)(_.getCause).takeWhile(_ != null).collectFirst {
            case typed: SparkThrowable if typed.getCondition != null => typed.getCondition
          }
        }.get
      }
      assertEquals(outcome("false"), outcome("require"), s"$query, bytes ${Bytes.toStringBinary(damaged(k - 100))}")
    }
  }

  @Test
  def otherModesAreRefused(): Unit = {
    val message =
      fixture.assertFails("SPARKSQL_HBASE.INVALID_OPTION", s"SELECT * FROM ${table("packed")} WITH ('mode' = 'x')")
    assertTrue(message.contains("failfast, permissive"), message)
    fixture.assertFails(
      "SPARKSQL_HBASE.INVALID_PROPERTY",
      s"ALTER TABLE ${table("packed")} SET TBLPROPERTIES ('hbase.mode' = 'dropmalformed')"
    )
  }
}
