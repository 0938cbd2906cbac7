package org.apache.spark.sql.hbase.codec.value;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Reads a decimal number as {@link BigDecimal#BigDecimal(String)} does, but in linear time: that
 * constructor takes quadratic time. So a value of some megabytes of digits would hold a handler for
 * hours.
 */
public final class DecimalText {
  /** More than the 38 digits before and the 38 behind the point, and the one that rounds them. */
  static final int MAX_DIGITS = 80;

  /** Texts up to here are left to BigDecimal. */
  static final int MAX_SHORT_LENGTH = 200;

  private DecimalText() {}

  /**
   * The number, of which at most the first {@value #MAX_DIGITS} digits count, leading zeros apart.
   * It is as precise as any DECIMAL that it is rounded half up to.
   *
   * @throws NumberFormatException where BigDecimal throws it
   */
  public static BigDecimal parse(String text) {
    return text.length() <= MAX_SHORT_LENGTH ? new BigDecimal(text) : parseLong(text);
  }

  private static BigDecimal parseLong(String text) {
    int exponentAt = exponentPosition(text);
    // Its scale is the exponent with the other sign; BigDecimal also checks the exponent's
    // spelling.
    long scale = new BigDecimal("1" + text.substring(exponentAt)).scale();
    StringBuilder digits = new StringBuilder(MAX_DIGITS);
    boolean hasPoint = false;
    boolean hasDigit = false;
    for (int i = isSign(text.charAt(0)) ? 1 : 0; i < exponentAt; i++) {
      char c = text.charAt(i);
      if (c == '.' && !hasPoint) {
        hasPoint = true;
        continue;
      }
      int digit = Character.digit(c, 10);
      if (digit < 0) {
        throw new NumberFormatException("not a digit");
      }
      hasDigit = true;
      boolean counts = digits.length() < MAX_DIGITS;
      if (counts && (digit > 0 || digits.length() > 0)) {
        digits.append((char) ('0' + digit));
      }
      scale += (hasPoint ? 1 : 0) - (counts ? 0 : 1);
    }
    if (!hasDigit || scale != (int) scale) {
      throw new NumberFormatException("no digit, or an exponent out of range");
    }
    BigInteger unscaled =
        digits.length() == 0 ? BigInteger.ZERO : new BigInteger(digits.toString());
    return new BigDecimal(text.charAt(0) == '-' ? unscaled.negate() : unscaled, (int) scale);
  }

  private static int exponentPosition(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == 'e' || text.charAt(i) == 'E') {
        return i;
      }
    }
    return text.length();
  }

  private static boolean isSign(char c) {
    return c == '-' || c == '+';
  }
}
