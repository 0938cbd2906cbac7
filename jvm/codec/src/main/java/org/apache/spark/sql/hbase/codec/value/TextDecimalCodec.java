package org.apache.spark.sql.hbase.codec.value;

import java.math.BigDecimal;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * DECIMAL as plain digits with all digits of the scale: {@code -1.50}. Fewer fraction digits are
 * read, and more when those are zeros; an exponent is not.
 */
final class TextDecimalCodec extends VariableDecimalCodec {
  /**
   * Far beyond any value of 38 digits; keeps the work bounded on bytes that are no decimal at all.
   */
  private static final int MAX_LENGTH = 128;

  TextDecimalCodec(SqlType type) {
    super(type, ValueEncoding.TEXT);
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    int end = offset + length;
    int first = length > 0 && bytes[offset] == '-' ? offset + 1 : offset;
    int point = TextCodec.skipDigits(bytes, first, end);
    int fractionEnd =
        point < end && bytes[point] == '.' ? TextCodec.skipDigits(bytes, point + 1, end) : point;
    boolean legal =
        point > first && fractionEnd == end && fractionEnd != point + 1 && length <= MAX_LENGTH;
    if (!legal) {
      throw corrupt("a value is plain decimal digits, at most 128 bytes", bytes, offset, length);
    }
    if (!Decimals.put(new BigDecimal(TextCodec.ascii(bytes, offset, length)), type(), sink)) {
      throw corrupt("the type cannot hold the decimal exactly", bytes, offset, length);
    }
  }

  @Override
  void encode(long high, long low, ByteBuilder out) {
    TextCodec.append(Decimals.toBigDecimal(high, low, type().scale()).toPlainString(), out);
  }
}
