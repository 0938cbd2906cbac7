package org.apache.spark.sql.hbase.engine.expression.pattern;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.expression.text.Utf8;

/**
 * Finds literal code points with single wildcards among them, in time for the text times a 64th of
 * the pattern: a bit for each length of a beginning of the pattern says whether it ends at the
 * current code point (Baeza-Yates and Gonnet, "A new approach to text searching", Communications of
 * the ACM 35, 1992). Has scratch space of its own; not thread-safe.
 */
final class WildcardSearch {
  /** In the place of a code point: one of any kind. */
  static final int ANY = -1;

  private static final int ASCII = 128;

  /** Code points that the pattern names, ascending. The first has row 1 of the masks. */
  private final int[] named;

  private final int[] asciiRows = new int[ASCII];
  private final int words;

  /** Positions of the pattern at which a code point may stand; row 0 is of those not named. */
  private final long[] masks;

  private final long lastPosition;
  private final long[] matched;

  /**
   * @param pattern code points or {@link #ANY}; at least one
   */
  WildcardSearch(int[] pattern) {
    named = Arrays.stream(pattern).filter(piece -> piece != ANY).sorted().distinct().toArray();
    for (int i = 0; i < named.length && named[i] < ASCII; i++) {
      asciiRows[named[i]] = i + 1;
    }
    words = (pattern.length + Long.SIZE - 1) / Long.SIZE;
    masks = new long[(named.length + 1) * words];
    for (int i = 0; i < pattern.length; i++) {
      for (int row = 0; row <= named.length; row++) {
        if (pattern[i] == ANY || row == row(pattern[i])) {
          masks[row * words + i / Long.SIZE] |= 1L << i;
        }
      }
    }
    lastPosition = 1L << (pattern.length - 1);
    matched = new long[words];
  }

  private int row(int codePoint) {
    return codePoint < ASCII
        ? asciiRows[codePoint]
        : Math.max(0, Arrays.binarySearch(named, codePoint) + 1);
  }

  /** Position behind the first occurrence in bytes that are UTF-8, or -1. */
  int endOfFirst(byte[] text, int from, int end) {
    Arrays.fill(matched, 0);
    for (int at = from; at < end; ) {
      int row = row(Utf8.codePoint(text, at));
      at += Utf8.width(text[at]);
      if (endsAfter(row)) {
        return at;
      }
    }
    return -1;
  }

  private boolean endsAfter(int row) {
    long carried = 1;
    for (int word = 0; word < words; word++) {
      long before = matched[word];
      matched[word] = (before << 1 | carried) & masks[row * words + word];
      carried = before >>> (Long.SIZE - 1);
    }
    return (matched[words - 1] & lastPosition) != 0;
  }
}
