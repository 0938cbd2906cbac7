package org.apache.spark.sql.hbase.client.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TestPatientRead {
  private static final int TURN_MILLIS = 100;

  private static Configuration at(int port) {
    return ClusterSettings.ofQuorum("127.0.0.1:" + port).toConfiguration();
  }

  private static ServerSocket listening() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @Test
  void aReadEndsWhereNeitherHBaseNorZooKeeperAnswers() throws Exception {
    int port;
    try (ServerSocket free = listening()) {
      port = free.getLocalPort();
    }
    CountDownLatch interrupted = new CountDownLatch(1);
    SubPlanException error =
        assertThrows(
            SubPlanException.class,
            () -> PatientRead.of(at(port), () -> waitsFor(interrupted), TURN_MILLIS));
    assertEquals(ErrorCode.CLUSTER_UNREACHABLE, error.code());
    assertTrue(interrupted.await(10, TimeUnit.SECONDS));
  }

  @Test
  void whileZooKeeperIsThereAReadGoesOn() throws Exception {
    try (ServerSocket zooKeeper = listening()) {
      String answer =
          PatientRead.of(
              at(zooKeeper.getLocalPort()), () -> late(10 * TURN_MILLIS, "found"), TURN_MILLIS);
      assertEquals("found", answer);
    }
  }

  @Test
  void errorsOfTheReadAreItsOwn() {
    IOException ofHBase = new IOException("no such table");
    assertSame(ofHBase, assertThrows(IOException.class, () -> failing(ofHBase)));
    Throwable undeclared = new Exception("as Scala throws it");
    assertSame(undeclared, assertThrows(Exception.class, () -> failing(undeclared)));
    LinkageError error = new NoSuchMethodError("of a release of HBase");
    assertSame(error, assertThrows(LinkageError.class, () -> failing(error)));
  }

  @Test
  void anInterruptEndsTheReadAndIsKept() throws Exception {
    try (ServerSocket zooKeeper = listening()) {
      CountDownLatch interrupted = new CountDownLatch(1);
      Thread caller = Thread.currentThread();
      assertThrows(
          InterruptedIOException.class,
          () ->
              PatientRead.of(
                  at(zooKeeper.getLocalPort()),
                  () -> {
                    caller.interrupt();
                    return waitsFor(interrupted);
                  }));
      assertTrue(Thread.interrupted());
      assertTrue(interrupted.await(10, TimeUnit.SECONDS));
    }
  }

  private static void failing(Throwable failure) throws IOException {
    PatientRead.of(at(1), () -> TestPatientRead.<RuntimeException>fail(failure));
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> String fail(Throwable failure) throws E {
    throw (E) failure;
  }

  private static String waitsFor(CountDownLatch interrupted) throws IOException {
    try {
      return late(60_000, "late");
    } catch (InterruptedIOException e) {
      interrupted.countDown();
      throw e;
    }
  }

  private static String late(int millis, String answer) throws IOException {
    try {
      Thread.sleep(millis);
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(e.getMessage());
    }
  }
}
