package org.apache.spark.sql.hbase.it

import scala.util.Random

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, Put, TableDescriptorBuilder}
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.Row
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** Key columns that are reversed, delimited or preceded by their length, without the coprocessor. */
class ITKeyForms extends ClusterWithJar {
  @BeforeAll
  def makeExpectedRows(): Unit = fixture.spark
    .range(200)
    .selectExpr("concat('host', id % 20, '.org') AS host", "concat('p', id DIV 20) AS page", "CAST(id AS INT) AS n")
    .createOrReplaceTempView("expected")

  /** @param scanned rows, where one range holds them */
  private def check(table: String, condition: String, scanned: Option[Long] = None): Unit = {
    val query = s"SELECT host, page, n FROM t WHERE $condition"
    val frame = fixture.spark.sql(query.replace("FROM t", s"FROM $table"))
    val expected = fixture.sql(query.replace("FROM t", "FROM expected"))
    assertEquals(expected.sortBy(_.getInt(2)), frame.collect().toSeq.sortBy(_.getInt(2)), condition)
    val scan = collect(frame.queryExecution.executedPlan) { case s: BatchScanExec => s }.head
    scanned.foreach(assertEquals(_, scan.metrics("hbaseLocalRowsScanned").value, condition))
  }

  @Test
  def conditionsThatTheFormKeepsLimitTheRowsThatAreRead(): Unit = Seq(
    ("reversed", "'hbase.column.host.form' = 'reversed'", 200L),
    ("counted", "'hbase.column.host.form' = 'length_prefixed'", 200L),
    ("delimited", "'hbase.column.host.delimiter' = '|', 'hbase.column.page.delimiter' = '|'", 10L)
  ).foreach { case (name, properties, prefix) =>
    val table = s"hbase.default.$name"
    fixture.sql(
      s"CREATE TABLE $table (host STRING, page STRING, n INT, PRIMARY KEY (host, page, n)) USING hbase TBLPROPERTIES ($properties)"
    )
    fixture.sql(s"INSERT INTO $table SELECT * FROM expected")
    check(table, "host = 'host7.org'", Some(10))
    check(table, "host IN ('host7.org', 'host11.org') AND page = 'p3'")
    // A get, which scans nothing.
    check(table, "host = 'host7.org' AND page = 'p3' AND n = 67", Some(0))
    check(table, "host > 'host7.org'", Some(200))
    check(table, "host LIKE 'host12%'", Some(prefix))
    check(table, "NOT (host = 'host7.org')")
    val shown = fixture.sql(s"SHOW CREATE TABLE $table").head.getString(0)
    fixture.sql(shown.replace(table, s"${table}_again"))
    fixture.assertRows(Seq(Row(200L)), s"SELECT count(*) FROM ${table}_again")
  }

  @Test
  def fixedColumnsKeepTheOrderOfTheirValues(): Unit = {
    fixture.spark
      .range(200)
      .selectExpr(
        "concat('h', lpad(id % 20, 2, '0')) AS host",
        "concat('p', id DIV 20) AS page",
        "CAST(id AS INT) AS n"
      )
      .createOrReplaceTempView("expected")
    try {
      val table = "hbase.default.fixed_hosts"
      fixture.sql(
        s"CREATE TABLE $table (host STRING, page STRING, n INT, PRIMARY KEY (host, page, n)) USING hbase " +
          "TBLPROPERTIES ('hbase.column.host.form' = 'fixed(3)', 'hbase.column.page.form' = 'fixed(2)')"
      )
      fixture.sql(s"INSERT INTO $table SELECT * FROM expected")
      check(table, "host = 'h07'", Some(10))
      check(table, "host IN ('h07', 'h11', 'longer') AND page = 'p3'")
      check(table, "host = 'h07' AND page = 'p3' AND n = 67", Some(0))
      check(table, "host > 'h17'", Some(20))
      check(table, "host BETWEEN 'h03' AND 'h04' AND page >= 'p8'")
      // No row key has such a value, but it has its place among those that there are.
      check(table, "host = 'h0'", Some(0))
      check(table, "host > 'h18x' OR host < 'h0'")
      check(table, "host LIKE 'h1%'", Some(100))
      check(table, "host LIKE 'h123%'", Some(0))
      check(table, "NOT (host = 'h07') AND page LIKE 'p1%'")
      val shown = fixture.sql(s"SHOW CREATE TABLE $table").head.getString(0)
      fixture.sql(shown.replace(table, s"${table}_again"))
      fixture.assertRows(Seq(Row(200L)), s"SELECT count(*) FROM ${table}_again")
    } finally makeExpectedRows()
  }

