package org.apache.spark.sql.hbase.engine.expression.pattern;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;
import org.apache.spark.sql.hbase.engine.expression.pattern.RegexTranslator.NotTakenException;

/**
 * A regular expression that Java and RE2 understand alike, and whether it is found in a text, in
 * time linear in the text. Immutable.
 */
final class Regex {
  private static final int MAX_LENGTH = 1024;
  private static final int MAX_SIZE = 2000;

  private final Pattern pattern;
  private final boolean endsAtLineEnd;
  private final int shortest;

  private Regex(Pattern pattern, boolean endsAtLineEnd, int shortest) {
    this.pattern = pattern;
    this.endsAtLineEnd = endsAtLineEnd;
    this.shortest = shortest;
  }

  /** Empty for a pattern that is too large, or that is not known to mean the same in both. */
  static Optional<Regex> parse(String javaPattern) {
    return parse(javaPattern, RegexTranslator.forMatches(javaPattern));
  }

  /**
   * As {@link #parse(String)}, of a pattern whose matches stand at the same positions in both, and
   * are never empty.
   */
  static Optional<Regex> parseForPositions(String javaPattern) {
    return parse(javaPattern, RegexTranslator.forPositions(javaPattern))
        .filter(regex -> regex.shortest > 0);
  }

  private static Optional<Regex> parse(String javaPattern, RegexTranslator translator) {
    if (javaPattern.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      String translated = translator.translate();
      return translator.size() > MAX_SIZE
          ? Optional.empty()
          : Optional.of(
              new Regex(
                  Pattern.compile(translated), translator.endsAtLineEnd(), translator.shortest()));
    } catch (NotTakenException | PatternSyntaxException e) {
      return Optional.empty();
    }
  }

  /** Code points of the shortest match; of a regex for positions. */
  int shortest() {
    return shortest;
  }

  int groupCount() {
    return pattern.groupCount();
  }

  /** Of a regex for positions. */
  Matcher matcher(String text) {
    return pattern.matcher(text);
  }

  /** Java's {@code $} stands at the end of the text, and before a line end that is its end. */
  boolean isFoundIn(String text) {
    if (pattern.matcher(text).find()) {
      return true;
    }
    int lineEnd = endsAtLineEnd ? lineEndLength(text) : 0;
    return lineEnd > 0 && pattern.matcher(text.substring(0, text.length() - lineEnd)).find();
  }

  private static int lineEndLength(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    if (text.endsWith("\r\n")) {
      return 2;
    }
    return switch (text.charAt(text.length() - 1)) {
      case '\n', '\r', '\u0085', '\u2028', '\u2029' -> 1;
      default -> 0;
    };
  }
}
