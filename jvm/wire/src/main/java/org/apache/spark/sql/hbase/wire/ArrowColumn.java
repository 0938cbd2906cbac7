package org.apache.spark.sql.hbase.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;

/**
 * One column of a result batch in Arrow's little-endian layout. Made by {@link ArrowColumns} from
 * vectors, or by {@link ArrowBatches#read} from a frame. Immutable as long as nobody changes the
 * arrays it shares; safe for many threads.
 *
 * <p>The accessors do not look at the validity bitmap: ask {@link #isNull} first. Each holds for
 * the types it names.
 */
public final class ArrowColumn {
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);
  private static final VarHandle FLOAT = view(float[].class);
  private static final VarHandle DOUBLE = view(double[].class);

  private final DataType type;
  private final TypeKind kind;
  private final int length;
  private final int nullCount;
  private final ByteSlice validity;
  private final ByteSlice offsets;
  private final ByteSlice data;

  /**
   * @param validity one bit per value, least significant first, 1 = not NULL; null when there is no
   *     NULL
   * @param offsets {@code length + 1} ints into {@code data} for STRING, BINARY and nested values,
   *     else null
   * @throws IllegalArgumentException if a buffer is shorter than its values, or offsets are not
   *     ascending within data
   */
  public ArrowColumn(
      DataType type,
      int length,
      int nullCount,
      ByteSlice validity,
      ByteSlice offsets,
      ByteSlice data) {
    this.type = Objects.requireNonNull(type, "type");
    this.kind = type.getKind();
    this.length = length;
    this.nullCount = nullCount;
    this.validity = validity;
    this.offsets = offsets;
    this.data = Objects.requireNonNull(data, "data");
    check();
  }

  private static VarHandle view(Class<?> arrayOfElement) {
    return MethodHandles.byteArrayViewVarHandle(arrayOfElement, ByteOrder.LITTLE_ENDIAN);
  }

  private void check() {
    require(length >= 0, "the length is negative");
    require(nullCount >= 0 && nullCount <= length, "the null count is not within the length");
    require(nullCount == 0 || validity != null, "there are NULLs but no validity bitmap");
    require(
        validity == null || validity.length() >= (length + 7L) / 8,
        "the validity bitmap is too short");
    require(
        (offsets != null) == isVariableWidth(kind),
        "offsets are for values that are bytes, and needed there");
    if (offsets == null) {
      require(data.length() >= ArrowTypes.dataBytes(kind, length), "the data buffer is too short");
      return;
    }
    require(offsets.length() >= 4L * (length + 1L), "the offset buffer is too short");
    int previous = offset(0);
    require(previous >= 0, "the first offset is negative");
    for (int i = 1; i <= length; i++) {
      int next = offset(i);
      require(next >= previous, "the offsets descend");
      previous = next;
    }
    require(previous <= data.length(), "the last offset is beyond the data");
  }

  private static void require(boolean condition, String problem) {
    if (!condition) {
      throw new IllegalArgumentException("not an Arrow column: " + problem);
    }
  }

  static boolean isVariableWidth(TypeKind kind) {
    return switch (kind) {
      case STRING, BINARY, STRUCT, ARRAY, MAP -> true;
      default -> false;
    };
  }

  public DataType type() {
    return type;
  }

  /** Number of values, NULLs included. */
  public int length() {
    return length;
  }

  public int nullCount() {
    return nullCount;
  }

  /** The validity bitmap, or null when there is no NULL. */
  public ByteSlice validity() {
    return validity;
  }

  /** The offsets of STRING and BINARY, else null. */
  public ByteSlice offsets() {
    return offsets;
  }

  public ByteSlice data() {
    return data;
  }

  public boolean isNull(int i) {
    return validity != null && (validity.array()[validity.offset() + (i >> 3)] >> (i & 7) & 1) == 0;
  }

  /**
   * BOOLEAN as 0 or 1, integers, DATE in days, timestamps in microseconds, DECIMAL up to 18 digits
   * unscaled.
   */
  public long getLong(int i) {
    byte[] array = data.array();
    int start = data.offset();
    return switch (kind) {
      case BOOLEAN -> array[start + (i >> 3)] >> (i & 7) & 1;
      case TINYINT -> array[start + i];
      case SMALLINT -> (short) SHORT.get(array, start + 2 * i);
      case INT, DATE -> (int) INT.get(array, start + 4 * i);
      case BIGINT, TIMESTAMP, TIMESTAMP_NTZ -> (long) LONG.get(array, start + 8 * i);
      case DECIMAL -> (long) LONG.get(array, start + 16 * i);
      default -> throw new IllegalStateException("no long in a column of " + kind);
    };
  }

  /**
   * Copies what {@link #getLong} returns for {@code count} values from {@code from} on, whatever
   * stands where a value is NULL. Decides on the type once for all of them.
   */
  public void copyLongs(int from, int count, long[] target) {
    byte[] array = data.array();
    int start = data.offset();
    switch (kind) {
      case INT, DATE -> {
        for (int i = 0; i < count; i++) {
          target[i] = (int) INT.get(array, start + 4 * (from + i));
        }
      }
      case BIGINT, TIMESTAMP, TIMESTAMP_NTZ -> {
        for (int i = 0; i < count; i++) {
          target[i] = (long) LONG.get(array, start + 8 * (from + i));
        }
      }
      case DECIMAL -> {
        for (int i = 0; i < count; i++) {
          target[i] = (long) LONG.get(array, start + 16 * (from + i));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          target[i] = getLong(from + i);
        }
      }
    }
  }

  /** FLOAT widened, and DOUBLE. */
  public double getDouble(int i) {
    return switch (kind) {
      case FLOAT -> (float) FLOAT.get(data.array(), data.offset() + 4 * i);
      case DOUBLE -> (double) DOUBLE.get(data.array(), data.offset() + 8 * i);
      default -> throw new IllegalStateException("no double in a column of " + kind);
    };
  }

  /** The high 64 bits of an unscaled DECIMAL. */
  public long getDecimalHigh(int i) {
    return (long) LONG.get(data.array(), data.offset() + 16 * i + 8);
  }

  /** The low 64 bits of an unscaled DECIMAL. */
  public long getDecimalLow(int i) {
    return (long) LONG.get(data.array(), data.offset() + 16 * i);
  }

  /** Position in the array of {@link #data} where a STRING or BINARY starts. */
  public int bytesStart(int i) {
    return data.offset() + offset(i);
  }

  /** Length in bytes of a STRING or BINARY. */
  public int bytesLength(int i) {
    return offset(i + 1) - offset(i);
  }

  /** STRING as UTF-8, and BINARY. A fresh copy. */
  public byte[] getBytes(int i) {
    int start = bytesStart(i);
    return Arrays.copyOfRange(data.array(), start, start + bytesLength(i));
  }

  private int offset(int i) {
    return (int) INT.get(offsets.array(), offsets.offset() + 4 * i);
  }
}
