package org.apache.spark.sql.hbase.engine.expression.text;

/**
 * Finds all occurrences of bytes in bytes, overlapping ones too, in time linear in both. It is the
 * algorithm of Knuth, Morris and Pratt (SIAM Journal on Computing 6, 1977). It takes an int for
 * each byte of the pattern, unless the pattern is longer than what is searched. So {@link
 * ByteSearch} comes to it only where comparing at each position costs too much. For one search; not
 * thread-safe.
 */
final class LinearSearch {
  private final byte[] pattern;
  private final int patternStart;

  /** For each length of a part that matched, how much of its end may begin the next occurrence. */
  private final int[] borders;

  private final byte[] bytes;
  private final int end;
  private int at;
  private int matched;

  /**
   * Starts a search for {@code pattern[patternStart..patternEnd)}, which is not empty, in {@code
   * bytes[from..end)}.
   */
  LinearSearch(byte[] bytes, int from, int end, byte[] pattern, int patternStart, int patternEnd) {
    boolean isLonger = patternEnd - patternStart > end - from;
    this.bytes = bytes;
    this.at = isLonger ? end : from;
    this.end = end;
    this.pattern = pattern;
    this.patternStart = patternStart;
    this.borders = new int[isLonger ? 1 : patternEnd - patternStart + 1];
    for (int i = 1; i < borders.length - 1; i++) {
      borders[i + 1] = extended(borders[i], pattern[patternStart + i]);
    }
  }

  /** Position of the next occurrence, or -1. */
  int next() {
    int length = borders.length - 1;
    while (at < end) {
      int longest = matched == length ? borders[length] : matched;
      matched = extended(longest, bytes[at++]);
      if (matched == length) {
        return at - length;
      }
    }
    return -1;
  }

  /** Position of the occurrence of a number, from 1 on; -1 if there are fewer. */
  static int find(
      byte[] bytes,
      int from,
      int end,
      byte[] pattern,
      int patternStart,
      int patternEnd,
      long number) {
    LinearSearch search = new LinearSearch(bytes, from, end, pattern, patternStart, patternEnd);
    int found = -1;
    for (long i = 0; i < number; i++) {
      found = search.next();
      if (found < 0) {
        return -1;
      }
    }
    return found;
  }

  /** Counts the occurrences of the pattern. */
  static long count(
      byte[] bytes, int from, int end, byte[] pattern, int patternStart, int patternEnd) {
    LinearSearch search = new LinearSearch(bytes, from, end, pattern, patternStart, patternEnd);
    long count = 0;
    while (search.next() >= 0) {
      count++;
    }
    return count;
  }

  /**
   * Returns the length of the pattern that matches after one more byte, if {@code length} bytes
   * matched before it.
   */
  private int extended(int length, byte next) {
    int longest = length;
    while (longest > 0 && pattern[patternStart + longest] != next) {
      longest = borders[longest];
    }
    return pattern[patternStart + longest] == next ? longest + 1 : 0;
  }
}
