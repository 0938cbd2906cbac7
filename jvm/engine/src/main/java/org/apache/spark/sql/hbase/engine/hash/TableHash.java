package org.apache.spark.sql.hbase.engine.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/**
 * Hashes for hash tables. Their constants are drawn when the process starts. So nobody can choose
 * values that fall into one slot and keep a region server busy with them. Values differ from
 * process to process and must not leave it.
 *
 * <p>A word is multiplied and the halves of the product of 128 bits are folded into one, as in
 * wyhash (Wang Yi).
 */
public final class TableHash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long SEED;

  /** Odd, so that no bit of a word is lost. */
  private static final long FACTOR;

  static {
    SecureRandom random = new SecureRandom();
    SEED = random.nextLong();
    FACTOR = random.nextLong() | 1;
  }

  private TableHash() {}

  /** Hash of one number; every bit of it takes part in every bit. */
  public static int of(long value) {
    return finish(add(0, value));
  }

  /** Hash of bytes. */
  public static int of(byte[] bytes, int offset, int length) {
    int end = offset + length;
    long hash = length;
    int at = offset;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = add(hash, (long) LONGS.get(bytes, at));
    }
    long rest = 0;
    for (; at < end; at++) {
      rest = rest << Byte.SIZE | bytes[at] & 0xFF;
    }
    return finish(add(hash, rest));
  }

  /** Hash of what {@code hash} stands for and one more word; the first {@code hash} is 0. */
  public static long add(long hash, long word) {
    long mixed = hash ^ word ^ SEED;
    return Math.multiplyHigh(mixed, FACTOR) ^ mixed * FACTOR;
  }

  /** Folds the result of {@link #add} into 32 bits. */
  public static int finish(long hash) {
    return (int) (hash ^ hash >>> 32);
  }
}
