package org.apache.spark.sql.hbase.read.reader

import java.util.Arrays

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.bitset.BitSetMethods

/**
 * Some UnsafeRows behind each other in one array, to be filled column by column. The values of variable length lie behind
 * a row's fields, in the order of the columns, as Spark's own writer puts them. One stretch of rows after another:
 *
 *   1. `begin`, then `reserve` for each value of variable length;
 *   1. `allocate`, then the fields, column after column.
 *
 * Not thread-safe. Nothing is allocated per row; the array grows to what the largest stretch needs.
 */
private[read] final class UnsafeRowBuffer(fields: Int) {
  private val nullBytes = UnsafeRow.calculateBitSetWidthInBytes(fields)
  private val fixedBytes = nullBytes + 8 * fields
  // Where each row starts, and the next one behind the last; before allocate() the sizes.
  private val starts = new Array[Int](UnsafeRowBuffer.Capacity + 1)
  // Where the next value of variable length of each row goes.
  private val ends = new Array[Int](UnsafeRowBuffer.Capacity)
  private var rows = 0
  private var array = new Array[Byte](0)

  /** Rows that it holds. */
  def count: Int = rows

  def bytes: Array[Byte] = array

  def clear(): Unit = rows = 0

  /** @param count at most [[UnsafeRowBuffer.Capacity]] */
  def begin(count: Int): Unit = {
    rows = count
    Arrays.fill(starts, 0, count, fixedBytes)
  }

  /** @param length bytes of one value; each begins at a multiple of eight */
  def reserve(row: Int, length: Int): Unit = starts(row) += UnsafeRowBuffer.padded(length)

  def allocate(): Unit = {
    var next = 0
    var i = 0
    while (i < rows) {
      val size = starts(i)
      starts(i) = next
      ends(i) = next + fixedBytes
      next = Math.addExact(next, size)
      i += 1
    }
    starts(rows) = next
    if (array.length < next) array = new Array[Byte](Math.max(next, array.length + array.length / 2))
    // Padding, null bits and the fields of NULLs are zero.
    else Arrays.fill(array, 0, next, 0.toByte)
  }

  /** Address of a field within `bytes`, for Platform. */
  def field(row: Int, ordinal: Int): Long = Platform.BYTE_ARRAY_OFFSET.toLong + starts(row) + nullBytes + 8 * ordinal

  def setNull(row: Int, ordinal: Int): Unit =
    BitSetMethods.set(array, Platform.BYTE_ARRAY_OFFSET.toLong + starts(row), ordinal)

  /**
   * Makes room that was reserved and lets the field point there.
   *
   * @param length of the value
   * @param reserved what it takes of the row
   * @return position in `bytes`
   */
  def append(row: Int, ordinal: Int, length: Int, reserved: Int): Int = {
    val at = ends(row)
    Platform.putLong(array, field(row, ordinal), ((at - starts(row)).toLong << 32) | length)
    ends(row) = at + UnsafeRowBuffer.padded(reserved)
    at
  }

  def point(target: UnsafeRow, row: Int): UnsafeRow = {
    val start = starts(row)
    target.pointTo(array, Platform.BYTE_ARRAY_OFFSET.toLong + start, starts(row + 1) - start)
    target
  }
}

private[read] object UnsafeRowBuffer {

  /** So few that they stay in the processor's cache while one column after another is written. */
  val Capacity = 256

  private def padded(length: Int): Int = (length + 7) & ~7
}
