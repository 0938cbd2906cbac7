package org.apache.spark.sql.hbase.bulkload

import java.io.{ByteArrayOutputStream, DataOutputStream}
import java.nio.ByteBuffer
import java.util.{ArrayList, Arrays}

import org.apache.hadoop.hbase.{CellComparator, KeyValue, KeyValueUtil}
import org.apache.hadoop.hbase.client.Mutation

/**
 * The cells of one row as bytes that a sorter can move. They are, for each cell, in the order of store files, the
 * number of its family (2 bytes), its length (4 bytes) and the KeyValue. Reuses its buffers; not thread-safe.
 *
 * @param families by number
 */
private[bulkload] final class RowCells(families: Seq[Array[Byte]]) {
  private val cells = new ArrayList[(Int, KeyValue)]
  private val bytes = new ByteArrayOutputStream()
  private val out = new DataOutputStream(bytes)

  def add(mutation: Mutation): Unit =
    mutation.getFamilyCellMap.forEach { (family, ofFamily) =>
      val number = families.indexWhere(Arrays.equals(_, family))
      ofFamily.forEach(cell => cells.add(number -> KeyValueUtil.ensureKeyValue(cell)))
    }

  /** The bytes of the cells that were added since the last call. */
  def take(): Array[Byte] = {
    bytes.reset()
    cells.sort(RowCells.Order)
    cells.forEach { case (family, cell) =>
      out.writeShort(family)
      out.writeInt(cell.getLength)
      out.write(cell.getBuffer, cell.getOffset, cell.getLength)
    }
    cells.clear()
    bytes.toByteArray
  }
}

private[bulkload] object RowCells {

  /** A delete marker stands before the value that it would hide. */
  private val Order: Ordering[(Int, KeyValue)] = (a, b) =>
    if (a._1 != b._1) Integer.compare(a._1, b._1) else CellComparator.getInstance.compare(a._2, b._2)

  /** Hands family numbers and cells to `sink`, which may keep the cells: they refer to `row`. */
  def read(row: Array[Byte])(sink: (Int, KeyValue) => Unit): Unit = {
    val in = ByteBuffer.wrap(row)
    while (in.hasRemaining) {
      val family = in.getShort()
      val length = in.getInt()
      sink(family, new KeyValue(row, in.position(), length))
      in.position(in.position() + length)
    }
  }
}
