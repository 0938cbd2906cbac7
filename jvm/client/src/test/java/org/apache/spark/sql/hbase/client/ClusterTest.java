package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings;
import org.apache.spark.sql.hbase.client.cluster.ConnectionCache;
import org.apache.spark.sql.hbase.client.cluster.SharedConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A connection with short timeouts to an embedded cluster of three region servers, which the tests
 * of all classes share. Their tables have names of their own. {@link ITRegionChanges} aborts one
 * server; the others need two.
 */
public abstract class ClusterTest {
  private static ServerProcess servers;
  private static SharedConnection shared;
  public static Connection connection;

  @BeforeAll
  static void connect() throws IOException {
    if (servers == null) {
      // Stops with this JVM.
      servers = ServerProcess.start(3);
    }
    shared =
        ConnectionCache.acquire(
            ClusterSettings.of(
                Map.of(
                    ClusterSettings.QUORUM,
                    servers.quorum(),
                    "hbase.rpc.read.timeout",
                    "4000",
                    "hbase.client.scanner.timeout.period",
                    "4000")));
    connection = shared.connection();
  }

  @AfterAll
  static void disconnect() {
    shared.close();
  }
}
