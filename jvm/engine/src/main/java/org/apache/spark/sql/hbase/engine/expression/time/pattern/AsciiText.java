package org.apache.spark.sql.hbase.engine.expression.time.pattern;

import java.util.Arrays;

/** A text of digits and signs that is built for one row after the other. Not thread-safe. */
final class AsciiText {
  private static final int MAX_DIGITS = 19;

  /** The text, in the first {@link #length} bytes. */
  byte[] bytes = new byte[64];

  int length;

  void clear() {
    length = 0;
  }

  void sign(char sign) {
    ensure(1);
    bytes[length++] = (byte) sign;
  }

  void bytes(byte[] text) {
    ensure(text.length);
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
  }

  /** A number that is not negative, with zeros before it up to a number of digits. */
  void number(long value, int minDigits) {
    ensure(MAX_DIGITS);
    int digits = 1;
    for (long rest = value / 10; rest > 0; rest /= 10) {
      digits++;
    }
    digits = Math.max(digits, minDigits);
    long rest = value;
    for (int i = length + digits - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
  }

  /** The first digits of a fraction given in nanoseconds. */
  void fraction(long nanos, int digits) {
    long shown = nanos;
    for (int i = digits; i < 9; i++) {
      shown /= 10;
    }
    number(shown, digits);
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }
}
