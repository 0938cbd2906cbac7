package org.apache.spark.sql.hbase.coprocessor;

import org.apache.hadoop.hbase.ByteBufferExtendedCell;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * Hands cells to a decoder as arrays. Cells on the heap are passed without a copy; those in
 * off-heap blocks are copied into buffers that are used again for the next cell, because their own
 * array accessors allocate each time. Not thread-safe.
 */
final class CellFeeder {
  private byte[] family = new byte[32];
  private byte[] qualifier = new byte[64];
  private byte[] value = new byte[256];

  void feed(Cell cell, RowDecoder decoder) {
    int familyLength = cell.getFamilyLength();
    int qualifierLength = cell.getQualifierLength();
    int valueLength = cell.getValueLength();
    if (cell instanceof ByteBufferExtendedCell) {
      family = atLeast(family, familyLength);
      qualifier = atLeast(qualifier, qualifierLength);
      value = atLeast(value, valueLength);
      CellUtil.copyFamilyTo(cell, family, 0);
      CellUtil.copyQualifierTo(cell, qualifier, 0);
      CellUtil.copyValueTo(cell, value, 0);
      decoder.cell(
          family,
          0,
          familyLength,
          qualifier,
          0,
          qualifierLength,
          cell.getTimestamp(),
          value,
          0,
          valueLength);
    } else {
      decoder.cell(
          cell.getFamilyArray(),
          cell.getFamilyOffset(),
          familyLength,
          cell.getQualifierArray(),
          cell.getQualifierOffset(),
          qualifierLength,
          cell.getTimestamp(),
          cell.getValueArray(),
          cell.getValueOffset(),
          valueLength);
    }
  }

  private static byte[] atLeast(byte[] buffer, int length) {
    return buffer.length >= length ? buffer : new byte[Math.max(length, 2 * buffer.length)];
  }
}
