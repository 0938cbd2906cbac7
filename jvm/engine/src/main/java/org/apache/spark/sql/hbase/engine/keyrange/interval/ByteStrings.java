package org.apache.spark.sql.hbase.engine.keyrange.interval;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Byte strings in HBase's order: unsigned, a prefix before what it begins. */
public final class ByteStrings {
  public static final byte[] EMPTY = {};

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private ByteStrings() {}

  /**
   * The first byte string behind all that start with {@code prefix}, a fresh array; null if there
   * is none.
   */
  public static byte[] afterPrefix(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] after = Arrays.copyOf(prefix, length);
    after[length - 1]++;
    return after;
  }

  public static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }

  /** The byte string behind this one among those of its length, a fresh array; null if none is. */
  public static byte[] nextOfSameLength(byte[] bytes) {
    byte[] after = afterPrefix(bytes);
    return after == null ? null : Arrays.copyOf(after, bytes.length);
  }

  public static byte[] concat(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  /**
   * {@link Arrays#compareUnsigned(byte[], int, int, byte[], int, int)}, but for the distance of two
   * bytes that differ. The first eight bytes decide for nearly all row keys, without a call that
   * compares any length.
   */
  public static int compare(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
    if (aTo - aFrom >= Long.BYTES && bTo - bFrom >= Long.BYTES) {
      long word = (long) LONGS.get(a, aFrom);
      long other = (long) LONGS.get(b, bFrom);
      if (word != other) {
        return Long.compareUnsigned(word, other);
      }
    }
    return Arrays.compareUnsigned(a, aFrom, aTo, b, bFrom, bTo);
  }

  /**
   * The first eight bytes as a number, with 0 for those that are missing. Of two byte strings that
   * differ in it, {@link Long#compareUnsigned} of the two says which comes first.
   */
  public static long head(byte[] bytes, int from, int to) {
    if (bytes.length - from >= Long.BYTES) {
      long word = (long) LONGS.get(bytes, from);
      int missing = Long.BYTES - Math.min(Long.BYTES, to - from);
      return missing == Long.BYTES ? 0 : word & -1L << Byte.SIZE * missing;
    }
    long head = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      head = head << Byte.SIZE | (from + i < to ? bytes[from + i] & 0xFF : 0);
    }
    return head;
  }

  /** Compares ends of intervals, where null lies behind everything. */
  public static int compareEnds(byte[] a, byte[] b) {
    if (a == null || b == null) {
      return Boolean.compare(a == null, b == null);
    }
    return Arrays.compareUnsigned(a, b);
  }
}
