package org.apache.spark.sql.hbase.codec.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Little-endian numbers in byte arrays: those of a chunk's arrays, which machines load as they are.
 */
public final class LittleEndian {
  private static final VarHandle SHORTS = view(short[].class);
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private LittleEndian() {}

  public static int getUnsignedShort(byte[] bytes, int offset) {
    return (short) SHORTS.get(bytes, offset) & 0xFFFF;
  }

  public static int getInt(byte[] bytes, int offset) {
    return (int) INTS.get(bytes, offset);
  }

  public static long getLong(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset);
  }

  /** Writes the low {@code width} bytes of {@code value}: 1, 2, 4 or 8. */
  public static void put(byte[] bytes, int offset, int width, long value) {
    switch (width) {
      case Byte.BYTES -> bytes[offset] = (byte) value;
      case Short.BYTES -> SHORTS.set(bytes, offset, (short) value);
      case Integer.BYTES -> INTS.set(bytes, offset, (int) value);
      default -> LONGS.set(bytes, offset, value);
    }
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }
}
