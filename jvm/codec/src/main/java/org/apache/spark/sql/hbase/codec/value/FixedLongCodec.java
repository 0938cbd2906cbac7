package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.FixedWidths;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * A {@code long} value in 1, 2, 4 or 8 bytes, big-endian two's complement combined with a constant
 * by XOR.
 */
final class FixedLongCodec extends FixedCodec {
  private final long xor;
  private final long min;
  private final long max;

  /**
   * Makes the codec of a type of {@link SqlType.Physical#LONG}.
   *
   * @param xor what the stored bits differ by: the sign bit (ORDERED), all bits (descending), both,
   *     or nothing
   */
  FixedLongCodec(SqlType type, ValueEncoding encoding, long xor) {
    super(type, encoding, FixedWidths.of(type));
    // Extends the sign of the stored width, so that one XOR after a sign-extending read restores
    // the value.
    int unused = Long.SIZE - width * Byte.SIZE;
    this.xor = xor << unused >> unused;
    this.min = FixedWidths.min(type);
    this.max = FixedWidths.max(type);
  }

  @Override
  public void get(byte[] bytes, int offset, ValueSink sink) {
    long value = BigEndian.getSigned(bytes, offset, width) ^ xor;
    if (value < min || value > max) {
      throw corrupt(
          "the type has values from " + min + " to " + max + ", unscaled", bytes, offset, width);
    }
    sink.putLong(value);
  }

  @Override
  public void encodeLong(long value, ByteBuilder out) {
    if (value < min || value > max) {
      throw CodecException.outOfRange(type(), value);
    }
    int start = out.length();
    out.appendZeros(width);
    BigEndian.putSigned(out.array(), start, width, value ^ xor);
  }
}
