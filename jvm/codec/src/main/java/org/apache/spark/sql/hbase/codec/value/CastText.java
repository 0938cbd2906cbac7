package org.apache.spark.sql.hbase.codec.value;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;

/**
 * Reads texts of single values as Spark's CAST of STRING does. Each method is false where the text
 * is no value; else {@link #number} or {@link #floating} has it. Reusable, not thread-safe.
 */
public final class CastText {
  private static final byte[][] TRUE = words("true", "t", "yes", "y", "1");
  private static final byte[][] FALSE = words("false", "f", "no", "n", "0");
  private static final int MAX_YEAR_DIGITS = 7;
  private static final int DAY = 2;

  /** Year, month, day. */
  private final int[] fields = new int[DAY + 1];

  private long number;
  private double floating;

  /** The BOOLEAN as 0 or 1, the integer, or the days of the DATE that was read. */
  public long number() {
    return number;
  }

  /** The FLOAT or DOUBLE that was read. */
  public double floating() {
    return floating;
  }

  private static byte[][] words(String... words) {
    byte[][] bytes = new byte[words.length][];
    for (int i = 0; i < words.length; i++) {
      bytes[i] = words[i].getBytes(StandardCharsets.US_ASCII);
    }
    return bytes;
  }

  /** Position of the first byte that is neither a space nor a control character. */
  public static int trimmedStart(byte[] data, int start, int end) {
    int at = start;
    while (at < end && isBlank(data[at])) {
      at++;
    }
    return at;
  }

  /** Position behind the last byte that is neither a space nor a control character. */
  public static int trimmedEnd(byte[] data, int start, int end) {
    int at = end;
    while (at > start && isBlank(data[at - 1])) {
      at--;
    }
    return at;
  }

  private static boolean isBlank(byte b) {
    return b >= 0 && b <= ' ' || b == 0x7F;
  }

  /** Reads a BOOLEAN: one of five words for each value, in any case. */
  public boolean readBoolean(byte[] data, int start, int end) {
    int from = trimmedStart(data, start, end);
    int to = trimmedEnd(data, from, end);
    number = isOneOf(TRUE, data, from, to) ? 1 : 0;
    return number == 1 || isOneOf(FALSE, data, from, to);
  }

  private static boolean isOneOf(byte[][] words, byte[] data, int from, int to) {
    for (byte[] word : words) {
      if (word.length == to - from && equalsIgnoringCase(word, data, from)) {
        return true;
      }
    }
    return false;
  }

  private static boolean equalsIgnoringCase(byte[] word, byte[] data, int from) {
    for (int i = 0; i < word.length; i++) {
      byte b = data[from + i];
      if ((b >= 'A' && b <= 'Z' ? b + 0x20 : b) != word[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads a BIGINT: a sign and digits.
   *
   * @param takesFraction whether a point and more digits may follow, which are cut off; a point
   *     alone is 0 then
   */
  public boolean readInteger(byte[] data, int start, int end, boolean takesFraction) {
    int at = trimmedStart(data, start, end);
    int to = trimmedEnd(data, at, end);
    boolean isNegative = at < to && data[at] == '-';
    if (isNegative || at < to && data[at] == '+') {
      at++;
    }
    if (at == to) {
      return false;
    }
    // Negative, because the smallest number has no positive counterpart.
    long value = 0;
    for (; at < to && TextCodec.isDigit(data[at]); at++) {
      int digit = data[at] - '0';
      if (value < (Long.MIN_VALUE + digit) / 10) {
        return false;
      }
      value = value * 10 - digit;
    }
    boolean isRead = at == to || takesFraction && isFraction(data, at, to);
    if (!isRead || !isNegative && value == Long.MIN_VALUE) {
      return false;
    }
    number = isNegative ? value : -value;
    return true;
  }

  private static boolean isFraction(byte[] data, int from, int to) {
    return data[from] == '.' && TextCodec.skipDigits(data, from + 1, to) == to;
  }

  /**
   * Reads a FLOAT or DOUBLE: the texts that Java parses, with hexadecimal numbers and a type letter
   * at the end. Words for infinity and NaN are read in any case. Allocates.
   */
  public boolean readFloating(byte[] data, int start, int end, boolean toFloat) {
    String text = new String(data, start, end - start, StandardCharsets.UTF_8);
    try {
      floating = toFloat ? Float.parseFloat(text) : Double.parseDouble(text);
      return true;
    } catch (NumberFormatException e) {
      return readWord(text.trim().toLowerCase(Locale.ROOT));
    }
  }

  private boolean readWord(String word) {
    switch (word) {
      case "inf", "+inf", "infinity", "+infinity" -> floating = Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> floating = Double.NEGATIVE_INFINITY;
      case "nan" -> floating = Double.NaN;
      default -> {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads a DATE: a year of four to seven digits, perhaps with a sign. A month and a day of one or
   * two digits may follow. Behind a whole date a space or a T may begin anything.
   */
  public boolean readDate(byte[] data, int start, int end) {
    int at = trimmedStart(data, start, end);
    int to = trimmedEnd(data, at, end);
    if (at == to || !readDateFields(data, at, to)) {
      return false;
    }
    try {
      number = LocalDate.of(fields[0], fields[1], fields[DAY]).toEpochDay();
      return number == (int) number;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private boolean readDateFields(byte[] data, int start, int end) {
    fields[1] = 1;
    fields[DAY] = 1;
    boolean hasSign = data[start] == '-' || data[start] == '+';
    int at = hasSign ? start + 1 : start;
    for (int field = 0; field < fields.length; field++) {
      int first = at;
      int value = 0;
      for (; at < end && TextCodec.isDigit(data[at]); at++) {
        value = value * 10 + data[at] - '0';
      }
      if (!isLength(field, at - first)) {
        return false;
      }
      fields[field] = field == 0 && data[start] == '-' ? -value : value;
      if (at == end) {
        return true;
      }
      if (field < DAY && data[at++] != '-') {
        return false;
      }
    }
    return data[at] == ' ' || data[at] == 'T';
  }

  private static boolean isLength(int field, int digits) {
    return field == 0 ? digits >= 4 && digits <= MAX_YEAR_DIGITS : digits == 1 || digits == 2;
  }
}
