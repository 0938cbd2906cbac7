package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.ColumnMemoryBounds;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.coprocessor.fixture.SharedCluster;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A region server allocates for each scan, for each block of a store file and for each stretch of
 * remembered columns. It allocates nothing for each row, from the bytes of the block, or from the
 * column memory, to the state of the groups.
 */
class ITAllocation extends ClusterTest {
  /** More blocks than a scan reads before it opens a stream, which allocates once. */
  private static final int FEW = 20_000;

  private static final int MANY = 60_000;

  /** The bytes of a block, or of a stretch, shared by its rows. */
  private static final int MAX_BYTES_PER_ROW = 4;

  private static final int PASSES = 5;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * One scan.
   *
   * @param bytes allocated
   * @param rowsFromMemory rows whose columns were in memory
   * @param missedBlocks blocks that were not in the cache, for which memory is allocated
   */
  private record Pass(long bytes, long rowsFromMemory, long missedBlocks) {}

  @RegisterExtension final ColumnMemoryBounds memoryBounds = new ColumnMemoryBounds();

  /** A block that is read from its file takes memory for all of its bytes. */
  @BeforeEach
  void makeRoomForTheBlocks() {
    SharedCluster.emptyBlockCaches();
  }

  @ParameterizedTest
  @EnumSource(NumbersTable.Layout.class)
  void rowsOfStoreFilesAllocateNothing(NumbersTable.Layout layout) throws IOException {
    NumbersTable table = load(layout, Map.of(ServerSetting.COLUMN_MEMORY_ENABLED, "false"));
    for (SubPlan plan : plans(table)) {
      assertEquals(0, assertRowsAllocateNothing(table, plan));
    }
  }

  @ParameterizedTest
  @EnumSource(NumbersTable.Layout.class)
  void rowsOfColumnMemoryAllocateNothing(NumbersTable.Layout layout) throws IOException {
    NumbersTable table = load(layout, Map.of());
    for (SubPlan plan : plans(table)) {
      askAndRecord(table, plan);
      assertEquals(MANY, assertRowsAllocateNothing(table, plan));
    }
  }

  /** A scan that found the column memory full does not make stretches that nobody can keep. */
  @ParameterizedTest
  @EnumSource(NumbersTable.Layout.class)
  void rowsThatDoNotFitIntoColumnMemoryAllocateNothing(NumbersTable.Layout layout)
      throws IOException {
    NumbersTable table = load(layout, Map.of());
    memoryBounds.limitToFewStretches();
    for (SubPlan plan : plans(table)) {
      askAndRecord(table, plan);
      long fromMemory = assertRowsAllocateNothing(table, plan);
      assertTrue(fromMemory < FEW, fromMemory + " rows");
    }
  }

  private static NumbersTable load(NumbersTable.Layout layout, Map<ServerSetting, String> settings)
      throws IOException {
    return NumbersTable.create(connection, layout, settings)
        .load(connection, 0, MANY)
        .flush(connection);
  }

  private static List<SubPlan> plans(NumbersTable table) {
    return List.of(Plans.countAndSum(table), Plans.countAndSumByG(table));
  }

  /** The first scan asks for the columns, and the second one records them. */
  private static void askAndRecord(NumbersTable table, SubPlan plan) throws IOException {
    for (int i = 0; i < 2; i++) {
      FrameScan.all(connection, table.name(), plan, new Scan());
    }
  }

  /**
   * Compares a long scan with a short one.
   *
   * @return of the long scan, rows whose columns were in memory
   */
  private static long assertRowsAllocateNothing(NumbersTable table, SubPlan plan) {
    Pass few = cheapestPass(table, plan, FEW);
    Pass many = cheapestPass(table, plan, MANY);
    double perRow = (double) (many.bytes() - few.bytes()) / (MANY - FEW);
    assertTrue(perRow < MAX_BYTES_PER_ROW, perRow + " bytes a row: " + few + ", " + many);
    return many.rowsFromMemory();
  }

  /** The first passes fill caches. */
  private static Pass cheapestPass(NumbersTable table, SubPlan plan, long rows) {
    Pass cheapest =
        Stream.generate(() -> pass(table, plan, rows))
            .limit(PASSES)
            .min(Comparator.comparingLong(Pass::bytes))
            .get();
    assertEquals(0, cheapest.missedBlocks(), "the block caches have no room for the table");
    return cheapest;
  }

  private static Pass pass(NumbersTable table, SubPlan plan, long rows) {
    try {
      Scan scan = new Scan().withStopRow(NumbersTable.rowKey(rows));
      long missed = missedBlocks();
      long before = allocatedByHandlers();
      List<ResultFrame> frames = FrameScan.all(connection, table.name(), plan, scan);
      long bytes = allocatedByHandlers() - before;
      assertEquals(rows, FrameScan.rowsScanned(frames));
      assertEquals(rows, sum(frames, FrameStatistics::getRowsFromStoreFiles));
      return new Pass(
          bytes, sum(frames, FrameStatistics::getRowsFromColumnMemory), missedBlocks() - missed);
    } catch (IOException e) {
      throw new AssertionError("the table cannot be read", e);
    }
  }

  private static long missedBlocks() {
    return SharedCluster.sumOfCaches(cache -> cache.getStats().getMissCount());
  }

  private static long sum(List<ResultFrame> frames, ToLongFunction<FrameStatistics> count) {
    return frames.stream()
        .mapToLong(frame -> count.applyAsLong(frame.header().getStatistics()))
        .sum();
  }

  /** By the threads of all region servers that answer requests for tables of users. */
  private static long allocatedByHandlers() {
    long[] handlers =
        Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
            .filter(thread -> thread != null && thread.getThreadName().startsWith("RpcServer.def"))
            .mapToLong(thread -> thread.getThreadId())
            .toArray();
    return LongStream.of(THREADS.getThreadAllocatedBytes(handlers)).sum();
  }
}
