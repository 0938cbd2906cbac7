package org.apache.spark.sql.hbase.coprocessor.scan;

import java.util.Arrays;
import org.apache.hadoop.hbase.ByteBufferExtendedCell;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * The row key of a cell as a part of an array. The array is the cell's own where it is on the heap,
 * else a copy in a buffer that is used again. Not thread-safe.
 */
final class RowBytes {
  private byte[] copy = {};
  private byte[] array = copy;
  private int offset;
  private int length;

  /** Turns to a cell, whose memory must not change while this is used. */
  void look(Cell cell) {
    length = cell.getRowLength();
    if (cell instanceof ByteBufferExtendedCell) {
      if (length > copy.length) {
        copy = new byte[Math.max(length, 2 * copy.length)];
      }
      CellUtil.copyRowTo(cell, copy, 0);
      array = copy;
      offset = 0;
    } else {
      array = cell.getRowArray();
      offset = cell.getRowOffset();
    }
  }

  byte[] array() {
    return array;
  }

  int offset() {
    return offset;
  }

  int length() {
    return length;
  }

  /** Neighbouring row keys mostly differ in their last byte, so that is looked at first. */
  boolean isSameRow(RowBytes other) {
    if (length != other.length
        || length > 0 && array[offset + length - 1] != other.array[other.offset + length - 1]) {
      return false;
    }
    return Arrays.equals(
        array, offset, offset + length, other.array, other.offset, other.offset + length);
  }

  byte[] toBytes() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }
}
