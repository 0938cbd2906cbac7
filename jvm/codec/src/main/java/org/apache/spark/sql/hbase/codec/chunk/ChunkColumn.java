package org.apache.spark.sql.hbase.codec.chunk;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.bytes.LittleEndian;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.FixedWidths;
import org.apache.spark.sql.hbase.codec.types.SqlType;

/** The values of one column of a chunk that is being written. Not thread-safe. */
final class ChunkColumn {
  private static final int INITIAL_ROWS = 64;

  private final SqlType type;
  private final int position;
  private final SqlType.Physical physical;

  /** LONG: values. DOUBLE: their bits. DECIMAL128: low 64 bits. BYTES: ends. */
  private long[] values = new long[INITIAL_ROWS];

  private long[] highs;
  private final ByteBuilder data = new ByteBuilder();
  private boolean[] nulls = new boolean[INITIAL_ROWS];
  private int rows;
  private int nullCount;
  private long min;
  private long max;

  ChunkColumn(SqlType type, int position) {
    this.type = type;
    this.position = position;
    this.physical = type.physical();
    this.highs = physical == SqlType.Physical.DECIMAL128 ? new long[INITIAL_ROWS] : null;
  }

  void reset() {
    rows = 0;
    nullCount = 0;
    data.reset();
    min = 0;
    max = 0;
  }

  void putNull() {
    reserve();
    nulls[rows] = true;
    // In the place of a NULL stands the value of least cost, see #appendTo.
    values[rows] = physical == SqlType.Physical.BYTES ? data.length() : 0;
    if (highs != null) {
      highs[rows] = 0;
    }
    nullCount++;
    rows++;
  }

  void putLong(long value) {
    expect(SqlType.Physical.LONG);
    if (value < FixedWidths.min(type) || value > FixedWidths.max(type)) {
      throw outOfRange(value);
    }
    limit(value);
    put(value);
  }

  void putDouble(double value) {
    expect(SqlType.Physical.DOUBLE);
    boolean isFloat = type.kind() == SqlType.Kind.FLOAT;
    if (isFloat && (float) value != value && !Double.isNaN(value)) {
      throw outOfRange(value);
    }
    limit(ChunkFormat.ordered(value));
    put(isFloat ? Float.floatToIntBits((float) value) : Double.doubleToLongBits(value));
  }

  void putDecimal128(long high, long low) {
    expect(SqlType.Physical.DECIMAL128);
    if (!Decimals.fits(high, low, type.precision())) {
      throw outOfRange(Decimals.toBigDecimal(high, low, type.scale()).toPlainString());
    }
    put(low);
    highs[rows - 1] = high;
  }

  void putBytes(byte[] bytes, int offset, int length) {
    expect(SqlType.Physical.BYTES);
    data.appendBytes(bytes, offset, length);
    put(data.length());
  }

  private void limit(long value) {
    boolean isFirst = rows == nullCount;
    min = isFirst ? value : Math.min(min, value);
    max = isFirst ? value : Math.max(max, value);
  }

  private void put(long value) {
    reserve();
    nulls[rows] = false;
    values[rows++] = value;
  }

  private void reserve() {
    if (rows == values.length) {
      values = Arrays.copyOf(values, 2 * rows);
      nulls = Arrays.copyOf(nulls, 2 * rows);
      highs = highs == null ? null : Arrays.copyOf(highs, 2 * rows);
    }
  }

  /** Appends the column, and fills in its entry, which is all zeros. */
  void appendTo(ByteBuilder out, int entry) {
    int width = width();
    int place = out.length();
    if (nullCount > 0 && nullCount < rows) {
      appendBitmap(out);
    }
    if (nullCount < rows) {
      appendValues(out, width);
    }
    byte[] bytes = out.array();
    bytes[entry] = (byte) ChunkFormat.typeCode(type);
    bytes[entry + ChunkFormat.WIDTH_IN_ENTRY] = (byte) width;
    BigEndian.putShort(bytes, entry + ChunkFormat.NULLS_IN_ENTRY, (short) nullCount);
    BigEndian.putInt(bytes, entry + ChunkFormat.PLACE_IN_ENTRY, place);
    BigEndian.putLong(bytes, entry + ChunkFormat.MIN_IN_ENTRY, min);
    BigEndian.putLong(bytes, entry + ChunkFormat.MAX_IN_ENTRY, max);
  }

  private int width() {
    if (nullCount == rows) {
      return 0;
    }
    return switch (physical) {
      case LONG -> bytesOf(max - min);
      case DOUBLE -> FixedWidths.of(type);
      case DECIMAL128 -> 2 * Long.BYTES;
      case BYTES -> data.length() <= 0xFFFF ? Short.BYTES : Integer.BYTES;
    };
  }

  /** Bytes that hold an unsigned number: 0, 1, 2, 4 or 8. */
  private static int bytesOf(long difference) {
    if (difference == 0) {
      return 0;
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(difference);
    return bits <= Byte.SIZE ? 1 : bits <= Short.SIZE ? 2 : bits <= Integer.SIZE ? 4 : 8;
  }

  private void appendBitmap(ByteBuilder out) {
    int start = out.length();
    out.appendZeros(PackedCodec.bitmapBytes(rows));
    for (int row = 0; row < rows; row++) {
      if (nulls[row]) {
        out.array()[start + (row >> 3)] |= (byte) (1 << (row & 7));
      }
    }
  }

  private void appendValues(ByteBuilder out, int width) {
    switch (physical) {
      case LONG -> {
        long base = width == Long.BYTES ? 0 : min;
        appendArray(out, width, rows, row -> nulls[row] ? 0 : values[row] - base);
      }
      case DOUBLE -> appendArray(out, width, rows, row -> values[row]);
      case DECIMAL128 ->
          appendArray(out, Long.BYTES, 2 * rows, i -> i % 2 == 0 ? values[i / 2] : highs[i / 2]);
      case BYTES -> {
        appendArray(out, width, rows, row -> values[row]);
        out.appendBytes(data.array(), 0, data.length());
      }
    }
  }

  /** Appends numbers of {@code width} bytes, little-endian; of none if it is 0. */
  static void appendArray(ByteBuilder out, int width, int count, IntToLongFunction value) {
    int at = out.length();
    out.appendZeros(width * count);
    for (int i = 0; i < count && width > 0; i++) {
      LittleEndian.put(out.array(), at + i * width, width, value.applyAsLong(i));
    }
  }

  private void expect(SqlType.Physical given) {
    if (physical != given) {
      throw new IllegalStateException(
          "a " + type + " column takes " + physical + " values, not " + given);
    }
  }

  private CodecException outOfRange(Object value) {
    return CodecException.of(
        CodecException.Code.VALUE_OUT_OF_RANGE, "type", type, "value", value, "field", position);
  }
}
