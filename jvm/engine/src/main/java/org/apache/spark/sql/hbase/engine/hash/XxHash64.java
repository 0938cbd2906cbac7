package org.apache.spark.sql.hbase.engine.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The 64-bit xxHash function of bytes. A number hashes as its little-endian bytes, so {@link
 * #hashInt} and {@link #hashLong} are short ways for four and eight bytes. Spark chains values by
 * giving the hash so far as the seed of the next.
 */
public final class XxHash64 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;

  /** Bytes that the four lanes of a long input take at once. */
  private static final int STRIPE_BYTES = 32;

  private XxHash64() {}

  public static long hashInt(int value, long seed) {
    return finish(addInt(seed + PRIME_5 + Integer.BYTES, value));
  }

  public static long hashLong(long value, long seed) {
    return finish(addLong(seed + PRIME_5 + Long.BYTES, value));
  }

  public static long hashBytes(byte[] bytes, int offset, int length, long seed) {
    int at = offset;
    int end = offset + length;
    long hash;
    if (length >= STRIPE_BYTES) {
      int stripesEnd = end - length % STRIPE_BYTES;
      hash = hashStripes(bytes, at, stripesEnd, seed);
      at = stripesEnd;
    } else {
      hash = seed + PRIME_5;
    }
    hash += length;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = addLong(hash, (long) LONGS.get(bytes, at));
    }
    if (at <= end - Integer.BYTES) {
      hash = addInt(hash, (int) INTS.get(bytes, at));
      at += Integer.BYTES;
    }
    for (; at < end; at++) {
      hash = Long.rotateLeft(hash ^ (bytes[at] & 0xFF) * PRIME_5, 11) * PRIME_1;
    }
    return finish(hash);
  }

  private static long hashStripes(byte[] bytes, int start, int end, long seed) {
    long lane1 = seed + PRIME_1 + PRIME_2;
    long lane2 = seed + PRIME_2;
    long lane3 = seed;
    long lane4 = seed - PRIME_1;
    for (int at = start; at < end; at += STRIPE_BYTES) {
      lane1 = round(lane1, (long) LONGS.get(bytes, at));
      lane2 = round(lane2, (long) LONGS.get(bytes, at + 8));
      lane3 = round(lane3, (long) LONGS.get(bytes, at + 16));
      lane4 = round(lane4, (long) LONGS.get(bytes, at + 24));
    }
    long hash =
        Long.rotateLeft(lane1, 1)
            + Long.rotateLeft(lane2, 7)
            + Long.rotateLeft(lane3, 12)
            + Long.rotateLeft(lane4, 18);
    hash = mergeLane(hash, lane1);
    hash = mergeLane(hash, lane2);
    hash = mergeLane(hash, lane3);
    return mergeLane(hash, lane4);
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
  }

  private static long mergeLane(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
  }

  private static long addLong(long hash, long value) {
    return Long.rotateLeft(hash ^ round(0, value), 27) * PRIME_1 + PRIME_4;
  }

  private static long addInt(long hash, int value) {
    return Long.rotateLeft(hash ^ (value & 0xFFFFFFFFL) * PRIME_1, 23) * PRIME_2 + PRIME_3;
  }

  private static long finish(long hash) {
    long mixed = (hash ^ hash >>> 33) * PRIME_2;
    mixed = (mixed ^ mixed >>> 29) * PRIME_3;
    return mixed ^ mixed >>> 32;
  }
}
