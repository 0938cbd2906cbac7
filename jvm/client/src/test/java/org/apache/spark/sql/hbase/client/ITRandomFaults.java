package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/**
 * Scans fail at random, and regions change under them. Each answer is the one that can be worked
 * out by hand. {@code -Dfaults.count} says how many faults, {@code -Dfaults.seed} which.
 */
class ITRandomFaults extends ClusterTest {
  private static final int FAULTS = Integer.getInteger("faults.count", 300);
  private static final int ROWS = 6_000;
  private static final int REGIONS = 3;
  private static final int MOST_REGIONS = 6;

  /** Frames among which each {@link Change} happens as often as its weight says. */
  private static final int FRAMES = 500;

  private enum Change {
    MOVE(10),
    MOVE_ALL(2),
    WRITE(8),
    FLUSH(6),
    COMPACT(2),
    SPLIT_OR_MERGE(1);

    private final int weight;

    Change(int weight) {
      this.weight = weight;
    }
  }

  private final long seed = Long.getLong("faults.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final Map<String, Integer> faults = new ConcurrentHashMap<>();
  private final AtomicInteger injected = new AtomicInteger();

  @Test
  void eachAnswerIsExact() throws Exception {
    int queries = 0;
    int refused = 0;
    Map<String, String> smallFrames =
        Map.of("hbase.sparksql.progress.millis", "1", "hbase.sparksql.state.max.bytes", "30000");
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, smallFrames)) {
      while (injected.get() < FAULTS) {
        long lostBefore = lostFrames();
        try {
          query(table);
        } catch (SubPlanException e) {
          // A region without a frame looks like one without the coprocessor.
          boolean isKnown = lostFrames() > lostBefore;
          assertTrue(
              isKnown && e.code() == ErrorCode.COPROCESSOR_MISSING,
              () -> "-Dfaults.seed=" + seed + ": " + e.getMessage());
          refused++;
        } catch (Exception | AssertionError e) {
          throw new AssertionError("-Dfaults.seed=" + seed + " at query " + queries, e);
        }
        queries++;
      }
    }
    System.out.println("counted: " + FAULTS + " faults of scans");
    System.out.println(queries + " queries, " + refused + " refused, " + new TreeMap<>(faults));
    if (FAULTS >= 300) {
      for (FaultyTable.Fault fault : FaultyTable.Fault.values()) {
        assertTrue(faults.containsKey(fault.name()), fault + ": " + faults);
      }
    }
  }

  private long lostFrames() {
    return faults.getOrDefault(FaultyTable.Fault.FRAME_LOST.name(), 0);
  }

  private void query(NumbersTable table) throws Exception {
    int from = random.nextBoolean() ? 0 : random.nextInt(ROWS);
    SubPlan plan = from == 0 ? CountPlans.groupByKey() : CountPlans.countAndSumFrom(10L * from);
    CoprocessorMode mode =
        CoprocessorMode.values()[random.nextInt(CoprocessorMode.values().length)];
    ReaderOptions options =
        ReaderOptions.defaults()
            .withMode(mode)
            .withFetchSize(1 + random.nextInt(1_000))
            .withReadAhead(random.nextBoolean())
            .withAttempts(ReaderOptions.defaults().maxAttempts(), 1, 100);
    NumbersTable.Answer answer =
        table.read(
            plan,
            options,
            access -> new FaultyTable(access, random, fault -> happened(fault.name())),
            batches -> change(table));
    assertEquals(ROWS - from, answer.count());
    assertEquals(table.expectedSumFrom(from), answer.sum());
  }

  private void happened(String fault) {
    faults.merge(fault, 1, Integer::sum);
    injected.incrementAndGet();
  }

  /** Does something to the regions, after few frames. */
  private void change(NumbersTable table) throws Exception {
    int drawn = random.nextInt(FRAMES);
    for (Change change : Change.values()) {
      drawn -= change.weight;
      if (drawn < 0) {
        if (isMade(change, table)) {
          happened(change.name());
        }
        return;
      }
    }
  }

  /** Makes the change; false if HBase refuses it. */
  private boolean isMade(Change change, NumbersTable table) throws Exception {
    switch (change) {
      case MOVE ->
          RegionMoves.move(
              connection,
              table.name,
              CountPlans.key(random.nextInt(ROWS)),
              RegionMoves.otherServer(connection, table.name));
      case MOVE_ALL -> RegionMoves.moveAll(connection, table.name);
      case WRITE -> writeAgain(table);
      case FLUSH -> asked(admin -> admin.flush(table.name));
      case COMPACT -> asked(admin -> admin.majorCompact(table.name));
      case SPLIT_OR_MERGE -> {
        return isSplitOrMerged(table);
      }
    }
    return true;
  }

  /** A request to the master. */
  private interface Request {
    void send(Admin admin) throws IOException;
  }

  private void asked(Request request) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      request.send(admin);
    }
  }

  /** Rows as they are: whichever of them a scan sees, the answer is the same. */
  private void writeAgain(NumbersTable table) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int k = random.nextInt(ROWS);
      puts.add(NumbersTable.put(k, 10L * k));
    }
    try (Table hbase = connection.getTable(table.name)) {
      hbase.put(puts);
    }
  }

  private boolean isSplitOrMerged(NumbersTable table) throws Exception {
    List<HRegionLocation> regions = RegionMoves.locations(connection, table.name);
    byte[] row = CountPlans.key(1 + random.nextInt(ROWS - 1));
    boolean isCut =
        regions.stream().anyMatch(region -> Bytes.equals(region.getRegion().getStartKey(), row));
    try {
      if (regions.size() < MOST_REGIONS && !isCut) {
        RegionMoves.split(connection, table.name, row);
      } else {
        RegionMoves.mergeFirstTwo(connection, table.name);
      }
      return true;
    } catch (IOException | ExecutionException e) {
      // HBase refuses it of regions that refer to files of others still.
      return false;
    }
  }
}
