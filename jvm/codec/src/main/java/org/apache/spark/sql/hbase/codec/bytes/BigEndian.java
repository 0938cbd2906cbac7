package org.apache.spark.sql.hbase.codec.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers in byte arrays, each access one machine load or store. */
public final class BigEndian {
  private static final VarHandle SHORTS = view(short[].class);
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private BigEndian() {}

  public static short getShort(byte[] bytes, int offset) {
    return (short) SHORTS.get(bytes, offset);
  }

  public static int getInt(byte[] bytes, int offset) {
    return (int) INTS.get(bytes, offset);
  }

  public static long getLong(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset);
  }

  /** The two's complement number of {@code width} bytes: 1, 2, 4 or 8. */
  public static long getSigned(byte[] bytes, int offset, int width) {
    return switch (width) {
      case Byte.BYTES -> bytes[offset];
      case Short.BYTES -> getShort(bytes, offset);
      case Integer.BYTES -> getInt(bytes, offset);
      default -> getLong(bytes, offset);
    };
  }

  public static void putShort(byte[] bytes, int offset, short value) {
    SHORTS.set(bytes, offset, value);
  }

  public static void putInt(byte[] bytes, int offset, int value) {
    INTS.set(bytes, offset, value);
  }

  public static void putLong(byte[] bytes, int offset, long value) {
    LONGS.set(bytes, offset, value);
  }

  /** Writes the low {@code width} bytes of {@code value}: 1, 2, 4 or 8. */
  public static void putSigned(byte[] bytes, int offset, int width, long value) {
    switch (width) {
      case Byte.BYTES -> bytes[offset] = (byte) value;
      case Short.BYTES -> putShort(bytes, offset, (short) value);
      case Integer.BYTES -> putInt(bytes, offset, (int) value);
      default -> putLong(bytes, offset, value);
    }
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
  }
}
