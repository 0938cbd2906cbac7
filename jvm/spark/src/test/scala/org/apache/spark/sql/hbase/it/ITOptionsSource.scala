package org.apache.spark.sql.hbase.it

import java.math.BigDecimal

import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.{BeforeAll, Test}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import org.junit.jupiter.api.function.Executable

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.functions._

/**
 * `format("hbase")` with the options of the proposal, SHC and hbase-spark, over rows that the HBase client wrote as those do:
 * SHC `types/PrimitiveType.scala` and `HBaseRelation.convertToPut`, hbase-spark `datasources/Utils.scala`, Astro
 * `util/bytesUtils.scala` and `HBaseKVHelper.scala`.
 */
class ITOptionsSource extends ClusterWithJar {
  private var raw: RawTables = _

  @BeforeAll
  def connect(): Unit = raw = new RawTables(hbase.quorum)

  private def read(options: (String, String)*): DataFrame =
    fixture.spark.read.format("hbase").options(options.toMap).load()

  private def write(frame: DataFrame, mode: String, options: (String, String)*): Unit =
    frame.write.format("hbase").options(options.toMap).mode(mode).save()

  private def assertRefused(condition: String, action: Executable): String = {
    val e = assertThrows(classOf[Exception], action)
    e match {
      case s: Throwable with SparkThrowable => assertEquals(condition, s.getCondition, s.getMessage)
      case other => throw other
    }
    e.getMessage
  }

  private val shcTypes = Seq(
    "bo" -> "boolean",
    "ti" -> "tinyint",
    "sm" -> "smallint",
    "i" -> "int",
    "bi" -> "bigint",
    "fl" -> "float",
    "do" -> "double",
    "st" -> "string",
    "by" -> "binary"
  )

  private def shcCatalog(table: String): String = {
    val columns = shcTypes.map { case (name, t) => s""""$name": {"cf": "cf", "col": "$name", "type": "$t"}""" }
    s"""{"table": {"namespace": "default", "name": "$table", "tableCoder": "PrimitiveType"}, "rowkey": "k1:k2",
       | "columns": {"id": {"cf": "rowkey", "col": "k1", "type": "int"},
       |   "name": {"cf": "rowkey", "col": "k2", "type": "string"}, ${columns.mkString(", ")}}}""".stripMargin
  }

  @Test
  def rowsOfShcAreReadAndWrittenByteForByte(): Unit = {
    raw.create("shc_types", "cf")
    val key = Bytes.add(Bytes.toBytes(-7), Bytes.toBytes("ab"))
    raw.put(
      "shc_types",
      key,
      "cf:bo" -> Bytes.toBytes(true),
      "cf:ti" -> Array((-128).toByte),
      "cf:sm" -> Bytes.toBytes((-2).toShort),
      "cf:i" -> Bytes.toBytes(42),
      "cf:bi" -> Bytes.toBytes(-5000000000L),
      "cf:fl" -> Bytes.toBytes(1.5f),
      "cf:do" -> Bytes.toBytes(-0.1),
      "cf:st" -> Bytes.toBytes("über"),
      "cf:by" -> Array(0.toByte, -1.toByte)
    )
    raw.put("shc_types", Bytes.add(Bytes.toBytes(8), Bytes.toBytes("")), "cf:i" -> Bytes.toBytes(-1))
    val frame = read("catalog" -> shcCatalog("shc_types"))
    assertEquals(Seq("id", "name") ++ shcTypes.map(_._1), frame.columns.toSeq)
    val expected =
      Row(-7, "ab", true, (-128).toByte, (-2).toShort, 42, -5000000000L, 1.5f, -0.1, "über", Seq[Byte](0, -1))
    def plain(row: Row) = Row.fromSeq(row.toSeq.map {
      case bytes: Array[_] => bytes.toSeq
      case other => other
    })
    assertEquals(expected, plain(frame.where("name = 'ab'").head()))
    assertEquals(Seq(Row(8, "", -1)), frame.where("bo IS NULL").select("id", "name", "i").collect().toSeq)
    // What is written is what SHC would have written: the same cells under another row key.
    write(frame.where("name = 'ab'").withColumn("name", lit("z")), "append", "catalog" -> shcCatalog("shc_types"))
    val rows = raw.rows("shc_types").toMap
    assertEquals(
      rows(Bytes.toStringBinary(key)),
      rows(Bytes.toStringBinary(Bytes.add(Bytes.toBytes(-7), Bytes.toBytes("z"))))
    )
    raw.drop("shc_types")
  }

