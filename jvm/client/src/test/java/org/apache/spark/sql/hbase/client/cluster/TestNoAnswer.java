package org.apache.spark.sql.hbase.client.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.Test;

class TestNoAnswer {
  private static final String CALL = "Call to address=rs1:16020 failed on local exception: ";

  @Test
  void theLastFailureOfSomeAttemptsDecides() {
    IOException attempts = new SocketTimeoutException("callTimeout=1, hostname=rs1,16020,17");
    assertTrue(NoAnswer.isCauseOf(attempts));
    attempts.initCause(new IOException("region is not online"));
    assertFalse(NoAnswer.isCauseOf(attempts));
  }

  @Test
  void serversAreNamedOnce() {
    Throwable refused = new ConnectException(CALL + "Connection refused");
    IOException attempts = new SocketTimeoutException("callTimeout=1, hostname=rs1,16020,17");
    attempts.initCause(refused);
    assertEquals(Set.of("rs1:16020"), NoAnswer.servers(attempts));
    assertEquals("no connection can be made", NoAnswer.problem(attempts));
  }

  @Test
  void aBatchFailsAsItsFirstRowDoes() {
    Throwable late = new CallTimeoutException(CALL + "waitTime=1");
    Throwable rows =
        new RetriesExhaustedWithDetailsException(
            List.of(late), List.of(new Put(new byte[] {1})), List.of("rs1:16020"));
    assertTrue(NoAnswer.isCauseOf(rows));
    assertEquals("no answer came in time", NoAnswer.problem(rows));
  }

  @Test
  void zooKeeperAndUnknownHostsCount() {
    assertEquals(
        "ZooKeeper cannot be reached",
        NoAnswer.problem(new IOException(new KeeperException.ConnectionLossException())));
    assertEquals(
        "the name of the host is not known", NoAnswer.problem(new UnknownHostException("rs1")));
  }

  @Test
  void anAnswerIsNone() {
    assertFalse(NoAnswer.isCauseOf(new IOException("table is disabled")));
  }
}
