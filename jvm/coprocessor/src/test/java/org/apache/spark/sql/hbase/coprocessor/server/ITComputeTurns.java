package org.apache.spark.sql.hbase.coprocessor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.coprocessor.fixture.SharedCluster;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.junit.jupiter.api.Test;

/** Scans that wait for a turn to compute hold neither handlers nor regions. */
class ITComputeTurns extends ClusterTest {
  private static final int ROWS = 500;

  @Test
  void aScanThatWaitsIsAnsweredWithHeartbeatsUntilItsTurnComes() throws Exception {
    NumbersTable table = table();
    Heartbeats heartbeats = new Heartbeats(new CountDownLatch(20), new CompletableFuture<>());
    Scan scan = FrameScan.withPlan(new Scan(), Plans.countAndSum(table).toByteArray());
    int taken = takeAll();
    try (AsyncConnection client =
        ConnectionFactory.createAsyncConnection(SharedCluster.get().configuration()).get()) {
      try {
        client.getTable(table.name()).scan(scan, heartbeats);
        // HBase itself sends one after half of the scanner's timeout.
        assertTrue(
            heartbeats.some.await(
                10L * SharedCluster.SCANNER_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS),
            "a call that waits ends long before its time");
        try (Table hbase = connection.getTable(table.name())) {
          assertTrue(hbase.exists(new Get(NumbersTable.rowKey(1))), "others are served");
        }
        assertFalse(heartbeats.frame.isDone());
      } finally {
        giveBack(taken);
      }
      ResultFrame frame = ResultFrame.decode(heartbeats.frame.get(60, TimeUnit.SECONDS));
      assertEquals(ROWS, FrameScan.sum(List.of(frame), 0));
    }
  }

  @Test
  void aRegionMovesWhileAScanOfItWaits() throws Exception {
    NumbersTable table = table();
    CompletableFuture<List<ResultFrame>> scanning;
    int taken = takeAll();
    try {
      // Opened while plans cannot be compiled, it would be left to the client.
      scanning =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return FrameScan.all(
                      connection, table.name(), Plans.countAndSum(table), new Scan());
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      SharedCluster.move(connection, table.name());
      assertFalse(scanning.isDone());
    } finally {
      giveBack(taken);
    }
    assertEquals(ROWS, FrameScan.sum(scanning.get(60, TimeUnit.SECONDS), 0));
  }

  /** Its plan is known to the server, so that it can be opened without a turn. */
  private static NumbersTable table() throws Exception {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.PACKED, Map.of())
            .load(connection, 0, ROWS);
    FrameScan.all(connection, table.name(), Plans.countAndSum(table), new Scan());
    return table;
  }

  private static int takeAll() throws Exception {
    int taken = 0;
    while (turns().tryBegin(TimeUnit.MILLISECONDS.toNanos(200))) {
      taken++;
    }
    assertTrue(taken > 0);
    return taken;
  }

  private static void giveBack(int taken) {
    for (int i = 0; i < taken; i++) {
      turns().end();
    }
  }

  private record Heartbeats(CountDownLatch some, CompletableFuture<byte[]> frame)
      implements AdvancedScanResultConsumer {
    @Override
    public void onHeartbeat(ScanController controller) {
      some.countDown();
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      frame.complete(results[0].value());
    }

    @Override
    public void onError(Throwable error) {
      frame.completeExceptionally(error);
    }

    @Override
    public void onComplete() {}
  }

  /** Both region servers are in this JVM and so share the turns with the test. */
  private static ComputeTurns turns() {
    return ServerState.current().turns();
  }
}
