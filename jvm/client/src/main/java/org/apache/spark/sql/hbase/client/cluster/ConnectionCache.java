package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;

/**
 * One HBase connection per JVM, cluster and user, shared by all readers and closed some time after
 * the last one let go. Opening a connection costs about a second, threads and ZooKeeper sessions.
 * Thread-safe.
 */
public final class ConnectionCache {
  private static final ConnectionCache SHARED =
      new ConnectionCache(ConnectionCache::connect, ConnectionCache::runLater);

  /** Lazily started, so that a JVM that never connects has no thread for it. */
  private static final class Closer {
    static final ScheduledExecutorService THREAD =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "hbase-connection-closer");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Opens a usable connection or throws. */
  interface Opener {
    Connection open(ClusterSettings settings) throws IOException;
  }

  /** Runs a task once, later, in a thread of its own. */
  interface Timer {
    void schedule(Runnable task, int seconds);
  }

  private record Key(ClusterSettings settings, String user) {}

  private final Map<Key, SharedConnection.Slot> slots = new ConcurrentHashMap<>();
  private final Opener opener;
  private final Timer timer;

  ConnectionCache(Opener opener, Timer timer) {
    this.opener = opener;
    this.timer = timer;
  }

  /**
   * The connection of this JVM to the cluster, opened if needed; close the lease after use.
   *
   * @throws SubPlanException CLUSTER_UNREACHABLE within {@link
   *     ClusterSettings#connectTimeoutMillis}, NOT_AUTHENTICATED for want of a ticket or token
   */
  public static SharedConnection acquire(ClusterSettings settings) throws IOException {
    return SHARED.lease(settings);
  }

  /**
   * Asks whether the cluster of a connection still answers.
   *
   * @throws SubPlanException CLUSTER_UNREACHABLE within {@link
   *     ClusterSettings#connectTimeoutMillis}
   */
  public static void check(SharedConnection shared, ClusterSettings settings)
      throws SubPlanException {
    Connection connection = shared.connection();
    ClusterProbe.checkQuorum(connection.getConfiguration(), settings.connectTimeoutMillis());
    ClusterProbe.checkServes(connection, settings.connectTimeoutMillis());
  }

  /** Closes all connections that nobody uses, without waiting for their idle time to end. */
  public static void closeIdle() {
    SHARED.closeUnused();
  }

  void closeUnused() {
    slots.values().forEach(SharedConnection.Slot::closeIfUnused);
  }

  SharedConnection lease(ClusterSettings settings) throws IOException {
    Key key = new Key(settings, User.getCurrent().getName());
    SharedConnection.Slot slot =
        slots.computeIfAbsent(
            key,
            k ->
                new SharedConnection.Slot(
                    () -> opener.open(settings), timer, settings.idleSeconds()));
    return slot.lease();
  }

  private static Connection connect(ClusterSettings settings) throws IOException {
    Configuration conf = settings.toConfiguration();
    Credentials.check(conf);
    ClusterProbe.checkQuorum(conf, settings.connectTimeoutMillis());
    WatchedRpcClient.install(conf);
    Connection connection = ConnectionFactory.createConnection(conf);
    try {
      ClusterProbe.checkServes(connection, settings.connectTimeoutMillis());
      return connection;
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static void runLater(Runnable task, int seconds) {
    Closer.THREAD.schedule(task, seconds, TimeUnit.SECONDS);
  }
}
