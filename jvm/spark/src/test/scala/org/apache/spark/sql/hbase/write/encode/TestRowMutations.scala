package org.apache.spark.sql.hbase.write.encode

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.{Cell, CellUtil}
import org.apache.hadoop.hbase.client.{Delete, Mutation, Put}
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData
import org.apache.spark.sql.hbase.conf.WrittenNulls
import org.apache.spark.sql.hbase.error.HBaseException
import org.apache.spark.sql.hbase.schema.{SchemaFixtures, TableSchema}
import org.apache.spark.sql.types.Decimal
import org.apache.spark.unsafe.types.UTF8String

class TestRowMutations {
  private def put(table: TableSchema, row: Any*): Put = new RowMutations(table, 7L).put(InternalRow.fromSeq(row))

  private def cells(mutation: Mutation): Seq[String] =
    mutation.getFamilyCellMap.values.asScala.flatMap(_.asScala).map(shown).toSeq

  private def shown(cell: Cell): String = {
    assertEquals(7L, cell.getTimestamp)
    Seq(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell))
      .map(Bytes.toStringBinary)
      .mkString(" ")
  }

  private def text(s: String): UTF8String = UTF8String.fromString(s)

  @Test
  def packedRowsAreOneCellPerFamily(): Unit = {
    val row = put(SchemaFixtures.packed, Decimal("1.50"), 1, 0L, null, true)
    assertEquals("\\x80\\x00\\x00\\x01\\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF", Bytes.toStringBinary(row.getRow))
    assertEquals(
      Seq(
        "big _p \\x01\\x00\\x01\\x01\\x00\\x00\\x00\\x00",
        "d _p \\x01\\x00\\x02\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x96\\x01"
      ),
      cells(row)
    )
  }

  @Test
  def fieldsOfDroppedColumnsAreNull(): Unit = {
    val row = put(SchemaFixtures.alteredPacked, 5L, 1, 0L, null, true)
    val zero = "\\x00"
    assertEquals(
      Seq(
        "big _p \\x01\\x00\\x01\\x01\\x00\\x00\\x00\\x00",
        "d _p \\x01\\x00\\x03\\x01" + zero * 8 + "\\x01" + zero * 7 + "\\x05"
      ),
      cells(row)
    )
  }

  @Test
  def rowsOfASaltedTableLieInTheirBuckets(): Unit = {
    // CRC-32 of "ab" is 0x9e83486d.
    val row = put(SchemaFixtures.salted, 1, text("ab"), 5L).getRow
    assertEquals("\\x05\\x80\\x00\\x00\\x01ab", Bytes.toStringBinary(row))
  }

  @Test
  def rowsOfAColumnarTableLieBesideTheChunksOfTheirGroups(): Unit = {
    val row = put(SchemaFixtures.columnar, 1025L, 5L)
    val zero = "\\x00"
    val group = "\\x80\\x00\\x00\\x00\\x00\\x00\\x04"
    assertEquals(group, Bytes.toStringBinary(row.getRow))
    val time = zero * 7 + "\\x07"
    // Behind it the packed cell, whose first field is of a dropped column.
    val packed = s"\\x01$zero\\x02\\x01" + zero * 4 + zero * 7 + "\\x05"
    assertEquals(Seq(s"d o\\x04\\x01 \\x01$time$packed"), cells(row))
    val removed = new RowMutations(SchemaFixtures.columnar, 0).delete(Bytes.toBytes(1025L ^ Long.MinValue), 7L)
    assertEquals((classOf[Put], Seq(s"d o\\x04\\x01 $zero$time")), (removed.getClass, cells(removed)))
    val whole = new RowMutations(SchemaFixtures.columnar, 0).deleteHBaseRow(row.getRow, 7L)
    assertTrue(whole.getFamilyCellMap.isEmpty)
  }

  /** HBase stores the cells of one mutation in one step. */
  @Test
  def aRowIsOneMutationThatDeletesItsNulls(): Unit = {
    val row = put(SchemaFixtures.columns, text("k"), null, 5L)
    val (deleted, values) = row.getFamilyCellMap.values.asScala.flatMap(_.asScala).partition(CellUtil.isDelete)
    assertEquals(Seq("f v "), deleted.map(shown).toSeq)
    assertEquals(Seq(Cell.Type.DeleteColumn), deleted.map(_.getType).toSeq)
    assertEquals(Seq("f _0 ", "g \\x00\\xFF \\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x05"), values.map(shown).toSeq)
  }

  @Test
  def aRowOfNullsStillExists(): Unit = {
    val row = put(SchemaFixtures.columns.copy(adopted = true), text("k"), null, null)
    assertEquals(Seq("f v ", "f _0 ", "g \\x00\\xFF "), cells(row))
  }

  @Test
  def adoptedTablesGetNoMarkerWhereAValueProvesTheRow(): Unit = {
    val row = put(SchemaFixtures.columns.copy(adopted = true), text("k"), 1.0, 2L)
    assertEquals(2, cells(row).size)
  }

  @Test
  def skippedNullsLeaveNoTrace(): Unit = {
    def skipping(table: TableSchema, row: Any*): Put =
      new RowMutations(table, 7L, WrittenNulls.Skip).put(InternalRow.fromSeq(row))
    assertEquals(Seq("f _0 "), cells(skipping(SchemaFixtures.columns, text("k"), null, null)))
    assertEquals(Seq("f _0 "), cells(skipping(SchemaFixtures.maps, text("k"), null, null, null)))
  }

  private def map(entries: (String, Any)*): ArrayBasedMapData =
    ArrayBasedMapData(entries.map(e => text(e._1)).toArray[Any], entries.map(_._2).toArray)

  @Test
  def aMapOverAFamilyReplacesItsEntries(): Unit = {
    val row = put(SchemaFixtures.maps, text("k"), 1.0, map("a" -> 5L), null)
    val (deleted, values) = row.getFamilyCellMap.values.asScala.flatMap(_.asScala).partition(CellUtil.isDelete)
    assertEquals(Seq("f", "g"), deleted.map(c => Bytes.toString(CellUtil.cloneFamily(c))).toSeq)
    assertEquals(Set(6L -> Cell.Type.DeleteFamily), deleted.map(c => c.getTimestamp -> c.getType).toSet)
    assertEquals(Seq("f v \\xBF\\xF0\\x00\\x00\\x00\\x00\\x00\\x00", "f a 5", "f _0 "), values.map(shown).toSeq)
    // In a table of others the entry proves the row.
    val adopted = put(SchemaFixtures.maps.copy(adopted = true), text("k"), null, map("a" -> 5L), null)
    assertFalse(adopted.has(Bytes.toBytes("f"), Bytes.toBytes("_0")))
  }

  @Test
  def aStructInSeveralCellsIsItsFields(): Unit = {
    val table = SchemaFixtures.structs.copy(columns = SchemaFixtures.structs.columns.take(2))
    def struct(fields: Any*) = InternalRow.fromSeq(fields)
    assertEquals(
      Seq("f x \\x80\\x00\\x00\\x05", "f \\x00\\xFF ab   ", "f _0 "),
      cells(put(table, text("k"), struct(5, text("ab   "))))
    )
    def deleted(row: Put) = row.getFamilyCellMap.values.asScala
      .flatMap(_.asScala)
      .filter(CellUtil.isDelete)
      .map(c => Bytes.toStringBinary(CellUtil.cloneQualifier(c)))
      .toSeq
    assertEquals(Seq("\\x00\\xFF"), deleted(put(table, text("k"), struct(5, null))))
    Seq(null, struct(null, null)).foreach { absent =>
      assertEquals(Seq("x", "\\x00\\xFF"), deleted(put(table, text("k"), absent)))
    }
    val adopted = put(table.copy(adopted = true), text("k"), struct(5, null))
    assertFalse(adopted.has(Bytes.toBytes("f"), Bytes.toBytes("_0")))
    assertEquals(3, new RowMutations(table.copy(adopted = true), 8L).delete(Array[Byte](1), 7L).size)
  }

  @Test
  def entriesThatAreNoCellsOfTheirOwnAreRefused(): Unit =
    Seq[(String, Any)]("a" -> null, "v" -> 5L, "_0" -> 5L).foreach { case (key, value) =>
      val e = assertThrows(
        classOf[HBaseException],
        () => put(SchemaFixtures.maps, text("k"), 1.0, map(key -> value), null)
      )
      assertEquals("SPARKSQL_HBASE.INVALID_FAMILY_MAP_ENTRY", e.getCondition)
      assertTrue(e.getMessage.contains(s"key=$key"), e.getMessage)
    }

  @Test
  def ofAdoptedTablesTheFamilyOfAMapGoes(): Unit = {
    val delete = deletion(SchemaFixtures.maps.copy(adopted = true))
    val markers = delete.getFamilyCellMap.values.asScala.flatMap(_.asScala).map(_.getType).toSeq
    assertEquals(Seq(Cell.Type.DeleteFamily, Cell.Type.DeleteFamily), markers)
  }

  private def deletion(table: TableSchema): Delete = new RowMutations(table, 8L).deleteHBaseRow(Array[Byte](1), 7L)

  @Test
  def rowsOfOurTablesGoAsAWhole(): Unit =
    Seq(SchemaFixtures.packed, SchemaFixtures.columns).foreach { table =>
      val delete = deletion(table)
      assertEquals((7L, 0), (delete.getTimestamp, delete.size))
    }

  @Test
  def ofAdoptedTablesOnlyCellsOfTheSqlTableGo(): Unit = {
    val delete = deletion(SchemaFixtures.columns.copy(adopted = true))
    assertEquals(Seq("f v ", "f _0 ", "g \\x00\\xFF "), cells(delete))
    val markers = delete.getFamilyCellMap.values.asScala.flatMap(_.asScala).map(_.getType).toSet
    assertEquals(Set(Cell.Type.DeleteColumn), markers)
    assertEquals(Seq("big _p ", "d _p "), cells(deletion(SchemaFixtures.packed.copy(adopted = true))))
  }

  @Test
  def keysThatHBaseCannotHoldNameTheColumn(): Unit =
    Seq(
      ("NULL_IN_ROW_KEY", "23502", null),
      ("ROW_KEY_TOO_LONG", "22001", text("x" * 40000)),
      ("ROW_KEY_EMPTY", "22000", text(""))
    ).foreach { case (code, sqlState, key) =>
      val e = assertThrows(classOf[HBaseException], () => put(SchemaFixtures.columns, key, 1.0, 1L))
      assertEquals((s"SPARKSQL_HBASE.$code", sqlState), (e.getCondition, e.getSqlState))
      assertTrue(e.getMessage.contains("table=ns.people column=k"), e.getMessage)
    }
}
