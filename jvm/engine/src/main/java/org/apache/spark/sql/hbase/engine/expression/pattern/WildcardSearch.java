package org.apache.spark.sql.hbase.engine.expression.pattern;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.expression.text.Utf8;

/**
 * Finds literal code points with single wildcards among them, in time for the text alone. A bit for
 * each length of a beginning of the pattern says whether it ends at the current code point. See
 * Baeza-Yates and Gonnet, "A new approach to text searching", Communications of the ACM 35, 1992.
 * Immutable.
 */
final class WildcardSearch {
  /** In the place of a code point: one of any kind. */
  static final int ANY = -1;

  /** Code points and wildcards of a pattern at most, since all bits are in one word. */
  static final int MAX_LENGTH = Long.SIZE;

  /** Memory that one takes, nearly. */
  static final int HELD_BYTES = 1200;

  private static final int ASCII = 128;

  /** Positions of the pattern at which any code point may stand. */
  private final long wildcards;

  /** Positions at which a code point may stand; of ASCII ones by themselves. */
  private final long[] ofAscii = new long[ASCII];

  /** The other code points of the pattern, ascending. */
  private final int[] others;

  private final long[] ofOthers;
  private final long lastPosition;

  /**
   * @param pattern code points or {@link #ANY}; at least one, at most {@link #MAX_LENGTH}
   */
  WildcardSearch(int[] pattern) {
    others = Arrays.stream(pattern).filter(piece -> piece >= ASCII).sorted().distinct().toArray();
    ofOthers = new long[others.length];
    long anywhere = 0;
    for (int i = 0; i < pattern.length; i++) {
      long position = 1L << i;
      if (pattern[i] == ANY) {
        anywhere |= position;
      } else if (pattern[i] < ASCII) {
        ofAscii[pattern[i]] |= position;
      } else {
        ofOthers[Arrays.binarySearch(others, pattern[i])] |= position;
      }
    }
    wildcards = anywhere;
    lastPosition = 1L << (pattern.length - 1);
  }

  /** Position behind the first occurrence in bytes that are UTF-8, or -1. */
  int endOfFirst(byte[] text, int from, int end) {
    long matched = 0;
    for (int at = from; at < end; ) {
      long positions = wildcards | positions(Utf8.codePoint(text, at));
      at += Utf8.width(text[at]);
      matched = (matched << 1 | 1) & positions;
      if ((matched & lastPosition) != 0) {
        return at;
      }
    }
    return -1;
  }

  private long positions(int codePoint) {
    if (codePoint < ASCII) {
      return ofAscii[codePoint];
    }
    int index = Arrays.binarySearch(others, codePoint);
    return index < 0 ? 0 : ofOthers[index];
  }
}
