package org.apache.spark.sql.hbase.client.cluster;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.junit.jupiter.api.Test;

class TestClusterProbe {
  @Test
  void aPortThatNobodyListensOnIsNamedWithinSeconds() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String quorum = "127.0.0.1:" + port;
    SubPlanException error =
        assertTimeoutPreemptively(
            Duration.ofSeconds(5),
            () ->
                assertThrows(
                    SubPlanException.class,
                    () -> ConnectionCache.acquire(ClusterSettings.ofQuorum(quorum))));
    assertEquals(ErrorCode.CLUSTER_UNREACHABLE, error.code());
    assertEquals(quorum, error.values().get("quorum"));
    assertTrue(error.values().get("attempts").contains("ConnectException"), error.getMessage());
  }

  @Test
  void aHostNameThatDoesNotResolveIsNamed() {
    Configuration conf = ClusterSettings.ofQuorum("no-such-host.invalid:2181").toConfiguration();
    SubPlanException error =
        assertThrows(SubPlanException.class, () -> ClusterProbe.checkQuorum(conf, 2_000));
    assertTrue(error.values().get("attempts").contains("does not resolve"), error.getMessage());
  }

  @Test
  void aMalformedPortIsNamed() {
    Configuration conf = ClusterSettings.ofQuorum("localhost:zookeeper").toConfiguration();
    SubPlanException error =
        assertThrows(SubPlanException.class, () -> ClusterProbe.checkQuorum(conf, 2_000));
    assertTrue(error.values().get("attempts").contains("localhost:zookeeper"), error.getMessage());
  }

  @Test
  void oneServerOfTheQuorumThatAcceptsIsEnough() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String quorum = "no-such-host.invalid:2181,127.0.0.1:" + server.getLocalPort();
      Configuration conf = ClusterSettings.ofQuorum(quorum).toConfiguration();
      assertDoesNotThrow(() -> ClusterProbe.checkQuorum(conf, 2_000));
    }
  }

  @Test
  void theLastFailureOfAClientThatTriedOftenIsTheReason() {
    IOException last = new ConnectException("Connection refused: rs1/10.0.0.7:16020\n\tat a.b(c)");
    IOException tried =
        new RetriesExhaustedException("Failed after attempts=5, exceptions:\na\nb", last);
    assertEquals("ConnectException: Connection refused: rs1/10.0.0.7:16020", LastFailure.of(tried));
    assertEquals("IOException", LastFailure.of(new IOException()));
  }

  @Test
  void aClusterThatIsFoundWithoutZooKeeperIsNotProbedThere() {
    Configuration conf = ClusterSettings.ofQuorum("no-such-host.invalid:2181").toConfiguration();
    conf.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
    assertDoesNotThrow(() -> ClusterProbe.checkQuorum(conf, 2_000));
  }

  @Test
  void ourShorterTimesGiveWayToTheUsers() {
    ClusterSettings defaults = ClusterSettings.ofQuorum("h:1");
    assertEquals("12000", defaults.toConfiguration().get("hbase.rpc.read.timeout"));
    assertEquals("12000", defaults.toConfiguration().get("hbase.client.scanner.timeout.period"));
    ClusterSettings changed =
        ClusterSettings.of(java.util.Map.of("hbase.client.scanner.timeout.period", "5000"));
    assertEquals("5000", changed.toConfiguration().get("hbase.client.scanner.timeout.period"));
  }
}
