package org.apache.spark.sql.hbase.it

import java.util.{Locale, UUID}

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Get, Put}
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.function.Executable
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.cluster.HBaseCluster

/** Nested, CHAR and VARCHAR columns against a real HBase, without the coprocessor, compared with tables of Parquet. */
class ITColumnTypes extends ClusterWithJar {

  private def withTable[T](columns: String, properties: String = "")(action: String => T): T = {
    val table = "hbase.default.t" + UUID.randomUUID().toString.replace("-", "")
    val clause = if (properties.isEmpty) "" else s"TBLPROPERTIES ($properties)"
    fixture.sql(s"CREATE TABLE $table ($columns, PRIMARY KEY (k)) USING hbase $clause")
    try action(table)
    finally fixture.sql(s"DROP TABLE $table PURGE")
  }

  private val nestedColumns =
    "k INT, s STRUCT<i: INT, t: STRUCT<name: STRING, p: DECIMAL(30,2), at: TIMESTAMP, day: DATE>>, " +
      "a ARRAY<DOUBLE>, m MAP<STRING, ARRAY<STRUCT<b: BINARY, f: BOOLEAN>>>"

  private val nestedRows =
    """SELECT 1 AS k,
      |  named_struct('i', 7, 't', named_struct('name', 'Zoë', 'p', 12345678901234567890.25BD,
      |    'at', TIMESTAMP'2024-03-10 02:30:00.000001', 'day', DATE'1582-10-04')) AS s,
      |  array(1.5D, NULL, double('NaN'), -0.0D) AS a,
      |  map('x', array(named_struct('b', X'00FF', 'f', true), NULL), '', NULL) AS m
      |UNION ALL SELECT 2, NULL, NULL, NULL
      |UNION ALL SELECT 3, named_struct('i', NULL, 't', NULL), array(), map()""".stripMargin

  @Test
  def nestedValuesComeBackInEveryLayoutAndEncoding(): Unit =
    Seq(
      "",
      "'hbase.layout' = 'columns'",
      "'hbase.layout' = 'columns', 'hbase.encoding' = 'json'",
      "'hbase.layout' = 'columns', 'hbase.encoding' = 'avro'",
      "'hbase.layout' = 'columns', 'hbase.column.s.encoding' = 'json', 'hbase.column.a.encoding' = 'avro'"
    ).foreach { properties =>
      withTable(nestedColumns, properties) { table =>
        fixture.sql(s"INSERT INTO $table $nestedRows")
        Seq(
          // Inside maps and arrays neither arrays of bytes nor NaN are equal to each other.
          "SELECT to_json(struct(k, s, a, m)) FROM @ ORDER BY k",
          "SELECT k, s FROM @ ORDER BY k",
          "SELECT k, s.t.p, s.t.at FROM @ ORDER BY k",
          "SELECT k FROM @ WHERE s.t.name = 'Zoë'",
          "SELECT m['x'][0].b, get(a, 0) FROM @ WHERE size(a) > 0",
          "SELECT count(*), count(s), sum(s.i), max(s.t.day) FROM @"
        ).foreach { query =>
          fixture.assertRows(fixture.sql(query.replace("@", s"($nestedRows)")), query.replace("@", table))
        }
      }
    }

  @Test
  def onlyNeededFieldsAreRead(): Unit = withTable(nestedColumns) { table =>
    val explained = fixture.sql(s"EXPLAIN SELECT soundex(s.t.name) FROM $table").head.getString(0)
    assertTrue(explained.contains("Columns(s)"), explained)
    val scanned = fixture.spark.sql(s"SELECT soundex(s.t.name) FROM $table").queryExecution.sparkPlan.collectLeaves()
    assertEquals("struct<s:struct<t:struct<name:string>>>", scanned.head.schema.simpleString)
  }

  @Test
  def jsonOfOtherWritersIsReadAndBadJsonIsNamed(): Unit =
    withTable(
      "k INT, j STRUCT<id: BIGINT, tags: ARRAY<STRING>>",
      "'hbase.encoding' = 'json', 'hbase.layout' = 'columns'"
    ) { table =>
      fixture.sql(s"INSERT INTO $table SELECT 1, named_struct('id', 5L, 'tags', array('a', NULL))")
      assertEquals("""{"id":5,"tags":["a",null]}""", Bytes.toString(cell(table, 1)))
      put(table, 1, """ {"tags": ["\u00e9"], "more": {"x": [1]}, "id": "12"} """)
      fixture.assertRows(Seq(Row(1, Row(12L, Seq("é")))), s"SELECT * FROM $table")
      put(table, 1, """{"id": twelve}""")
      val message = fixture.assertFails("SPARKSQL_HBASE.CORRUPT_VALUE", s"SELECT * FROM $table")
      Seq("column=j", "encoding=JSON", "twelve").foreach(part => assertTrue(message.contains(part), message))
    }

  private def key(k: Int): Array[Byte] = Bytes.toBytes(k ^ Int.MinValue)

  private def cell(table: String, k: Int): Array[Byte] = onTable(table) { hbaseTable =>
    hbaseTable.get(new Get(key(k))).getValue(Bytes.toBytes("d"), Bytes.toBytes("j"))
  }

  private def put(table: String, k: Int, json: String): Unit = onTable(table) { hbaseTable =>
    hbaseTable.put(new Put(key(k)).addColumn(Bytes.toBytes("d"), Bytes.toBytes("j"), Bytes.toBytes(json)))
  }

  private def onTable[T](table: String)(action: org.apache.hadoop.hbase.client.Table => T): T = {
    val settings = HBaseCluster.settings(Map(HBaseCluster.Quorum -> hbase.quorum))
    HBaseCluster.use(settings) { shared =>
      val hbaseTable = shared.connection.getTable(TableName.valueOf(table.split('.').last))
      try action(hbaseTable)
      finally hbaseTable.close()
    }
  }

