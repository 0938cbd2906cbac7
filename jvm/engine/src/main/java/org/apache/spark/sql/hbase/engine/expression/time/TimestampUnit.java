package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;

/**
 * The units of {@code timestampadd} and {@code timestampdiff}: each a number of months, days or
 * microseconds.
 */
enum TimestampUnit {
  MICROSECOND(0, 0, 1),
  MILLISECOND(0, 0, Micros.PER_MILLISECOND),
  SECOND(0, 0, Micros.PER_SECOND),
  MINUTE(0, 0, 60 * Micros.PER_SECOND),
  HOUR(0, 0, 3600 * Micros.PER_SECOND),
  DAY(0, 1, 0),
  WEEK(0, 7, 0),
  MONTH(1, 0, 0),
  QUARTER(3, 0, 0),
  YEAR(12, 0, 0);

  private final int months;
  private final int days;
  private final long micros;

  TimestampUnit(int months, int days, long micros) {
    this.months = months;
    this.days = days;
    this.micros = micros;
  }

  /** By Spark's names, in any case. */
  static Optional<TimestampUnit> of(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (TimestampUnit unit : values()) {
      if (unit.name().equals(upper)) {
        return Optional.of(unit);
      }
    }
    return Optional.empty();
  }

  int months() {
    return months;
  }

  int days() {
    return days;
  }

  long micros() {
    return micros;
  }
}
