package org.apache.spark.sql.hbase.coprocessor.split;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * The row keys between two others. What follows the bytes that both have in common is taken as a
 * number, so that there is a key in the middle of two. Immutable.
 *
 * <pre>
 * low "user10", high "user30"   common "user"   at(1, 2) = "user20"
 * </pre>
 */
final class KeyInterpolation {
  /** Enough for the difference of two keys of microseconds, with some to spare. */
  private static final int DIGITS = 12;

  private final byte[] low;
  private final int common;
  private final BigInteger from;
  private final BigInteger size;

  /**
   * @param low not above {@code high}
   */
  KeyInterpolation(byte[] low, byte[] high) {
    this.low = low;
    int mismatch = Arrays.mismatch(low, high);
    this.common = mismatch < 0 ? low.length : mismatch;
    this.from = number(low);
    this.size = number(high).subtract(from);
  }

  /** The key after {@code part / parts} of the way from low to high. */
  byte[] at(long part, long parts) {
    return key(size.multiply(BigInteger.valueOf(part)).divide(BigInteger.valueOf(parts)));
  }

  /**
   * The first key for which {@code reached} holds, high if none below does.
   *
   * @param reached once true, true for all keys above
   */
  byte[] first(Predicate<byte[]> reached) {
    BigInteger below = BigInteger.ZERO;
    BigInteger found = size;
    while (below.compareTo(found) < 0) {
      BigInteger middle = below.add(found).shiftRight(1);
      if (reached.test(key(middle))) {
        found = middle;
      } else {
        below = middle.add(BigInteger.ONE);
      }
    }
    return key(found);
  }

  private BigInteger number(byte[] row) {
    return new BigInteger(1, Arrays.copyOfRange(row, common, common + DIGITS));
  }

  private byte[] key(BigInteger distance) {
    byte[] digits = from.add(distance).toByteArray();
    int length = Math.min(digits.length, DIGITS);
    byte[] row = Arrays.copyOf(low, common + DIGITS);
    Arrays.fill(row, common, row.length, (byte) 0);
    System.arraycopy(digits, digits.length - length, row, row.length - length, length);
    int end = row.length;
    while (end > common && row[end - 1] == 0) {
      end--;
    }
    return Arrays.copyOf(row, end);
  }
}
