package org.apache.spark.sql.hbase.engine.keyrange.predicate;

/** Finds the prefix that every text has which a LIKE pattern matches. */
final class LikePrefix {
  /** A text that is not UTF-8 is matched with this in place of its faults. */
  private static final char REPLACEMENT = '\uFFFD';

  private LikePrefix() {}

  static String of(String pattern, char escape) {
    int length = 0;
    while (length < pattern.length() && isItself(pattern.charAt(length), escape)) {
      length++;
    }
    return pattern.substring(0, length);
  }

  private static boolean isItself(char c, char escape) {
    return c != '%' && c != '_' && c != escape && c != REPLACEMENT;
  }
}
