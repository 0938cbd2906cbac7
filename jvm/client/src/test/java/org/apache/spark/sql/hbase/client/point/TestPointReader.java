package org.apache.spark.sql.hbase.client.point;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.spark.sql.hbase.client.CountPlans;
import org.apache.spark.sql.hbase.client.FakeTable;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.ReaderStatistics;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/** Gets of the table with keys 0 to 99. */
class TestPointReader {
  private final FakeTable table = new FakeTable(new byte[0]);
  private final ReaderOptions options =
      ReaderOptions.defaults().withMode(CoprocessorMode.REQUIRE).withAttempts(4, 0, 0);
  private ReaderStatistics statistics;

  @Test
  void onlyTheRowsOfTheRowKeysCome() throws Exception {
    assertEquals(List.of(3L, 7L, 98L), keys(CountPlans.allRows(), 3, 7, 98));
    assertEquals(3, statistics.gets());
    assertEquals(1, statistics.getCalls());
    assertEquals(3, statistics.getRows());
    assertEquals(3, statistics.getCells());
    assertEquals(3, statistics.rowsScanned());
    assertEquals(3, statistics.rowsReceived());
    assertEquals(0, statistics.localRowsScanned());
    assertTrue(statistics.fallbacks().isEmpty());
    assertTrue(table.plainScans.isEmpty() && table.subPlanScans.isEmpty());
    Get get = table.getBatches.get(0).get(0);
    assertEquals(List.of(CountPlans.FAMILY.length), families(get));
    assertTrue(get.getCacheBlocks());
  }

  private static List<Integer> families(Get get) {
    return get.getFamilyMap().keySet().stream().map(family -> family.length).toList();
  }

  @Test
  void rowKeysWithoutARowAreNothing() throws Exception {
    assertEquals(List.of(0L, 99L), keys(CountPlans.allRows(), -1, 0, 99, 100));
    assertEquals(4, statistics.gets());
    assertEquals(2, statistics.getRows());
    assertEquals(List.of(), keys(CountPlans.allRows(), 1_000));
    assertEquals(List.of(), keys(CountPlans.allRows()));
    assertEquals(0, statistics.getCalls());
  }

  @Test
  void filtersAndAggregatesAreTheEngines() throws Exception {
    assertEquals(List.of(50L, 60L), keys(CountPlans.rowsFrom(500), 10, 50, 60));
    assertEquals(3, statistics.getRows());
    assertEquals(2, statistics.rowsKept());
    try (PointReader reader = open(CountPlans.countAndSumFrom(500), 10, 50, 60)) {
      assertTrue(reader.next());
      assertEquals(2, reader.current().columns().get(0).getLong(0));
      assertEquals(1_100, reader.current().columns().get(1).getLong(0));
      assertFalse(reader.next());
      assertNull(reader.current());
    }
  }

  @Test
  void manyRowKeysAreAskedForInBatches() throws Exception {
    int[] all = IntStream.range(-100, 200).toArray();
    assertEquals(
        IntStream.range(0, 100).asLongStream().boxed().toList(), keys(CountPlans.allRows(), all));
    assertEquals(List.of(128, 172), table.getBatches.stream().map(List::size).toList());
    assertEquals(300, statistics.gets());
    assertEquals(2, statistics.getCalls());
  }

  @Test
  void batchesOfLargeRowsAreSmaller() throws Exception {
    table.withRowsOf(4 << 20);
    assertEquals(100, keys(CountPlans.allRows(), IntStream.range(-100, 100).toArray()).size());
    assertEquals(
        List.of(128, 1, 1, 1), table.getBatches.stream().map(List::size).limit(4).toList());
  }

  @Test
  void aLimitAsksForNoMoreRowsThanItNeedsWhileTheyExist() throws Exception {
    int[] all = IntStream.range(0, 100).toArray();
    assertEquals(List.of(0L, 1L), keys(CountPlans.firstRows(2), all));
    assertEquals(2, statistics.gets());
    assertEquals(
        List.of(0L, 1L), keys(CountPlans.firstRows(2), IntStream.range(-1, 100).toArray()));
    assertEquals(101, statistics.gets());
    assertEquals(List.of(1L, 2L), keys(CountPlans.firstRowsFrom(10, 2), all));
    assertEquals(100, statistics.gets());
    assertEquals(List.of(1L, 2L), keys(CountPlans.firstRowsFrom(10, 2), 1, 2, 3, 4));
    assertEquals(2, statistics.gets());
    assertEquals(List.of(), keys(CountPlans.firstRows(0), all));
    assertEquals(0, statistics.gets());
  }

  @Test
  void aLostBatchIsAskedForAgain() throws Exception {
    table.getFails(new IOException("region server stopped")).getFails(new IOException("again"));
    assertEquals(List.of(1L, 2L), keys(CountPlans.allRows(), 1, 2));
    assertEquals(3, table.getBatches.size());
    assertEquals(2, table.locationsForgotten);
    assertEquals(2, statistics.reopens());
  }

  @Test
  void attemptsAreBoundedAndRefusalsAreFinal() {
    IOException last = new IOException("fourth");
    for (int i = 0; i < 3; i++) {
      table.getFails(new IOException("stopped"));
    }
    table.getFails(last);
    assertSame(last, assertThrows(IOException.class, () -> keys(CountPlans.allRows(), 1)));
    table.getFails(new AccessDeniedException("no READ"));
    assertThrows(AccessDeniedException.class, () -> keys(CountPlans.allRows(), 1));
    assertEquals(5, table.getBatches.size());
  }

  @Test
  void aMalformedPlanIsRefusedBeforeAnythingIsRead() {
    PointRequest request =
        new PointRequest(TableName.valueOf("t"), new byte[] {1, 2}, List.of(), options);
    SubPlanException error =
        assertThrows(SubPlanException.class, () -> new PointReader(table, request, millis -> {}));
    assertEquals(ErrorCode.INVALID_PLAN, error.code());
  }

  @Test
  void closeEndsTheRead() throws Exception {
    try (PointReader reader = open(CountPlans.allRows(), 1, 2)) {
      assertTrue(reader.next());
      reader.close();
      assertFalse(reader.next());
    }
  }

  private PointReader open(SubPlan plan, int... keys) throws SubPlanException {
    List<byte[]> rowKeys = IntStream.of(keys).mapToObj(CountPlans::key).toList();
    PointRequest request =
        new PointRequest(TableName.valueOf("t"), plan.toByteArray(), rowKeys, options);
    return new PointReader(table, request, millis -> {});
  }

  private List<Long> keys(SubPlan plan, int... rowKeys) throws IOException {
    List<Long> found = new ArrayList<>();
    try (PointReader reader = open(plan, rowKeys)) {
      while (reader.next()) {
        for (int i = 0; i < reader.current().rowCount(); i++) {
          found.add(reader.current().columns().get(0).getLong(i));
        }
      }
      statistics = reader.statistics();
    }
    return found;
  }
}
