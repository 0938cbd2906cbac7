package org.apache.spark.sql.hbase.codec;

/**
 * Writes one packed cell after the other: the values of all fields in order, then {@link
 * #toByteArray}, then {@link #reset}. Made by {@link PackedCodec#newWriter}. Not thread-safe.
 *
 * <p>A value that the field's type cannot hold raises {@link CodecException} VALUE_OUT_OF_RANGE
 * with {@code field}.
 */
public final class PackedWriter implements ValueSink {
  private final PackedCodec codec;
  private final int fixedArea;
  private final int tail;
  private final ByteBuilder out = new ByteBuilder();
  private int field;

  PackedWriter(PackedCodec codec) {
    this.codec = codec;
    this.fixedArea = PackedCodec.HEADER_BYTES + PackedCodec.bitmapBytes(codec.types.length);
    this.tail = fixedArea + codec.offsets[codec.types.length];
    reset();
  }

  /** Starts the next cell. */
  public void reset() {
    field = 0;
    out.reset();
    out.appendByte(PackedCodec.FORMAT).appendShort(codec.types.length);
    out.appendZeros(tail - PackedCodec.HEADER_BYTES);
  }

  @Override
  public void putNull() {
    SqlType type = current();
    out.array()[PackedCodec.HEADER_BYTES + (field >> 3)] |= (byte) (1 << (field & 7));
    if (PackedCodec.isVariable(type)) {
      endInTail();
    }
    field++;
  }

  @Override
  public void putLong(long value) {
    SqlType type = expect(SqlType.Physical.LONG);
    if (value < FixedWidths.min(type) || value > FixedWidths.max(type)) {
      throw outOfRange(type, value);
    }
    BigEndian.putSigned(out.array(), at(), FixedWidths.of(type), value);
    field++;
  }

  @Override
  public void putDouble(double value) {
    SqlType type = expect(SqlType.Physical.DOUBLE);
    if (type.kind() == SqlType.Kind.DOUBLE) {
      BigEndian.putLong(out.array(), at(), Double.doubleToLongBits(value));
    } else if ((float) value == value || Double.isNaN(value)) {
      BigEndian.putInt(out.array(), at(), Float.floatToIntBits((float) value));
    } else {
      throw outOfRange(type, value);
    }
    field++;
  }

  @Override
  public void putDecimal128(long high, long low) {
    SqlType type = expect(SqlType.Physical.DECIMAL128);
    if (!Decimals.fits(high, low, type.precision())) {
      throw outOfRange(type, Decimals.toBigDecimal(high, low, type.scale()).toPlainString());
    }
    BigEndian.putLong(out.array(), at(), high);
    BigEndian.putLong(out.array(), at() + Long.BYTES, low);
    field++;
  }

  @Override
  public void putBytes(byte[] bytes, int offset, int length) {
    expect(SqlType.Physical.BYTES);
    out.appendBytes(bytes, offset, length);
    endInTail();
    field++;
  }

  /**
   * The cell of all fields, a fresh array.
   *
   * @throws IllegalStateException when fields are missing
   */
  public byte[] toByteArray() {
    if (field != codec.types.length) {
      throw new IllegalStateException(
          "the cell has " + codec.types.length + " fields, only " + field + " were put");
    }
    return out.toByteArray();
  }

  private int at() {
    return fixedArea + codec.offsets[field];
  }

  private void endInTail() {
    BigEndian.putInt(out.array(), at(), out.length() - tail);
  }

  private SqlType current() {
    if (field == codec.types.length) {
      throw new IllegalStateException(
          "all " + codec.types.length + " fields of the cell were put; reset first");
    }
    return codec.types[field];
  }

  private SqlType expect(SqlType.Physical given) {
    SqlType type = current();
    if (type.physical() != given) {
      throw new IllegalStateException(
          "a " + type + " field takes " + type.physical() + " values, not " + given);
    }
    return type;
  }

  private CodecException outOfRange(SqlType type, Object value) {
    return CodecException.of(
        CodecException.Code.VALUE_OUT_OF_RANGE, "type", type, "value", value, "field", field);
  }
}
