package org.apache.spark.sql.hbase.it

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import org.apache.hadoop.hbase.util.Bytes
import org.json4s._
import org.json4s.jackson.JsonMethods
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.Row

/** The byte vectors of tests/golden/nested in HBase: written by HBase's client and read by SQL, and the reverse. */
class ITRawNestedCells extends ClusterWithJar {
  private lazy val raw = new RawTables(hbase.quorum)

  private final case class Case(json: String, cells: Seq[(String, Array[Byte])])

  private def sqlType(json: JValue): String = json match {
    case JString(name) => name
    case JArray(JString("struct") :: fields) =>
      fields.map { case field => s"${field(0).values}: ${sqlType(field(1))}" }.mkString("struct<", ", ", ">")
    case JArray(JString(kind) :: parts) => parts.map(sqlType).mkString(s"$kind<", ", ", ">")
    case other => throw new IllegalArgumentException(other.toString)
  }

  private def cases(file: JValue): Seq[Case] = (file \ "cases").children.map { each =>
    def text(member: String): String = (each \ member).asInstanceOf[JString].s
    val json = text("json")
    Case(
      json,
      Seq("f:n" -> Bytes.fromHex(text("hex")), "f:j" -> json.getBytes(UTF_8), "f:a" -> Bytes.fromHex(text("avro")))
    )
  }

  @Test
  def valuesOfEveryNestedEncoding(): Unit = Seq("struct", "array", "map", "every_type").foreach { name =>
    val file = JsonMethods.parse(Files.readString(Path.of(s"../../tests/golden/nested/$name.json")))
    val of = sqlType(file \ "type")
    val all = cases(file)
    assertTrue(all.nonEmpty, name)
    val tables = Seq("read", "written").map(t => s"nested_${name}_$t")
    tables.foreach { table =>
      raw.create(table, "f")
      fixture.sql(
        s"CREATE TABLE hbase.default.$table (k INT, n $of, j $of, a $of, PRIMARY KEY (k)) USING hbase TBLPROPERTIES (" +
          "'hbase.family' = 'f', 'hbase.column.n.encoding' = 'nested', 'hbase.column.j.encoding' = 'json', 'hbase.column.a.encoding' = 'avro')"
      )
    }
    val Seq(read, written) = tables
    all.zipWithIndex.foreach { case (each, k) => raw.put(read, Bytes.toBytes(k ^ Int.MinValue), each.cells: _*) }
    // A row without cells of its columns, but with another: NULLs.
    raw.put(read, Bytes.toBytes(all.size ^ Int.MinValue), "f:other" -> Array.emptyByteArray)
    Seq("true", "false").foreach { mode =>
      fixture.withSettings("spark.sql.hbase.coprocessor" -> mode, "spark.sql.session.timeZone" -> "UTC") {
        val rows = fixture.sql(s"SELECT k, to_json(n), to_json(j), to_json(a) FROM hbase.default.$read ORDER BY k")
        val expected = all.zipWithIndex.map { case (each, k) =>
          val value = fixture.spark.sql(s"SELECT to_json(from_json(?, '$of'))", Array(each.json)).head.getString(0)
          Row(k, value, value, value)
        }
        assertEquals(expected :+ Row(all.size, null, null, null), rows, s"$name $mode")
      }
    }
    fixture.sql(s"INSERT INTO hbase.default.$written SELECT * FROM hbase.default.$read")
    val found = raw.rows(written).map(_._2 - "f:_0")
    val cells = all.map(_.cells.map { case (cell, bytes) => cell -> Bytes.toStringBinary(bytes) }.toMap)
    assertEquals(cells :+ Map.empty, found, name)
    tables.foreach { table =>
      fixture.sql(s"DROP TABLE hbase.default.$table")
      raw.drop(table)
    }
  }
}
