package org.apache.spark.sql.hbase.coprocessor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.PacedFilter;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.coprocessor.fixture.SharedCluster;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Memory of the server's account comes back, whatever becomes of a scan. */
class ITMemory extends ClusterTest {
  private static final Map<ServerSetting, String> SMALL_FRAMES =
      Map.of(ServerSetting.FRAME_MAX_ROWS, "10", ServerSetting.BATCH_MAX_ROWS, "10");

  /** The bytes that an open scan reserves before it has read anything. */
  private static final long LEAST_BYTES = 64 << 10;

  /** A scan that is not closed gives back its memory later. */
  private static final long BEFORE_ANY_LEASE_ENDS_MILLIS =
      SharedCluster.SCANNER_TIMEOUT_MILLIS * 3L / 4;

  private static NumbersTable table;

  @BeforeAll
  static void createTable() throws IOException {
    table =
        NumbersTable.create(connection, NumbersTable.Layout.PACKED, SMALL_FRAMES)
            .load(connection, 0, 500);
  }

  @Test
  void isReturnedAtTheEndOfAScan() throws Exception {
    FrameScan.all(connection, table.name(), Plans.countAndSumByK(table), new Scan());

    assertReturnedWithin(BEFORE_ANY_LEASE_ENDS_MILLIS);
  }

  @Test
  void isReturnedWhenAScanIsClosedEarly() throws Exception {
    try (FrameScan frames =
        FrameScan.open(connection, table.name(), Plans.rows(table), new Scan())) {
      frames.next();
    }
    assertReturnedWithin(BEFORE_ANY_LEASE_ENDS_MILLIS);
  }

  @Test
  void isCountedFromTheOpenOnForEachScan() throws Exception {
    List<FrameScan> open = new ArrayList<>();
    try {
      long before = memory().reservedBytes();
      for (int i = 1; i <= 5; i++) {
        FrameScan frames = FrameScan.open(connection, table.name(), Plans.rows(table), new Scan());
        open.add(frames);
        frames.next();
        long held = memory().reservedBytes() - before;
        assertTrue(held >= i * LEAST_BYTES, held + " bytes of " + i + " scans");
      }
    } finally {
      for (FrameScan frames : open) {
        frames.close();
      }
    }
    assertReturnedWithin(BEFORE_ANY_LEASE_ENDS_MILLIS);
  }

  @Test
  void ofAServerThatHasNoneLeftIsRefusedWithACode() throws Exception {
    long all = memory().limitBytes() - memory().reservedBytes() - LEAST_BYTES / 2;
    assertTrue(memory().tryReserve(all));
    try (FrameScan frames =
        FrameScan.open(connection, table.name(), Plans.rows(table), new Scan())) {
      DoNotRetryIOException e = assertThrows(DoNotRetryIOException.class, frames::next);
      assertEquals(
          ErrorCode.SERVER_OVERLOADED,
          RemoteError.find(e.getMessage()).orElseThrow().code(),
          e.getMessage());
    } finally {
      memory().release(all);
    }
    assertReturnedWithin(BEFORE_ANY_LEASE_ENDS_MILLIS);
  }

  @Test
  void isReturnedWhenAnAbandonedScanLosesItsLease() throws Exception {
    NumbersTable slow =
        NumbersTable.create(connection, NumbersTable.Layout.PACKED, Map.of())
            .load(connection, 0, 4_000);
    Scan scan =
        FrameScan.withPlan(
            new Scan().setFilter(PacedFilter.of(1_000)), Plans.countAndSumByK(slow).toByteArray());
    CountDownLatch suspended = new CountDownLatch(1);

    try (AsyncConnection client =
        ConnectionFactory.createAsyncConnection(SharedCluster.get().configuration()).get()) {
      client.getTable(slow.name()).scan(scan, new SuspendAtHeartbeat(suspended));
      assertTrue(suspended.await(1, TimeUnit.MINUTES), "no heartbeat came");
      assertTrue(memory().reservedBytes() > 0, "groups hold memory while they are collected");
    }

    assertReturnedWithin(10L * SharedCluster.SCANNER_TIMEOUT_MILLIS);
  }

  /**
   * A client that stops in the middle of a scan; it renews its lease only as long as its connection
   * is open.
   */
  private record SuspendAtHeartbeat(CountDownLatch suspended)
      implements AdvancedScanResultConsumer {
    @Override
    public void onHeartbeat(ScanController controller) {
      controller.suspend();
      suspended.countDown();
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      controller.terminate();
    }

    @Override
    public void onError(Throwable error) {
      throw new IllegalStateException(error);
    }

    @Override
    public void onComplete() {}
  }

  private static void assertReturnedWithin(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (memory().reservedBytes() > 0 && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertEquals(0, memory().reservedBytes());
  }

  /** Both region servers are in this JVM and so share one account with the test. */
  private static MemoryAccount memory() {
    return ServerState.current().memory();
  }
}
