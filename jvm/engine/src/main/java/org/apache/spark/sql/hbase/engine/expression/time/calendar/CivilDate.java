package org.apache.spark.sql.hbase.engine.expression.time.calendar;

/**
 * Fields of a date of the proleptic Gregorian calendar, from days since 1970-01-01, without
 * allocating.
 */
public final class CivilDate {
  private static final int DAYS_PER_ERA = 146_097;

  /** Days from 0000-03-01, where eras of 400 years begin, to 1970-01-01. */
  private static final int ERA_EPOCH = 719_468;

  private CivilDate() {}

  public static int year(long days) {
    int dayOfYear = dayOfMarchYear(days);
    return marchYear(days) + (dayOfYear >= 306 ? 1 : 0);
  }

  public static int month(long days) {
    int month = marchMonth(dayOfMarchYear(days));
    return month < 10 ? month + 3 : month - 9;
  }

  public static int dayOfMonth(long days) {
    int dayOfYear = dayOfMarchYear(days);
    return dayOfYear - firstDay(marchMonth(dayOfYear)) + 1;
  }

  public static int quarter(long days) {
    return (month(days) + 2) / 3;
  }

  public static int dayOfYear(long days) {
    return (int) (days - firstOfYear(days)) + 1;
  }

  /** 1 is Sunday. */
  public static int dayOfWeek(long days) {
    return (int) Math.floorMod(days + 4, 7L) + 1;
  }

  public static long firstOfYear(long days) {
    long year = year(days) - 1L;
    // 1 January of a year is day 306 of the March year before.
    long era = Math.floorDiv(year, 400L);
    long yearOfEra = year - era * 400;
    return era * DAYS_PER_ERA + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + 306 - ERA_EPOCH;
  }

  public static long firstOfQuarter(long days) {
    long first = firstOfMonth(days);
    for (int month = month(days); month % 3 != 1; month--) {
      first = firstOfMonth(first - 1);
    }
    return first;
  }

  public static long firstOfMonth(long days) {
    return days - dayOfMonth(days) + 1;
  }

  public static long mondayOfWeek(long days) {
    return days - Math.floorMod(days + 3, 7L);
  }

  /** ISO 8601: weeks begin on Monday, and week 1 is the one with the year's first Thursday. */
  public static int weekOfYear(long days) {
    return (dayOfYear(thursdayOfWeek(days)) + 6) / 7;
  }

  /** The year that {@link #weekOfYear} counts in. */
  public static int yearOfWeek(long days) {
    return year(thursdayOfWeek(days));
  }

  private static long thursdayOfWeek(long days) {
    return mondayOfWeek(days) + 3;
  }

  public static int lengthOfMonth(long days) {
    return lengthOfMonth(year(days), month(days));
  }

  public static int lengthOfMonth(long year, int month) {
    return switch (month) {
      case 2 -> isLeapYear(year) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  private static boolean isLeapYear(long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  /** Months since January of the year 0. */
  public static long monthNumber(long days) {
    return year(days) * 12L + month(days) - 1;
  }

  /** A day that the month does not have becomes its last day. */
  public static long plusMonths(long days, long months) {
    long number = monthNumber(days) + months;
    long year = Math.floorDiv(number, 12L);
    int month = (int) Math.floorMod(number, 12L) + 1;
    return of(year, month, Math.min(dayOfMonth(days), lengthOfMonth(year, month)));
  }

  /** Days since 1970-01-01 of a date that exists. */
  public static long of(long year, int month, int day) {
    long marchYear = month > 2 ? year : year - 1;
    int marchMonth = month > 2 ? month - 3 : month + 9;
    long era = Math.floorDiv(marchYear, 400L);
    long yearOfEra = marchYear - era * 400;
    long firstOfMarchYear = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100;
    return era * DAYS_PER_ERA + firstOfMarchYear + firstDay(marchMonth) + day - 1 - ERA_EPOCH;
  }

  // A March year begins on 1 March, so that the leap day is its last day.

  private static int yearOfEra(long days) {
    int dayOfEra = (int) Math.floorMod(days + ERA_EPOCH, (long) DAYS_PER_ERA);
    return (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
  }

  private static int marchYear(long days) {
    return yearOfEra(days) + 400 * (int) Math.floorDiv(days + ERA_EPOCH, (long) DAYS_PER_ERA);
  }

  private static int dayOfMarchYear(long days) {
    int dayOfEra = (int) Math.floorMod(days + ERA_EPOCH, (long) DAYS_PER_ERA);
    int year = yearOfEra(days);
    return dayOfEra - (365 * year + year / 4 - year / 100);
  }

  /** 0 is March. */
  private static int marchMonth(int dayOfMarchYear) {
    return (5 * dayOfMarchYear + 2) / 153;
  }

  private static int firstDay(int marchMonth) {
    return (153 * marchMonth + 2) / 5;
  }
}
