package org.apache.spark.sql.hbase.engine.expression.time.pattern;

import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.CivilDate;

/**
 * A pattern of {@code date_format}: {@code yyyy}, {@code yy}, {@code y}, one or two of {@code M d H
 * k h K m s}, {@code D} to {@code DDD}, {@code S} to {@code SSSSSSSSS}. In English {@code MMM},
 * {@code MMMM}, {@code E} to {@code EEEE} and {@code a}; quoted text and ASCII signs. Formats as
 * java.time's DateTimeFormatter does. Immutable.
 */
public final class DatePattern {
  /** One stretch of a letter, or literal text (letter 0). */
  private record Part(char letter, int count, byte[] text) {}

  private static final String RESERVED = "[]{}#<>";
  private static final int MAX_FRACTION_DIGITS = 9;
  private static final int FULL_TEXT = 4;

  private final Part[] parts;

  private DatePattern(List<Part> parts) {
    this.parts = parts.toArray(Part[]::new);
  }

  /** Empty if the pattern has a letter or sign beyond those above, or is empty. */
  public static Optional<DatePattern> of(String pattern) {
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
      case 'M', 'E' -> count <= FULL_TEXT;
      case 'd', 'H', 'k', 'h', 'K', 'm', 's' -> count <= 2;
      case 'D' -> count <= 3;
      case 'a' -> count == 1;
      case 'S' -> count <= MAX_FRACTION_DIGITS;
      default -> false;
    };
  }

  /**
   * Position behind the quote that closes the one at {@code start}. It is negative if there is
   * none, or if the text has a quote or is empty: these mean a quote itself.
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

  /** Spark refuses to parse days of the week, and has rules of its own for days of the year. */
  public boolean canBeParsed() {
    for (Part part : parts) {
      if (part.letter == 'E' || part.letter == 'D') {
        return false;
      }
    }
    return true;
  }

  /** Makes a formatter for parsing: years have no era, fractions as few as one digit. */
  void appendTo(DateTimeFormatterBuilder builder) {
    for (Part part : parts) {
      switch (part.letter) {
        case 0 -> builder.appendLiteral(new String(part.text, StandardCharsets.UTF_8));
        case 'S' -> builder.appendFraction(ChronoField.NANO_OF_SECOND, 1, part.count, false);
        case 'y' -> builder.appendPattern("u".repeat(part.count));
        default -> builder.appendPattern(String.valueOf(part.letter).repeat(part.count));
      }
    }
  }

  /** Appends the text of a local date and time. */
  void format(long day, long secondOfDay, long microsOfSecond, AsciiText to) {
    for (Part part : parts) {
      switch (part.letter) {
        case 'y' -> year(CivilDate.year(day), part.count, to);
        case 'M' -> month(CivilDate.month(day), part.count, to);
        case 'E' -> to.bytes(EnglishNames.dayOfWeek(day, part.count == FULL_TEXT));
        case 'D' -> to.number(CivilDate.dayOfYear(day), part.count);
        case 'a' -> to.bytes(EnglishNames.halfOfDay(secondOfDay / 3600));
        case 'd' -> to.number(CivilDate.dayOfMonth(day), part.count);
        case 'H' -> to.number(secondOfDay / 3600, part.count);
        case 'k' -> to.number((secondOfDay / 3600 + 23) % 24 + 1, part.count);
        case 'K' -> to.number(secondOfDay / 3600 % 12, part.count);
        case 'h' -> to.number((secondOfDay / 3600 + 11) % 12 + 1, part.count);
        case 'm' -> to.number(secondOfDay / 60 % 60, part.count);
        case 's' -> to.number(secondOfDay % 60, part.count);
        case 'S' -> to.fraction(microsOfSecond * 1000, part.count);
        default -> to.bytes(part.text);
      }
    }
  }

  private static void month(int month, int count, AsciiText to) {
    if (count <= 2) {
      to.number(month, count);
    } else {
      to.bytes(EnglishNames.month(month, count == FULL_TEXT));
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
