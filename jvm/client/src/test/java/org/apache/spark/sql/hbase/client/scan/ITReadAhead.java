package org.apache.spark.sql.hbase.client.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.ChaosObserver;
import org.apache.spark.sql.hbase.client.ClusterTest;
import org.apache.spark.sql.hbase.client.CountPlans;
import org.apache.spark.sql.hbase.client.NumbersTable;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Frames that are fetched ahead are counted like others, and a reader that stops in the middle
 * leaves nothing open behind.
 */
class ITReadAhead extends ClusterTest {
  private static final int ROWS = 6_000;
  private static final int REGIONS = 3;
  private static final Map<String, String> MANY_FRAMES =
      Map.of("hbase.sparksql.frame.max.rows", "100");
  private static final ReaderOptions OPTIONS =
      ReaderOptions.defaults().withMode(CoprocessorMode.REQUIRE);

  @Test
  void theCountersAreThoseOfAReaderThatDoesNotReadAhead() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, MANY_FRAMES)) {
      ReaderStatistics ahead = readAll(table, OPTIONS);
      ReaderStatistics plain = readAll(table, OPTIONS.withReadAhead(false));
      assertTrue(ahead.frames() >= ROWS / 100, "frames: " + ahead.frames());
      assertEquals(plain.frames(), ahead.frames());
      // A frame's header tells the time it took, in as many bytes as the number needs.
      assertEquals(plain.bytesReceived(), ahead.bytesReceived(), 4.0 * plain.frames());
      assertEquals(plain.rowsReceived(), ahead.rowsReceived());
      assertEquals(plain.serverRowsScanned(), ahead.serverRowsScanned());
      assertEquals(plain.rpcs(), ahead.rpcs());
      assertEquals(0, ahead.reopens());
    }
  }

  @Test
  void aReaderThatStopsEarlyLeavesNoScannerOpen() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, MANY_FRAMES)) {
      for (int batches = 0; batches < 20; batches++) {
        try (SubPlanReader reader = open(table, CountPlans.allRows())) {
          reader.start();
          for (int i = 0; i < batches; i++) {
            assertTrue(reader.next());
          }
        }
      }
      await("open scans", () -> openScans(table) == 0);
    }
  }

  /** The flag is asked for where HBase's client, too, is interrupted: it clears the flag. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInterruptedReaderLeavesNoScannerAndNoThread(boolean readAhead) throws Exception {
    ReaderOptions options = OPTIONS.withReadAhead(readAhead);
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, MANY_FRAMES)) {
      try (SubPlanReader reader = open(table, CountPlans.allRows(), options)) {
        assertTrue(reader.next());
        Thread.currentThread().interrupt();
        assertThrows(
            InterruptedIOException.class,
            () -> {
              while (reader.next()) {
                Thread.currentThread().interrupt();
              }
            });
        assertTrue(Thread.interrupted());
      }
      await("open scans", () -> openScans(table) == 0);
      await("threads", () -> !hasReadAheadThread());
    }
  }

  @Test
  void aLimitIsNotReadBeyond() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, MANY_FRAMES);
        SubPlanReader reader = open(table, CountPlans.firstRows(150))) {
      int rows = 0;
      while (reader.next()) {
        rows += reader.current().rowCount();
      }
      assertEquals(150, rows);
      assertFalse(reader.statistics().serverRowsScanned() > 1_000);
      assertEquals(2, reader.statistics().rpcs());
    }
  }

  private static ReaderStatistics readAll(NumbersTable table, ReaderOptions options)
      throws Exception {
    SubPlanRequest request =
        SubPlanRequest.ofTable(table.name, CountPlans.allRows().toByteArray(), options);
    try (SubPlanReader reader = SubPlanReader.open(connection, request)) {
      int next = 0;
      while (reader.next()) {
        FrameBatch batch = reader.current();
        for (int i = 0; i < batch.rowCount(); i++) {
          assertEquals(next++, batch.columns().get(0).getLong(i));
        }
      }
      assertEquals(ROWS, next);
      return reader.statistics();
    }
  }

  private static SubPlanReader open(NumbersTable table, SubPlan plan) throws Exception {
    return open(table, plan, OPTIONS);
  }

  private static SubPlanReader open(NumbersTable table, SubPlan plan, ReaderOptions options)
      throws Exception {
    return SubPlanReader.open(
        connection, SubPlanRequest.ofTable(table.name, plan.toByteArray(), options));
  }

  private static long openScans(NumbersTable table) {
    Get get = new Get(CountPlans.key(0)).addFamily(CountPlans.FAMILY);
    get.setAttribute(ChaosObserver.OPEN_SCANS, new byte[0]);
    try (Table hbase = connection.getTable(table.name)) {
      return Bytes.toLong(hbase.get(get).value());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean hasReadAheadThread() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("hbase-read-ahead"));
  }

  /** Well below the minute after which HBase closes what its client forgot. */
  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what);
      Thread.sleep(20);
    }
  }
}
