package org.apache.spark.sql.hbase.it

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.util.Bytes
import org.json4s._
import org.json4s.jackson.JsonMethods
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

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
      val encoding = text(file.json, "encoding").toLowerCase.replace("text", "string")
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

  /**
   * What Phoenix 5 writes with COLUMN_ENCODED_BYTES = 0 (PInteger and PLong, IntCodec.encodeInt and LongCodec.encodeLong: big-endian,
   * the sign bit flipped; PVarchar: UTF-8; QueryConstants.SEPARATOR_BYTE 0 behind a VARCHAR of the key; EMPTY_COLUMN_BYTES `_0` with
   * EMPTY_COLUMN_VALUE_BYTES `x`), which docs/MIGRATION.md says is read as encoding `ordered`.
   */
  @Test
  def wholeNumbersAndTextsOfPhoenix(): Unit = {
    raw.create("PHOENIX_ORDERS", "0")
    val id = bytes("7fffffffffffffff")
    val row = id ++ Bytes.toBytes("ab") ++ Array[Byte](0) ++ bytes("80000007")
    raw.put(
      "PHOENIX_ORDERS",
      row,
      "0:_0" -> Bytes.toBytes("x"),
      "0:CUSTOMER" -> Bytes.toBytes("Zürich"),
      "0:ITEMS" -> bytes("7ffffffe")
    )
    fixture.sql(
      "CREATE TABLE hbase.default.phoenix_orders (ID BIGINT, SHOP STRING, LINE INT, CUSTOMER STRING, ITEMS INT, PRIMARY KEY (ID, SHOP, LINE)) " +
        "USING hbase TBLPROPERTIES ('hbase.table' = 'PHOENIX_ORDERS', 'hbase.family' = '0')"
    )
    fixture.assertRows(Seq(Row(-1L, "ab", 7, "Zürich", -2)), "SELECT * FROM hbase.default.phoenix_orders WHERE ID < 0")
    fixture.sql("INSERT INTO hbase.default.phoenix_orders VALUES (-1, 'ab', 8, 'Zürich', -2)")
    val Seq((first, theirs), (second, ours)) = raw.rows("PHOENIX_ORDERS")
    assertEquals((first.replace("\\x07", "\\x08"), theirs - "0:_0"), (second, ours - "0:_0"))
  }
}
