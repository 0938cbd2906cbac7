package org.apache.spark.sql.hbase.catalog.definition

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.connector.catalog.Column
import org.apache.spark.sql.connector.expressions.{Expressions, Transform}
import org.apache.spark.sql.hbase.catalog.StatementFixtures._
import org.apache.spark.sql.hbase.catalog.store.PhysicalTables
import org.apache.spark.sql.hbase.schema.{Layout, PackedCellMapping, TableSchema}
import org.apache.spark.sql.types._

class TestColumnarGroups {
  private val Columnar = Map("hbase.layout" -> "columnar")

  private def ofId(idType: DataType, properties: Map[String, String], partitions: Transform*): TableSchema = {
    val columns = Seq(Column.create("id", idType, false), Column.create("v", DoubleType))
    schema(statement(Seq("id"), columns, Columnar ++ properties, partitions))
  }

  private def bits(table: TableSchema): Int = table.groups.get.bits

  @Test
  def aKeyThatCountsHasAThousandValuesAGroup(): Unit = {
    assertEquals(54, bits(ofId(LongType, Map.empty)))
    assertEquals(22, bits(ofId(IntegerType, Map("hbase.column.id.order" -> "desc"))))
    // Of each bucket, behind its salt.
    assertEquals(58, bits(ofId(LongType, Map.empty, Expressions.bucket(16, "id"))))
    assertEquals(57, bits(ofId(LongType, Map.empty, Expressions.bucket(17, "id"))))
  }

  @Test
  def itsValuesLieInOneCellOfAllColumns(): Unit = {
    val table = schema(statement(properties = Columnar + ("hbase.group.bits" -> "40")))
    assertEquals((Layout.Columnar, 40), (table.layout, bits(table)))
    assertEquals(Seq(PackedCellMapping("d", "_p", Seq("DOUBLE", "BINARY").map(typeOf))), table.packedCells)
    assertEquals(
      "key (INT ordered asc, STRING ordered asc) columnar 40 d:_p (DOUBLE, BINARY)",
      PhysicalTables.signature(table)
    )
    val shown = TableDescription.properties(table)
    assertEquals(("columnar", "40"), (shown("hbase.layout"), shown("hbase.group.bits")))
    assertTrue(shown("hbase.mapping").contains("v: column 0 of the groups"), shown("hbase.mapping"))
  }

  private def typeOf(name: String) = org.apache.spark.sql.hbase.schema.SparkTypes.parse(name)

  @Test
  def otherKeysMustSayTheirBits(): Unit = {
    def refused(idType: DataType, partitions: Transform*)(properties: (String, String)*): Unit = {
      val message = assertRefused("INVALID_PROPERTY", () => ofId(idType, properties.toMap, partitions: _*))
      assertTrue(message.contains("property=hbase.group.bits"), message)
    }
    refused(StringType)()
    refused(TimestampType)()
    refused(LongType)("hbase.key.hash.bytes" -> "2")
    refused(LongType)("hbase.column.id.form" -> "reversed")
    // No two row keys, or all of a bucket and of the next one.
    refused(LongType)("hbase.group.bits" -> "64")
    refused(LongType, Expressions.bucket(4, "id"))("hbase.group.bits" -> "8")
    refused(LongType)("hbase.group.bits" -> "0")
    refused(LongType)("hbase.group.bits" -> "many")
    assertEquals(71, bits(ofId(LongType, Map("hbase.group.bits" -> "71"), Expressions.bucket(4, "id"))))
    assertEquals(3, bits(ofId(StringType, Map("hbase.group.bits" -> "3"))))
    assertRefused("INVALID_PROPERTY", () => schema(statement(properties = Map("hbase.group.bits" -> "9"))))
  }

  @Test
  def whatGroupsCannotBeIsRefused(): Unit = {
    def refused(
        reason: String,
        newHBaseTable: Boolean = true,
        key: Seq[String] = Seq("a", "b"),
        columns: Seq[Column] = columns
    )(
        properties: (String, String)*
    ): Unit = {
      val info = statement(key, columns, Columnar ++ Map("hbase.group.bits" -> "20") ++ properties)
      val message = assertRefused("UNSUPPORTED_IN_COLUMNAR_LAYOUT", () => schema(info, newHBaseTable))
      assertTrue(message.contains(reason), message)
    }
    refused("only this connector writes such HBase tables", newHBaseTable = false)()
    refused("all columns are in the PRIMARY KEY", columns = columns.take(2))()
    refused("w has another one")("hbase.column.w.family" -> "g")
    refused("no value of a damaged group")("hbase.mode" -> "permissive")
    val info = statement(properties = Columnar ++ Map("hbase.group.bits" -> "20", "hbase.column.v.qualifier" -> "*"))
    assertRefused("PACKED_COLUMN_MAPPED", () => schema(info))
    val same = Columnar ++ Map("hbase.group.bits" -> "20", "hbase.family" -> "g", "hbase.column.w.family" -> "g")
    assertEquals(Seq("g"), schema(statement(properties = same)).families)
  }
}
