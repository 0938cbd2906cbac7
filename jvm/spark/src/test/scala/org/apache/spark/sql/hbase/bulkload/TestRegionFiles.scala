package org.apache.spark.sql.hbase.bulkload

import scala.collection.mutable

import org.apache.hadoop.hbase.{CellUtil, KeyValue}
import org.apache.hadoop.hbase.client.Put
import org.apache.hadoop.hbase.util.Bytes
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

class TestRegionFiles {
  private val families = Seq("f", "g").map(Bytes.toBytes)
  private val opened = mutable.Buffer.empty[FakeFile]
  private val openedFor = mutable.Buffer.empty[Int]

  private final class FakeFile(family: Int) extends RegionFiles.Output {
    val rows = mutable.Buffer.empty[String]
    var isOpen = true
    override def bytes: Long = rows.size
    override def append(cell: KeyValue): Unit = rows += Bytes.toString(CellUtil.cloneRow(cell))
    override def close(): StagedFile = {
      isOpen = false
      StagedFile(family.toString, opened.indexOf(this).toString, bytes, rows.head, rows.last)
    }
    override def abandon(): Unit = isOpen = false
  }

  private def files(startRows: Seq[String], maxFileBytes: Long = 100): RegionFiles =
    new RegionFiles(startRows.map(Bytes.toBytes).toIndexedSeq, families.size, maxFileBytes, open)

  private def open(region: Int, family: Int): RegionFiles.Output = {
    val file = new FakeFile(family)
    opened += file
    openedFor += region
    file
  }

  private def write(files: RegionFiles, rowKey: String, ofFamilies: Int*): Unit = {
    val cells = new RowCells(families)
    val put = new Put(Bytes.toBytes(rowKey), 1L)
    ofFamilies.foreach(family => put.addColumn(families(family), Bytes.toBytes("q"), Array.emptyByteArray))
    cells.add(put)
    files.write(Bytes.toBytes(rowKey), cells.take())
  }

  private def written(files: RegionFiles): Seq[String] =
    files.finish().map(f => s"${f.family}: ${f.firstRow}-${f.lastRow}")

  @Test
  def aFileEndsWhereItsRegionDoes(): Unit = {
    val regions = files(Seq("", "c", "e", "m"))
    Seq("a", "b", "c", "d", "p", "q").foreach(write(regions, _, 0))
    assertEquals(Seq("0: a-b", "0: c-d", "0: p-q"), written(regions))
    assertEquals(Seq(0, 1, 3), openedFor)
  }

  @Test
  def rowKeysAreComparedUnsigned(): Unit = {
    val regions = new RegionFiles(IndexedSeq(Array.emptyByteArray, Array(0x80.toByte)), 2, 100, open)
    write(regions, "a", 0)
    val cells = new RowCells(families)
    cells.add(new Put(Array(0xff.toByte), 1L).addColumn(families.head, Bytes.toBytes("q"), Array.emptyByteArray))
    regions.write(Array(0xff.toByte), cells.take())
    assertEquals(2, regions.finish().size)
  }

  @Test
  def familiesWithoutCellsHaveNoFile(): Unit = {
    val regions = files(Seq("", "c"))
    write(regions, "a", 0, 1)
    write(regions, "d", 1)
    assertEquals(Seq("0: a-a", "1: a-a", "1: d-d"), written(regions))
  }

  @Test
  def aLargeFileEndsBehindARow(): Unit = {
    val regions = files(Seq(""), maxFileBytes = 2)
    Seq("a", "b", "c").foreach(write(regions, _, 0, 1))
    assertEquals(Seq("0: a-b", "1: a-b", "0: c-c", "1: c-c"), written(regions))
  }

  @Test
  def filesThatAreGivenUpAreClosed(): Unit = {
    val regions = files(Seq(""))
    write(regions, "a", 0, 1)
    regions.abandon()
    assertTrue(opened.size == 2 && opened.forall(!_.isOpen))
  }
}