  @Test
  def valuesOfAnotherLengthAreRefusedUnlessTheTypePadsThem(): Unit = {
    fixture.sql(
      "CREATE TABLE hbase.default.codes (a CHAR(4), b BINARY, c STRING, PRIMARY KEY (a, b, c)) USING hbase " +
        "TBLPROPERTIES ('hbase.encoding' = 'hbase', 'hbase.column.a.form' = 'fixed(4)', 'hbase.column.b.form' = 'fixed(2)')"
    )
    fixture.sql("INSERT INTO hbase.default.codes VALUES ('ab', X'0001', 'rest')")
    fixture.assertRows(Seq(Row("ab  ", "0001", "rest")), "SELECT a, hex(b), c FROM hbase.default.codes WHERE a = 'ab'")
    Seq("'ab', X'01'", "'\u00e4bcd', X'0001'").foreach { values =>
      val message =
        fixture.assertFails("SPARKSQL_HBASE.KEY_VALUE_LENGTH", s"INSERT INTO hbase.default.codes VALUES ($values, 'c')")
      assertTrue(message.contains("expectedBytes"), message)
    }
    fixture.assertRows(Seq(Row("61622020000172657374")), "SELECT lower(hex(_rowkey)) FROM hbase.default.codes")
  }

  @Test
  def newTablesHoldAnyByteInAnyKeyColumn(): Unit = {
    fixture.spark
      .range(300)
      .selectExpr(
        "array('', '\\u0000', 'a', 'a\\u0000', 'a\\u0000b', 'a\\u0001', 'ab')[id % 7] AS s",
        "array(X'', X'00', X'0000', X'00FF', X'01', X'FF')[id % 6] AS b",
        "CAST(id % 5 AS INT) AS n",
        "concat('x\\u0000', id) AS t",
        "id AS v"
      )
      .createOrReplaceTempView("zeros")
    Seq(
      "ascending" -> "",
      "descending" -> "'hbase.column.s.order' = 'desc', 'hbase.column.b.order' = 'desc', 'hbase.column.t.order' = 'desc'",
      "hashed" -> "'hbase.key.hash.bytes' = '2', 'hbase.key.hash.columns' = 's'"
    ).foreach { case (name, properties) =>
      val table = s"hbase.default.zeros_$name"
      fixture.sql(
        s"CREATE TABLE $table (s STRING, b BINARY, n INT, t STRING, v BIGINT, PRIMARY KEY (s, b, n, t)) USING hbase " +
          (if (properties.isEmpty) "" else s"TBLPROPERTIES ($properties)")
      )
      fixture.sql(s"INSERT INTO $table SELECT * FROM zeros")
      Seq(
        "true",
        "s = 'a\\u0000'",
        "s = 'a' AND b = X'00'",
        "s > 'a' AND s < 'a\\u0000b'",
        "s >= 'a\\u0000' AND s <= 'ab' AND n = 3",
        "s IN ('', '\\u0000', 'none') AND b > X'00' AND n IN (1, 2)",
        "s LIKE 'a\\u0000%'",
        "startswith(s, '\\u0000') AND b <= X'00FF'",
        "NOT (s = 'a') AND b = X'0000'",
        "b = X'00' AND n = 4",
        "s = 'a\\u0000b' AND b = X'0000' AND n = 2 AND t = 'x\\u000032'"
      ).foreach { condition =>
        def rows(from: String) =
          fixture.sql(s"SELECT s, hex(b), n, t, v FROM $from WHERE $condition").sortBy(_.getLong(4))
        assertEquals(rows("zeros"), rows(table), s"$name: $condition")
      }
      Seq("s", "s, b", "s, b, n").foreach { columns =>
        def groups(from: String) =
          fixture.sql(s"SELECT $columns, count(*), max(v) FROM $from GROUP BY $columns").map(_.toString).sorted
        assertEquals(groups("zeros").size, fixture.sql(s"SELECT DISTINCT $columns FROM $table").size)
        def order(from: String) =
          fixture.sql(s"SELECT v FROM $from ORDER BY s, b, n, t LIMIT 50").map(_.getLong(0))
        assertEquals(order("zeros"), order(table), s"$name: order")
      }
      fixture.sql(s"UPDATE $table SET v = -1 WHERE s = '\\u0000' AND b = X'0000'")
      fixture.sql(s"DELETE FROM $table WHERE s = 'a\\u0000' AND n > 2")
      fixture.assertRows(
        fixture.sql(
          "SELECT count(*), sum(IF(s = '\\u0000' AND b = X'0000', -1, v)) FROM zeros WHERE NOT (s = 'a\\u0000' AND n > 2)"
        ),
        s"SELECT count(*), sum(v) FROM $table"
      )
      val shown = fixture.sql(s"SHOW CREATE TABLE $table").head.getString(0)
      assertTrue(shown.contains("'hbase.column.s.form' = 'escaped'"), shown)
      fixture.sql(s"DROP TABLE $table")
      // The HBase table stays and has the form that it was made with, which the statement need not name.
      fixture.sql(shown.replaceAll("\\s*'hbase.column.\\w+.form' = 'escaped',", ""))
      fixture.assertRows(Seq(Row(6L)), s"SELECT count(*) FROM (SELECT DISTINCT b FROM $table)")
    }
  }

