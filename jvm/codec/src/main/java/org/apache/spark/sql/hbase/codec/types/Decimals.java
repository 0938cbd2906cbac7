package org.apache.spark.sql.hbase.codec.types;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Bounds and conversions of unscaled decimal values. */
public final class Decimals {
  private static final long[] POWERS = new long[SqlType.MAX_LONG_PRECISION + 1];
  private static final long[] HIGHS = new long[SqlType.MAX_PRECISION + 1];
  private static final long[] LOWS = new long[SqlType.MAX_PRECISION + 1];
  private static final int[] BYTES = new int[SqlType.MAX_PRECISION + 1];

  static {
    for (int digits = 0; digits <= SqlType.MAX_PRECISION; digits++) {
      BigInteger power = BigInteger.TEN.pow(digits);
      HIGHS[digits] = power.shiftRight(Long.SIZE).longValue();
      LOWS[digits] = power.longValue();
      BYTES[digits] = power.subtract(BigInteger.ONE).bitLength() / Byte.SIZE + 1;
      if (digits < POWERS.length) {
        POWERS[digits] = power.longValueExact();
      }
    }
  }

  private Decimals() {}

  /** Bytes of a big-endian number that holds each unscaled value of a precision, with its sign. */
  public static int bytes(int precision) {
    return BYTES[precision];
  }

  /** {@code 10^digits}, for up to 18 digits. */
  public static long powerOfTen(int digits) {
    return POWERS[digits];
  }

  /** Whether {@code |high * 2^64 + unsigned(low)| < 10^precision}. */
  public static boolean fits(long high, long low, int precision) {
    long absoluteHigh = high;
    long absoluteLow = low;
    if (high < 0) {
      // The smallest 128-bit number stays as it is, which read as unsigned is above every bound.
      absoluteLow = -low;
      absoluteHigh = ~high + (low == 0 ? 1 : 0);
    }
    int compared = Long.compareUnsigned(absoluteHigh, HIGHS[precision]);
    return compared < 0
        || (compared == 0 && Long.compareUnsigned(absoluteLow, LOWS[precision]) < 0);
  }

  public static BigDecimal toBigDecimal(long high, long low, int scale) {
    BigInteger unsignedLow = new BigInteger(Long.toUnsignedString(low));
    return new BigDecimal(BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(unsignedLow), scale);
  }

  /**
   * Puts an unscaled value of the type's own scale, if its digits fit.
   *
   * @return whether it fitted; the sink was not called otherwise
   */
  public static boolean put(long high, long low, SqlType type, ValueSink sink) {
    if (!fits(high, low, type.precision())) {
      return false;
    }
    if (type.physical() == SqlType.Physical.LONG) {
      sink.putLong(low);
    } else {
      sink.putDecimal128(high, low);
    }
    return true;
  }

  /**
   * Puts a value of any scale, if the type can hold it exactly. Bounded work, whatever the scale of
   * the value.
   */
  public static boolean put(BigDecimal value, SqlType type, ValueSink sink) {
    if (value.signum() == 0) {
      return put(0, 0, type, sink);
    }
    long integerDigits = (long) value.precision() - value.scale();
    long droppedDigits = (long) value.scale() - type.scale();
    if (integerDigits > type.precision() - type.scale() || droppedDigits >= value.precision()) {
      return false;
    }
    BigInteger unscaled = value.unscaledValue();
    if (droppedDigits > 0) {
      BigInteger[] parts = unscaled.divideAndRemainder(BigInteger.TEN.pow((int) droppedDigits));
      if (parts[1].signum() != 0) {
        return false;
      }
      unscaled = parts[0];
    } else {
      unscaled = unscaled.multiply(BigInteger.TEN.pow((int) -droppedDigits));
    }
    return put(unscaled.shiftRight(Long.SIZE).longValue(), unscaled.longValue(), type, sink);
  }
}
