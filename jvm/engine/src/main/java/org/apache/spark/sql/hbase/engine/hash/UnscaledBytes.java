package org.apache.spark.sql.hbase.engine.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The shortest two's complement bytes of a 128-bit number, big-endian: what {@link
 * java.math.BigInteger#toByteArray} gives, and Spark hashes for long decimals.
 */
final class UnscaledBytes {
  static final int LENGTH = 2 * Long.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private UnscaledBytes() {}

  /**
   * Writes the number to the end of {@code out}.
   *
   * @param out of {@link #LENGTH} bytes
   * @return where the shortest form starts
   */
  static int write(long high, long low, byte[] out) {
    LONGS.set(out, 0, high);
    LONGS.set(out, Long.BYTES, low);
    byte sign = (byte) (high >> 63);
    int start = 0;
    // A leading byte can go if the next one still shows the sign.
    while (start < LENGTH - 1 && out[start] == sign && (out[start + 1] ^ sign) >= 0) {
      start++;
    }
    return start;
  }
}
