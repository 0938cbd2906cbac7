package org.apache.spark.sql.hbase.engine.expression.time;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pattern of {@code date_format}, for the letters whose text depends on no locale: {@code yyyy},
 * {@code yy}, {@code y}, and one or two of {@code M d H h m s}, {@code S} to {@code SSSSSSSSS},
 * quoted text and ASCII signs. Formats as java.time's DateTimeFormatter does. Immutable.
 */
final class DatePattern {
  /** One stretch of a letter, or literal text (letter 0). */
  private record Part(char letter, int count, byte[] text) {}

  private static final String RESERVED = "[]{}#<>";
  private static final int MAX_FRACTION_DIGITS = 9;

  private final Part[] parts;

  private DatePattern(List<Part> parts) {
    this.parts = parts.toArray(Part[]::new);
  }

  /** Empty if the pattern has a letter or sign beyond those above, or is empty. */
  static Optional<DatePattern> of(String pattern) {
    List<Part> parts = new ArrayList<>();
    int i = 0;
    while (i < pattern.length()) {
      char first = pattern.charAt(i);
      int end = i + 1;
      if (first == '\'') {
        end = closingQuote(pattern, i);
        if (end < 0) {
          return Optional.empty();
        }
        parts.add(literal(pattern.substring(i + 1, end - 1)));
      } else if (isLetter(first)) {
        while (end < pattern.length() && pattern.charAt(end) == first) {
          end++;
        }
        if (!isSupported(first, end - i)) {
          return Optional.empty();
        }
        parts.add(new Part(first, end - i, null));
      } else if (first < ' ' || first > '~' || RESERVED.indexOf(first) >= 0) {
        return Optional.empty();
      } else {
        parts.add(literal(String.valueOf(first)));
      }
      i = end;
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(new DatePattern(parts));
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static boolean isSupported(char letter, int count) {
    return switch (letter) {
      case 'y' -> count == 1 || count == 2 || count == 4;
      case 'M', 'd', 'H', 'h', 'm', 's' -> count <= 2;
      case 'S' -> count <= MAX_FRACTION_DIGITS;
      default -> false;
    };
  }

  /**
   * Position behind the quote that closes the one at {@code start}; negative if there is none, or
   * if the text has a quote or is empty, which mean a quote itself.
   */
  private static int closingQuote(String pattern, int start) {
    int end = pattern.indexOf('\'', start + 1);
    boolean isDoubled =
        end == start + 1 || end + 1 < pattern.length() && pattern.charAt(end + 1) == '\'';
    return end < 0 || isDoubled ? -1 : end + 1;
  }

  private static Part literal(String text) {
    return new Part((char) 0, 0, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Appends the text of a local date and time. */
  void format(long day, long secondOfDay, long microsOfSecond, AsciiText to) {
    for (Part part : parts) {
      switch (part.letter) {
        case 'y' -> year(CivilDate.year(day), part.count, to);
        case 'M' -> to.number(CivilDate.month(day), part.count);
        case 'd' -> to.number(CivilDate.dayOfMonth(day), part.count);
        case 'H' -> to.number(secondOfDay / 3600, part.count);
        case 'h' -> to.number((secondOfDay / 3600 + 11) % 12 + 1, part.count);
        case 'm' -> to.number(secondOfDay / 60 % 60, part.count);
        case 's' -> to.number(secondOfDay % 60, part.count);
        case 'S' -> to.fraction(microsOfSecond * 1000, part.count);
        default -> to.bytes(part.text);
      }
    }
  }

  /** Two digits drop the century; four put a sign before longer years. */
  private static void year(int year, int count, AsciiText to) {
    if (count == 2) {
      to.number(Math.abs(year) % 100, 2);
      return;
    }
    if (year < 0) {
      to.sign('-');
    } else if (count == 4 && year > 9999) {
      to.sign('+');
    }
    to.number(Math.abs(year), count);
  }
}
