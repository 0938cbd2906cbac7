package org.apache.spark.sql.hbase.source

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

/** The catalogs are those of the documentation of SHC and hbase-spark, and what users get wrong in them. */
class TestJsonCatalog {
  import Declarations._

  private def catalog(columns: String, rowkey: String = "key", table: String = """"name": "t""""): String =
    s"""{"table": {$table}, "rowkey": "$rowkey", "columns": {$columns}}"""

  private val key = """"k": {"cf": "rowkey", "col": "key", "type": "string"}"""

  private def refused(text: String, code: String = "INVALID_OPTION"): String =
    assertRefused(code, () => JsonCatalog.parse(text).schema(None))

  @Test
  def theCatalogOfShcsReadmeIsATable(): Unit = {
    val declared = JsonCatalog.parse(
      """{
        |"table":{"namespace":"default", "name":"table1", "tableCoder":"PrimitiveType"},
        |"rowkey":"key",
        |"columns":{
        |"col0":{"cf":"rowkey", "col":"key", "type":"string"},
        |"col1":{"cf":"cf1", "col":"col1", "type":"boolean"},
        |"col2":{"cf":"cf2", "col":"col2", "type":"double"},
        |"col3":{"cf":"cf3", "col":"col3", "type":"float"},
        |"col4":{"cf":"cf4", "col":"col4", "type":"int"},
        |"col5":{"cf":"cf5", "col":"col5", "type":"bigint"},
        |"col6":{"cf":"cf6", "col":"col6", "type":"smallint"},
        |"col7":{"cf":"cf7", "col":"col7", "type":"string"},
        |"col8":{"cf":"cf8", "col":"col8", "type":"tinyint"}
        |}
        |}""".stripMargin
    )
    val schema = declared.schema(None)
    assertEquals(("default", "table1", "table1"), (schema.namespace, schema.name, schema.hbaseTable))
    assertEquals("cf1", schema.family)
    assertTrue(schema.adopted)
    assertEquals(
      Seq(
        "col0 STRING key 0 HBASE PLAIN",
        "col1 BOOLEAN cell cf1:col1 HBASE",
        "col2 DOUBLE cell cf2:col2 HBASE",
        "col3 FLOAT cell cf3:col3 HBASE",
        "col4 INT cell cf4:col4 HBASE",
        "col5 BIGINT cell cf5:col5 HBASE",
        "col6 SMALLINT cell cf6:col6 HBASE",
        "col7 STRING cell cf7:col7 HBASE",
        "col8 TINYINT cell cf8:col8 HBASE"
      ),
      shown(schema)
    )
  }

  @Test
  def partsOfTheRowKeyAreInTheOrderOfRowkey(): Unit = {
    val columns =
      """"b": {"col": "k2", "type": "binary"}, "v": {"cf": "f", "col": "q", "type": "decimal(9,2)"},
        | "a": {"cf": "rowkey", "col": "k1", "type": "bigint", "length": "8"}""".stripMargin
    assertEquals(
      Seq("b BINARY key 1 HBASE PLAIN", "v DECIMAL(9,2) cell f:q HBASE", "a BIGINT key 0 HBASE PLAIN"),
      shown(JsonCatalog.parse(catalog(columns, "k1:k2")).schema(None))
    )
  }

  @Test
  def theSameCatalogIsTheSameTable(): Unit = {
    val text = catalog(s"""$key, "v": {"cf": "f", "col": "q", "type": "int"}""")
    assertEquals(JsonCatalog.parse(text).schema(None), JsonCatalog.parse(text).schema(None))
  }

  @Test
  def bytesThatWouldBeReadAsOtherValuesAreRefused(): Unit = {
    def column(members: String) = catalog(s"""$key, "v": {"cf": "f", "col": "q", $members}""")
    val time = refused(column(""""type": "timestamp""""), "FOREIGN_ENCODING")
    assertTrue(time.contains("column=v type=TIMESTAMP") && time.contains("timestamp_millis"), time)
    refused(column(""""type": "date""""), "FOREIGN_ENCODING")
    refused(column(""""type": "map<string,int>""""), "FOREIGN_ENCODING")
    assertTrue(refused(column(""""avro": "schema""""), "FOREIGN_ENCODING").contains("from_avro"))
    assertTrue(refused(column(""""type": "int", "coder": "Phoenix""""), "FOREIGN_ENCODING").contains("Phoenix"))
    val avro = catalog(key, table = """"name": "t", "tableCoder": "Avro"""")
    assertTrue(refused(avro, "FOREIGN_ENCODING").contains("coder Avro is not supported"))
    val wide = """"a": {"col": "key", "type": "int", "length": "8"}"""
    assertTrue(refused(catalog(wide), "FOREIGN_ENCODING").contains("always 4 bytes"), wide)
  }

  @Test
  def whereATextInsideTheRowKeyEndsIsNotKnown(): Unit = Seq("", """, "length": "4"""").foreach { length =>
    val columns = s""""a": {"col": "k1", "type": "string"$length}, "b": {"col": "k2", "type": "int"}"""
    val message = refused(catalog(columns, "k1:k2"), "FOREIGN_ENCODING")
    assertTrue(message.contains("column=a") && message.contains("where it ends"), message)
  }

  @Test
  def documentsThatAreNoCatalogSayWhere(): Unit = {
    assertTrue(refused("{").contains("it is not JSON"))
    assertTrue(refused("[]").contains("the document is no JSON object"))
    assertTrue(refused("""{"table": {"name": "t"}, "columns": {}}""").contains("no member rowkey"))
    assertTrue(refused(catalog(s"""$key, "v": {"cf": "f", "col": "q"}""")).contains("column v has no member type"))
    assertTrue(refused(catalog(s"""$key, "v": {"cff": "f", "col": "q"}""")).contains("did you mean cf?"))
    assertTrue(
      refused(catalog(s"""$key, "v": {"cf": "f", "col": "q", "type": "strin"}""")).contains("no SQL type: strin")
    )
    assertTrue(refused(catalog(s"$key, $key")).contains("columns has two members k"))
    assertTrue(refused(catalog(key, "other")).contains("rowkey does not name: other"))
    assertTrue(refused(catalog(key, "key:more")).contains("more of rowkey"))
    assertTrue(refused(catalog(key, table = """"name": "t", "version": "2.0"""")).contains("tableCoder"))
    assertTrue(refused(catalog(key, table = """"name": "a b"""")).contains("option=catalog"))
    val short = catalog(s"""$key, "v": {"cf": "f", "col": "q", "type": "int", "length": "4"}""")
    assertTrue(refused(short).contains("which only a part of the row key has"))
  }
}
