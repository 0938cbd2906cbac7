package org.apache.spark.sql.hbase.codec.packed;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.FixedWidths;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * One value in the fixed area of a packed cell, STRUCT or ARRAY: FORMAT.md, "Packed cell". Of a
 * value of variable length the fixed area holds where its bytes end in the tail. The owner of the
 * tail reads and writes those. Immutable and thread-safe.
 */
final class FieldCodec {
  /** The form of a value in the fixed area. */
  enum Form {
    BOOLEAN,
    BYTE,
    SHORT,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    DECIMAL64,
    DECIMAL128,
    END_IN_TAIL
  }

  final SqlType type;

  /** True if the bytes of the value are in the tail. */
  final boolean isVariable;

  final int width;
  final Form form;

  /** DECIMAL64: unscaled values are below it, and above its negative. */
  final long limit;

  FieldCodec(SqlType type) {
    this.type = type;
    this.form = form(type);
    this.isVariable = form == Form.END_IN_TAIL;
    this.width = isVariable ? Integer.BYTES : FixedWidths.of(type);
    this.limit = form == Form.DECIMAL64 ? Decimals.powerOfTen(type.precision()) : 0;
  }

  private static Form form(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> Form.BOOLEAN;
      case TINYINT -> Form.BYTE;
      case SMALLINT -> Form.SHORT;
      case INT, DATE -> Form.INT;
      case BIGINT, TIMESTAMP, TIMESTAMP_NTZ -> Form.LONG;
      case FLOAT -> Form.FLOAT;
      case DOUBLE -> Form.DOUBLE;
      case DECIMAL -> type.physical() == SqlType.Physical.LONG ? Form.DECIMAL64 : Form.DECIMAL128;
      case STRING, BINARY, STRUCT, ARRAY, MAP -> Form.END_IN_TAIL;
    };
  }

  /**
   * Puts the value that stands at {@code at}; not for values of variable length.
   *
   * @param position of the field or element, for errors
   * @throws CodecException CORRUPT_VALUE when the bytes are not a value of the type
   */
  void read(byte[] bytes, int at, int position, ValueSink sink) {
    switch (form) {
      case BYTE -> sink.putLong(bytes[at]);
      case SHORT -> sink.putLong(BigEndian.getShort(bytes, at));
      case INT -> sink.putLong(BigEndian.getInt(bytes, at));
      case LONG -> sink.putLong(BigEndian.getLong(bytes, at));
      case FLOAT -> sink.putDouble(Float.intBitsToFloat(BigEndian.getInt(bytes, at)));
      case DOUBLE -> sink.putDouble(Double.longBitsToDouble(BigEndian.getLong(bytes, at)));
      case BOOLEAN -> readBoolean(bytes, at, position, sink);
      case DECIMAL64 -> readDecimal(bytes, at, position, sink);
      case DECIMAL128 -> readDecimal128(bytes, at, position, sink);
      case END_IN_TAIL -> throw new IllegalStateException("the tail holds values of " + type);
    }
  }

  private void readBoolean(byte[] bytes, int at, int position, ValueSink sink) {
    byte value = bytes[at];
    if (value != 0 && value != 1) {
      throw corrupt("a BOOLEAN is 0x00 or 0x01", bytes, at, Byte.BYTES, position);
    }
    sink.putLong(value);
  }

  private void readDecimal(byte[] bytes, int at, int position, ValueSink sink) {
    long unscaled = BigEndian.getLong(bytes, at);
    if (unscaled >= limit || unscaled <= -limit) {
      throw tooManyDigits(bytes, at, position);
    }
    sink.putLong(unscaled);
  }

  private void readDecimal128(byte[] bytes, int at, int position, ValueSink sink) {
    long high = BigEndian.getLong(bytes, at);
    long low = BigEndian.getLong(bytes, at + Long.BYTES);
    if (!Decimals.fits(high, low, type.precision())) {
      throw tooManyDigits(bytes, at, position);
    }
    sink.putDecimal128(high, low);
  }

  private CodecException tooManyDigits(byte[] bytes, int at, int position) {
    return corrupt("the unscaled value has too many digits", bytes, at, width, position);
  }

  /**
   * Writes a value of {@link SqlType.Physical#LONG}.
   *
   * @throws CodecException VALUE_OUT_OF_RANGE with {@code field} when the type cannot hold it
   */
  void putLong(long value, byte[] bytes, int at, int position) {
    expect(SqlType.Physical.LONG);
    if (value < FixedWidths.min(type) || value > FixedWidths.max(type)) {
      throw outOfRange(value, position);
    }
    BigEndian.putSigned(bytes, at, width, value);
  }

  /** Else as {@link #putLong}. */
  void putDouble(double value, byte[] bytes, int at, int position) {
    expect(SqlType.Physical.DOUBLE);
    if (type.kind() == SqlType.Kind.DOUBLE) {
      BigEndian.putLong(bytes, at, Double.doubleToLongBits(value));
    } else if ((float) value == value || Double.isNaN(value)) {
      BigEndian.putInt(bytes, at, Float.floatToIntBits((float) value));
    } else {
      throw outOfRange(value, position);
    }
  }

  /** Else as {@link #putLong}. */
  void putDecimal128(long high, long low, byte[] bytes, int at, int position) {
    expect(SqlType.Physical.DECIMAL128);
    if (!Decimals.fits(high, low, type.precision())) {
      throw outOfRange(Decimals.toBigDecimal(high, low, type.scale()).toPlainString(), position);
    }
    BigEndian.putLong(bytes, at, high);
    BigEndian.putLong(bytes, at + Long.BYTES, low);
  }

  void expect(SqlType.Physical given) {
    if (type.physical() != given) {
      throw new IllegalStateException(
          "a " + type + " field takes " + type.physical() + " values, not " + given);
    }
  }

  CodecException corrupt(String reason, byte[] bytes, int offset, int length, int position) {
    return CodecException.of(
        CodecException.Code.CORRUPT_VALUE,
        "type",
        type,
        "encoding",
        "packed",
        "reason",
        reason,
        "field",
        position,
        "bytes",
        CodecException.printable(bytes, offset, length));
  }

  private CodecException outOfRange(Object value, int position) {
    return CodecException.of(
        CodecException.Code.VALUE_OUT_OF_RANGE, "type", type, "value", value, "field", position);
  }
}
