package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.util.Bytes
import org.json4s._
import org.json4s.jackson.JsonMethods
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.Turns
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.types.{IntegerType, StringType, StructType}

/** The byte vectors of tests/golden in HBase: written by HBase's client and read by SQL, and the reverse. */
class ITRawCells extends ClusterWithJar {
  private lazy val raw = new RawTables(hbase.quorum)

  /** @param value one text per column; None of those that another case has */
  private final case class Case(value: Seq[Option[String]], hex: String, decoded: Seq[Option[String]], written: Boolean)

  private final case class Golden(name: String, json: JValue, cases: Seq[Case])

  private def golden(folder: String): Seq[Golden] =
    Using
      .resource(Files.list(Path.of("../../tests/golden", folder)))(_.iterator.asScala.toList)
      .sorted
      .map { file =>
        val json = JsonMethods.parse(Files.readString(file))
        val cases = (json \ "cases").children.map { each =>
          val value = texts(each \ "value")
          val decoded = if ((each \ "decoded") == JNothing) value else texts(each \ "decoded")
          Case(value, text(each, "hex"), decoded, (each \ "written") != JBool(false))
        }
        Golden(file.getFileName.toString.stripSuffix(".json"), json, cases)
      }

  private def texts(value: JValue): Seq[Option[String]] = (value match {
    case JArray(parts) => parts
    case one => Seq(one)
  }).map(part => Some(part.values.toString))

  private def text(json: JValue, member: String): String = (json \ member).asInstanceOf[JString].s

  private def bytes(hex: String): Array[Byte] = Bytes.fromHex(hex)

  /** Rows whose columns are given as texts, which Spark casts. */
  private def frame(columns: Seq[(String, String)], rows: Seq[Seq[Option[String]]]): DataFrame = {
    val schema = columns.foldLeft(new StructType().add("k", IntegerType)) { case (all, (name, _)) =>
      all.add(name, StringType)
    }
    val given = rows.zipWithIndex.map { case (row, k) => Row.fromSeq(k +: row.map(_.orNull)) }
    val cast = columns.map { case (name, sqlType) =>
      if (sqlType == "binary") s"unhex(`$name`) AS `$name`" else s"CAST(`$name` AS $sqlType) AS `$name`"
    }
    fixture.spark.createDataFrame(given.asJava, schema).selectExpr("k" +: cast: _*)
  }

  private def key(k: Int): Array[Byte] = Bytes.toBytes(k ^ Int.MinValue)

