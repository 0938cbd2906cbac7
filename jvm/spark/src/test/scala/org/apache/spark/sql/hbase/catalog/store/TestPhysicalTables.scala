package org.apache.spark.sql.hbase.catalog.store

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, TableDescriptor, TableDescriptorBuilder}
import org.apache.hadoop.hbase.io.compress.Compression
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.catalog.StatementFixtures.assertRefused
import org.apache.spark.sql.hbase.catalog.definition.PropertyParser
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.schema.{SchemaFixtures, TableSchema}

class TestPhysicalTables {
  private def descriptor(
      schema: TableSchema,
      properties: Map[String, String] = Map.empty,
      jar: Option[String] = None
  ): TableDescriptor =
    PhysicalTables.newDescriptor(schema, PropertyParser.parse(properties, Seq.empty), jar)

  @Test
  def theSignatureSaysWhatTheBytesMean(): Unit = {
    assertEquals(
      "key (INT ordered asc, TIMESTAMP ordered desc) packed d:_p (DECIMAL(12,2), BOOLEAN) big:_p (STRING)",
      PhysicalTables.signature(SchemaFixtures.packed)
    )
    assertEquals("key (STRING ordered asc) columns", PhysicalTables.signature(SchemaFixtures.columns))
  }

  @Test
  def newTablesHaveTheSchemasFamilies(): Unit = {
    val families = descriptor(SchemaFixtures.columns, Map("hbase.compression" -> "GZ")).getColumnFamilies
    assertEquals(Seq("f", "g"), families.map(_.getNameAsString).toSeq)
    assertTrue(families.forall(_.getCompressionType == Compression.Algorithm.GZ))
    assertTrue(families.forall(_.getDataBlockEncoding == DataBlockEncoding.FAST_DIFF))
    assertTrue(
      descriptor(SchemaFixtures.packed).getColumnFamilies.forall(_.getDataBlockEncoding == DataBlockEncoding.NONE)
    )
  }

  @Test
  def theCoprocessorNeverAbortsARegionServer(): Unit = {
    val table = descriptor(SchemaFixtures.packed, jar = Some("file:///a.jar"))
    val coprocessor = table.getCoprocessorDescriptors.asScala.head
    assertEquals("file:///a.jar", coprocessor.getJarPath.get)
    assertEquals(TableCoprocessor.CLASS_NAME, coprocessor.getClassName)
    assertEquals("false", coprocessor.getProperties.get("hbase.coprocessor.abortonerror"))
    assertEquals("false", table.getValue("hbase.coprocessor.abortonerror"))
    assertEquals(0, descriptor(SchemaFixtures.packed).getCoprocessorDescriptors.size)
  }

  @Test
  def aTableOfTheSameLayoutIsTakenAgain(): Unit =
    PhysicalTables.check(SchemaFixtures.packed, descriptor(SchemaFixtures.packed))

  @Test
  def aTableOfAnotherLayoutIsRefused(): Unit = {
    val existing = descriptor(SchemaFixtures.packed)
    val cell = SchemaFixtures.packed.packedCells.head.copy(fields = Seq(SqlType.INT, SqlType.BOOLEAN))
    val changed = SchemaFixtures.packed.copy(packedCells = cell +: SchemaFixtures.packed.packedCells.tail)
    val message = assertRefused("LAYOUT_MISMATCH", () => PhysicalTables.check(changed, existing))
    assertTrue(message.contains("found=\"key (INT"), message)
  }

  @Test
  def aTableWithoutANeededFamilyIsRefused(): Unit = {
    val existing = TableDescriptorBuilder
      .newBuilder(SchemaFixtures.columns.tableName)
      .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Bytes.toBytes("f")))
      .build()
    val message = assertRefused("FAMILY_MISSING", () => PhysicalTables.check(SchemaFixtures.columns, existing))
    assertTrue(message.contains("family=g has=f"), message)
  }
}
