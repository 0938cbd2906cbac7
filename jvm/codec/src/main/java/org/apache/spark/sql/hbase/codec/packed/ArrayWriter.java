package org.apache.spark.sql.hbase.codec.packed;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/** Writes one ARRAY after the other, in the form that {@link ArrayReader} reads. */
public final class ArrayWriter implements NestedWriter {
  private final FieldCodec element;
  private final ByteBuilder bitmap = new ByteBuilder();
  private final ByteBuilder fixedArea = new ByteBuilder();
  private final ByteBuilder tail = new ByteBuilder();
  private final ByteBuilder out = new ByteBuilder();
  private int count;
  private int nulls;

  /** A writer of arrays with elements of this type. */
  public ArrayWriter(SqlType elementType) {
    this.element = new FieldCodec(elementType);
  }

  @Override
  public void reset() {
    count = 0;
    nulls = 0;
    bitmap.reset();
    fixedArea.reset();
    tail.reset();
  }

  /** Number of elements put. */
  int count() {
    return count;
  }

  boolean hasNulls() {
    return nulls > 0;
  }

  @Override
  public void putNull() {
    int at = next();
    if (element.isVariable) {
      BigEndian.putInt(fixedArea.array(), at, tail.length());
    }
    int index = count - 1;
    bitmap.array()[index >> 3] |= (byte) (1 << (index & 7));
    nulls++;
  }

  @Override
  public void putLong(long value) {
    int at = next();
    element.putLong(value, fixedArea.array(), at, count - 1);
  }

  @Override
  public void putDouble(double value) {
    int at = next();
    element.putDouble(value, fixedArea.array(), at, count - 1);
  }

  @Override
  public void putDecimal128(long high, long low) {
    int at = next();
    element.putDecimal128(high, low, fixedArea.array(), at, count - 1);
  }

  @Override
  public void putBytes(byte[] bytes, int offset, int length) {
    element.expect(SqlType.Physical.BYTES);
    int at = next();
    tail.appendBytes(bytes, offset, length);
    BigEndian.putInt(fixedArea.array(), at, tail.length());
  }

  /** Makes room for one element more and returns its place in the fixed area. */
  private int next() {
    if (count % Byte.SIZE == 0) {
      bitmap.appendByte(0);
    }
    count++;
    int at = fixedArea.length();
    fixedArea.appendZeros(element.width);
    return at;
  }

  @Override
  public void putTo(ValueSink sink) {
    out.reset();
    appendTo(out);
    sink.putBytes(out.array(), 0, out.length());
  }

  void appendTo(ByteBuilder target) {
    target.appendByte(PackedCodec.FORMAT).appendInt(count);
    target.appendBytes(bitmap.array(), 0, bitmap.length());
    target.appendBytes(fixedArea.array(), 0, fixedArea.length());
    target.appendBytes(tail.array(), 0, tail.length());
  }
}