  @Test
  def nestedNullsAreCheckedWhereTheTableForbidsThem(): Unit =
    withTable("k INT, s STRUCT<i: INT NOT NULL, j: INT>") { table =>
      fixture.sql(s"INSERT INTO $table SELECT 1, named_struct('i', 1, 'j', NULL)")
      fixture.assertRows(Seq(Row(1, Row(1, null))), s"SELECT * FROM $table")
      fixture.assertFails(
        "NOT_NULL_ASSERT_VIOLATION",
        s"INSERT INTO $table SELECT 2, named_struct('i', CAST(NULL AS INT), 'j', 1)"
      )
    }

  @Test
  def charAndVarcharFollowSpark(): Unit = Seq("packed", "columns").foreach { layout =>
    withTable("k INT, c CHAR(5), v VARCHAR(3)", s"'hbase.layout' = '$layout'") { table =>
      val types = fixture.sql(s"DESCRIBE $table").map(r => r.getString(0) -> r.getString(1)).toMap
      assertEquals(("char(5)", "varchar(3)"), (types("c"), types("v")))
      fixture.sql(
        s"INSERT INTO $table VALUES (1, 'ab', 'abc'), (2, 'äöü', ''), (3, NULL, NULL), (4, 'abcde   ', 'a  ')"
      )
      fixture.assertRows(
        Seq(Row(1, "ab   ", "abc"), Row(2, "äöü  ", ""), Row(3, null, null), Row(4, "abcde", "a  ")),
        s"SELECT * FROM $table ORDER BY k"
      )
      fixture.assertRows(Seq(Row(1)), s"SELECT k FROM $table WHERE c = 'ab'")
      fixture.assertRows(Seq(Row(1)), s"SELECT k FROM $table WHERE c = 'ab   ' AND v = 'abc'")
      fixture.assertRows(
        Seq(Row(5, 3L)),
        s"SELECT length(c), count(*) FROM $table WHERE c IS NOT NULL GROUP BY length(c)"
      )
      Seq("'abcdef', ''", "'a', 'abcd'").foreach { values =>
        fixture.assertFails("EXCEED_LIMIT_LENGTH", s"INSERT INTO $table VALUES (9, $values)")
      }
    }
  }

  /**
   * Spark itself refuses the type INTERVAL of `make_interval`, and names no column.
   *
   * @param declared the type as a column list has it; empty where only a query has such a column
   */
  @ParameterizedTest
  @CsvSource(
    delimiter = '|',
    quoteCharacter = '"',
    value = Array(
      "INTERVAL DAY TO SECOND | INTERVAL '1' DAY | INTERVAL DAY",
      "INTERVAL YEAR TO MONTH | INTERVAL '1-2' YEAR TO MONTH | INTERVAL YEAR TO MONTH",
      "VARIANT | parse_json('1') | VARIANT",
      "STRING COLLATE UTF8_LCASE | 'a' COLLATE UTF8_LCASE | UTF8_LCASE",
      "ARRAY<VARIANT> | array(parse_json('1')) | VARIANT",
      "MAP<STRING, INTERVAL DAY TO SECOND> | map('a', INTERVAL '1' DAY) | INTERVAL DAY",
      "STRUCT<a: STRUCT<b: VARIANT>> | named_struct('a', named_struct('b', parse_json('1'))) | VARIANT",
      " | NULL | VOID",
      " | array() | VOID"
    )
  )
  def whatATableCannotHoldIsRefusedByColumnAndType(declared: String, value: String, named: String): Unit = {
    val plain = "hbase.default.plain_types"
    fixture.sql(s"CREATE TABLE $plain (k INT, odd INT, PRIMARY KEY (k)) USING hbase")
    try {
      def refused(statement: String)(run: => Any): Unit = {
        val executable: Executable = () => run
        val thrown = assertThrows(classOf[Exception], executable, statement)
        val message = thrown.getMessage
        assertTrue(thrown.isInstanceOf[SparkThrowable], s"$statement: $thrown")
        val column = Seq("column=odd", "`odd`").exists(message.contains)
        assertTrue(column && message.toUpperCase(Locale.ROOT).contains(named), s"$statement: $message")
      }
      def refusedSql(statement: String): Unit = refused(statement)(fixture.sql(statement))
      val rows = s"SELECT 1 AS k, $value AS odd"
      val key = "TBLPROPERTIES ('hbase.key' = 'k')"
      Option(declared).foreach { dataType =>
        refusedSql(s"CREATE TABLE hbase.default.odd (k INT, odd $dataType, PRIMARY KEY (k)) USING hbase")
        refusedSql(s"REPLACE TABLE $plain (k INT, odd $dataType, PRIMARY KEY (k)) USING hbase")
        refusedSql(s"CREATE TABLE hbase.default.odd (odd $dataType, PRIMARY KEY (odd)) USING hbase")
        refusedSql(s"ALTER TABLE $plain ADD COLUMN oddity $dataType")
      }
      refusedSql(s"CREATE TABLE hbase.default.odd USING hbase $key AS $rows")
      refusedSql(s"CREATE OR REPLACE TABLE $plain USING hbase $key AS $rows")
      refused(s"writeTo: $rows") {
        fixture.spark.sql(rows).writeTo("hbase.default.odd").using("hbase").tableProperty("hbase.key", "k").create()
      }
      if (value != "NULL") refusedSql(s"INSERT INTO $plain $rows")
      fixture.assertRows(Nil, s"SELECT * FROM $plain")
    } finally fixture.sql(s"DROP TABLE $plain PURGE")
  }
}
