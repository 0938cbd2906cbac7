package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.ReaderStatistics;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/**
 * Regions move, split, merge and die while a sub-plan reads them; every row is counted exactly
 * once. The settings make a frame of every few hundred rows, so that there is much between two
 * frames to disturb.
 */
class ITRegionChanges extends ClusterTest {
  private static final int ROWS = 6_000;
  private static final int REGIONS = 3;
  private static final Map<String, String> SMALL_STATE =
      Map.of("hbase.sparksql.state.max.bytes", "30000");
  private static final Map<String, String> SHORT_PROGRESS =
      Map.of("hbase.sparksql.progress.millis", "1", "hbase.sparksql.batch.max.rows", "64");
  private static final ReaderOptions OPTIONS =
      ReaderOptions.defaults().withMode(CoprocessorMode.REQUIRE);

  @Test
  void regionsMoveAfterEveryThirdFrame() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, SMALL_STATE)) {
      assertExact(
          table,
          CountPlans.groupByKey(),
          batches -> {
            if (batches % 3 == 0) {
              RegionMoves.moveAll(connection, table.name);
            }
          });
    }
  }

  @Test
  void regionsMoveBetweenFramesThatWereSentForProgressOnly() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, SHORT_PROGRESS)) {
      NumbersTable.Answer answer =
          assertExact(
              table,
              CountPlans.countAndSum(),
              batches -> {
                if (batches % 10 == 1) {
                  RegionMoves.moveAll(connection, table.name);
                }
              });
      assertTrue(answer.batches() > REGIONS, "frames: " + answer.batches());
    }
  }

  @Test
  void regionsMoveAllTheTimeWhileSlicesRun() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, SHORT_PROGRESS);
        Background mover = new Background(() -> RegionMoves.moveAll(connection, table.name))) {
      while (mover.isBelow(3)) {
        assertExact(table, CountPlans.countAndSum(), batches -> {});
      }
    }
  }

  @Test
  void regionsSplitInTheMiddleOfTheScan() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, SMALL_STATE)) {
      assertExact(
          table,
          CountPlans.groupByKey(),
          batches -> {
            if (batches == 1) {
              // The one that is being read, then one that is still to come.
              RegionMoves.split(connection, table.name, CountPlans.key(ROWS / 6));
              RegionMoves.split(connection, table.name, CountPlans.key(ROWS * 5 / 6));
            }
          });
      assertEquals(REGIONS + 2, RegionMoves.locations(connection, table.name).size());
    }
  }

  @Test
  void regionsMergeInTheMiddleOfTheScan() throws Exception {
    for (int mergeAfter : new int[] {1, 5}) {
      try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, SMALL_STATE)) {
        assertExact(
            table,
            CountPlans.groupByKey(),
            batches -> {
              if (batches == mergeAfter) {
                RegionMoves.mergeFirstTwo(connection, table.name);
              }
            });
        assertEquals(REGIONS - 1, RegionMoves.locations(connection, table.name).size());
      }
    }
  }

  @Test
  void daughtersOfASplitReadTheirOwnFilesOnceTheyAreCompacted() throws Exception {
    assertOwnFilesAreReadAfter(
        1, table -> RegionMoves.split(connection, table.name, CountPlans.key(ROWS / 3)));
  }

  @Test
  void aMergedRegionReadsItsOwnFilesOnceItIsCompacted() throws Exception {
    assertOwnFilesAreReadAfter(2, table -> RegionMoves.mergeFirstTwo(connection, table.name));
  }

  private interface Change {
    void happen(NumbersTable table) throws Exception;
  }

  /** Reads store files, has the change happen in between, and then again. */
  private static void assertOwnFilesAreReadAfter(int regions, Change change) throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, regions, SMALL_STATE)) {
      compact(table);

      // The files refer to those of before, until HBase compacts them.
      switchCompactions(false);
      try {
        NumbersTable.Answer answer =
            assertExact(
                table,
                CountPlans.groupByKey(),
                batches -> {
                  if (batches == 2) {
                    change.happen(table);
                  }
                });
        assertTrue(answer.statistics().serverRowsFromStoreFiles() > 0);
        assertEquals(Map.of("REFERENCE_FILE", (long) ROWS), readStatistics(table).scannerRows());
      } finally {
        switchCompactions(true);
      }
      compact(table);

      assertExact(table, CountPlans.groupByKey(), batches -> {});
    }
  }

  /** Switches the compactions of all region servers. */
  private static void switchCompactions(boolean on) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.compactionSwitch(on, List.of());
    }
  }

  @Test
  void blocksWithoutARowThatPassesAreSkippedBeforeAndAfterASplit() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, 1, SMALL_STATE)) {
      compact(table);
      assertBlocksAreSkippedSoon(table);

      RegionMoves.split(connection, table.name, CountPlans.key(ROWS / 3));
      assertLastRows(table);
      compact(table);

      assertBlocksAreSkippedSoon(table);
    }
  }

  /** The first read of a file learns what the next one skips; a compaction may come between. */
  private static void assertBlocksAreSkippedSoon(NumbersTable table) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (assertLastRows(table).serverBlocksSkipped() == 0) {
      assertTrue(System.nanoTime() < deadline, () -> "no block was skipped");
    }
  }

  private static ReaderStatistics assertLastRows(NumbersTable table) throws Exception {
    int from = ROWS - 500;
    NumbersTable.Answer answer = table.read(CountPlans.countAndSumFrom(10L * from), OPTIONS);
    assertEquals(500, answer.count());
    assertEquals(table.expectedSumFrom(from), answer.sum());
    return answer.statistics();
  }

  /**
   * HBase's own client bounces between the servers that both say that the dead parent moved away.
   */
  @Test
  void aRegionMovesAwayAndBackAndThenSplits() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, 1, SMALL_STATE)) {
      ServerName home = RegionMoves.serverOf(connection, table.name, CountPlans.key(0));
      assertExact(
          table,
          CountPlans.groupByKey(),
          batches -> {
            if (batches == 2) {
              RegionMoves.moveAll(connection, table.name);
              RegionMoves.move(connection, table.name, CountPlans.key(0), home);
              RegionMoves.split(connection, table.name, CountPlans.key(ROWS / 2));
            }
          });
    }
  }

  @Test
  void aRegionServerAbortsInTheMiddleOfTheScan() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, SMALL_STATE)) {
      assertExact(
          table,
          CountPlans.groupByKey(),
          batches -> {
            if (batches == 3) {
              abortServerOf(table);
            }
          });
    }
  }

  @Test
  void writersAndFlushesInBetweenChangeNothingOfWhatWasThere() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, SMALL_STATE)) {
      AtomicBoolean flush = new AtomicBoolean();
      int[] next = {0};
      // New rows have negative values and old ones are written again as they are.
      try (Background writer =
          new Background(
              () -> {
                try (Table hbase = connection.getTable(table.name);
                    Admin admin = connection.getAdmin()) {
                  for (int i = 0; i < 200; i++) {
                    int k = next[0]++;
                    hbase.put(NumbersTable.put(ROWS + k, -1));
                    hbase.put(NumbersTable.put(k % ROWS, 10L * (k % ROWS)));
                  }
                  if (flush.compareAndSet(false, true)) {
                    admin.flush(table.name);
                  } else {
                    flush.set(false);
                    RegionMoves.moveAll(connection, table.name);
                  }
                }
              })) {
        while (writer.isBelow(3)) {
          assertExact(table, CountPlans.countAndSumFrom(0), batches -> {});
        }
      }
    }
  }

  private static NumbersTable.Answer assertExact(
      NumbersTable table, SubPlan plan, NumbersTable.Disturbance disturbance) throws Exception {
    NumbersTable.Answer answer = table.read(plan, OPTIONS, Map.of(), disturbance);
    assertEquals(table.rows, answer.count());
    assertEquals(table.expectedSum(), answer.sum());
    return answer;
  }

  /** Makes one store file of each region, from which then all rows come. */
  private static void compact(NumbersTable table) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(table.name);
      long since = System.currentTimeMillis();
      admin.majorCompact(table.name);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      // The flushed files have all rows already. They change once more, maybe under the next scan.
      while (!isCompactedSince(admin, table.name, since)
          || readStatistics(table).serverRowsFromStoreFiles() < ROWS) {
        assertTrue(System.nanoTime() < deadline, () -> "the compaction did not end");
      }
    }
  }

  private static boolean isCompactedSince(Admin admin, TableName table, long since)
      throws IOException {
    List<RegionMetrics> regions = new ArrayList<>();
    for (ServerName server : admin.getRegionServers()) {
      regions.addAll(admin.getRegionMetrics(server, table));
    }
    return regions.stream().allMatch(r -> r.getLastMajorCompactionTimestamp() >= since);
  }

  private static ReaderStatistics readStatistics(NumbersTable table) throws Exception {
    return table.read(CountPlans.countAndSum(), OPTIONS, Map.of(), batches -> {}).statistics();
  }

  /** Ends the server of the last region and returns once that region is elsewhere. */
  private static void abortServerOf(NumbersTable table) throws IOException {
    byte[] last = CountPlans.key(ROWS - 1);
    ServerName victim = RegionMoves.serverOf(connection, table.name, last);
    Scan poison = new Scan().withStartRow(last);
    poison.setAttribute(ChaosObserver.ABORT, Bytes.toBytes(victim.getServerName()));
    try (Table hbase = connection.getTable(table.name);
        ResultScanner scanner = hbase.getScanner(poison)) {
      assertArrayEquals(last, scanner.next().getRow());
    }
  }
}
