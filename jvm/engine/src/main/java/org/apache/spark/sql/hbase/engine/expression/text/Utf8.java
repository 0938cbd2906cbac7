package org.apache.spark.sql.hbase.engine.expression.text;

/**
 * Code points of a STRING as Spark's UTF8String steps over them: by the first byte alone, and a
 * byte that cannot begin a code point counts as one. Bytes need not be valid UTF-8.
 */
public final class Utf8 {
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

  private static int width(byte first) {
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
}
