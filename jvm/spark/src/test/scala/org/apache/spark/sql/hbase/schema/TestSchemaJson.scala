package org.apache.spark.sql.hbase.schema

import java.nio.file.{Files, Path}

import org.json4s._
import org.json4s.jackson.JsonMethods.parse
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.util.CharVarcharUtils
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix
import org.apache.spark.sql.types._

class TestSchemaJson {
  private def columnCells(schema: TableSchema): Map[String, String] =
    schema.columns.map(c => c.name -> SchemaJson.column(c)).toMap

  private val hashed = {
    val hash = new KeyPrefix(KeyPrefix.Kind.HASH, 4, java.util.List.of(0, 1))
    SchemaFixtures.packed.copy(keyPrefix = Some(hash))
  }

  @Test
  def whatIsWrittenIsReadBack(): Unit =
    Seq(
      SchemaFixtures.packed,
      SchemaFixtures.salted,
      SchemaFixtures.forms,
      SchemaFixtures.columnar,
      SchemaFixtures.fixedForms,
      SchemaFixtures.escapedForms,
      hashed,
      SchemaFixtures.columns,
      SchemaFixtures.maps,
      SchemaFixtures.structs,
      SchemaFixtures.alteredPacked,
      SchemaFixtures.alteredColumns
    ).foreach { schema =>
      assertEquals(schema, SchemaJson.read(SchemaJson.table(schema), columnCells(schema).get))
    }

  @Test
  def writesTheGoldenDocuments(): Unit =
    Seq(
      "packed" -> SchemaFixtures.packed,
      "salted" -> SchemaFixtures.salted,
      "forms" -> SchemaFixtures.forms,
      "columnar" -> SchemaFixtures.columnar,
      "fixed_forms" -> SchemaFixtures.fixedForms,
      "escaped_forms" -> SchemaFixtures.escapedForms,
      "columns" -> SchemaFixtures.columns,
      "maps" -> SchemaFixtures.maps,
      "structs" -> SchemaFixtures.structs,
      "row_families" -> SchemaFixtures.rowFamilies,
      "row_prefix" -> SchemaFixtures.rowPrefix,
      "altered_packed" -> SchemaFixtures.alteredPacked,
      "altered_columns" -> SchemaFixtures.alteredColumns
    )
      .foreach { case (name, schema) =>
        val golden = parse(Files.readString(Path.of("../../tests/golden/metadata_table", name + ".json")))
        val cells = Map("table" -> SchemaJson.table(schema)) ++ columnCells(schema).map { case (c, j) =>
          s"column:$c" -> j
        }
        assertEquals(golden \ "cells", JObject(cells.toList.sortBy(_._1).map { case (q, j) => q -> parse(j) }))
      }

  @Test
  def declaredTypesAreReadBack(): Unit = {
    val nested = new StructType().add("n", IntegerType, nullable = false).add("a", ArrayType(StringType, false))
    Seq(CharType(5), VarcharType(7), nested).foreach { declared =>
      val sqlType = SparkTypes.fromSpark(CharVarcharUtils.replaceCharVarcharWithString(declared)).get
      val column = ColumnMapping("x", sqlType, nullable = true, Place.Packed(0, 0), None, Some(declared))
      val schema = SchemaFixtures.packed.copy(columns = SchemaFixtures.packed.columns :+ column)
      assertEquals(schema, SchemaJson.read(SchemaJson.table(schema), columnCells(schema).get))
      assertEquals(declared, column.sparkType)
    }
  }

  @Test
  def aNewerFormatIsRefused(): Unit = {
    val newer = SchemaJson.table(SchemaFixtures.packed).replace("\"formatVersion\":1", "\"formatVersion\":99")
    val e = assertThrows(classOf[AnalysisException], () => SchemaJson.read(newer, _ => None))
    assertEquals("SPARKSQL_HBASE.UNSUPPORTED_METADATA", e.getCondition)
  }

  @Test
  def damagedDocumentsAreATypedError(): Unit = {
    val table = SchemaJson.table(SchemaFixtures.columns)
    val cells = columnCells(SchemaFixtures.columns)
    Seq[(String, String => Option[String])](
      ("{", cells.get),
      ("{}", cells.get),
      (table.replace("\"properties\"", "\"keyPrefix\":{\"kind\":\"pepper\"},\"properties\""), cells.get),
      (table.replace("\"layout\":\"columns\"", "\"layout\":\"rows\""), cells.get),
      (table, (cells - "w").get),
      (table, (cells + ("w" -> "[]")).get),
      (table, (cells + ("w" -> cells("w").replace("BIGINT", "MAP"))).get),
      (table, (cells + ("w" -> cells("w").replace("BIGINT", "MAP<INT>"))).get),
      (table, (cells + ("w" -> cells("w").replace("\"nullable\"", "\"sparkType\":\"x\",\"nullable\""))).get)
    ).foreach(assertCorrupt)
    val structs = columnCells(SchemaFixtures.structs)
    val otherType = structs + ("s" -> structs("s").replace("STRUCT<`x`: INT, `name`: STRING>", "STRUCT<`x`: INT>"))
    assertCorrupt((SchemaJson.table(SchemaFixtures.structs), otherType.get))
  }

  private def assertCorrupt(described: (String, String => Option[String])): Unit = described match {
    case (document, columns) =>
      val e = assertThrows(classOf[AnalysisException], () => SchemaJson.read(document, columns))
      assertEquals("SPARKSQL_HBASE.CORRUPT_METADATA", e.getCondition)
      assertTrue(e.getMessage.contains("reason="), e.getMessage)
  }

  @Test
  def aTableWithItsColumnsIsOneDocument(): Unit =
    Seq(SchemaFixtures.packed, SchemaFixtures.columns, SchemaFixtures.salted, SchemaFixtures.forms).foreach { table =>
      assertEquals(table, SchemaJson.readWhole(SchemaJson.whole(table)))
    }
}
