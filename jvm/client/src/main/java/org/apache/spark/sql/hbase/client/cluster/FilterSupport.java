package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.filter.ScanFilters;

/**
 * Knows whether the region servers of a cluster have the classes of our filters, which only a jar
 * on their own class path gives them. Shared by all readers of a connection; thread-safe.
 *
 * <p>A region server is asked by a Get before the first scan with a filter: HBase's client prints
 * the stack trace of a refused scan to standard error, but not of a refused Get. A server that
 * lacks the classes is asked again after a while, because servers are restarted with another class
 * path.
 */
public final class FilterSupport {
  private static final long ASK_AGAIN_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final byte[] FIRST_ROW = {0};

  private static final Map<Connection, FilterSupport> OF_CONNECTIONS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private enum Classes {
    NOT_ASKED,
    PRESENT,
    MISSING
  }

  private final LongSupplier nanoClock;
  private volatile Classes classes = Classes.NOT_ASKED;
  private volatile long missingSinceNanos;

  public FilterSupport(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  static FilterSupport of(Connection connection) {
    return OF_CONNECTIONS.computeIfAbsent(
        connection, unseen -> new FilterSupport(System::nanoTime));
  }

  /** Remembers that a region server did not find a class. */
  public void missing() {
    missingSinceNanos = nanoClock.getAsLong();
    classes = Classes.MISSING;
  }

  /** Tells whether {@code scan} may carry its filter. The first call asks a region server. */
  public boolean isUsable(TableAccess table, Scan scan) {
    return switch (classes) {
      case PRESENT -> true;
      case MISSING ->
          nanoClock.getAsLong() - missingSinceNanos > ASK_AGAIN_NANOS && ask(table, scan);
      case NOT_ASKED -> ask(table, scan);
    };
  }

  /** Any other failure than an unknown class says nothing of filters: the scan itself finds it. */
  private boolean ask(TableAccess table, Scan scan) {
    byte[] row = scan.getStartRow().length == 0 ? FIRST_ROW : scan.getStartRow();
    Get question = new Get(row).setFilter(scan.getFilter()).setCheckExistenceOnly(true);
    try {
      table.get(List.of(question));
      classes = Classes.PRESENT;
      return true;
    } catch (IOException e) {
      if (ScanFilters.isUnusable(e) && ScanFilters.isMissing(e)) {
        missing();
        return false;
      }
      return true;
    }
  }
}
