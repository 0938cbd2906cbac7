package org.apache.spark.sql.hbase.client;

import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * One embedded cluster of three region servers for the tests of a class, and a connection with
 * short timeouts.
 */
abstract class ClusterTest {
  private static ServerProcess servers;
  private static SharedConnection shared;
  static Connection connection;

  @BeforeAll
  static void startCluster() throws Exception {
    servers = ServerProcess.start(3);
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
  static void stopCluster() throws Exception {
    shared.close();
    servers.close();
  }
}
