package org.apache.spark.sql.hbase.engine.expression.pattern;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.engine.expression.kernel.SharedConstant;

/**
 * A pattern of LIKE: {@code %} stands for any text, line ends included, {@code _} for one code
 * point. Matching takes time for the length of the text. Immutable.
 */
final class LikePattern implements SharedConstant {
  /** Longer patterns are refused. */
  static final int MAX_LENGTH = 1024;

  /** The segments before, between and behind the {@code %}. At least one. */
  private final LikeSegment[] segments;

  private LikePattern(List<LikeSegment> segments) {
    this.segments = segments.toArray(LikeSegment[]::new);
  }

  /**
   * Empty for a pattern that is too long, that needs a search for a long part with wildcards, or in
   * which Spark finds an error.
   */
  static Optional<LikePattern> parse(String pattern, char escape) {
    if (pattern.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    List<LikeSegment> segments = new ArrayList<>();
    List<String> pieces = new ArrayList<>();
    int[] codePoints = pattern.codePoints().toArray();
    for (int i = 0; i < codePoints.length; i++) {
      int codePoint = codePoints[i];
      if (codePoint == escape) {
        i++;
        boolean isEscapable =
            i < codePoints.length
                && (codePoints[i] == '%' || codePoints[i] == '_' || codePoints[i] == escape);
        if (!isEscapable) {
          return Optional.empty();
        }
        pieces.add(Character.toString(codePoints[i]));
      } else if (codePoint == '%') {
        segments.add(LikeSegment.of(pieces));
        pieces.clear();
      } else {
        pieces.add(codePoint == '_' ? LikeSegment.ANY : Character.toString(codePoint));
      }
    }
    segments.add(LikeSegment.of(pieces));
    boolean isSearchable =
        segments.stream()
            .skip(1)
            .limit(Math.max(0, segments.size() - 2))
            .allMatch(LikeSegment::isSearchable);
    return isSearchable ? Optional.of(new LikePattern(segments)) : Optional.empty();
  }

  @Override
  public long heldBytes() {
    return Arrays.stream(segments).mapToLong(LikeSegment::heldBytes).sum();
  }

  /** Whether the pattern matches all of some bytes that are UTF-8. */
  boolean matches(byte[] text, int start, int end) {
    int last = segments.length - 1;
    int at = segments[0].endOfMatch(text, start, end);
    if (last == 0 || at < 0) {
      return at == end;
    }
    for (int i = 1; i < last; i++) {
      at = segments[i].endOfFirstMatch(text, at, end);
      if (at < 0) {
        return false;
      }
    }
    return segments[last].matchesTail(text, at, end);
  }

  /** As {@link #matches(byte[], int, int)}; for bytes that are not UTF-8. */
  boolean matches(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return matches(bytes, 0, bytes.length);
  }
}
