package org.apache.spark.sql.hbase.bulkload

import scala.collection.mutable

import org.apache.hadoop.hbase.{CellUtil, KeyValue}
import org.apache.hadoop.hbase.client.{Delete, Put}
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class TestRowCells {
  private val families = Seq("f", "g").map(Bytes.toBytes)

  private def read(row: Array[Byte]): Seq[String] = {
    val found = mutable.Buffer.empty[String]
    RowCells.read(row) { (family, cell) =>
      val qualifier = Bytes.toString(CellUtil.cloneQualifier(cell))
      val value = Bytes.toString(CellUtil.cloneValue(cell))
      found += s"$family $qualifier ${KeyValue.Type.codeToType(cell.getTypeByte)} ${cell.getTimestamp} $value"
    }
    found.toSeq
  }

  @Test
  def cellsLeaveInTheOrderOfStoreFiles(): Unit = {
    val cells = new RowCells(families)
    val row = Bytes.toBytes("r")
    cells.add(
      new Put(row, 7L)
        .addColumn(families(1), Bytes.toBytes("a"), Bytes.toBytes("1"))
        .addColumn(families.head, Bytes.toBytes("c"), Bytes.toBytes("2"))
        .addColumn(families.head, Bytes.toBytes("a"), Bytes.toBytes("3"))
    )
    cells.add(new Delete(row, 7L).addColumns(families.head, Bytes.toBytes("b"), 7L))
    assertEquals(Seq("0 a Put 7 3", "0 b DeleteColumn 7 ", "0 c Put 7 2", "1 a Put 7 1"), read(cells.take()))
  }

  @Test
  def theNextRowStartsEmpty(): Unit = {
    val cells = new RowCells(families)
    cells.add(new Put(Bytes.toBytes("r"), 1L).addColumn(families.head, Bytes.toBytes("q"), Array[Byte](1)))
    cells.take()
    assertEquals(Seq.empty, read(cells.take()))
  }
}
