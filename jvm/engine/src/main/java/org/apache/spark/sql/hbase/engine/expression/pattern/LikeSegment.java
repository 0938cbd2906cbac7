package org.apache.spark.sql.hbase.engine.expression.pattern;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.engine.expression.text.Utf8;

/** A part of a LIKE pattern without {@code %}: literal texts and single wildcards. Immutable. */
final class LikeSegment {
  /** In the place of a literal: one code point of any kind. */
  static final String ANY = null;

  /** Literal UTF-8; null is one code point of any kind. */
  private final byte[][] parts;

  private final int codePoints;

  private LikeSegment(List<byte[]> parts, int codePoints) {
    this.parts = parts.toArray(byte[][]::new);
    this.codePoints = codePoints;
  }

  /** Of single characters or {@link #ANY}. */
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
    return new LikeSegment(parts, pieces.size());
  }

  private static void addLiteral(StringBuilder literal, List<byte[]> parts) {
    if (!literal.isEmpty()) {
      parts.add(literal.toString().getBytes(StandardCharsets.UTF_8));
      literal.setLength(0);
    }
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

  /** Position behind the first match that begins at {@code from} or later, or -1. */
  int endOfFirstMatch(byte[] text, int from, int end) {
    int at = from;
    while (true) {
      int position = endOfMatch(text, at, end);
      if (position >= 0 || at >= end) {
        return position;
      }
      at += Utf8.width(text[at]);
    }
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
