package org.apache.spark.sql.hbase.engine.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The 32-bit Murmur3 function as Spark has it. Each byte behind the last whole word is mixed in as
 * a word of its own, with its sign. The original mixes these bytes in together.
 */
public final class Murmur3 {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Murmur3() {}

  public static int hashInt(int value, int seed) {
    return finish(add(seed, value), Integer.BYTES);
  }

  public static int hashLong(long value, int seed) {
    return finish(add(add(seed, (int) value), (int) (value >>> 32)), Long.BYTES);
  }

  public static int hashBytes(byte[] bytes, int offset, int length, int seed) {
    int hash = seed;
    int end = offset + length;
    int at = offset;
    for (; at <= end - Integer.BYTES; at += Integer.BYTES) {
      hash = add(hash, (int) INTS.get(bytes, at));
    }
    for (; at < end; at++) {
      hash = add(hash, bytes[at]);
    }
    return finish(hash, length);
  }

  private static int add(int hash, int word) {
    int mixed = Integer.rotateLeft(word * 0xCC9E2D51, 15) * 0x1B873593;
    return Integer.rotateLeft(hash ^ mixed, 13) * 5 + 0xE6546B64;
  }

  private static int finish(int hash, int length) {
    int mixed = hash ^ length;
    mixed = (mixed ^ mixed >>> 16) * 0x85EBCA6B;
    mixed = (mixed ^ mixed >>> 13) * 0xC2B2AE35;
    return mixed ^ mixed >>> 16;
  }
}
