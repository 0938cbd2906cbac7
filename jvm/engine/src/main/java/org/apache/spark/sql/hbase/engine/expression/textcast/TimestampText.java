package org.apache.spark.sql.hbase.engine.expression.textcast;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.spark.sql.hbase.engine.OverloadedException;
import org.apache.spark.sql.hbase.engine.expression.kernel.ZoneDigests;

/**
 * Reads the text of a timestamp: {@code [+-]y-m-d[ T]h:m:s.fraction zone}. A year has four to six
 * digits, the other parts one or two; what stands at the end may be left out, the day's parts where
 * an hour stands first or behind a T. A zone needs seconds before it. Reusable.
 */
final class TimestampText {
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

  private final boolean knowsZones;

  private ZoneId zone;
  private boolean isTimeOnly;

  /**
   * @param knowsZones whether names of zones mean here what they mean to whoever asks; if not, no
   *     text that has one is read
   */
  TimestampText(boolean knowsZones) {
    this.knowsZones = knowsZones;
  }

  /**
   * False if the bytes are no timestamp.
   *
   * @param isUntrimmed whether nothing was cut off at the start; only then can a T stand first
   * @throws java.time.DateTimeException if there is no such zone
   * @throws OverloadedException if whoever asks has to read the text
   */
  boolean read(byte[] data, int start, int end, boolean isUntrimmed) {
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

  /** Of digits; a fraction is filled up to nanoseconds, and what is finer is cut off. */
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
    if (!knowsZones && !ZoneDigests.isOffset(longMinute)) {
      throw new OverloadedException(
          "A text names a time zone, whose rules differ between this Java and Spark's, so the"
              + " client reads it. Use the same release of Java in both places.",
          Map.of("zone", longMinute, "zonesOfThisJava", ZoneDigests.databaseVersion()));
    }
    return ZoneId.of(longMinute, ZoneId.SHORT_IDS);
  }

  /** Null if the text names none. */
  ZoneId zone() {
    return zone;
  }

  /** True if the text has no date. */
  boolean isTimeOnly() {
    return isTimeOnly;
  }

  LocalDate date() {
    return LocalDate.of(fields[YEAR], fields[YEAR + 1], fields[DAY]);
  }

  LocalTime time() {
    return LocalTime.of(fields[HOUR], fields[HOUR + 1], fields[SECOND], fields[FRACTION]);
  }
}
