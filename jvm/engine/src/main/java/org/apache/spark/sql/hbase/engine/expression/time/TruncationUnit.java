package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.Locale;
import java.util.Optional;

/** The unit to which {@code date_trunc} truncates. */
public enum TruncationUnit {
  MICROSECOND,
  MILLISECOND,
  SECOND,
  MINUTE,
  HOUR,
  DAY,
  WEEK,
  MONTH,
  QUARTER,
  YEAR;

  /** By Spark's names, in any case; empty for others, which make {@code date_trunc} NULL. */
  public static Optional<TruncationUnit> of(String format) {
    return Optional.ofNullable(
        switch (format.toUpperCase(Locale.ROOT)) {
          case "MICROSECOND" -> MICROSECOND;
          case "MILLISECOND" -> MILLISECOND;
          case "SECOND" -> SECOND;
          case "MINUTE" -> MINUTE;
          case "HOUR" -> HOUR;
          case "DAY", "DD" -> DAY;
          case "WEEK" -> WEEK;
          case "MONTH", "MON", "MM" -> MONTH;
          case "QUARTER" -> QUARTER;
          case "YEAR", "YYYY", "YY" -> YEAR;
          default -> null;
        });
  }
}
