package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The cells of a table that count: cells with a timestamp in {@code [startMillis, stopMillis)}. The
 * newest of them in each column is its value, as if there were no others. With more versions than
 * one, {@code RowStates} says what they become. Immutable; travels inside a Spark task.
 *
 * @param startMillis 0 for no bound
 * @param stopMillis MAX_VALUE for no bound
 * @param versions how many states of each row are read, at least 1
 */
public record TimeBounds(long startMillis, long stopMillis, int versions) implements Serializable {
  /** All cells, of which the newest count. */
  public static final TimeBounds ALL = new TimeBounds(0, Long.MAX_VALUE);

  public TimeBounds {
    if (startMillis < 0 || stopMillis < startMillis || versions < 1) {
      throw new IllegalArgumentException(
          "no time bounds: [" + startMillis + ", " + stopMillis + "), " + versions + " versions");
    }
  }

  /** The newest state of each row at the end of that time. */
  public TimeBounds(long startMillis, long stopMillis) {
    this(startMillis, stopMillis, 1);
  }

  public TimeBounds withVersions(int newVersions) {
    return new TimeBounds(startMillis, stopMillis, newVersions);
  }

  /** True if cells of all times count. */
  public boolean isAll() {
    return !hasStart() && !hasStop();
  }

  /** True if older states of rows are read too. */
  public boolean hasVersions() {
    return versions > 1;
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
    scan.readVersions(versions);
    if (!isAll()) {
      try {
        scan.setTimeRange(startMillis, stopMillis);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  void limit(Get get) {
    try {
      if (!isAll()) {
        get.setTimeRange(startMillis, stopMillis);
      }
      get.readVersions(versions);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
