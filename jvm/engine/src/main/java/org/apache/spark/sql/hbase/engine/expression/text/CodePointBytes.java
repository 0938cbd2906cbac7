package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.Arrays;

/**
 * A set of the code points that occur in bytes, at any position. It is prepared once for a long
 * text, so that each question takes logarithmic time. It takes four bytes for each byte of the
 * text. Immutable.
 */
final class CodePointBytes {
  /** Code points by their bytes, big-endian, in ascending order. */
  private final int[] codePoints;

  CodePointBytes(byte[] bytes, int start, int end) {
    int[] found = new int[end - start];
    int count = 0;
    for (int at = start; at < end; at++) {
      int next = at + Utf8.width(bytes[at]);
      if (next <= end) {
        found[count++] = packed(bytes, at, next);
      }
    }
    Arrays.sort(found, 0, count);
    codePoints = Arrays.copyOf(found, count);
  }

  /** Whether {@code bytes[at..next)}, a whole code point, occurs. */
  boolean contains(byte[] bytes, int at, int next) {
    return Arrays.binarySearch(codePoints, packed(bytes, at, next)) >= 0;
  }

  /** The first byte says how many there are, so that no two code points are packed alike. */
  private static int packed(byte[] bytes, int at, int next) {
    int packed = 0;
    for (int i = at; i < next; i++) {
      packed = packed << Byte.SIZE | bytes[i] & 0xFF;
    }
    return packed;
  }
}
