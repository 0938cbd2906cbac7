package org.apache.spark.sql.hbase.codec.packed;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Writes one packed cell, or one STRUCT, after the other: the values of all fields in order, then
 * {@link #toByteArray} or {@link #putTo}, then {@link #reset}. Made by {@link
 * PackedCodec#newWriter}. Not thread-safe.
 *
 * <p>A value that the field's type cannot hold raises {@code CodecException} VALUE_OUT_OF_RANGE
 * with {@code field}.
 */
public final class PackedWriter implements NestedWriter {
  private final PackedCodec codec;
  private final int fixedArea;
  private final int tail;
  private final ByteBuilder out = new ByteBuilder();
  private int field;

  PackedWriter(PackedCodec codec) {
    this.codec = codec;
    this.fixedArea = PackedCodec.HEADER_BYTES + PackedCodec.bitmapBytes(codec.fields.length);
    this.tail = fixedArea + codec.offsets[codec.fields.length];
    reset();
  }

  /** Starts the next cell. */
  @Override
  public void reset() {
    field = 0;
    out.reset();
    out.appendByte(PackedCodec.FORMAT).appendShort(codec.fields.length);
    out.appendZeros(tail - PackedCodec.HEADER_BYTES);
  }

  @Override
  public void putNull() {
    FieldCodec current = current();
    out.array()[PackedCodec.HEADER_BYTES + (field >> 3)] |= (byte) (1 << (field & 7));
    if (current.isVariable) {
      endInTail();
    }
    field++;
  }

  @Override
  public void putLong(long value) {
    current().putLong(value, out.array(), at(), field);
    field++;
  }

  @Override
  public void putDouble(double value) {
    current().putDouble(value, out.array(), at(), field);
    field++;
  }

  @Override
  public void putDecimal128(long high, long low) {
    current().putDecimal128(high, low, out.array(), at(), field);
    field++;
  }

  @Override
  public void putBytes(byte[] bytes, int offset, int length) {
    current().expect(SqlType.Physical.BYTES);
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
    checkComplete();
    return out.toByteArray();
  }

  @Override
  public void putTo(ValueSink sink) {
    checkComplete();
    sink.putBytes(out.array(), 0, out.length());
  }

  private void checkComplete() {
    if (field != codec.fields.length) {
      throw new IllegalStateException(
          "the cell has " + codec.fields.length + " fields, only " + field + " were put");
    }
  }

  private int at() {
    return fixedArea + codec.offsets[field];
  }

  private void endInTail() {
    BigEndian.putInt(out.array(), at(), out.length() - tail);
  }

  private FieldCodec current() {
    if (field == codec.fields.length) {
      throw new IllegalStateException(
          "all " + codec.fields.length + " fields of the cell were put; reset first");
    }
    return codec.fields[field];
  }
}
