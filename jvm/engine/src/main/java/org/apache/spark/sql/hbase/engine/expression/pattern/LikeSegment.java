package org.apache.spark.sql.hbase.engine.expression.pattern;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.engine.expression.text.ByteSearch;
import org.apache.spark.sql.hbase.engine.expression.text.Utf8;

/** A part of a LIKE pattern without {@code %}: literal texts and single wildcards. Immutable. */
final class LikeSegment {
  /** In the place of a literal: one code point of any kind. */
  static final String ANY = null;

  private static final int HELD_BYTES = 128;
  private static final int HELD_BYTES_PER_CODE_POINT = 32;

  /** Literal UTF-8; null is one code point of any kind. */
  private final byte[][] parts;

  private final int codePoints;

  private final boolean isLiteral;

  /** Null where all is literal, and where it would be too long. */
  private final WildcardSearch search;

  private LikeSegment(List<byte[]> parts, List<String> pieces) {
    this.parts = parts.toArray(byte[][]::new);
    this.codePoints = pieces.size();
    this.isLiteral = !pieces.contains(ANY);
    this.search =
        isLiteral || codePoints > WildcardSearch.MAX_LENGTH
            ? null
            : new WildcardSearch(pieces.stream().mapToInt(LikeSegment::codePoint).toArray());
  }

  private static int codePoint(String piece) {
    return piece == ANY ? WildcardSearch.ANY : piece.codePointAt(0);
  }

  /** Makes a segment of pieces, each a single character or {@link #ANY}. */
  static LikeSegment of(List<String> pieces) {
    List<byte[]> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    for (String piece : pieces) {
      if (piece == ANY) {
        addLiteral(literal, parts);
        parts.add(null);
      } else {
        literal.append(piece);
      }
    }
    addLiteral(literal, parts);
    return new LikeSegment(parts, pieces);
  }

  private static void addLiteral(StringBuilder literal, List<byte[]> parts) {
    if (literal.length() > 0) {
      parts.add(literal.toString().getBytes(StandardCharsets.UTF_8));
      literal.setLength(0);
    }
  }

  /** True if {@link #endOfFirstMatch} may be called. */
  boolean isSearchable() {
    return isLiteral || search != null;
  }

  /** Memory that it takes, nearly. */
  long heldBytes() {
    return HELD_BYTES
        + (long) HELD_BYTES_PER_CODE_POINT * codePoints
        + (search == null ? 0 : WildcardSearch.HELD_BYTES);
  }

  /** Position behind a match that begins at {@code at}, or -1. */
  int endOfMatch(byte[] text, int at, int end) {
    int position = at;
    for (byte[] part : parts) {
      if (part == null) {
        if (position >= end) {
          return -1;
        }
        position += Utf8.width(text[position]);
      } else if (end - position < part.length
          || !Arrays.equals(text, position, position + part.length, part, 0, part.length)) {
        return -1;
      } else {
        position += part.length;
      }
    }
    return position;
  }

  /**
   * Position behind the first match that begins at {@code from} or later, or -1; of one that {@link
   * #isSearchable}.
   */
  int endOfFirstMatch(byte[] text, int from, int end) {
    if (!isLiteral) {
      return search.endOfFirst(text, from, end);
    }
    if (parts.length == 0) {
      return from;
    }
    // Bytes of UTF-8 are found only where code points begin.
    byte[] literal = parts[0];
    int found = ByteSearch.find(text, from, end, literal, 0, literal.length);
    return found < 0 ? -1 : found + literal.length;
  }

  /** Whether the last code points match, as many as the segment has, from {@code from} on. */
  boolean matchesTail(byte[] text, int from, int end) {
    int at = end;
    for (int i = 0; i < codePoints; i++) {
      do {
        at--;
      } while (at >= from && (text[at] & 0xC0) == 0x80);
      if (at < from) {
        return false;
      }
    }
    return endOfMatch(text, at, end) == end;
  }
}
