package org.apache.spark.sql.hbase.coprocessor.direct.format;

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
public final class CellFormat {
  public static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  public static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  public static final byte PUT = KeyValue.Type.Put.getCode();

  private static final byte DELETE = KeyValue.Type.Delete.getCode();
  private static final byte DELETE_COLUMN = KeyValue.Type.DeleteColumn.getCode();
  private static final byte DELETE_FAMILY = KeyValue.Type.DeleteFamily.getCode();

  /** Lengths of key and value. */
  public static final int LENGTHS_BYTES = 8;

  /** Lengths of key, value and row. */
  public static final int HEADER_BYTES = 10;

  /** The bytes of a row, beside its length, in the word behind the lengths of key and value. */
  private static final int ROW_BYTES_IN_HEAD = Long.BYTES - Short.BYTES;

  private static final int HEAD_SHIFT = Long.SIZE - Short.SIZE;

  /** Timestamp and type, at the end of a key. */
  public static final int KEY_TAIL_BYTES = 9;

  private CellFormat() {}

  /**
   * Whether a cell without tags is simply visible, as far as its type and its time say.
   *
   * @param oldestTimestamp cells that are older may have reached the end of their life
   */
  public static boolean isPlain(byte type, long timestamp, long oldestTimestamp) {
    return type == PUT && isPlain(timestamp, oldestTimestamp);
  }

  /** As {@link #isPlain}, of a cell that may be a marker instead. */
  public static boolean isPlainOrMarker(byte type, long timestamp, long oldestTimestamp) {
    return (type == PUT || isMarker(type)) && isPlain(timestamp, oldestTimestamp);
  }

  private static boolean isPlain(long timestamp, long oldestTimestamp) {
    return timestamp >= oldestTimestamp && timestamp != Long.MAX_VALUE;
  }

  /** Whether a cell deletes others of its column or family; not one version of a family. */
  private static boolean isMarker(byte type) {
    return type == DELETE_COLUMN || type == DELETE_FAMILY || type == DELETE;
  }

  /** Whether a cell deletes all cells of its column that are not newer, and nothing else. */
  public static boolean deletesColumn(byte type) {
    return type == DELETE_COLUMN;
  }

  /** Whether a cell deletes all cells of its family that are not newer, and nothing else. */
  public static boolean deletesFamily(byte type) {
    return type == DELETE_FAMILY;
  }

  /**
   * The first eight bytes that each cell of a row has behind the lengths of key and value. They are
   * the length of the row and its first bytes, with 0 for those that a short row lacks.
   */
  public static long rowHead(byte[] row, int length) {
    if (length >= Long.BYTES) {
      return (long) length << HEAD_SHIFT | (long) LONG.get(row, 0) >>> Short.SIZE;
    }
    long head = length;
    for (int i = 0; i < ROW_BYTES_IN_HEAD; i++) {
      head = head << Byte.SIZE | (i < length ? row[i] & 0xFF : 0);
    }
    return head;
  }

  /** The last eight bytes of a row; of a shorter one its last byte, 0 if it has none. */
  public static long rowTail(byte[] row, int length) {
    if (length >= Long.BYTES) {
      return (long) LONG.get(row, length - Long.BYTES);
    }
    return length == 0 ? 0 : row[length - 1];
  }

  /**
   * True if the cell at {@code at} is of the row. Of a row of up to 14 bytes, two words decide:
   * without a loop, in which a cell would cost as much again.
   *
   * @param head {@link #rowHead} of the row
   * @param tail {@link #rowTail} of it
   */
  public static boolean isRow(byte[] block, int at, byte[] row, int length, long head, long tail) {
    long word = (long) LONG.get(block, at + LENGTHS_BYTES);
    if (length < Long.BYTES) {
      return isShortRow(block, at, length, word, head, tail);
    }
    return word == head
        && (long) LONG.get(block, at + HEADER_BYTES + length - Long.BYTES) == tail
        && (length <= ROW_BYTES_IN_HEAD + Long.BYTES || hasMiddle(block, at, row, length));
  }

  private static boolean isShortRow(
      byte[] block, int at, int length, long word, long head, long tail) {
    int others = Math.max(0, ROW_BYTES_IN_HEAD - length);
    return (word & -1L << Byte.SIZE * others) == head
        && (length == 0 || block[at + HEADER_BYTES + length - 1] == tail);
  }

  /** Compares what lies between head and tail. */
  private static boolean hasMiddle(byte[] block, int at, byte[] row, int length) {
    int from = at + HEADER_BYTES;
    for (int i = ROW_BYTES_IN_HEAD; i < length - Long.BYTES; i += Long.BYTES) {
      if ((long) LONG.get(block, from + i) != (long) LONG.get(row, i)) {
        return false;
      }
    }
    return true;
  }

  /** Copies the row of the cell at {@code at}, which has this length. */
  public static void copyRow(byte[] block, int at, int length, byte[] target) {
    int from = at + HEADER_BYTES;
    if (length >= Long.BYTES && length <= 2 * Long.BYTES) {
      // Most rows: both words, which may overlap, cost less than a call that copies any length.
      LONG.set(target, 0, (long) LONG.get(block, from));
      int last = length - Long.BYTES;
      LONG.set(target, last, (long) LONG.get(block, from + last));
    } else {
      System.arraycopy(block, from, target, 0, length);
    }
  }
}