  /** Random columns, directions, layouts, rows and conditions, in the region servers and in Spark. */
  @Test
  def randomTablesGiveBackWhatWasWritten(): Unit = (0 until Integer.getInteger("keyforms.count", 2)).foreach { number =>
    val seed = java.lang.Long.getLong("keyforms.seed", 0L) * 1000 + number
    val random = new Random(seed)
    def one[T](values: Seq[T]): T = values(random.nextInt(values.size))
    def some(parts: Seq[String]): String = Seq.fill(random.nextInt(4))(one(parts)).mkString
    def literal(sqlType: String): String = sqlType match {
      case "STRING" => s"'${some(Seq("\\u0000", "\\u0001", "a", "ÿ"))}'"
      case "BINARY" => s"X'${some(Seq("00", "01", "FE", "FF"))}'"
      case "INT" => (random.nextInt(5) - 2).toString
    }
    val types = one(Seq("STRING", "BINARY")) +: Seq.fill(1 + random.nextInt(2))(one(Seq("STRING", "BINARY", "INT")))
    val keys = types.zipWithIndex.map { case (sqlType, i) => s"k$i" -> sqlType }
    val rows =
      Seq.fill(80)(types.map(literal).mkString(", ")).distinct.zipWithIndex.map { case (row, id) => s"($row, $id)" }
    val names = keys.map(_._1)
    fixture.sql(
      s"CREATE OR REPLACE TEMPORARY VIEW drawn AS SELECT * FROM VALUES ${rows.mkString(", ")} AS t(${names.mkString(", ")}, id)"
    )
    val orders = names.filter(_ => random.nextBoolean()).map(name => s"'hbase.column.$name.order' = 'desc', ")
    val table = s"hbase.default.drawn_$seed"
    fixture.sql(
      s"CREATE TABLE $table (${keys.map { case (name, sqlType) => s"$name $sqlType" }.mkString(", ")}, id INT, " +
        s"PRIMARY KEY (${names.mkString(", ")})) USING hbase " +
        (if (random.nextBoolean()) "CLUSTERED BY (k0) INTO 3 BUCKETS " else "") +
        s"TBLPROPERTIES (${orders.mkString}'hbase.layout' = '${one(Seq("packed", "columns"))}', " +
        s"'hbase.coprocessor.jar' = 'file://$jar')"
    )
    fixture.sql(s"INSERT INTO $table SELECT * FROM drawn")
    def comparison(): String = {
      val (name, sqlType) = one(keys)
      random.nextInt(6) match {
        case 0 => s"$name IN (${literal(sqlType)}, ${literal(sqlType)}, ${literal(sqlType)})"
        case 1 if sqlType == "STRING" => s"$name LIKE ${literal(sqlType).dropRight(1)}%'"
        case _ => s"$name ${one(Seq("=", "<", "<=", ">", ">=", "<>"))} ${literal(sqlType)}"
      }
    }
    def condition(): String =
      Seq.fill(1 + random.nextInt(3))(comparison()).reduce((a, b) => s"$a ${one(Seq("AND", "AND", "OR"))} $b")
    ("true" +: Seq.fill(12)(condition())).foreach { condition =>
      val where = s"WHERE $condition"
      val ids = fixture.sql(s"SELECT id FROM drawn $where ORDER BY id")
      val groups =
        fixture.sql(s"SELECT k0, count(*) FROM drawn $where GROUP BY k0").map(_.toSeq.map(shown)).sortBy(_.toString)
      Seq("require", "false").foreach { mode =>
        fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
          assertEquals(ids, fixture.sql(s"SELECT id FROM $table $where").sortBy(_.getInt(0)), s"$seed $mode $condition")
          val found = fixture.sql(s"SELECT k0, count(*) FROM $table $where GROUP BY k0").map(_.toSeq.map(shown))
          assertEquals(groups, found.sortBy(_.toString), s"$seed $mode $condition")
        }
      }
    }
  }

  private def shown(value: Any): String = value match {
    case bytes: Array[Byte] => Bytes.toHex(bytes)
    case other => String.valueOf(other)
  }

  @Test
  def plainKeyColumnsStayPlain(): Unit = {
    fixture.sql(
      "CREATE TABLE hbase.default.plain_keys (s STRING, n INT, PRIMARY KEY (s, n)) USING hbase " +
        "TBLPROPERTIES ('hbase.column.s.form' = 'plain')"
    )
    fixture.sql("INSERT INTO hbase.default.plain_keys VALUES ('ab', 1)")
    fixture.assertRows(Seq(Row("61620080000001")), "SELECT lower(hex(_rowkey)) FROM hbase.default.plain_keys")
    fixture.assertFails(
      "SPARKSQL_HBASE.NUL_IN_STRING_KEY",
      "INSERT INTO hbase.default.plain_keys VALUES ('a\\u0000', 1)"
    )
    val shown = fixture.sql("SHOW CREATE TABLE hbase.default.plain_keys").head.getString(0)
    assertTrue(shown.contains("'hbase.column.s.form' = 'plain'"), shown)
    fixture.sql("DROP TABLE hbase.default.plain_keys")
    fixture.sql("CREATE TABLE hbase.default.plain_keys (s STRING, n INT, PRIMARY KEY (s, n)) USING hbase")
    fixture.assertRows(Seq(Row("ab", 1)), "SELECT * FROM hbase.default.plain_keys")
  }

  @Test
  def aValueWithItsDelimiterIsRefused(): Unit = {
    fixture.sql(
      "CREATE TABLE hbase.default.bars (a STRING, b STRING, PRIMARY KEY (a, b)) USING hbase " +
        "TBLPROPERTIES ('hbase.column.a.delimiter' = '|')"
    )
    fixture.sql("INSERT INTO hbase.default.bars VALUES ('a', 'b|c')")
    fixture.assertRows(Seq(Row("a", "b|c")), "SELECT * FROM hbase.default.bars")
    fixture.assertFails("SPARKSQL_HBASE.DELIMITER_IN_KEY", "INSERT INTO hbase.default.bars VALUES ('a|b', 'c')")
  }

  @Test
  def rowsThatAnotherProgramWroteAreRead(): Unit = {
    HBaseCluster.use(HBaseCluster.settings(Map(HBaseCluster.Quorum -> hbase.quorum))) { shared =>
      val name = TableName.valueOf("logs")
      val admin = shared.connection.getAdmin
      admin.createTable(
        TableDescriptorBuilder.newBuilder(name).setColumnFamily(ColumnFamilyDescriptorBuilder.of("f")).build()
      )
      admin.close()
      val table = shared.connection.getTable(name)
      Seq("web,12,a,b", "web,-3,", "db,7,x").foreach { row =>
        table.put(new Put(Bytes.toBytes(row)).addColumn(Bytes.toBytes("f"), Bytes.toBytes("v"), Bytes.toBytes("1")))
      }
      table.close()
    }
    fixture.sql(
      "CREATE TABLE hbase.default.logs (kind STRING, code INT, rest STRING, v STRING, PRIMARY KEY (kind, code, rest)) " +
        "USING hbase TBLPROPERTIES ('hbase.family' = 'f', 'hbase.encoding' = 'string', " +
        "'hbase.column.kind.delimiter' = ',', 'hbase.column.code.delimiter' = ',')"
    )
    fixture.assertRows(
      Seq(Row("db", 7, "x", "1"), Row("web", -3, "", "1"), Row("web", 12, "a,b", "1")),
      "SELECT * FROM hbase.default.logs ORDER BY kind, code"
    )
    fixture.assertRows(Seq(Row("a,b")), "SELECT rest FROM hbase.default.logs WHERE kind = 'web' AND code = 12")
  }
}
