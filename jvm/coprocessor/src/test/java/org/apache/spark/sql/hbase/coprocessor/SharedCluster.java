package org.apache.spark.sql.hbase.coprocessor;

import java.io.IOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.spark.sql.hbase.embedded.EmbeddedCluster;
import org.apache.spark.sql.hbase.embedded.EmbeddedOptions;

/**
 * One embedded HBase with two region servers for all integration tests of this module, stopped when
 * the JVM ends.
 */
final class SharedCluster {
  /** Leases end, and heartbeats come after half of it. */
  static final int SCANNER_TIMEOUT_MILLIS = 4_000;

  private static final EmbeddedCluster CLUSTER = start();

  private SharedCluster() {}

  static EmbeddedCluster get() {
    return CLUSTER;
  }

  /** A new connection; the caller closes it. */
  static Connection connect() throws IOException {
    return CLUSTER.connect();
  }

  /** Moves the first region of a table to another server. */
  static void move(Connection connection, TableName table) throws IOException {
    try (Admin admin = connection.getAdmin();
        RegionLocator locator = connection.getRegionLocator(table)) {
      RegionInfo region = admin.getRegions(table).get(0);
      ServerName here = locator.getRegionLocation(region.getStartKey(), true).getServerName();
      ServerName there =
          admin.getRegionServers().stream()
              .filter(server -> !server.equals(here))
              .findFirst()
              .orElseThrow();
      admin.move(region.getEncodedNameAsBytes(), there);
    }
  }

  private static EmbeddedCluster start() {
    try {
      EmbeddedCluster cluster = EmbeddedCluster.start(options());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster)));
      return cluster;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("the embedded HBase did not start", e);
    }
  }

  private static EmbeddedOptions options() throws IOException {
    return EmbeddedOptions.defaults()
        .withRegionServers(2)
        .withSetting(
            "hbase.client.scanner.timeout.period", Integer.toString(SCANNER_TIMEOUT_MILLIS))
        .withSetting("hbase.client.pause", "50")
        // Cells of cached blocks then lie off the heap, in memory that is used again.
        .withSetting("hbase.bucketcache.ioengine", "offheap")
        .withSetting("hbase.bucketcache.size", "32")
        .withSetting("fs.file.impl", CountingFileSystem.class.getName())
        // Tests move regions; nothing may move them back.
        .withSetting("hbase.balancer.period", "0")
        // For tables that are throttled.
        .withSetting("hbase.quota.enabled", "true")
        .withSetting("hbase.quota.refresh.period", "500")
        // For families that are encrypted.
        .withSetting("hbase.crypto.keyprovider.parameters", MasterKey.create())
        .withSetting("hbase.crypto.master.key.name", MasterKey.NAME);
  }

  private static void stop(EmbeddedCluster cluster) {
    try {
      cluster.close();
    } catch (IOException e) {
      throw new IllegalStateException("the embedded HBase did not stop", e);
    }
  }
}
