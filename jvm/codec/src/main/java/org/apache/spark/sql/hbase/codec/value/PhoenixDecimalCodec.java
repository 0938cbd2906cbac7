package org.apache.spark.sql.hbase.codec.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Phoenix's DECIMAL: a byte with sign and exponent, then digits of base 100 without zeros in front
 * or behind. So each number has exactly one form, and bytes have the order of numbers. No byte is
 * 0x00, which therefore ends a value inside a row key. FORMAT.md, "Phoenix".
 */
final class PhoenixDecimalCodec extends VariableDecimalCodec {
  private static final byte ZERO = (byte) 0x80;
  private static final int POSITIVE = 0x80;
  private static final int POSITIVE_EXPONENT = 65;
  private static final int NEGATIVE_EXPONENT = 62;
  private static final int POSITIVE_DIGIT = 1;
  private static final int NEGATIVE_DIGIT = 101;

  /** Behind the digits of a negative number, so that those with more digits come first. */
  private static final byte NEGATIVE_END = 102;

  private static final int BASE = 100;
  private static final BigInteger BIG_BASE = BigInteger.valueOf(BASE);

  /** 38 decimal digits, also when they begin in the middle of one of base 100. */
  private static final int MAX_DIGITS = 20;

  /** As many as a {@code long} holds, whatever they are. */
  private static final int MAX_LONG_DIGITS = 9;

  PhoenixDecimalCodec(SqlType type) {
    super(type, ValueEncoding.PHOENIX);
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    if (length == 1 && bytes[offset] == ZERO) {
      Decimals.put(0, 0, type(), sink);
      return;
    }
    if (length < 2) {
      throw corrupt("a value other than zero has 2 to 21 bytes", bytes, offset, length);
    }
    boolean isNegative = bytes[offset] >= 0;
    boolean hasEnd = isNegative && bytes[offset + length - 1] == NEGATIVE_END;
    int digits = length - 1 - (hasEnd ? 1 : 0);
    boolean isComplete = hasEnd ? digits < MAX_DIGITS : !isNegative || digits == MAX_DIGITS;
    if (digits < 1 || digits > MAX_DIGITS || !isComplete) {
      throw corrupt("it has not the digits of a decimal", bytes, offset, length);
    }
    int sign = isNegative ? -1 : 1;
    int zero = isNegative ? NEGATIVE_DIGIT : POSITIVE_DIGIT;
    for (int i = 1; i <= digits; i++) {
      int digit = sign * (bytes[offset + i] - zero);
      boolean isEnd = i == 1 || i == digits;
      if (digit < (isEnd ? 1 : 0) || digit >= BASE) {
        throw corrupt("it has not the digits of a decimal", bytes, offset, length);
      }
    }
    int exponent =
        isNegative ? NEGATIVE_EXPONENT - bytes[offset] : (bytes[offset] & 0x7F) - POSITIVE_EXPONENT;
    int scale = 2 * (digits - 1 - exponent);
    if (!put(bytes, offset + 1, digits, zero, scale, sink)) {
      throw corrupt("the type cannot hold the decimal exactly", bytes, offset, length);
    }
  }

  /** Puts the digits; those of a negative number count down from their zero. */
  private boolean put(byte[] bytes, int start, int digits, int zero, int scale, ValueSink sink) {
    int longDigits = Math.min(digits, MAX_LONG_DIGITS);
    long number = 0;
    for (int i = start; i < start + longDigits; i++) {
      number = number * BASE + (bytes[i] - zero);
    }
    if (digits <= MAX_LONG_DIGITS) {
      int missing = type().scale() - scale;
      if (missing == -1 && number % 10 == 0) {
        // The last digit of base 100 is only half of one.
        return put(number / 10, 1, sink);
      }
      if (missing >= 0 && missing <= SqlType.MAX_LONG_PRECISION) {
        return put(number, Decimals.powerOfTen(missing), sink);
      }
    }
    BigInteger unscaled = BigInteger.valueOf(number);
    for (int i = start + longDigits; i < start + digits; i++) {
      unscaled = unscaled.multiply(BIG_BASE).add(BigInteger.valueOf(bytes[i] - zero));
    }
    return Decimals.put(new BigDecimal(unscaled, scale), type(), sink);
  }

  private boolean put(long number, long factor, ValueSink sink) {
    return Decimals.put(Math.multiplyHigh(number, factor), number * factor, type(), sink);
  }

  @Override
  void encode(long high, long low, ByteBuilder out) {
    BigDecimal value = Decimals.toBigDecimal(high, low, type().scale());
    if (value.signum() == 0) {
      out.appendByte(ZERO);
      return;
    }
    BigDecimal shortest = value.stripTrailingZeros();
    // Digits of base 100 need an even scale.
    int scale = shortest.scale() + (shortest.scale() & 1);
    BigInteger rest = shortest.setScale(scale).unscaledValue().abs();
    byte[] digits = new byte[MAX_DIGITS];
    int count = 0;
    while (rest.signum() != 0) {
      BigInteger[] parts = rest.divideAndRemainder(BIG_BASE);
      rest = parts[0];
      digits[count] = parts[1].byteValue();
      count++;
    }
    int exponent = count - 1 - scale / 2;
    boolean isNegative = value.signum() < 0;
    out.appendByte(
        isNegative ? NEGATIVE_EXPONENT - exponent : POSITIVE | POSITIVE_EXPONENT + exponent);
    for (int i = count - 1; i >= 0; i--) {
      out.appendByte(isNegative ? NEGATIVE_DIGIT - digits[i] : POSITIVE_DIGIT + digits[i]);
    }
    if (isNegative && count < MAX_DIGITS) {
      out.appendByte(NEGATIVE_END);
    }
  }
}
