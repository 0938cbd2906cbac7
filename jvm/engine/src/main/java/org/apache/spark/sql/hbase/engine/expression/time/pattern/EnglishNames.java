package org.apache.spark.sql.hbase.engine.expression.time.pattern;

import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/** The names of months and days in American English, the locale of Spark's formats. */
final class EnglishNames {
  private static final byte[][] MONTHS = names(Month.values(), name(TextStyle.FULL));
  private static final byte[][] SHORT_MONTHS = names(Month.values(), name(TextStyle.SHORT));
  private static final byte[][] DAYS = names(DayOfWeek.values(), dayName(TextStyle.FULL));
  private static final byte[][] SHORT_DAYS = names(DayOfWeek.values(), dayName(TextStyle.SHORT));
  private static final byte[][] HALVES = {{'A', 'M'}, {'P', 'M'}};

  private EnglishNames() {}

  private static Function<Month, String> name(TextStyle style) {
    return month -> month.getDisplayName(style, Locale.US);
  }

  private static Function<DayOfWeek, String> dayName(TextStyle style) {
    return day -> day.getDisplayName(style, Locale.US);
  }

  private static <T> byte[][] names(T[] values, Function<T, String> name) {
    return Arrays.stream(values)
        .map(value -> name.apply(value).getBytes(StandardCharsets.US_ASCII))
        .toArray(byte[][]::new);
  }

  /** Shared, as all answers: do not modify. */
  static byte[] month(int month, boolean isFull) {
    return (isFull ? MONTHS : SHORT_MONTHS)[month - 1];
  }

  /** Returns the name for a number of days since 1970, which began on a Thursday. */
  static byte[] dayOfWeek(long day, boolean isFull) {
    return (isFull ? DAYS : SHORT_DAYS)[(int) Math.floorMod(day + 3, 7L)];
  }

  static byte[] halfOfDay(long hour) {
    return HALVES[hour < 12 ? 0 : 1];
  }
}