  @Test
  def valuesOfEveryTypeAndEncoding(): Unit = {
    val files = golden("value")
    assertTrue(files.size > 40, files.size.toString)
    val columns = files.map(file => file.name -> text(file.json, "type"))
    val types = columns.map { case (name, sqlType) => s"$name $sqlType" }.mkString("k INT, ", ", ", "")
    val encodings = files.map { file =>
      val encoding = text(file.json, "encoding").toLowerCase.replace("cast_text", "string").replace("text", "string")
      s"'hbase.column.${file.name}.encoding' = '$encoding'"
    }
    val most = files.map(_.cases.size).max
    def rows(of: Case => Boolean): Seq[Seq[Option[String]]] =
      (0 until most).map(k => files.map(_.cases.lift(k).filter(of).flatMap(_.value.head)))
    Seq("golden_read", "golden_written").foreach { name =>
      raw.create(name, "f")
      fixture.sql(
        s"CREATE TABLE hbase.default.$name ($types, PRIMARY KEY (k)) USING hbase " +
          s"TBLPROPERTIES ('hbase.family' = 'f', ${encodings.mkString(", ")})"
      )
    }
    // Where a column has no further case the row has no cell: NULL.
    (0 until most).foreach { k =>
      val cells = files.flatMap(f => f.cases.lift(k).map(c => s"f:${f.name}" -> bytes(c.hex)))
      raw.put("golden_read", key(k), cells: _*)
    }
    val expected = frame(columns, rows(_ => true)).orderBy("k").collect().toSeq
    Seq("true", "false").foreach { mode =>
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        fixture.assertRows(expected, "SELECT * FROM hbase.default.golden_read ORDER BY k")
      }
    }
    frame(columns, rows(_.written)).writeTo("hbase.default.golden_written").append()
    val written = raw.rows("golden_written").map(_._2 - "f:_0")
    (0 until most).foreach { k =>
      val cells = files.flatMap { file =>
        file.cases.lift(k).filter(_.written).map(c => s"f:${file.name}" -> Bytes.toStringBinary(bytes(c.hex)))
      }
      assertEquals(cells.toMap, written(k), s"row $k")
    }
  }

  /** A value of each fixed width type, ascending and descending, behind one another; texts and BINARY are among the composite keys. */
  @Test
  def everyTypeAndOrderInOneRowKey(): Unit = {
    raw.create("golden_key", "f")
    val files = golden("row_key").filter { f =>
      (f.json \ "parts").children.size == 1 && !Seq("string", "binary").exists(f.name.startsWith) &&
      Seq("_asc", "_desc").exists(f.name.endsWith)
    }
    assertTrue(files.size >= 24, files.map(_.name).toString)
    val columns = files.map(file => file.name -> text((file.json \ "parts")(0), "type"))
    val types = columns.map { case (name, sqlType) => s"$name $sqlType" }.mkString(", ")
    val orders = files.map(_.name).filter(_.endsWith("_desc")).map(name => s"'hbase.column.$name.order' = 'desc'")
    val names = columns.map(_._1).mkString(", ")
    fixture.sql(
      s"CREATE TABLE hbase.default.golden_key ($types, v INT, PRIMARY KEY ($names)) USING hbase " +
        s"TBLPROPERTIES ('hbase.family' = 'f', ${orders.mkString(", ")})"
    )
    val written = files.map(_.cases.filter(_.written))
    val rows = (0 until written.map(_.size).max).map(k => written.map(of => of(k % of.size)))
    val keys = rows.map(cases => bytes(cases.map(_.hex).mkString))
    keys.zipWithIndex.foreach { case (rowKey, v) => raw.put("golden_key", rowKey, "f:v" -> key(v)) }
    val expected = frame(columns, rows.map(_.flatMap(_.decoded))).orderBy("k").drop("k").collect().toSeq
    Seq("true", "false").foreach { mode =>
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        fixture.assertRows(expected, s"SELECT $names FROM hbase.default.golden_key ORDER BY v")
      }
    }
    fixture.sql("DELETE FROM hbase.default.golden_key")
    frame(columns, rows.map(_.flatMap(_.value)))
      .selectExpr(columns.map(_._1) :+ "k AS v": _*)
      .writeTo("hbase.default.golden_key")
      .append()
    assertEquals(keys.map(Bytes.toStringBinary(_)).toSet, raw.rows("golden_key").map(_._1).toSet)
  }

  @Test
  def compositeRowKeysOfEveryForm(): Unit = {
    raw.create("golden_keys", "f")
    val files = golden("row_key").filter(f => f.name.startsWith("composite_") || f.name.startsWith("form_"))
    assertTrue(files.size >= 8, files.map(_.name).toString)
    files.foreach { file =>
      val parts = (file.json \ "parts").children
      val columns = parts.zipWithIndex.map { case (part, i) => s"k$i" -> text(part, "type") }
      val types = columns.map { case (name, sqlType) => s"$name $sqlType" }.mkString(", ")
      val properties = parts.zipWithIndex.flatMap { case (part, i) => keyProperties(part, s"hbase.column.k$i") }
      val table = s"hbase.default.${file.name}"
      fixture.sql(
        s"CREATE TABLE $table ($types, v INT, PRIMARY KEY (${columns.map(_._1).mkString(", ")})) USING hbase " +
          s"TBLPROPERTIES ('hbase.table' = 'golden_keys', 'hbase.family' = 'f', ${properties.mkString(", ")})"
      )
      fixture.sql(s"CALL hbase.system.claim_table(table => 'default.${file.name}', hbase_table => 'golden_keys')")
      val names = columns.map(_._1).mkString(", ")
      file.cases.zipWithIndex.foreach { case (each, v) =>
        raw.put("golden_keys", bytes(each.hex), "f:v" -> Bytes.toBytes(v ^ Int.MinValue))
      }
      val expected = frame(columns, file.cases.map(_.decoded)).orderBy("k").drop("k").collect().toSeq
      fixture.assertRows(expected, s"SELECT $names FROM $table ORDER BY v")
      fixture.sql(s"DELETE FROM $table")
      assertEquals(Nil, raw.rows("golden_keys"), file.name)
      frame(columns, file.cases.map(_.value)).selectExpr(columns.map(_._1) :+ "k AS v": _*).writeTo(table).append()
      val keys = file.cases.map(c => Bytes.toStringBinary(bytes(c.hex)))
      assertEquals(keys.toSet, raw.rows("golden_keys").map(_._1).toSet, file.name)
      fixture.sql(s"DELETE FROM $table")
    }
  }

  private def keyProperties(part: JValue, prefix: String): Seq[String] = {
    val encoding = text(part, "encoding").toLowerCase.replace("text", "string")
    val form = (part \ "form", part \ "width", part \ "delimiter") match {
      case (JString("FIXED"), JInt(width), _) => Seq(s"'$prefix.form' = 'fixed($width)'")
      case (JString("DELIMITED"), _, JInt(delimiter)) => Seq(s"'$prefix.delimiter' = '${delimiter.toChar}'")
      case (JString(form), _, _) => Seq(s"'$prefix.form' = '${form.toLowerCase}'")
      case _ => Nil
    }
    Seq(s"'$prefix.encoding' = '$encoding'") ++ form ++
      Option.when((part \ "descending") == JBool(true))(s"'$prefix.order' = 'desc'")
  }

  /** Tables of ours, as a salt or hash over rows of others is refused. */
  @Test
  def saltedAndHashedRowKeys(): Unit =
    Seq("salt_int_string", "hash_string", "hash_text_double")
      .flatMap(n => golden("row_key").find(_.name == n))
      .foreach { file =>
        val parts = (file.json \ "parts").children
        val columns = parts.zipWithIndex.map { case (part, i) => s"k$i" -> text(part, "type") }
        val names = columns.map(_._1).mkString(", ")
        val types = columns.map { case (name, sqlType) => s"$name $sqlType" }.mkString(", ")
        val JInt(size) = file.json \ "prefix" \ "size"
        val hashed = (file.json \ "prefix" \ "parts").children.map(part => s"k${part.values}")
        val isSalt = text(file.json \ "prefix", "kind") == "SALT"
        val salt = if (isSalt) s"CLUSTERED BY (${hashed.mkString(", ")}) INTO $size BUCKETS" else ""
        val hash =
          if (isSalt) Nil
          else Seq(s"'hbase.key.hash.bytes' = '$size'", s"'hbase.key.hash.columns' = '${hashed.mkString(",")}'")
        val properties =
          parts.zipWithIndex.flatMap { case (part, i) => keyProperties(part, s"hbase.column.k$i") } ++ hash
        val table = s"hbase.default.${file.name}"
        fixture.sql(
          s"CREATE TABLE $table ($types, v INT, PRIMARY KEY ($names)) USING hbase $salt " +
            s"TBLPROPERTIES ('hbase.layout' = 'columns', ${properties.mkString(", ")})"
        )
        file.cases.zipWithIndex.foreach { case (each, v) =>
          val number = "d:v" -> Bytes.toBytes(v ^ Int.MinValue)
          raw.put(file.name, bytes(each.hex), number, "d:_0" -> Array.emptyByteArray)
        }
        val expected = frame(columns, file.cases.map(_.decoded)).orderBy("k").drop("k").collect().toSeq
        fixture.assertRows(expected, s"SELECT $names FROM $table ORDER BY v")
        fixture.sql(s"TRUNCATE TABLE $table")
        frame(columns, file.cases.map(_.value)).selectExpr(columns.map(_._1) :+ "k AS v": _*).writeTo(table).append()
        val keys = file.cases.map(c => Bytes.toStringBinary(bytes(c.hex)))
        assertEquals(keys.toSet, raw.rows(file.name).map(_._1).toSet, file.name)
      }

  /** The bytes are computed here, from what docs/FORMAT.md says, with HBase's and Java's classes only. */
  @Test
  def aRowKeyThatAnotherProgramComputes(): Unit = {
    val table = "hbase.default.computed_keys"
    fixture.sql(
      s"CREATE TABLE $table (shop STRING, day DATE, id BIGINT, tag STRING, note STRING, v INT, PRIMARY KEY (shop, day, id, tag, note)) " +
        "USING hbase CLUSTERED BY (shop) INTO 8 BUCKETS TBLPROPERTIES ('hbase.layout' = 'columns', 'hbase.column.day.order' = 'desc', " +
        "'hbase.column.id.encoding' = 'hbase', 'hbase.column.id.form' = 'reversed', 'hbase.column.tag.delimiter' = '|', " +
        "'hbase.column.note.form' = 'length_prefixed')"
    )
    def rowKey(shop: String, day: String, id: Long, tag: String, note: String): Array[Byte] = {
      val crc = new java.util.zip.CRC32
      crc.update(Bytes.toBytes(shop))
      val days = java.time.LocalDate.parse(day).toEpochDay.toInt
      Array((crc.getValue % 8).toByte) ++ Bytes.toBytes(shop) ++ Array[Byte](0, 1) ++ Bytes.toBytes(
        ~(days ^ Int.MinValue)
      ) ++
        Bytes.toBytes(id).reverse ++ Bytes.toBytes(tag) ++ Bytes.toBytes("|") ++
        Bytes.toBytes(Bytes.toBytes(note).length.toShort) ++ Bytes.toBytes(note)
    }
    val keys = Seq(
      ("Zürich", "1969-12-31", -1L, "", "n|\u0000"),
      ("", "2024-02-29", Long.MaxValue, "a", ""),
      ("ab", "0001-01-01", 258L, "a b", "é")
    )
    def values(n: Int): String = keys.zipWithIndex
      .map { case ((shop, day, id, tag, note), v) => s"('$shop', DATE'$day', $id, '$tag', '$note', ${v + n})" }
      .mkString(", ")
    fixture.sql(s"INSERT INTO $table VALUES ${values(0)}")
    val computed = keys.map((rowKey _).tupled)
    assertEquals(computed.map(Bytes.toStringBinary(_)).toSet, raw.rows("computed_keys").map(_._1).toSet)
    computed.zipWithIndex.foreach { case (key, v) =>
      raw.put("computed_keys", key, "d:v" -> Bytes.toBytes((v + 10) ^ Int.MinValue))
    }
    val expected = fixture.sql(s"SELECT * FROM VALUES ${values(10)} ORDER BY 6")
    Seq("true", "false").foreach { mode =>
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        fixture.assertRows(expected, s"SELECT * FROM $table ORDER BY v")
        keys.zip(expected).foreach { case ((shop, day, id, tag, note), row) =>
          val key = s"shop = '$shop' AND day = DATE'$day' AND id = $id AND tag = '$tag' AND note = '$note'"
          fixture.assertRows(Seq(row), s"SELECT * FROM $table WHERE $key")
        }
      }
    }
  }

  /**
   * The table of docs/MIGRATION.md, with what Phoenix 5.2.1 wrote for it: tests/golden/README.md tells how. Its columns have the
   * names that Phoenix gives them, its empty column holds `x`.
   */
  @Test
  def aTableOfPhoenix(): Unit = {
    raw.create("SALES", "0")
    Seq(
      "006162007ffffec37218dfff80000007" -> Seq("c10d33", "bff8000000000001", "8000013c8ef9c8fb0006f540", "00000003"),
      "016162007ffffec37218dfff80000008" -> Seq("3f6466", "4008000000000000", "7fffffffffffffff000f3e58", "00000004"),
      "006162007ffffec411be03ff80000007" -> Seq("c202", "c000000000000001", "800000000000000000000000", "00000000"),
      "0262007ffffec36cf283ff7fffffff" -> Seq("80", "bfe0000000000001", "8000013c930d7c0000000000", "00000005")
    ).foreach { case (key, values) => raw.putBytes("SALES", bytes(key), "0", phoenixCells(values)) }
    val Seq(create, select) = SqlPage.statements("From Phoenix-Spark", "MIGRATION.md").take(2).map(_.sql)
    fixture.sql(create)
    val t = "hbase.default.phoenix_sales"
    val day = java.sql.Date.valueOf("2013-01-31")
    Seq("true", "false").foreach { mode =>
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        fixture.assertRows(Seq(Row("ab", day, new java.math.BigDecimal("12.49"), 1.5)), select)
        fixture.assertRows(
          fixture.sql(
            "SELECT * FROM VALUES ('ab', DATE'2013-01-31', 7, 12.50BD, 1.5D, TIMESTAMP_NTZ'2013-01-31 05:00:00.123456', 3), " +
              "('ab', DATE'2013-01-31', 8, -0.01BD, -1.5D, TIMESTAMP_NTZ'1969-12-31 23:59:59.999999', 4), " +
              "('ab', DATE'2012-12-31', 7, 100.00BD, 2D, TIMESTAMP_NTZ'1970-01-01 00:00:00', 0), " +
              "('b', DATE'2013-02-01', -1, 0.00BD, 0.5D, TIMESTAMP_NTZ'2013-02-01 00:00:00', 5) ORDER BY 1, 2, 3"
          ),
          s"SELECT shop, day, line, price, weight, sold_at, units FROM $t ORDER BY shop, day, line"
        )
        fixture.assertRows(Seq(Row(8)), s"SELECT line FROM $t WHERE price < 0 AND weight <= -1.5D")
        fixture.assertRows(Seq(Row("b")), s"SELECT shop FROM $t WHERE sold_at > TIMESTAMP_NTZ'2013-01-31 23:00:00'")
        fixture.assertRows(
          Seq(Row(100)),
          s"SELECT CAST(price AS INT) FROM $t WHERE shop = 'ab' AND day < DATE'2013-01-31'"
        )
      }
    }
  }

  /** Phoenix keeps a row of a local index in the region of the row itself, in a family that is named after the indexed one. */
  @Test
  def rowsOfALocalIndexOfPhoenixAreNoRows(): Unit = {
    raw.create("INDEXED", "0", "L#0")
    raw.putBytes(
      "INDEXED",
      bytes("80000001"),
      "0",
      Seq(bytes("00000000") -> bytes("78"), bytes("800b") -> bytes("80000007"))
    )
    raw.putBytes("INDEXED", bytes("8000000000000001c10880000001"), "L#0", Seq(bytes("80000000") -> bytes("78")))
    val properties = "'hbase.table' = 'INDEXED', 'hbase.family' = '0', 'hbase.encoding' = 'phoenix', " +
      "'hbase.column.v.qualifier' = '\\\\x80\\\\x0B'"
    fixture.sql(
      s"CREATE TABLE hbase.default.indexed (a INT, v INT, PRIMARY KEY (a)) USING hbase TBLPROPERTIES ($properties)"
    )
    val catalog = """{"table": {"name": "INDEXED", "tableCoder": "Phoenix"}, "rowkey": "a", "columns": {
      "a": {"cf": "rowkey", "col": "a", "type": "int"}, "v": {"cf": "0", "col": "\\x80\\x0B", "type": "int"}}}"""
    Seq("true", "false").foreach { mode =>
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        fixture.assertRows(Seq(Row(1L, 7L)), "SELECT count(*), sum(v) FROM hbase.default.indexed")
        fixture.assertRows(Seq(Row(1, 7)), "SELECT a, v FROM hbase.default.indexed")
        val declared = fixture.spark.read.format("hbase").option("catalog", catalog).load()
        assertEquals(Seq(1), declared.select("a").collect().map(_.getInt(0)).toSeq)
      }
    }
    raw.drop("INDEXED")
  }

  /** Phoenix wrote these bytes too, for `CREATE IMMUTABLE TABLE one_cell (a INTEGER NOT NULL PRIMARY KEY, v INTEGER, w VARCHAR)`. */
  @Test
  def aTableOfPhoenixWithOneCellForAllColumnsIsRefused(): Unit = {
    raw.create("ONE_CELL", "0")
    def create(name: String) =
      s"CREATE TABLE hbase.default.$name (a INT, v INT, PRIMARY KEY (a)) USING hbase TBLPROPERTIES (" +
        "'hbase.table' = 'ONE_CELL', 'hbase.family' = '0', 'hbase.encoding' = 'phoenix', 'hbase.column.v.qualifier' = '\\\\x80\\\\x0B')"
    fixture.sql(create("declared_early"))
    fixture.assertRows(Nil, "SELECT * FROM hbase.default.declared_early")
    val cells = Seq("00000000" -> "78", "31" -> "78800000076162000000010005000000070000000303")
    raw.putBytes("ONE_CELL", bytes("80000001"), "0", cells.map { case (name, value) => bytes(name) -> bytes(value) })
    fixture.assertFails("SPARKSQL_HBASE.FOREIGN_ENCODING", "SELECT * FROM hbase.default.declared_early")
    fixture.sql("DROP TABLE hbase.default.declared_early")
    val message = fixture.assertFails("SPARKSQL_HBASE.FOREIGN_ENCODING", create("one_cell"))
    assertTrue(message.contains("SINGLE_CELL_ARRAY_WITH_OFFSETS"), message)
    val catalog = """{"table": {"name": "ONE_CELL", "tableCoder": "Phoenix"}, "rowkey": "a", "columns": {
      "a": {"cf": "rowkey", "col": "a", "type": "int"}, "v": {"cf": "0", "col": "v", "type": "int"}}}"""
    fixture.assertRaises("SPARKSQL_HBASE.FOREIGN_ENCODING", "a table that options declare") {
      fixture.spark.read.format("hbase").option("catalog", catalog).load()
    }
    raw.drop("ONE_CELL")
  }

  /**
   * Tests the row keys that Phoenix 5.2.1 wrote for `CREATE TABLE absent (a VARCHAR, n INTEGER NOT NULL, b VARCHAR, c
   * VARCHAR, v INTEGER CONSTRAINT pk PRIMARY KEY (a, n, b, c))`.
   */
  @Test
  def nullsAtTheEndOfARowKeyOfPhoenix(): Unit = {
    raw.create("ABSENT", "0")
    Seq(
      "61008000000162" -> 1,
      "610080000001620063" -> 2,
      "6100800000010063" -> 3,
      "610080000001" -> 4,
      "610080000002" -> 5,
      "62008000000162" -> 6
    ).foreach { case (key, v) =>
      val cells = Seq("00000000" -> bytes("78"), "800b" -> (bytes("80000000").dropRight(1) :+ v.toByte))
      raw.putBytes("ABSENT", bytes(key), "0", cells.map { case (name, value) => bytes(name) -> value })
    }
    val t = "hbase.default.phoenix_absent"
    fixture.sql(
      s"CREATE TABLE $t (a STRING, n INT, b STRING, c STRING, v INT, PRIMARY KEY (a, n, b, c)) USING hbase TBLPROPERTIES (" +
        s"'hbase.coprocessor.jar' = 'file://$jar', 'hbase.table' = 'ABSENT', " +
        "'hbase.family' = '0', 'hbase.encoding' = 'phoenix', 'hbase.column.v.qualifier' = '\\\\x80\\\\x0B')"
    )
    val all = Seq(
      Row("a", 1, "", "", 4),
      Row("a", 1, "", "c", 3),
      Row("a", 1, "b", "", 1),
      Row("a", 1, "b", "c", 2),
      Row("a", 2, "", "", 5),
      Row("b", 1, "b", "", 6)
    )
    val variants = for (mode <- Seq("require", "false"); filter <- Seq("true", "false")) yield (mode, filter)
    for ((mode, filter) <- Turns.half(variants, t))
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode, "spark.sql.hbase.customfilter" -> filter) {
        def check(condition: String)(expected: Row => Boolean): Unit = fixture.assertRows(
          all.filter(expected).sortBy(_.getInt(4)),
          s"SELECT * FROM $t WHERE $condition ORDER BY v"
        )
        fixture.assertRows(all, s"SELECT * FROM $t ORDER BY a, n, b, c")
        check("a = 'a'")(_.getString(0) == "a")
        check("a = 'a' AND n = 1")(r => r.getString(0) == "a" && r.getInt(1) == 1)
        check("a = 'a' AND n = 1 AND b = 'b'")(r => r.getString(0) == "a" && r.getString(2) == "b")
        check("b = 'b'")(_.getString(2) == "b")
        check("b = ''")(_.getString(2) == "")
        check("c = ''")(_.getString(3) == "")
        check("b <= 'b' AND c < 'c'")(_.getString(3) == "")
        check("a = 'a' AND n = 1 AND b = '' AND c = ''")(_.getInt(4) == 4)
        check("a = 'b' AND n = 1 AND b = 'b' AND c IN ('', 'x')")(_.getInt(4) == 6)
        fixture.assertRows(Seq(Row("a"), Row("b")), s"SELECT DISTINCT a FROM $t ORDER BY a")
        fixture.assertRows(
          Seq(Row("a", 1, ""), Row("a", 2, ""), Row("b", 1, "b")),
          s"SELECT a, n, min(b) FROM $t GROUP BY a, n ORDER BY a, n"
        )
        fixture.assertRows(Seq(Row(6), Row(5)), s"SELECT v FROM $t ORDER BY a DESC, n DESC, b DESC, c DESC LIMIT 2")
      }
    fixture.sql(
      "CREATE OR REPLACE TEMP VIEW wanted AS SELECT * FROM VALUES ('a', 2, '', ''), ('b', 1, 'b', '') AS w(a, n, b, c)"
    )
    fixture.assertRows(Seq(Row(5), Row(6)), s"SELECT v FROM $t JOIN wanted USING (a, n, b, c) ORDER BY v")
    // A value in two forms does not tell which row to change.
    fixture.assertFails("SPARKSQL_HBASE.AMBIGUOUS_ROW_KEY", s"DELETE FROM $t WHERE a = 'a'")
    fixture.sql(s"INSERT INTO $t VALUES ('c', 3, '', '', 7)")
    assertTrue(raw.rows("ABSENT").map(_._1).contains("c\\x00\\x80\\x00\\x00\\x03"), raw.rows("ABSENT").toString)
    fixture.sql(s"DROP TABLE $t")
    raw.drop("ABSENT")
  }

  /** Tests `(a VARCHAR, b VARCHAR DESC)` with b = NULL: the row is neither made up nor passed over. */
  @Test
  def nullsOfPhoenixThatAreNotReadAreErrors(): Unit = {
    raw.create("NULLS_DESC", "0")
    raw.putBytes("NULLS_DESC", bytes("61"), "0", Seq(bytes("00000000") -> bytes("78")))
    val t = "hbase.default.phoenix_nulls_desc"
    fixture.sql(
      s"CREATE TABLE $t (a STRING, b STRING, v INT, PRIMARY KEY (a, b)) USING hbase TBLPROPERTIES ('hbase.table' = 'NULLS_DESC', " +
        s"'hbase.coprocessor.jar' = 'file://$jar', " +
        "'hbase.family' = '0', 'hbase.encoding' = 'phoenix', 'hbase.column.b.order' = 'desc')"
    )
    for (
      mode <- Seq("require", "false");
      condition <- Seq("", "WHERE a = 'a'", "WHERE a IN ('a', 'b')", "WHERE a LIKE 'a%'")
    )
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode) {
        fixture.assertFails("SPARKSQL_HBASE.ROW_KEY_TOO_SHORT", s"SELECT a, b, v FROM $t $condition")
      }
    fixture.sql(s"DROP TABLE $t")
    raw.drop("NULLS_DESC")
  }

  private def phoenixCells(values: Seq[String]): Seq[(Array[Byte], Array[Byte])] =
    (bytes("00000000") -> Bytes.toBytes("x")) +: Seq("800b", "800c", "800d", "800e").map(bytes).zip(values.map(bytes))
}
