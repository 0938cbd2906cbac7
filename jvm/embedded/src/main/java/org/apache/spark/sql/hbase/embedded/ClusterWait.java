package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Waits, in the process of a server of HBase, until the cluster knows that server. It asks as long
 * as it takes: whoever started the server ends one that takes too long.
 */
final class ClusterWait {
  static final long POLL_MILLIS = 50;

  private ClusterWait() {}

  /** Returns once the master makes tables, and as many region servers as it awaits are there. */
  static void forMaster() throws InterruptedException {
    Configuration conf = HBaseConfiguration.create();
    int awaited = conf.getInt(EmbeddedConfiguration.AWAITED_REGION_SERVERS, 1);
    until(
        conf,
        admin -> {
          // The client asks again while the master still begins.
          admin.listNamespaces();
          return metrics(admin).getLiveServerMetrics().size() >= awaited;
        });
  }

  /** Returns once the master counts the region server of this process among the live ones. */
  static void forRegionServer(int port) throws InterruptedException {
    // One before it at the same port counts as live until its session ends. By the clock of HBase:
    long began =
        EnvironmentEdgeManager.currentTime() - ManagementFactory.getRuntimeMXBean().getUptime();
    until(
        HBaseConfiguration.create(),
        admin ->
            metrics(admin).getLiveServerMetrics().keySet().stream()
                .anyMatch(server -> isOf(server, port, began)));
  }

  /** A question to the master. */
  private interface Question {
    boolean isTrue(Admin admin) throws IOException;
  }

  private static void until(Configuration conf, Question question) throws InterruptedException {
    boolean isTrue = false;
    while (!isTrue) {
      try (Connection connection = ConnectionFactory.createConnection(conf);
          Admin admin = connection.getAdmin()) {
        while (!question.isTrue(admin)) {
          Thread.sleep(POLL_MILLIS);
        }
        isTrue = true;
      } catch (IOException e) {
        // The client's operation timeout is shorter than the start of a master may be.
        Thread.sleep(POLL_MILLIS);
      }
    }
  }

  private static ClusterMetrics metrics(Admin admin) throws IOException {
    return admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS));
  }

  private static boolean isOf(ServerName server, int port, long began) {
    return server.getPort() == port && server.getStartCode() >= began;
  }
}
