package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.FixedWidths;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * TINYINT to BIGINT as decimal digits, with a minus when negative. Leading zeros are read, never
 * written.
 */
final class TextIntegerCodec extends TextCodec {
  private final long min;
  private final long max;

  TextIntegerCodec(SqlType type) {
    super(type);
    this.min = FixedWidths.min(type);
    this.max = FixedWidths.max(type);
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    int end = offset + length;
    boolean negative = length > 0 && bytes[offset] == '-';
    int first = negative ? offset + 1 : offset;
    if (first == end || skipDigits(bytes, first, end) != end) {
      throw corrupt("a value is decimal digits, with a minus when negative", bytes, offset, length);
    }
    // Counts below zero, where there is room for the smallest number.
    long bound = negative ? min : -max;
    long value = 0;
    for (int i = first; i < end; i++) {
      int digit = bytes[i] - '0';
      if (value < (bound + digit) / 10) {
        throw corrupt("the type has values from " + min + " to " + max, bytes, offset, length);
      }
      value = value * 10 - digit;
    }
    sink.putLong(negative ? value : -value);
  }

  @Override
  public void encodeLong(long value, ByteBuilder out) {
    if (value < min || value > max) {
      throw CodecException.outOfRange(type(), value);
    }
    append(Long.toString(value), out);
  }
}
