package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.Arrays;

/** Finds bytes in bytes. */
public final class ByteSearch {
  /** From this length on a pattern may cost more than making the table of a linear search. */
  static final int LONG_PATTERN = 256;

  private ByteSearch() {}

  /** Whether {@code bytes[at..end)} begins with {@code pattern[start..patternEnd)}. */
  static boolean isAt(byte[] bytes, int at, int end, byte[] pattern, int start, int patternEnd) {
    int length = patternEnd - start;
    return length <= end - at && Arrays.equals(bytes, at, at + length, pattern, start, patternEnd);
  }

  static boolean endsWith(
      byte[] bytes, int start, int end, byte[] pattern, int patternStart, int patternEnd) {
    int at = end - (patternEnd - patternStart);
    return at >= start && isAt(bytes, at, end, pattern, patternStart, patternEnd);
  }

  /**
   * Position of the first occurrence from {@code from} on, or -1. Nothing is found at once. Takes
   * time for the bytes up to the occurrence and for its own, however often parts of it match.
   */
  public static int find(
      byte[] bytes, int from, int end, byte[] pattern, int patternStart, int patternEnd) {
    int length = patternEnd - patternStart;
    if (length == 0) {
      return from;
    }
    byte first = pattern[patternStart];
    long compared = 0;
    for (int at = from; at <= end - length; at++) {
      if (bytes[at] != first) {
        continue;
      }
      int same = Arrays.mismatch(bytes, at, at + length, pattern, patternStart, patternEnd);
      if (same < 0) {
        return at;
      }
      compared += same;
      if (compared > (long) LONG_PATTERN * (at - from + length)) {
        return new LinearSearch(bytes, at + 1, end, pattern, patternStart, patternEnd).next();
      }
    }
    return -1;
  }

  /**
   * Returns the number of the text between commas that equals the word, counted from 1. It is 0 if
   * none does or if the word has a comma.
   */
  static int positionInList(
      byte[] word, int start, int end, byte[] list, int listStart, int listEnd) {
    int position = 1;
    for (int at = listStart, from = listStart; at <= listEnd; at++) {
      if (at == listEnd || list[at] == ',') {
        if (Arrays.equals(word, start, end, list, from, at)) {
          return position;
        }
        position++;
        from = at + 1;
      }
    }
    return 0;
  }

  /**
   * Position of the last occurrence that begins at {@code from} or before it, or -1. For short
   * patterns: each position may cost as many comparisons as the pattern has bytes.
   */
  static int findLast(
      byte[] bytes,
      int start,
      int from,
      int end,
      byte[] pattern,
      int patternStart,
      int patternEnd) {
    for (int at = from; at >= start; at--) {
      if (isAt(bytes, at, end, pattern, patternStart, patternEnd)) {
        return at;
      }
    }
    return -1;
  }
}
