package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A region server allocates for each scan and for each block of a store file. It allocates nothing
 * for each row, from the bytes of the block to the state of the groups.
 */
class ITAllocation extends ClusterTest {
  /** More blocks than a scan reads before it opens a stream, which allocates once. */
  private static final int FEW = 20_000;

  private static final int MANY = 60_000;

  /** The bytes of a block, shared by its rows. */
  private static final int MAX_BYTES_PER_ROW = 4;

  private static final int PASSES = 3;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource(NumbersTable.Layout.class)
  void rowsOfStoreFilesAllocateNothing(NumbersTable.Layout layout) throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, layout, Map.of())
            .load(connection, 0, MANY)
            .flush(connection);
    for (SubPlan plan : List.of(Plans.countAndSum(table), Plans.countAndSumByG(table))) {
      long ofMoreRows = allocatedBytes(table, plan, MANY) - allocatedBytes(table, plan, FEW);

      double perRow = (double) ofMoreRows / (MANY - FEW);
      assertTrue(perRow < MAX_BYTES_PER_ROW, perRow + " bytes a row");
    }
  }

  /** By the least of some passes: the first ones fill caches. */
  private static long allocatedBytes(NumbersTable table, SubPlan plan, long rows) {
    return LongStream.generate(() -> allocatedInOnePass(table, plan, rows))
        .limit(PASSES)
        .min()
        .getAsLong();
  }

  private static long allocatedInOnePass(NumbersTable table, SubPlan plan, long rows) {
    try {
      Scan scan = new Scan().withStopRow(NumbersTable.rowKey(rows));
      long before = allocatedByHandlers();
      List<ResultFrame> frames = FrameScan.all(connection, table.name(), plan, scan);
      long bytes = allocatedByHandlers() - before;
      assertEquals(rows, FrameScan.rowsScanned(frames));
      assertEquals(rows, fromStoreFiles(frames));
      return bytes;
    } catch (IOException e) {
      throw new AssertionError("the table cannot be read", e);
    }
  }

  private static long fromStoreFiles(List<ResultFrame> frames) {
    return frames.stream()
        .mapToLong(frame -> frame.header().getStatistics().getRowsFromStoreFiles())
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
