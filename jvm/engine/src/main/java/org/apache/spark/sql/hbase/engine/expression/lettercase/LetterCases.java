package org.apache.spark.sql.hbase.engine.expression.lettercase;

/**
 * Case mappings of strings: Unicode's full mappings in the root locale, with the final form of
 * sigma at the end of a word. Not those of this Java, whose version of Unicode is another than that
 * of Spark. Thread-safe.
 */
final class LetterCases {
  private static final int CAPITAL_SIGMA = 0x3A3;
  private static final int FINAL_SIGMA = 0x3C2;
  private static final LetterCaseTable TABLE = LetterCaseTable.load();

  private LetterCases() {}

  static String upper(String text) {
    StringBuilder mapped = new StringBuilder(text.length() + 8);
    for (int at = 0; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      TABLE.appendUpper(codePoint, mapped);
      at += Character.charCount(codePoint);
    }
    return mapped.toString();
  }

  static String lower(String text) {
    StringBuilder mapped = new StringBuilder(text.length() + 8);
    for (int at = 0; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      int next = at + Character.charCount(codePoint);
      if (codePoint == CAPITAL_SIGMA && followsCased(text, at) && !precedesCased(text, next)) {
        mapped.appendCodePoint(FINAL_SIGMA);
      } else {
        TABLE.appendLower(codePoint, mapped);
      }
      at = next;
    }
    return mapped.toString();
  }

  /**
   * Whether a cased letter stands before a position, perhaps with code points that do not count.
   */
  private static boolean followsCased(String text, int end) {
    for (int at = end; at > 0; ) {
      int codePoint = text.codePointBefore(at);
      if (!TABLE.isIgnorable(codePoint)) {
        return TABLE.isCased(codePoint);
      }
      at -= Character.charCount(codePoint);
    }
    return false;
  }

  private static boolean precedesCased(String text, int start) {
    for (int at = start; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      if (!TABLE.isIgnorable(codePoint)) {
        return TABLE.isCased(codePoint);
      }
      at += Character.charCount(codePoint);
    }
    return false;
  }
}
