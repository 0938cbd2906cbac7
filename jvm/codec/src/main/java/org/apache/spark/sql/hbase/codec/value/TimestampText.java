package org.apache.spark.sql.hbase.codec.value;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads the text of a timestamp: {@code [+-]y-m-d[ T]h:m:s.fraction zone}. A year has four to six
 * digits, the other parts one or two. Parts at the end may be left out. The parts of the day may be
 * left out where an hour stands first or behind a T. A zone needs seconds before it. Reusable.
 */
public final class TimestampText {
  private static final int YEAR = 0;
  private static final int DAY = 2;
  private static final int HOUR = 3;
  private static final int SECOND = 5;
  private static final int FRACTION = 6;
  private static final int MAX_YEAR_DIGITS = 6;
  private static final int NANO_DIGITS = 9;

  private static final Pattern SHORT_HOUR = Pattern.compile("([+-])(\\d):");
  private static final Pattern SHORT_MINUTE = Pattern.compile("([+-])(\\d\\d):(\\d)$");

  /** Year, month, day, hour, minute, second, nanoseconds. */
  private final int[] fields = new int[FRACTION + 1];

  /** Names whose offset is in the name, for which no database of zones is asked. */
  private static final Pattern OFFSET = Pattern.compile("Z|[+-].*|(UTC|GMT|UT)([+-].*)?");

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1000;

  private final Function<String, ZoneId> zones;

  private ZoneId zone;
  private boolean isTimeOnly;

  /**
   * @param zones finds a zone by its name, or throws {@link java.time.DateTimeException}
   */
  public TimestampText(Function<String, ZoneId> zones) {
    this.zones = zones;
  }

  /** True if the name itself says the offset from UTC, as {@code UTC} and {@code +02:00} do. */
  public static boolean isOffset(String name) {
    return OFFSET.matcher(name).matches();
  }

  /**
   * False if the bytes are no timestamp.
   *
   * @param isUntrimmed whether nothing was cut off at the start; only then can a T stand first
   * @throws java.time.DateTimeException if there is no such zone
   */
  public boolean read(byte[] data, int start, int end, boolean isUntrimmed) {
    Arrays.fill(fields, 0, HOUR, 1);
    Arrays.fill(fields, HOUR, fields.length, 0);
    zone = null;
    isTimeOnly = false;
    if (start == end) {
      return false;
    }
    return readFields(data, start, end, isUntrimmed);
  }

  private boolean readFields(byte[] data, int start, int end, boolean isUntrimmed) {
    boolean hasSign = data[start] == '-' || data[start] == '+';
    int at = hasSign ? start + 1 : start;
    int field = YEAR;
    if (isUntrimmed && data[start] == 'T') {
      isTimeOnly = true;
      field = HOUR;
      at++;
    }
    while (true) {
      int first = at;
      while (at < end && data[at] >= '0' && data[at] <= '9') {
        at++;
      }
      if (field == YEAR && at < end && data[at] == ':' && !hasSign) {
        isTimeOnly = true;
        field = HOUR;
      }
      if (!isLength(field, at - first)) {
        return false;
      }
      fields[field] = number(data, first, at, field);
      if (at == end) {
        break;
      }
      byte separator = data[at];
      if (field == FRACTION || field == SECOND && separator != '.') {
        zone = zone(data, at, end);
        break;
      }
      if (!isSeparator(field, separator)) {
        return false;
      }
      field++;
      at++;
    }
    if (hasSign && data[start] == '-') {
      fields[YEAR] = -fields[YEAR];
    }
    return true;
  }

  private static boolean isLength(int field, int digits) {
    return switch (field) {
      case YEAR -> digits >= 4 && digits <= MAX_YEAR_DIGITS;
      case FRACTION -> true;
      default -> digits == 1 || digits == 2;
    };
  }

  private static boolean isSeparator(int field, byte separator) {
    return switch (field) {
      case DAY -> separator == ' ' || separator == 'T';
      case HOUR, HOUR + 1 -> separator == ':';
      case SECOND -> separator == '.';
      default -> separator == '-';
    };
  }

  /** Reads digits. A fraction is filled up to nanoseconds; finer digits are cut off. */
  private static int number(byte[] data, int start, int end, int field) {
    int digits = field == FRACTION ? NANO_DIGITS : end - start;
    int number = 0;
    for (int i = 0; i < digits; i++) {
      number = number * 10 + (start + i < end ? data[start + i] - '0' : 0);
    }
    return number;
  }

  private ZoneId zone(byte[] data, int start, int end) {
    String name = new String(data, start, end - start, StandardCharsets.UTF_8).trim();
    String longHour = SHORT_HOUR.matcher(name).replaceFirst("$10$2:");
    String longMinute = SHORT_MINUTE.matcher(longHour).replaceFirst("$1$2:0$3");
    return zones.apply(longMinute);
  }

  /** Null if the text names none. */
  public ZoneId zone() {
    return zone;
  }

  /** True if the text has no date. */
  public boolean isTimeOnly() {
    return isTimeOnly;
  }

  public LocalDate date() {
    return LocalDate.of(fields[YEAR], fields[YEAR + 1], fields[DAY]);
  }

  public LocalTime time() {
    return LocalTime.of(fields[HOUR], fields[HOUR + 1], fields[SECOND], fields[FRACTION]);
  }

  /**
   * Microseconds since 1970, rounded down.
   *
   * @throws ArithmeticException if there are too many
   */
  public static long micros(Instant instant) {
    long second = instant.getEpochSecond();
    long micros = instant.getNano() / NANOS_PER_MICRO;
    // The first microseconds of the range lie in a second whose start is out of it.
    return second < 0
        ? Math.addExact(
            Math.multiplyExact(second + 1, MICROS_PER_SECOND), micros - MICROS_PER_SECOND)
        : Math.addExact(Math.multiplyExact(second, MICROS_PER_SECOND), micros);
  }
}
