package org.apache.spark.sql.hbase.engine.expression.text;

import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.codec.bytes.Utf8Validity;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * Code points of a STRING as Spark's UTF8String steps over them, by the first byte alone. A byte
 * that cannot begin a code point counts as one. Bytes need not be valid UTF-8.
 */
public final class Utf8 {
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  public static int length(byte[] bytes, int start, int end) {
    int count = 0;
    for (int i = start; i < end; i += width(bytes[i])) {
      count++;
    }
    return count;
  }

  /** Position of the byte after {@code count} code points, at most {@code end}. */
  public static int skip(byte[] bytes, int start, int end, long count) {
    int i = start;
    for (long skipped = 0; i < end && skipped < count; skipped++) {
      i += width(bytes[i]);
    }
    return Math.min(i, end);
  }

  /** Bytes of the code point that begins with a byte. */
  public static int width(byte first) {
    int unsigned = first & 0xFF;
    if (unsigned < 0xC2) {
      return 1;
    }
    if (unsigned < 0xE0) {
      return 2;
    }
    if (unsigned < 0xF0) {
      return 3;
    }
    return unsigned < 0xF5 ? 4 : 1;
  }

  /** The code point that begins at {@code at}, of bytes that are UTF-8. */
  public static int codePoint(byte[] bytes, int at) {
    byte first = bytes[at];
    int width = width(first);
    if (width == 1) {
      return first;
    }
    int codePoint = first & 0x7F >> width;
    for (int i = at + 1; i < at + width; i++) {
      codePoint = codePoint << 6 | bytes[i] & 0x3F;
    }
    return codePoint;
  }

  /**
   * Position, counted in code points from 0, of the first code point at which {@code searched}
   * occurs, from code point {@code from} on; -1 if nowhere. An empty text is found at 0.
   */
  static long indexOf(
      byte[] bytes,
      int start,
      int end,
      byte[] searched,
      int searchedStart,
      int searchedEnd,
      long from) {
    if (searchedStart == searchedEnd) {
      return 0;
    }
    if (searchedEnd - searchedStart > ByteSearch.LONG_PATTERN) {
      return indexOfLong(bytes, start, end, searched, searchedStart, searchedEnd, from);
    }
    long position = 0;
    for (int at = start; at < end; at += width(bytes[at])) {
      if (position >= from
          && ByteSearch.isAt(bytes, at, end, searched, searchedStart, searchedEnd)) {
        return position;
      }
      position++;
    }
    return -1;
  }

  private static long indexOfLong(
      byte[] bytes,
      int start,
      int end,
      byte[] searched,
      int searchedStart,
      int searchedEnd,
      long from) {
    LinearSearch search = new LinearSearch(bytes, start, end, searched, searchedStart, searchedEnd);
    long position = 0;
    int at = start;
    for (int found = search.next(); found >= 0; found = search.next()) {
      while (at < found) {
        at += width(bytes[at]);
        position++;
      }
      if (at == found && position >= from) {
        return position;
      }
    }
    return -1;
  }

  public static boolean isAscii(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** A value as a Java string, each part that is not UTF-8 as U+FFFD. */
  public static String decode(ColumnVector values, int row) {
    return new String(values.data, values.offsets[row], values.length(row), StandardCharsets.UTF_8);
  }

  /** A value with U+FFFD in the place of each part that is not UTF-8. */
  static byte[] validBytes(ColumnVector values, int row) {
    return decode(values, row).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Bytes as a Java string with U+FFFD for each maximal part of a code point, as Unicode
   * recommends: what Spark calls a valid string. Java itself takes the three bytes of a surrogate
   * as one part, Unicode as three.
   */
  public static String decodeByMaximalParts(byte[] bytes, int start, int end) {
    if (Utf8Validity.isValid(bytes, start, end)) {
      return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }
    StringBuilder text = new StringBuilder(end - start);
    for (int at = start; at < end; ) {
      int length = partLength(bytes, at, end);
      if (length == width(bytes[at]) && Utf8Validity.isValid(bytes, at, at + length)) {
        text.append(new String(bytes, at, length, StandardCharsets.UTF_8));
      } else {
        text.append(REPLACEMENT);
      }
      at += length;
    }
    return text.toString();
  }

  /** Bytes from {@code at} on that can begin a code point, at least one. */
  private static int partLength(byte[] bytes, int at, int end) {
    int width = Math.min(width(bytes[at]), end - at);
    if (width == 1 || !Utf8Validity.isValidSecond(bytes[at], bytes[at + 1])) {
      return 1;
    }
    int length = 2;
    while (length < width && Utf8Validity.isContinuation(bytes[at + length])) {
      length++;
    }
    return length;
  }
}
