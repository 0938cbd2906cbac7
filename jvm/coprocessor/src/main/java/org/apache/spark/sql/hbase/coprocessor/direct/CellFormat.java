package org.apache.spark.sql.hbase.coprocessor.direct;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.hadoop.hbase.KeyValue;

/**
 * A cell in a block, as HBase's KeyValue lays it out:
 *
 * <pre>
 * key length (4) value length (4)
 * row length (2) row, family length (1) family, qualifier, timestamp (8) type (1)
 * value
 * length of tags (2) tags       where the file has tags
 * sequence id (1 to 9)          where the file has them
 * </pre>
 */
final class CellFormat {
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  static final byte PUT = KeyValue.Type.Put.getCode();

  /** Lengths of key and value. */
  static final int LENGTHS_BYTES = 8;

  /** Lengths of key, value and row. */
  static final int HEADER_BYTES = 10;

  /** Timestamp and type, at the end of a key. */
  static final int KEY_TAIL_BYTES = 9;

  private CellFormat() {}

  /**
   * Whether a cell without tags is simply visible, as far as its type and its time say.
   *
   * @param oldestTimestamp cells that are older may have reached the end of their life
   */
  static boolean isPlain(byte type, long timestamp, long oldestTimestamp) {
    return type == PUT && timestamp >= oldestTimestamp && timestamp != Long.MAX_VALUE;
  }

  /**
   * True if the cell at {@code at}, whose row has this length, is of the row. Neighbours differ in
   * their last bytes, so those are compared first.
   */
  static boolean isRow(byte[] block, int at, byte[] row, int length) {
    int from = at + HEADER_BYTES;
    if (length < Long.BYTES) {
      for (int i = length - 1; i >= 0; i--) {
        if (block[from + i] != row[i]) {
          return false;
        }
      }
      return true;
    }
    if ((long) LONG.get(block, from + length - Long.BYTES)
        != (long) LONG.get(row, length - Long.BYTES)) {
      return false;
    }
    for (int i = 0; i < length - Long.BYTES; i += Long.BYTES) {
      if ((long) LONG.get(block, from + i) != (long) LONG.get(row, i)) {
        return false;
      }
    }
    return true;
  }
}
