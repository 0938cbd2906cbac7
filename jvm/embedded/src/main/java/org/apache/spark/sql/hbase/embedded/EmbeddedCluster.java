package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * ZooKeeper, one master, region servers and, if asked for, a Thrift gateway in this JVM, on free
 * ports of 127.0.0.1. Starts in about five seconds. One per JVM at a time: HBase keeps statics.
 * Thread-safe once started.
 */
public final class EmbeddedCluster implements AutoCloseable {
  private static final long START_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(120);

  /** Milliseconds by which HBase's clock is ahead of this machine's, for tests of clients. */
  static final String CLOCK_AHEAD = "embedded.clock.ahead.millis";

  private final DataFolder data;
  private final Optional<SecureCluster> secure;
  private final MiniZooKeeperCluster zooKeeper;
  private final Configuration configuration;
  private final LocalHBaseCluster hbase;
  private ThriftGateway thrift;
  private boolean closed;

  private EmbeddedCluster(EmbeddedOptions options, DataFolder data)
      throws IOException, InterruptedException {
    this.data = data;
    // Several region servers register the same metrics.
    DefaultMetricsSystem.setMiniClusterMode(true);
    // Files survive the process, not the machine: ZooKeeper need not wait for the disk.
    System.setProperty("zookeeper.forceSync", "no");
    this.secure = SecureCluster.start(options.secure());
    Map<String, String> settings = new HashMap<>();
    secure.ifPresent(guard -> settings.putAll(guard.serverSettings()));
    settings.putAll(options.settings());
    this.configuration =
        EmbeddedConfiguration.create(data.path(), options.regionServers(), settings);
    if (secure.isPresent()) {
      // Otherwise Hadoop looks for core-site.xml, finds none, and servers do not log in.
      UserGroupInformation.setConfiguration(configuration);
    }
    setClock(configuration.getLong(CLOCK_AHEAD, 0));
    this.zooKeeper = new MiniZooKeeperCluster(configuration);
    int port = zooKeeper.startup(data.path().resolve("zookeeper").toFile());
    configuration.setInt("hbase.zookeeper.property.clientPort", port);
    StaleSessions.remove(quorum());
    if (secure.isPresent()) {
      secure.get().writeClientSettings(quorum());
    }
    this.hbase = new LocalHBaseCluster(configuration, 1, options.regionServers());
  }

  /** Sets the clock of HBase in this process, which is ahead by so many milliseconds. */
  static void setClock(long ahead) {
    if (ahead != 0) {
      EnvironmentEdgeManager.injectEdge(() -> System.currentTimeMillis() + ahead);
    }
  }

  /**
   * Starts a cluster and waits until it creates tables.
   *
   * @throws IOException when it does not serve within two minutes; what was started is stopped
   *     again
   */
  public static EmbeddedCluster start(EmbeddedOptions options)
      throws IOException, InterruptedException {
    EmbeddedCluster cluster = new EmbeddedCluster(options, DataFolder.open(options.data()));
    try {
      cluster.hbase.startup();
      cluster.awaitMaster();
      if (options.thrift()) {
        cluster.thrift = ThriftGateway.start(cluster.configuration);
      }
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** ZooKeeper's {@code host:port}. */
  public String quorum() {
    return "127.0.0.1:" + configuration.getInt("hbase.zookeeper.property.clientPort", 0);
  }

  /** {@code host:port} of the master, for clients that use no ZooKeeper. */
  public String master() {
    return hbase.getActiveMaster().getServerName().getAddress().toString();
  }

  /** {@code host:port} of the Thrift gateway, if there is one. */
  public Optional<String> thrift() {
    return Optional.ofNullable(thrift).map(ThriftGateway::address);
  }

  /** A copy of the settings that reach this cluster, servers' own settings included. */
  public Configuration configuration() {
    return new Configuration(configuration);
  }

  /** A new connection; the caller closes it. */
  public Connection connect() throws IOException {
    return ConnectionFactory.createConnection(configuration());
  }

  /** The servers, for tests that look inside or stop one. */
  public LocalHBaseCluster servers() {
    return hbase;
  }

  /** Flushes and stops everything; idempotent. Data stays unless the folder was temporary. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (thrift != null) {
      thrift.close();
    }
    hbase.shutdown();
    hbase.join();
    zooKeeper.shutdown();
    if (secure.isPresent()) {
      secure.get().close();
    }
    data.close();
  }

  private void awaitMaster() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START_TIMEOUT_NANOS;
    while (!serves(hbase.getActiveMaster())) {
      if (hbase.getLiveMasters().isEmpty() || System.nanoTime() > deadline) {
        throw new IOException("HBase did not start; its log says why. data=" + data.path() + ".");
      }
      Thread.sleep(20);
    }
  }

  private static boolean serves(HMaster master) {
    return master != null && master.isInitialized() && master.getTableStateManager() != null;
  }
}
