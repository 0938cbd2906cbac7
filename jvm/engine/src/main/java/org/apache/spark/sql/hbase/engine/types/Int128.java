package org.apache.spark.sql.hbase.engine.types;

import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * A mutable signed 128-bit integer: the unscaled value of a DECIMAL while it is computed. Reused
 * row after row, so that arithmetic allocates nothing. An operation that answers false has
 * overflowed and leaves no usable value. Not thread-safe.
 */
public final class Int128 {
  private static final int MAX_PRECISION = 38;
  private static final int MAX_LONG_POWER = 18;
  private static final long[] LONG_POWERS = new long[MAX_LONG_POWER + 1];
  private static final long[] POWER_HIGHS = new long[MAX_PRECISION + 1];
  private static final long[] POWER_LOWS = new long[MAX_PRECISION + 1];

  static {
    for (int i = 0; i <= MAX_PRECISION; i++) {
      BigInteger power = BigInteger.TEN.pow(i);
      POWER_HIGHS[i] = power.shiftRight(64).longValue();
      POWER_LOWS[i] = power.longValue();
      if (i <= MAX_LONG_POWER) {
        LONG_POWERS[i] = power.longValue();
      }
    }
  }

  private long high;
  private long low;

  /** Remainder of the last unsigned division. */
  private long remainder;

  /** {@code 10^exponent}, for exponents up to 18. */
  public static long longPowerOfTen(int exponent) {
    return LONG_POWERS[exponent];
  }

  public long high() {
    return high;
  }

  public long low() {
    return low;
  }

  public void set(long value) {
    high = value >> 63;
    low = value;
  }

  public void set(long newHigh, long newLow) {
    high = newHigh;
    low = newLow;
  }

  /** False if the value needs more than 128 bits. */
  public boolean set(BigInteger value) {
    high = value.shiftRight(64).longValue();
    low = value.longValue();
    return value.bitLength() <= 127;
  }

  public BigInteger toBigInteger() {
    return BigInteger.valueOf(high)
        .shiftLeft(64)
        .add(BigInteger.valueOf(low >>> 1).shiftLeft(1))
        .add(BigInteger.valueOf(low & 1));
  }

  public boolean isZero() {
    return (high | low) == 0;
  }

  /** True if the value is that of a {@code long}, namely {@link #low}. */
  public boolean isLong() {
    return high == low >> 63;
  }

  /** True if the absolute value has at most {@code precision} decimal digits. */
  public boolean fits(int precision) {
    long absHigh = high;
    long absLow = low;
    if (high < 0) {
      absLow = -low;
      absHigh = ~high + (low == 0 ? 1 : 0);
    }
    long limitHigh = POWER_HIGHS[precision];
    // -2^127 has no absolute value: its absHigh stays negative, which is above every limit when
    // read unsigned.
    int order = Long.compareUnsigned(absHigh, limitHigh);
    return order < 0 || (order == 0 && Long.compareUnsigned(absLow, POWER_LOWS[precision]) < 0);
  }

  public boolean negate() {
    boolean smallest = high == Long.MIN_VALUE && low == 0;
    low = -low;
    high = ~high + (low == 0 ? 1 : 0);
    return !smallest;
  }

  public boolean add(long otherHigh, long otherLow) {
    long sumLow = low + otherLow;
    long carry = Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0;
    long sumHigh = high + otherHigh + carry;
    boolean overflow = ((high ^ sumHigh) & (otherHigh ^ sumHigh)) < 0;
    high = sumHigh;
    low = sumLow;
    return !overflow;
  }

  public boolean subtract(long otherHigh, long otherLow) {
    long differenceLow = low - otherLow;
    long borrow = Long.compareUnsigned(low, otherLow) < 0 ? 1 : 0;
    long differenceHigh = high - otherHigh - borrow;
    boolean overflow = ((high ^ otherHigh) & (high ^ differenceHigh)) < 0;
    high = differenceHigh;
    low = differenceLow;
    return !overflow;
  }

  public boolean multiply(long otherHigh, long otherLow) {
    if (isLong() && otherHigh == otherLow >> 63) {
      high = Math.multiplyHigh(low, otherLow);
      low = low * otherLow;
      return true;
    }
    boolean negative = (high ^ otherHigh) < 0;
    if (high < 0 && !negate()) {
      return false;
    }
    long factorHigh = otherHigh;
    long factorLow = otherLow;
    if (otherHigh < 0) {
      factorLow = -otherLow;
      factorHigh = ~otherHigh + (factorLow == 0 ? 1 : 0);
      if (factorHigh < 0) {
        return false;
      }
    }
    // Both are in [0, 2^127): at most one of them may need its high word.
    if (high != 0 && factorHigh != 0) {
      return false;
    }
    long crossWord = high != 0 ? high : factorHigh;
    long crossFactor = high != 0 ? factorLow : low;
    if (crossFactor < 0 && crossWord != 0) {
      return false;
    }
    long cross = crossWord * crossFactor;
    if (Math.multiplyHigh(crossWord, crossFactor) != 0 || cross < 0) {
      return false;
    }
    long carry = unsignedMultiplyHigh(low, factorLow);
    long productHigh = carry + cross;
    if (carry < 0 || productHigh < 0) {
      return false;
    }
    high = productHigh;
    low = low * factorLow;
    return !negative || negate();
  }

