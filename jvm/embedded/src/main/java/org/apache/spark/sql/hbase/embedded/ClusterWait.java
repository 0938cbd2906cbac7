package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/** Waits, in the process of a server of HBase, until the cluster knows that server. */
final class ClusterWait {
  static final long POLL_MILLIS = 50;

  private ClusterWait() {}

  /** Returns once the master makes tables, and as many region servers as it awaits are there. */
  static void forMaster() throws IOException, InterruptedException {
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        Admin admin = connection.getAdmin()) {
      // The client asks again while the master still begins.
      admin.listNamespaces();
      int awaited =
          connection.getConfiguration().getInt(EmbeddedConfiguration.AWAITED_REGION_SERVERS, 1);
      while (metrics(admin).getLiveServerMetrics().size() < awaited) {
        Thread.sleep(POLL_MILLIS);
      }
    }
  }

  /** Returns once the master counts the region server of this process among the live ones. */
  static void forRegionServer(int port) throws IOException, InterruptedException {
    // One before it at the same port counts as live until its session ends. By the clock of HBase:
    long began =
        EnvironmentEdgeManager.currentTime() - ManagementFactory.getRuntimeMXBean().getUptime();
    try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        Admin admin = connection.getAdmin()) {
      while (metrics(admin).getLiveServerMetrics().keySet().stream()
          .noneMatch(server -> isOf(server, port, began))) {
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
