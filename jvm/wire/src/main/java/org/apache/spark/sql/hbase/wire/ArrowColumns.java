package org.apache.spark.sql.hbase.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/**
 * Makes Arrow columns from the first {@code count} values of plain arrays. The arrays are copied,
 * so that the caller can reuse them. {@code nulls[i]} true means that value i is NULL. The value
 * array's entry is ignored then and written as zero or empty. {@code nulls} may be null when there
 * is no NULL.
 */
public final class ArrowColumns {
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);
  private static final VarHandle FLOAT = view(float[].class);
  private static final VarHandle DOUBLE = view(double[].class);

  private ArrowColumns() {}

  private static VarHandle view(Class<?> arrayOfElement) {
    return MethodHandles.byteArrayViewVarHandle(arrayOfElement, ByteOrder.LITTLE_ENDIAN);
  }

  /** BOOLEAN (0 or 1), integers, DATE, timestamps, and DECIMAL of at most 18 digits, unscaled. */
  public static ArrowColumn ofLongs(DataType type, long[] values, boolean[] nulls, int count) {
    TypeKind kind = type.getKind();
    byte[] data = new byte[Math.toIntExact(ArrowTypes.dataBytes(kind, count))];
    switch (kind) {
      case BOOLEAN -> putBits(data, values, nulls, count);
      case TINYINT, SMALLINT, INT, DATE -> putNarrow(kind, data, values, nulls, count);
      case BIGINT, TIMESTAMP, TIMESTAMP_NTZ -> putLongs(data, values, nulls, count);
      case DECIMAL -> putDecimals(data, values, nulls, count);
      default -> throw new IllegalArgumentException("longs do not make a column of " + kind);
    }
    return fixedWidth(type, nulls, count, data);
  }

  private static void putBits(byte[] data, long[] values, boolean[] nulls, int count) {
    for (int i = 0; i < count; i++) {
      if (nulls == null || !nulls[i]) {
        data[i >> 3] |= (byte) ((values[i] & 1) << (i & 7));
      }
    }
  }

  private static void putNarrow(
      TypeKind kind, byte[] data, long[] values, boolean[] nulls, int count) {
    for (int i = 0; i < count; i++) {
      if (nulls == null || !nulls[i]) {
        switch (kind) {
          case TINYINT -> data[i] = (byte) values[i];
          case SMALLINT -> SHORT.set(data, 2 * i, (short) values[i]);
          default -> INT.set(data, 4 * i, (int) values[i]);
        }
      }
    }
  }

  private static void putLongs(byte[] data, long[] values, boolean[] nulls, int count) {
    ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(values, 0, count);
    for (int i = 0; nulls != null && i < count; i++) {
      if (nulls[i]) {
        LONG.set(data, 8 * i, 0L);
      }
    }
  }

  private static void putDecimals(byte[] data, long[] values, boolean[] nulls, int count) {
    for (int i = 0; i < count; i++) {
      if (nulls == null || !nulls[i]) {
        LONG.set(data, 16 * i, values[i]);
        LONG.set(data, 16 * i + 8, values[i] >> 63);
      }
    }
  }

  /** FLOAT and DOUBLE. */
  public static ArrowColumn ofDoubles(DataType type, double[] values, boolean[] nulls, int count) {
    TypeKind kind = type.getKind();
    if (kind != TypeKind.FLOAT && kind != TypeKind.DOUBLE) {
      throw new IllegalArgumentException("doubles do not make a column of " + kind);
    }
    byte[] data = new byte[Math.toIntExact(ArrowTypes.dataBytes(kind, count))];
    for (int i = 0; i < count; i++) {
      if (nulls != null && nulls[i]) {
        continue;
      }
      if (kind == TypeKind.FLOAT) {
        FLOAT.set(data, 4 * i, (float) values[i]);
      } else {
        DOUBLE.set(data, 8 * i, values[i]);
      }
    }
    return fixedWidth(type, nulls, count, data);
  }

  /** DECIMAL of any precision: unscaled value {@code highs[i] * 2^64 + unsigned(lows[i])}. */
  public static ArrowColumn ofDecimals(
      DataType type, long[] highs, long[] lows, boolean[] nulls, int count) {
    if (type.getKind() != TypeKind.DECIMAL) {
      throw new IllegalArgumentException(
          "128-bit integers do not make a column of " + type.getKind());
    }
    byte[] data = new byte[Math.toIntExact(ArrowTypes.dataBytes(TypeKind.DECIMAL, count))];
    for (int i = 0; i < count; i++) {
      if (nulls == null || !nulls[i]) {
        LONG.set(data, 16 * i, lows[i]);
        LONG.set(data, 16 * i + 8, highs[i]);
      }
    }
    return fixedWidth(type, nulls, count, data);
  }

  /**
   * STRING and BINARY: value i is {@code bytes[offsets[i], offsets[i + 1])}. A NULL must be empty.
   *
   * @param offsets at least {@code count + 1} ascending positions; the first need not be 0
   */
  public static ArrowColumn ofBytes(
      DataType type, byte[] bytes, int[] offsets, boolean[] nulls, int count) {
    int base = offsets[0];
    byte[] positions = new byte[Math.toIntExact(4L * (count + 1L))];
    for (int i = 0; i <= count; i++) {
      INT.set(positions, 4 * i, offsets[i] - base);
    }
    byte[] data = Arrays.copyOfRange(bytes, base, offsets[count]);
    byte[] validity = validity(nulls, count);
    return new ArrowColumn(
        type,
        count,
        nullCount(nulls, count),
        validity == null ? null : ByteSlice.of(validity),
        ByteSlice.of(positions),
        ByteSlice.of(data));
  }

  private static ArrowColumn fixedWidth(DataType type, boolean[] nulls, int count, byte[] data) {
    byte[] validity = validity(nulls, count);
    ByteSlice bitmap = validity == null ? null : ByteSlice.of(validity);
    return new ArrowColumn(type, count, nullCount(nulls, count), bitmap, null, ByteSlice.of(data));
  }

  private static int nullCount(boolean[] nulls, int count) {
    int found = 0;
    for (int i = 0; nulls != null && i < count; i++) {
      found += nulls[i] ? 1 : 0;
    }
    return found;
  }

  private static byte[] validity(boolean[] nulls, int count) {
    if (nullCount(nulls, count) == 0) {
      return null;
    }
    byte[] bitmap = new byte[(count + 7) / 8];
    for (int i = 0; i < count; i++) {
      if (!nulls[i]) {
        bitmap[i >> 3] |= (byte) (1 << (i & 7));
      }
    }
    return bitmap;
  }
}
