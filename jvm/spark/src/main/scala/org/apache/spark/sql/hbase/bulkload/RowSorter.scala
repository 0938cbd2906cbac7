package org.apache.spark.sql.hbase.bulkload

import java.util.function.Supplier

import org.apache.spark.SparkEnv
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.execution.UnsafeExternalRowSorter
import org.apache.spark.sql.types.{BinaryType, StructType}
import org.apache.spark.util.collection.unsafe.sort.{PrefixComparators, RecordComparator}

/**
 * Brings the rows of one task into the order of their row keys, byte by byte, in Spark's memory and on its local disks. Not
 * thread-safe, and used in the thread of a task.
 */
private[bulkload] final class RowSorter extends AutoCloseable {
  import RowSorter._

  private val sorter = UnsafeExternalRowSorter.createWithRecordComparator(
    Schema,
    (() => new RowKeyComparator): Supplier[RecordComparator],
    PrefixComparators.BINARY,
    new RowKeyPrefix,
    SparkEnv.get.memoryManager.pageSizeBytes,
    // A radix sort would look at the prefix only.
    false
  )
  private val writer = new UnsafeRowWriter(Schema.length)

  def add(rowKey: Array[Byte], cells: Array[Byte]): Unit = {
    writer.reset()
    writer.zeroOutNullBytes()
    writer.write(0, rowKey)
    writer.write(1, cells)
    sorter.insertRow(writer.getRow)
  }

  /** Hands row keys and cells to `sink`; rows with the same row key follow one another. */
  def foreach(sink: (Array[Byte], Array[Byte]) => Unit): Unit =
    sorter.sort().foreach(row => sink(row.getBinary(0), row.getBinary(1)))

  override def close(): Unit = sorter.cleanupResources()
}

private[bulkload] object RowSorter {
  private val Schema: StructType = new StructType().add("row", BinaryType).add("cells", BinaryType)

  // A UTF8String is a view of the bytes and compares them unsigned.
  private final class RowKeyComparator extends RecordComparator {
    private val left = new UnsafeRow(Schema.length)
    private val right = new UnsafeRow(Schema.length)

    override def compare(
        leftBase: Object,
        leftOffset: Long,
        leftLength: Int,
        rightBase: Object,
        rightOffset: Long,
        rightLength: Int
    ): Int = {
      left.pointTo(leftBase, leftOffset, leftLength)
      right.pointTo(rightBase, rightOffset, rightLength)
      left.getUTF8String(0).compareTo(right.getUTF8String(0))
    }
  }

  private final class RowKeyPrefix extends UnsafeExternalRowSorter.PrefixComputer {
    private val prefix = new UnsafeExternalRowSorter.PrefixComputer.Prefix

    override def computePrefix(row: InternalRow): UnsafeExternalRowSorter.PrefixComputer.Prefix = {
      prefix.isNull = false
      prefix.value = row.getUTF8String(0).getPrefix
      prefix
    }
  }
}
