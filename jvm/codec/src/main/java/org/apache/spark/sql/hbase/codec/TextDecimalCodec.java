package org.apache.spark.sql.hbase.codec;

import java.math.BigDecimal;

/**
 * DECIMAL as plain digits with all digits of the scale: {@code -1.50}. Fewer fraction digits are
 * read, and more when those are zeros; an exponent is not.
 */
final class TextDecimalCodec extends TextCodec {
  /**
   * Far beyond any value of 38 digits; keeps the work bounded on bytes that are no decimal at all.
   */
  private static final int MAX_LENGTH = 128;

  TextDecimalCodec(SqlType type) {
    super(type);
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    int end = offset + length;
    int first = length > 0 && bytes[offset] == '-' ? offset + 1 : offset;
    int point = skipDigits(bytes, first, end);
    int fractionEnd =
        point < end && bytes[point] == '.' ? skipDigits(bytes, point + 1, end) : point;
    boolean legal =
        point > first && fractionEnd == end && fractionEnd != point + 1 && length <= MAX_LENGTH;
    if (!legal) {
      throw corrupt("a value is plain decimal digits, at most 128 bytes", bytes, offset, length);
    }
    if (!Decimals.put(new BigDecimal(ascii(bytes, offset, length)), type(), sink)) {
      throw corrupt("the type cannot hold the decimal exactly", bytes, offset, length);
    }
  }

  @Override
  public void encodeLong(long value, ByteBuilder out) {
    if (type().physical() != SqlType.Physical.LONG) {
      super.encodeLong(value, out);
    }
    encode(value >> (Long.SIZE - 1), value, out);
  }

  @Override
  public void encodeDecimal128(long high, long low, ByteBuilder out) {
    if (type().physical() != SqlType.Physical.DECIMAL128) {
      super.encodeDecimal128(high, low, out);
    }
    encode(high, low, out);
  }

  private void encode(long high, long low, ByteBuilder out) {
    String text = Decimals.toBigDecimal(high, low, type().scale()).toPlainString();
    if (!Decimals.fits(high, low, type().precision())) {
      throw CodecException.outOfRange(type(), text);
    }
    append(text, out);
  }
}