  /** The catalog and the types are those of SHC's own tests of its coder, the bytes of the row key are Phoenix's. */
  @Test
  def rowsOfShcsCoderPhoenixAreReadAndWrittenByteForByte(): Unit = {
    raw.create("shc_phoenix", "cf")
    val catalog =
      """{"table": {"name": "shc_phoenix", "tableCoder": "Phoenix", "version": "2.0"}, "rowkey": "k1:k2", "columns": {
        |  "shop": {"cf": "rowkey", "col": "k1", "type": "string"}, "line": {"cf": "rowkey", "col": "k2", "type": "int"},
        |  "weight": {"cf": "cf", "col": "w", "type": "double"}, "many": {"cf": "cf", "col": "m", "type": "tinyint"}}}""".stripMargin
    val key = Bytes.fromHex("78007fffffff")
    raw.put("shc_phoenix", key, "cf:w" -> Bytes.fromHex("4008000000000000"), "cf:m" -> Bytes.fromHex("85"))
    val frame = read("catalog" -> catalog)
    val expected = Seq(Row("x", -1, -1.5, 5.toByte))
    assertEquals(expected, frame.where("shop = 'x' AND line < 0 AND weight < -1").collect().toSeq)
    write(frame.withColumn("shop", lit("y")), "append", "catalog" -> catalog)
    val rows = raw.rows("shc_phoenix").toMap
    assertEquals(rows(Bytes.toStringBinary(key)), rows(Bytes.toStringBinary(Bytes.fromHex("79007fffffff"))))
    raw.drop("shc_phoenix")
  }

  @Test
  def aMappingOfHBaseSparkIsReadAndWrittenByteForByte(): Unit = {
    raw.create("mapped_spark", "cf", "d")
    val price = new BigDecimal("12.50")
    raw.put("mapped_spark", Bytes.toBytes("a"), "cf:n" -> Bytes.toBytes("x"), "d:p" -> Bytes.toBytes(price))
    val options = Seq(
      "hbase.table" -> "mapped_spark",
      "hbase.columns.mapping" -> "id STRING :key, name STRING cf:n, price DECIMAL(9,2) d:p",
      "hbase.spark.use.hbasecontext" -> "false"
    )
    assertEquals(Seq(Row("a", "x", price)), read(options: _*).collect().toSeq)
    write(fixture.spark.sql("SELECT 'b' AS id, 12.50BD AS price, CAST(NULL AS STRING) AS name"), "append", options: _*)
    assertEquals(
      Seq("b" -> Map("d:p" -> Bytes.toStringBinary(Bytes.toBytes(price)))),
      raw.rows("mapped_spark").filter(_._1 == "b")
    )
    raw.drop("mapped_spark")
  }

  @Test
  def rowsOfAstroAreReadByTheOptionsOfTheProposal(): Unit = {
    raw.create("astro", "f")
    // INT 1 with its sign bit flipped, after a STRING and its terminator; BOOLEAN is 0xFF.
    val key = Bytes.add(Bytes.toBytes("k"), Array[Byte](0), Array(0x80.toByte, 0.toByte, 0.toByte, 1.toByte))
    raw.put("astro", key, "f:b" -> Array(-1.toByte), "f:l" -> Array[Byte](0x7f, -1, -1, -1, -1, -1, -1, -2))
    val options = Seq(
      "tableName" -> "t",
      "hbaseTableName" -> "astro",
      "namespace" -> "",
      "colsSeq" -> "l,s,i,b",
      "keyCols" -> "s,STRING;i,INTEGER",
      "nonKeyCols" -> "b,BOOLEAN,f,b;l,LONG,f,l",
      "encodingFormat" -> "binaryformat"
    )
    val frame = fixture.spark.read.format("org.apache.spark.sql.hbase.HBaseSource").options(options.toMap).load()
    assertEquals(Seq(Row(-2L, "k", 1, true)), frame.collect().toSeq)
    write(frame.withColumn("i", lit(2)), "append", options: _*)
    val Seq((_, first), (_, second)) = raw.rows("astro")
    assertEquals(first, second)
    raw.drop("astro")
  }

