package org.apache.spark.sql.hbase.engine.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.hash.TableHash;

/**
 * Family and qualifier of a cell, compared with names that lie in larger arrays. The bytes are
 * those of the key of HBase's KeyValue format: one byte with the length of the family, the family,
 * the qualifier. Immutable.
 */
public final class CellName {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;

  /** The first eight bytes, those behind the end 0. */
  private final long firstWord;

  private final long firstMask;

  /** The last eight bytes; not looked at if there are no more than the first eight. */
  private final long lastWord;

  /** The array is taken over. */
  CellName(byte[] bytes) {
    this.bytes = bytes;
    byte[] padded = Arrays.copyOf(bytes, Math.max(bytes.length, Long.BYTES));
    this.firstWord = (long) WORD.get(padded, 0);
    this.firstMask = -1L >>> Byte.SIZE * (padded.length - bytes.length);
    this.lastWord = (long) WORD.get(padded, padded.length - Long.BYTES);
  }

  /**
   * The bytes of a name, as a new array.
   *
   * @param family at most 127 bytes, as in HBase
   */
  public static byte[] bytes(byte[] family, byte[] qualifier) {
    byte[] name = new byte[1 + family.length + qualifier.length];
    name[0] = (byte) family.length;
    System.arraycopy(family, 0, name, 1, family.length);
    System.arraycopy(qualifier, 0, name, 1 + family.length, qualifier.length);
    return name;
  }

  /**
   * Whether the bytes there are this name. One masked word decides for the shortest names, two for
   * names of up to 16 bytes. A call that compares any length would cost more than all other work
   * for a cell without a column.
   */
  boolean equal(byte[] array, int offset, int length) {
    if (length != bytes.length) {
      return false;
    }
    if (offset + Long.BYTES > array.length) {
      return Arrays.equals(bytes, 0, length, array, offset, offset + length);
    }
    return ((long) WORD.get(array, offset) & firstMask) == firstWord
        && (length <= Long.BYTES
            || (long) WORD.get(array, offset + length - Long.BYTES) == lastWord
                && (length <= 2 * Long.BYTES || hasMiddle(array, offset)));
  }

  private boolean hasMiddle(byte[] array, int offset) {
    for (int i = Long.BYTES; i < bytes.length - Long.BYTES; i += Long.BYTES) {
      if ((long) WORD.get(array, offset + i) != (long) WORD.get(bytes, i)) {
        return false;
      }
    }
    return true;
  }

  boolean isIn(byte[] family) {
    return bytes[0] == family.length
        && Arrays.equals(bytes, 1, 1 + family.length, family, 0, family.length);
  }

  int hash() {
    return TableHash.of(bytes, 0, bytes.length);
  }
}
