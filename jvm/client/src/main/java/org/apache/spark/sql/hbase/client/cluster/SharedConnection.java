package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.client.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lease on a connection of {@link ConnectionCache}. The connection stays open while a lease is;
 * close the lease, never the connection. Thread-safe.
 */
public final class SharedConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SharedConnection.class);

  private final Slot slot;
  private final Connection connection;
  private final RegionLocations regionLocations;
  private final AtomicBoolean closed = new AtomicBoolean();

  private SharedConnection(Slot slot, Connection connection, RegionLocations regionLocations) {
    this.slot = slot;
    this.connection = connection;
    this.regionLocations = regionLocations;
  }

  public Connection connection() {
    return connection;
  }

  /** Returns the regions of tables, remembered for all users of this connection. */
  public RegionLocations regionLocations() {
    return regionLocations;
  }

  /** Gives the lease back; idempotent. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      slot.release(connection);
    }
  }

  /** Opens a connection. */
  interface Opening {
    Connection open() throws IOException;
  }

  /**
   * The place of one connection: empty, or open with a number of leases. A connection that HBase
   * aborted is replaced at the next lease.
   */
  static final class Slot {
    private final Opening opening;
    private final ConnectionCache.Timer timer;
    private final int idleSeconds;
    private Connection connection;
    private RegionLocations regionLocations;
    private int leases;
    // Counts lease ends; an idle check acts only if nothing happened since it was scheduled.
    private long releases;

    Slot(Opening opening, ConnectionCache.Timer timer, int idleSeconds) {
      this.opening = opening;
      this.timer = timer;
      this.idleSeconds = idleSeconds;
    }

    synchronized SharedConnection lease() throws IOException {
      if (connection != null && (connection.isClosed() || connection.isAborted())) {
        closeQuietly();
      }
      if (connection == null) {
        connection = opening.open();
        regionLocations = new RegionLocations(connection);
        leases = 0;
      }
      leases++;
      return new SharedConnection(this, connection, regionLocations);
    }

    private synchronized void release(Connection leased) {
      if (leased != connection) {
        return;
      }
      leases--;
      releases++;
      if (leases == 0) {
        long seen = releases;
        timer.schedule(() -> closeIfIdleSince(seen), idleSeconds);
      }
    }

    private synchronized void closeIfIdleSince(long seen) {
      if (releases == seen) {
        closeIfUnused();
      }
    }

    synchronized void closeIfUnused() {
      if (leases == 0 && connection != null) {
        closeQuietly();
      }
    }

    private void closeQuietly() {
      try {
        connection.close();
      } catch (IOException e) {
        LOG.info("An unused HBase connection did not close cleanly.", e);
      }
      connection = null;
      regionLocations = null;
    }
  }
}
