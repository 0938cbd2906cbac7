package org.apache.spark.sql.hbase.filter;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * Hands cells to a decoder as arrays. A {@link KeyValue}, which HBase makes of cells on the heap,
 * has name and value in one array. Their places are computed from its two lengths, which its
 * accessors would read again for each. Other cells are copied into buffers that are used again for
 * the next one. Not thread-safe.
 */
public final class CellFeeder {
  /** Timestamp and type, behind the name. */
  private static final int KEY_TAIL = KeyValue.TIMESTAMP_TYPE_SIZE;

  private byte[] name = new byte[64];
  private byte[] value = new byte[256];

  /** Returns false if no further cell of the row is wanted. */
  public boolean feed(Cell cell, RowDecoder decoder) {
    return cell instanceof KeyValue && !(cell instanceof KeyValue.KeyOnlyKeyValue)
        ? feedKeyValue((KeyValue) cell, decoder)
        : feedCopy(cell, decoder);
  }

  private static boolean feedKeyValue(KeyValue cell, RowDecoder decoder) {
    byte[] bytes = cell.getBuffer();
    int start = cell.getOffset();
    int keyLength = Bytes.toInt(bytes, start);
    int valueLength = Bytes.toInt(bytes, start + Integer.BYTES);
    int key = start + KeyValue.ROW_OFFSET;
    int rowEnd = Short.BYTES + Bytes.toShort(bytes, key);
    return decoder.cell(
        bytes, key + rowEnd, keyLength - rowEnd - KEY_TAIL, bytes, key + keyLength, valueLength);
  }

  private boolean feedCopy(Cell cell, RowDecoder decoder) {
    int familyLength = cell.getFamilyLength();
    int nameLength = 1 + familyLength + cell.getQualifierLength();
    int valueLength = cell.getValueLength();
    name = atLeast(name, nameLength);
    value = atLeast(value, valueLength);
    name[0] = (byte) familyLength;
    CellUtil.copyFamilyTo(cell, name, 1);
    CellUtil.copyQualifierTo(cell, name, 1 + familyLength);
    CellUtil.copyValueTo(cell, value, 0);
    return decoder.cell(name, 0, nameLength, value, 0, valueLength);
  }

  private static byte[] atLeast(byte[] buffer, int length) {
    return buffer.length >= length ? buffer : new byte[Math.max(length, 2 * buffer.length)];
  }
}