  /** The plan of a table of the catalog over the same HBase table, but for its name. */
  @Test
  def queriesArePushedDownAsForATableOfTheCatalog(): Unit = {
    fixture.sql(
      s"""CREATE TABLE hbase.default.pushed_catalog (k INT, s STRING, v BIGINT, PRIMARY KEY (k, s)) USING hbase TBLPROPERTIES
         |('hbase.layout' = 'columns', 'hbase.coprocessor.jar' = '$jar', 'hbase.splits' = '50')""".stripMargin
    )
    fixture.sql("INSERT INTO hbase.default.pushed_catalog SELECT id, 's' || id, id * 2 FROM range(100)")
    val frame = read(
      "hbaseTableName" -> "pushed_catalog",
      "colsSeq" -> "k,s,v",
      "keyCols" -> "k,INT;s,STRING",
      "nonKeyCols" -> "v,LONG,d,v"
    )
    frame.createOrReplaceTempView("pushed_options")
    def answer(table: String) = {
      val query = s"SELECT count(*), sum(v) FROM $table WHERE k BETWEEN 10 AND 19 AND v > 22"
      val explained = fixture.sql(s"EXPLAIN $query").head.getString(0)
      (fixture.sql(query), explained.linesIterator.find(_.contains("HBaseScan")).get.replaceFirst(".*HBaseScan", ""))
    }
    val (rows, line) = answer("pushed_options")
    assertEquals(Seq(Row(8L, 248L)), rows)
    assertTrue(line.contains("key range") && line.contains("PartialAggregate"), line)
    val (catalogRows, catalogLine) = answer("hbase.default.pushed_catalog")
    assertEquals(catalogRows, rows)
    def shown(text: String) = text.replaceAll("#\\d+", "").replaceFirst("HBaseScan \\S+;", "").trim
    assertEquals(shown(catalogLine), shown(line))
    // A write by options leaves rows that the catalog sees.
    write(
      fixture.spark.sql("SELECT 200 AS k, 'x' AS s, CAST(NULL AS BIGINT) AS v"),
      "append",
      "hbaseTableName" -> "pushed_catalog",
      "colsSeq" -> "k,s,v",
      "keyCols" -> "k,INT;s,STRING",
      "nonKeyCols" -> "v,LONG,d,v"
    )
    fixture.assertRows(Seq(Row(200, null)), "SELECT k, v FROM hbase.default.pushed_catalog WHERE s = 'x'")
    val misread = "colsSeq" -> "k,s,v" :: "keyCols" -> "k,LONG;s,STRING" :: "nonKeyCols" -> "v,LONG,d,v" :: Nil
    assertRefused("SPARKSQL_HBASE.LAYOUT_MISMATCH", () => read("hbaseTableName" -> "pushed_catalog" :: misread: _*))
    fixture.sql("DROP TABLE hbase.default.pushed_catalog PURGE")
  }

