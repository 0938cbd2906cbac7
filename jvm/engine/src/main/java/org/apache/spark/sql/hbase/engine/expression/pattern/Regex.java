package org.apache.spark.sql.hbase.engine.expression.pattern;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;
import org.apache.spark.sql.hbase.engine.expression.kernel.SharedConstant;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.apache.spark.sql.hbase.engine.expression.pattern.RegexTranslator.NotTakenException;

/**
 * A regular expression that Java and RE2 understand alike. A search takes time for the length of
 * the text times the size of the expression. Immutable.
 */
final class Regex implements SharedConstant {
  /**
   * Memory of one state of a compiled pattern. By the fields of RE2/J's Machine it takes some 130
   * bytes in each matcher that the pattern keeps. The pattern keeps as many matchers as were in use
   * at one time; the region server's handlers, 30 by default, bound their number.
   */
  private static final int HELD_BYTES_PER_STATE = 4096;

  private static final int MAX_LENGTH = 1024;
  private static final int MAX_SIZE = 2000;

  private final Pattern pattern;
  private final boolean endsAtLineEnd;
  private final int shortest;
  private final int size;

  private Regex(Pattern pattern, RegexTranslator translator) {
    this.pattern = pattern;
    this.endsAtLineEnd = translator.endsAtLineEnd();
    this.shortest = translator.shortest();
    this.size = (int) translator.size();
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
    try {
      return translated(javaPattern, translator)
          .map(translated -> new Regex(Pattern.compile(translated), translator));
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }

  /** The expression for RE2; empty for a pattern that is too large or not taken. */
  private static Optional<String> translated(String javaPattern, RegexTranslator translator) {
    if (javaPattern.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      String translated = translator.translate();
      return translator.size() > MAX_SIZE ? Optional.empty() : Optional.of(translated);
    } catch (NotTakenException e) {
      return Optional.empty();
    }
  }

  /**
   * Estimates the number of states of a matcher without compiling the pattern; 0 for a pattern that
   * is not supported.
   */
  static long sizeOf(String javaPattern) {
    RegexTranslator translator = RegexTranslator.forMatches(javaPattern);
    return translated(javaPattern, translator).isPresent() ? translator.size() : 0;
  }

  @Override
  public long heldBytes() {
    return (long) HELD_BYTES_PER_STATE * size;
  }

  /** Code points of the shortest match; of a regex for positions. */
  int shortest() {
    return shortest;
  }

  int groupCount() {
    return pattern.groupCount();
  }

  /** Makes the matcher of a regex that is asked for positions. */
  Matcher matcher(String text, WorkLimit limit) {
    // Where one look would not come, the text is read as it is, which is a little faster.
    boolean isShort = (long) text.length() * size < LimitedText.STATES_PER_LOOK;
    return pattern.matcher(isShort || limit.isNone() ? text : new LimitedText(text, size, limit));
  }

  /** Java's {@code $} stands at the end of the text, and before a line end that is its end. */
  boolean isFoundIn(String text, WorkLimit limit) {
    if (matcher(text, limit).find()) {
      return true;
    }
    int lineEnd = endsAtLineEnd ? lineEndLength(text) : 0;
    return lineEnd > 0 && matcher(text.substring(0, text.length() - lineEnd), limit).find();
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
