package org.apache.spark.sql.hbase.engine.expression.time.calendar;

/**
 * Adds months, days and microseconds to timestamps, as java.time adds them to a date and time of a
 * zone. Months and days keep the time of the clock, and the offset if that time occurs twice. A
 * time that a gap skips moves forward by the gap. Microseconds pass evenly. Immutable.
 */
public final class WallClock {
  private final ZoneOffsets zone;

  public WallClock(ZoneOffsets zone) {
    this.zone = zone;
  }

  /** Throws ArithmeticException if the sum is no timestamp. */
  public long plus(long timestamp, long months, long days, long micros) {
    long second = Micros.seconds(timestamp);
    if (months != 0) {
      int offset = zone.atInstant(second);
      long local = second + offset;
      long day = Math.floorDiv(local, Micros.SECONDS_PER_DAY);
      long moved = CivilDate.plusMonths(day, months) - day;
      second = zone.toInstant(local + moved * Micros.SECONDS_PER_DAY, offset);
    }
    if (days != 0) {
      int offset = zone.atInstant(second);
      second = zone.toInstant(second + offset + days * Micros.SECONDS_PER_DAY, offset);
    }
    long fraction = Micros.fraction(timestamp) + Micros.fraction(micros);
    return Micros.of(second + Micros.seconds(micros) + Micros.seconds(fraction), fraction);
  }
}