  @Test
  def aWriteWithNewtableCreatesTheTable(): Unit = {
    val catalog =
      """{"table": {"namespace": "made", "name": "numbers"}, "rowkey": "key", "columns": {
        | "k": {"cf": "rowkey", "col": "key", "type": "int"}, "v": {"cf": "a", "col": "v", "type": "string"},
        | "w": {"cf": "b", "col": "w", "type": "double"}}}""".stripMargin
    val rows = fixture.spark.sql("SELECT CAST(id AS INT) AS k, 'v' || id AS v, id / 2 AS w FROM range(20)")
    val message = assertRefused("SPARKSQL_HBASE.UNKNOWN_HBASE_TABLE", () => write(rows, "append", "catalog" -> catalog))
    assertTrue(message.contains("newtable"), message)
    write(rows, "append", "catalog" -> catalog, "newtable" -> "5")
    assertEquals(5, raw.startKeys("made:numbers").size)
    assertEquals(2, raw.descriptor("made:numbers").getColumnFamilyCount)
    // Another connector's table, to every later statement.
    assertFalse(raw.rows("made:numbers").head._2.keySet.contains("a:_0"))
    write(rows.limit(1), "append", "catalog" -> catalog, "newtable" -> "5")
    assertEquals(Seq(Row(20L, 95.0)), read("catalog" -> catalog).agg(count(lit(1)), sum("w")).collect().toSeq)
    raw.drop("made:numbers")
  }

  /** Without a catalog Spark knows no function of ours, so rows are distributed by their values. */
  @Test
  def rowsAreLoadedInBulkToo(): Unit = {
    val options = Seq(
      "hbaseTableName" -> "bulk",
      "colsSeq" -> "a,b,v",
      "keyCols" -> "a,INT;b,STRING",
      "nonKeyCols" -> "v,DOUBLE,f,v"
    )
    raw.create("bulk", "f")
    val rows = fixture.spark.sql("SELECT CAST(id % 7 - 3 AS INT) AS a, 'b' || id AS b, id / 2 AS v FROM range(60)")
    write(rows, "append", options :+ ("write" -> "bulk"): _*)
    def sorted(frame: DataFrame) = frame.collect().map(_.toString).sorted.toSeq
    assertEquals(sorted(rows), sorted(read(options: _*)))
    val doubled = rows.union(rows)
    assertRefused(
      "SPARKSQL_HBASE.DUPLICATE_ROW_KEY",
      () => write(doubled, "append", options :+ ("write" -> "bulk"): _*)
    )
    assertRefused("SPARKSQL_HBASE.UNKNOWN_OPTION", () => read(options :+ ("write" -> "bulk"): _*).collect())
    raw.drop("bulk")
  }

  @Test
  def aTemporaryViewHasTheOptionsToo(): Unit = {
    raw.create("viewed", "f")
    raw.put("viewed", Bytes.toBytes("a"), "f:v" -> Bytes.toBytes(3))
    raw.put("viewed", Bytes.toBytes("b"), "f:v" -> Bytes.toBytes(4))
    fixture.sql(
      """CREATE TEMPORARY VIEW viewed USING hbase
        |OPTIONS ('hbase.table' 'viewed', 'hbase.columns.mapping' 'id STRING :key, v INT f:v')""".stripMargin
    )
    fixture.assertRows(Seq(Row("b", 4)), "SELECT * FROM viewed WHERE v > 3")
    fixture.sql("DROP VIEW viewed")
    raw.drop("viewed")
  }

  @Test
  def modesThatTheSourceCannotKeepAreRefused(): Unit = {
    raw.create("modes", "f")
    val options = Seq("hbase.table" -> "modes", "hbase.columns.mapping" -> "id STRING :key, v INT f:v")
    val rows = fixture.spark.sql("SELECT 'a' AS id, 1 AS v")
    Seq("errorifexists", "ignore").foreach { mode =>
      assertRefused("UNSUPPORTED_DATA_SOURCE_SAVE_MODE", () => write(rows, mode, options: _*))
    }
    assertEquals(Seq.empty, raw.rows("modes"))
    val misspelt = options :+ ("hbase.spark.use.hbasecontex" -> "true")
    val message = assertRefused("SPARKSQL_HBASE.UNKNOWN_OPTION", () => write(rows, "append", misspelt: _*))
    assertTrue(message.contains("didYouMean=hbase.spark.use.hbasecontext"), message)
    raw.drop("modes")
  }
}
