package org.apache.spark.sql.hbase.client;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Remembers that the region servers of a cluster do not have the classes of our filters, so that
 * not each range of each query asks in vain. Asks again after a while: servers are restarted with
 * another class path. Shared by all readers of a connection; thread-safe.
 */
final class FilterSupport {
  private static final long ASK_AGAIN_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final Map<Connection, FilterSupport> OF_CONNECTIONS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final LongSupplier nanoClock;
  private volatile boolean isMissing;
  private volatile long missingSinceNanos;

  FilterSupport(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  static FilterSupport of(Connection connection) {
    return OF_CONNECTIONS.computeIfAbsent(
        connection, unseen -> new FilterSupport(System::nanoTime));
  }

  /** A region server did not find a class. */
  void missing() {
    missingSinceNanos = nanoClock.getAsLong();
    isMissing = true;
  }

  /** False for a while after some region server did not find a class. */
  boolean isWorthATry() {
    return !isMissing || nanoClock.getAsLong() - missingSinceNanos > ASK_AGAIN_NANOS;
  }
}
