package org.apache.spark.sql.hbase.engine.expression.time.calendar;

/** Timestamps are microseconds; time zones work in seconds. */
public final class Micros {
  public static final long PER_SECOND = 1_000_000L;
  public static final long PER_MILLISECOND = 1_000L;
  public static final long SECONDS_PER_DAY = 86_400L;
  public static final long PER_DAY = SECONDS_PER_DAY * PER_SECOND;

  private Micros() {}

  /** The second that a timestamp lies in, also before the epoch. */
  public static long seconds(long micros) {
    return Math.floorDiv(micros, PER_SECOND);
  }

  /** Microseconds since the second that a timestamp lies in. */
  public static long fraction(long micros) {
    return Math.floorMod(micros, PER_SECOND);
  }

  /**
   * A second with the fraction of another timestamp; throws ArithmeticException if it does not fit.
   */
  public static long of(long second, long fractionOf) {
    long fraction = Math.floorMod(fractionOf, PER_SECOND);
    // The second that the smallest timestamp lies in begins before it.
    return second < 0
        ? Math.addExact(Math.multiplyExact(second + 1, PER_SECOND), fraction - PER_SECOND)
        : Math.addExact(Math.multiplyExact(second, PER_SECOND), fraction);
  }
}
