package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Which cells of a table count: those with a timestamp in {@code [startMillis, stopMillis)}. The
 * newest of them in each column is its value, as if there were no others. Immutable; travels inside
 * a Spark task.
 *
 * @param startMillis 0 for no bound
 * @param stopMillis MAX_VALUE for no bound
 */
public record TimeBounds(long startMillis, long stopMillis) implements Serializable {
  /** All cells. */
  public static final TimeBounds ALL = new TimeBounds(0, Long.MAX_VALUE);

  public TimeBounds {
    if (startMillis < 0 || stopMillis < startMillis) {
      throw new IllegalArgumentException(
          "no time bounds: [" + startMillis + ", " + stopMillis + ")");
    }
  }

  public boolean isAll() {
    return equals(ALL);
  }

  /** True if older cells do not count. */
  public boolean hasStart() {
    return startMillis > 0;
  }

  /** True if newer cells do not count. */
  public boolean hasStop() {
    return stopMillis < Long.MAX_VALUE;
  }

  void limit(Scan scan) {
    if (!isAll()) {
      try {
        scan.setTimeRange(startMillis, stopMillis);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  void limit(Get get) {
    if (!isAll()) {
      try {
        get.setTimeRange(startMillis, stopMillis);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
