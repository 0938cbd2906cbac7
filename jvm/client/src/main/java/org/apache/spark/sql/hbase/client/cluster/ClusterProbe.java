package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.wire.ErrorCode;

/**
 * Finds out within seconds that a cluster cannot be used. HBase's own client retries for minutes.
 * Called once per connection, and after a request without an answer; stateless.
 */
final class ClusterProbe {
  private static final String ZOOKEEPER_REGISTRY = "ZKConnectionRegistry";

  /** Time for the first answer; who waits longer has likely another problem than load. */
  private static final int PATIENCE_MILLIS = 2_000;

  private ClusterProbe() {}

  /**
   * Opens and closes a TCP connection to one ZooKeeper server; the first that accepts is enough.
   * Does nothing for clusters that are found without ZooKeeper.
   *
   * @throws SubPlanException CLUSTER_UNREACHABLE when none accepts
   */
  static void checkQuorum(Configuration conf, int timeoutMillis) throws SubPlanException {
    if (!isFoundByZooKeeper(conf)) {
      return;
    }
    List<String> addresses = quorumAddresses(conf);
    int timeoutPerServer = Math.max(200, timeoutMillis / Math.max(1, addresses.size()));
    List<String> failures = new ArrayList<>();
    for (String address : addresses) {
      try {
        connect(address, timeoutPerServer);
        return;
      } catch (IOException | IllegalArgumentException e) {
        failures.add(address + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
      }
    }
    throw new SubPlanException(
        ErrorCode.CLUSTER_UNREACHABLE,
        "No ZooKeeper server of the HBase cluster accepts connections. Check that HBase runs and that the quorum,"
            + " host:port of its ZooKeeper, is right.",
        Map.of("quorum", String.join(",", addresses), "attempts", String.join("; ", failures)));
  }

  /**
   * Reads one row of hbase:meta.
   *
   * @throws SubPlanException NOT_AUTHENTICATED when HBase does not accept who asks,
   *     CLUSTER_UNREACHABLE when no answer comes in time, or ZooKeeper knows no HBase where the
   *     settings say
   */
  static void checkServes(Connection connection, int timeoutMillis) throws SubPlanException {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    // Gives up a little before us, so that its last failure is the reason and not our patience.
    int operationMillis = Math.max(1, timeoutMillis * 9 / 10);
    Thread asker =
        new Thread(() -> readMeta(connection, operationMillis, answer), "hbase-cluster-probe");
    asker.setDaemon(true);
    asker.start();
    try {
      try {
        answer.get(Math.min(PATIENCE_MILLIS, timeoutMillis), TimeUnit.MILLISECONDS);
      } catch (TimeoutException | ExecutionException e) {
        checkZnode(connection.getConfiguration());
        answer.get(Math.max(1, timeoutMillis - PATIENCE_MILLIS), TimeUnit.MILLISECONDS);
      }
    } catch (TimeoutException | ExecutionException e) {
      Throwable reason = e instanceof ExecutionException ? e.getCause() : e;
      Credentials.checkAccepted(reason);
      String quorum = quorum(connection.getConfiguration());
      throw new SubPlanException(
          ErrorCode.CLUSTER_UNREACHABLE,
          "ZooKeeper accepts connections, but hbase:meta does not answer. Check that the HBase "
              + "master and its region servers run, and that their host names and ports can be reached from "
              + "here. Check that both sides use TLS (hbase.client.netty.tls.enabled) or "
              + "neither, and the same hbase.security.authentication.",
          Map.of(
              "quorum",
              quorum,
              "znode",
              Znodes.parent(connection.getConfiguration()),
              "timeoutMillis",
              String.valueOf(timeoutMillis),
              "reason",
              reason instanceof TimeoutException
                  ? "no answer came in time"
                  : LastFailure.of(reason)),
          reason);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SubPlanException(
          ErrorCode.CLUSTER_UNREACHABLE, "Interrupted while connecting to HBase.", Map.of(), e);
    } finally {
      asker.interrupt();
    }
  }

  private static boolean isFoundByZooKeeper(Configuration conf) {
    return conf.get("hbase.client.registry.impl", ZOOKEEPER_REGISTRY).endsWith(ZOOKEEPER_REGISTRY);
  }

  private static void checkZnode(Configuration conf) throws SubPlanException {
    if (isFoundByZooKeeper(conf)) {
      Znodes.check(conf, quorum(conf));
    }
  }

  private static void readMeta(
      Connection connection, int operationMillis, CompletableFuture<Boolean> answer) {
    try (Table meta =
        connection
            .getTableBuilder(TableName.META_TABLE_NAME, null)
            .setOperationTimeout(operationMillis)
            .build()) {
      answer.complete(meta.exists(new Get(new byte[] {'p'})));
    } catch (IOException | RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  /** The addresses of the cluster's ZooKeeper, as messages name them. */
  static String quorum(Configuration conf) {
    return String.join(",", quorumAddresses(conf));
  }

  private static List<String> quorumAddresses(Configuration conf) {
    String port = conf.get("hbase.zookeeper.property.clientPort", "2181");
    List<String> addresses = new ArrayList<>();
    for (String server : conf.getTrimmedStrings(ClusterSettings.QUORUM, "localhost")) {
      addresses.add(server.indexOf(':') < 0 ? server + ":" + port : server);
    }
    return addresses;
  }

  private static void connect(String address, int timeoutMillis) throws IOException {
    int colon = address.lastIndexOf(':');
    String host = address.substring(0, colon);
    int port = Integer.parseInt(address.substring(colon + 1));
    InetSocketAddress target = new InetSocketAddress(host, port);
    if (target.isUnresolved()) {
      throw new IOException("the host name does not resolve");
    }
    try (Socket socket = new Socket()) {
      socket.connect(target, timeoutMillis);
    }
  }
}