  public boolean multiplyByPowerOfTen(int exponent) {
    return exponent == 0 || multiply(POWER_HIGHS[exponent], POWER_LOWS[exponent]);
  }

  /** Divides by {@code 10^exponent}, exponent 0 or more, and rounds half away from zero. */
  public void divideByPowerOfTen(int exponent) {
    divideByPowerOfTen(exponent, RoundingMode.HALF_UP);
  }

  /** Divides by {@code 10^exponent}, exponent 0 or more. */
  public void divideByPowerOfTen(int exponent, RoundingMode rounding) {
    if (exponent == 0) {
      return;
    }
    boolean negative = high < 0;
    if (negative) {
      // -2^127 turns into itself, which unsigned is its absolute value.
      negate();
    }
    int rest = exponent;
    boolean isCut = false;
    while (rest > MAX_LONG_POWER) {
      divideUnsigned(LONG_POWERS[MAX_LONG_POWER]);
      isCut |= remainder != 0;
      rest -= MAX_LONG_POWER;
    }
    divideUnsigned(LONG_POWERS[rest]);
    round(LONG_POWERS[rest], isCut, negative, rounding);
  }

  /** Divides by a divisor other than zero and {@code Long.MIN_VALUE}. */
  public void divide(long divisor, RoundingMode rounding) {
    boolean negative = high < 0 != divisor < 0;
    if (high < 0) {
      negate();
    }
    long magnitude = Math.abs(divisor);
    divideUnsigned(magnitude);
    round(magnitude, false, negative, rounding);
  }

  /**
   * Rounds a magnitude that was divided, with {@link #remainder} left over, plus less than one unit
   * of the remainder if {@code isCut}. Restores the sign.
   */
  private void round(long divisor, boolean isCut, boolean negative, RoundingMode rounding) {
    boolean isExact = remainder == 0 && !isCut;
    long toNext = divisor - remainder;
    boolean away =
        switch (rounding) {
          case DOWN -> false;
          case CEILING -> !negative && !isExact;
          case FLOOR -> negative && !isExact;
          case HALF_UP -> remainder >= toNext;
          case HALF_EVEN -> remainder > toNext || remainder == toNext && (isCut || (low & 1) != 0);
          default -> throw new IllegalArgumentException("no rounding mode of SQL: " + rounding);
        };
    if (away) {
      low++;
      if (low == 0) {
        high++;
      }
    }
    if (negative) {
      negate();
    }
  }

  /** Unsigned 128 by 63 bits, remainder kept. */
  private void divideUnsigned(long divisor) {
    if (high == 0) {
      long quotient = Long.divideUnsigned(low, divisor);
      remainder = low - quotient * divisor;
      low = quotient;
      return;
    }
    long quotientHigh = Long.divideUnsigned(high, divisor);
    long rest = high - quotientHigh * divisor;
    // Schoolbook division of (rest, low) by the divisor in base 2^32 (Knuth's algorithm D), after
    // shifting the
    // divisor's leading one to bit 63.
    int shift = Long.numberOfLeadingZeros(divisor);
    long scaled = divisor << shift;
    long scaledTop = scaled >>> 32;
    long scaledBottom = scaled & 0xFFFFFFFFL;
    long dividendTop = rest << shift | (shift == 0 ? 0 : low >>> 64 - shift);
    long dividendLow = low << shift;

    long digit1 = quotientDigit(dividendTop, dividendLow >>> 32, scaledTop, scaledBottom);
    long middle = (dividendTop << 32 | dividendLow >>> 32) - digit1 * scaled;
    long digit0 = quotientDigit(middle, dividendLow & 0xFFFFFFFFL, scaledTop, scaledBottom);
    long last = (middle << 32 | dividendLow & 0xFFFFFFFFL) - digit0 * scaled;

    remainder = last >>> shift;
    high = quotientHigh;
    low = digit1 << 32 | digit0;
  }

  private static long quotientDigit(long top, long next, long divisorTop, long divisorBottom) {
    long digit = Long.divideUnsigned(top, divisorTop);
    long rest = top - digit * divisorTop;
    while (digit >>> 32 != 0
        || Long.compareUnsigned(digit * divisorBottom, rest << 32 | next) > 0) {
      digit--;
      rest += divisorTop;
      if (rest >>> 32 != 0) {
        break;
      }
    }
    return digit;
  }

  private static long unsignedMultiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
  }

  public static int compare(long aHigh, long aLow, long bHigh, long bLow) {
    int order = Long.compare(aHigh, bHigh);
    return order != 0 ? order : Long.compareUnsigned(aLow, bLow);
  }
}
