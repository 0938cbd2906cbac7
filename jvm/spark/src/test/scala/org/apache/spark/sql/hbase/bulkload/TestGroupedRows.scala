package org.apache.spark.sql.hbase.bulkload

import scala.collection.mutable

import org.apache.hadoop.hbase.CellUtil
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.codec.chunk.GroupKey
import org.apache.spark.sql.hbase.error.HBaseException
import org.apache.spark.sql.hbase.schema.{SchemaFixtures, TableSchema}

class TestGroupedRows {
  private val table = SchemaFixtures.columnar

  /** HBase rows, qualifiers and timestamps of what becomes of rows with these ids. */
  private def chunks(table: TableSchema, ids: Iterable[Long]): Seq[(String, String, Long)] = {
    val found = mutable.ArrayBuffer.empty[(String, String, Long)]
    val write = (row: Array[Byte], cells: Array[Byte]) =>
      RowCells.read(cells) { (family, cell) =>
        assertEquals((0, Bytes.toStringBinary(row)), (family, Bytes.toStringBinary(CellUtil.cloneRow(cell))))
        val qualifier = Bytes.toStringBinary(CellUtil.cloneQualifier(cell))
        found += ((Bytes.toStringBinary(row), qualifier, cell.getTimestamp))
      }
    val rows = new GroupedRows(table, 7L, 9L, new RowCells(Seq(Bytes.toBytes("d"))), write)
    ids.foreach { id =>
      val row = InternalRow(id, id * 2)
      val rowKey = rows.rowKey(row)
      rows.write(rowKey, rows.encode(rowKey, row))
    }
    rows.finish()
    found.toSeq
  }

  private def qualifier(number: Int): String = "g" + "\\x00" * 7 + "\\x09\\x00" + f"\\x$number%02X"

  private def group(last: String): String = "\\x80" + "\\x00" * 5 + last

  @Test
  def eachGroupIsAnHBaseRow(): Unit = assertEquals(
    Seq((group("\\x00"), qualifier(0), 7L), (group("\\x04"), qualifier(0), 7L), (group("\\x10"), qualifier(0), 7L)),
    chunks(table, (1000L to 1030L) :+ 4096L)
  )

  @Test
  def largeGroupsAreSeveralChunks(): Unit = assertEquals(
    Seq("\\x80" -> qualifier(0), "\\x80" -> qualifier(1), "\\x80" -> qualifier(2)),
    chunks(table.copy(groups = Some(new GroupKey(8))), 0L until 8193L).map(chunk => (chunk._1, chunk._2))
  )

  @Test
  def groupsThatNoReaderHoldsAreRefused(): Unit = {
    val wide = table.copy(groups = Some(new GroupKey(8)))
    assertEquals(16, chunks(wide, 0L until 65536L).size)
    val e = assertThrows(classOf[HBaseException], () => chunks(wide, 0L to 65536L))
    assertEquals("SPARKSQL_HBASE.UNSUPPORTED_BULK_LOAD", e.getCondition)
    assertTrue(e.getMessage.contains("greater hbase.group.bits"), e.getMessage)
  }
}
