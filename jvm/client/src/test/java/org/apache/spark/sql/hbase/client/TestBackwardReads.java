package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.client.point.PointReader;
import org.apache.spark.sql.hbase.client.point.PointRequest;
import org.apache.spark.sql.hbase.client.scan.BatchReader;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.ReaderStatistics;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/** Plans that want the last rows of each region, run here over keys 0 to 99. */
class TestBackwardReads {
  private final FakeTable table = new FakeTable(new byte[0]);
  private ReaderOptions options =
      ReaderOptions.defaults().withMode(CoprocessorMode.OFF).withAttempts(4, 0, 0);
  private ReaderStatistics statistics;

  @Test
  void theLastRowsComeLastFirstAndNoOtherIsRead() throws Exception {
    assertEquals(List.of(59L, 58L, 57L), scanned(CountPlans.lastRows(3), 10, 60));
    assertEquals(3, statistics.localRowsScanned());
    Scan scan = table.plainScans.get(0);
    assertTrue(scan.isReversed());
    assertEquals(Scan.ReadType.PREAD, scan.getReadType());
    assertEquals(16, scan.getCaching());
    assertArrayEquals(CountPlans.key(60), scan.getStartRow());
    assertFalse(scan.includeStartRow());
    assertArrayEquals(CountPlans.key(10), scan.getStopRow());
    assertTrue(scan.includeStopRow());
  }

  @Test
  void fewerRowsThanWantedAreAllOfThem() throws Exception {
    assertEquals(List.of(11L, 10L), scanned(CountPlans.lastRows(30), 10, 12));
    assertEquals(List.of(99L, 98L), scanned(CountPlans.lastRowsFrom(980, 500), 90, 100));
    assertEquals(List.of(), scanned(CountPlans.lastRows(0), 10, 60));
  }

  @Test
  void aLostScanGoesOnBeforeTheLastRow() throws Exception {
    table.plainScanFailsAfter(2).plainScanFailsAfter(1);
    assertEquals(List.of(59L, 58L, 57L, 56L, 55L), scanned(CountPlans.lastRows(5), 0, 60));
    assertEquals(2, statistics.reopens());
    assertArrayEquals(CountPlans.key(57), table.plainScans.get(2).getStartRow());
  }

  @Test
  void everyRegionOfARangeAddsItsLastRows() throws Exception {
    options = options.withMode(CoprocessorMode.AUTO);
    // Neither region has the coprocessor; each is read from its end.
    table.answers(FakeTable.plainRow(30)).answers(FakeTable.plainRow(50));
    assertEquals(List.of(49L, 48L, 59L, 58L), scanned(CountPlans.lastRows(2), 30, 60));
    assertEquals(2, statistics.fallbacks().size());
  }

  @Test
  void singleRowKeysAreAskedForFromTheLastOn() throws Exception {
    List<byte[]> keys = IntStream.range(0, 100).mapToObj(CountPlans::key).toList();
    PointRequest request =
        new PointRequest(
            TableName.valueOf("t"), CountPlans.lastRows(3).toByteArray(), keys, options);
    try (PointReader reader = new PointReader(table, request, millis -> {})) {
      assertEquals(List.of(99L, 98L, 97L), keys(reader));
      assertEquals(3, statistics.gets());
    }
  }

  private List<Long> scanned(SubPlan plan, int from, int to) throws IOException {
    SubPlanRequest request =
        new SubPlanRequest(
            TableName.valueOf("t"),
            plan.toByteArray(),
            CountPlans.key(from),
            CountPlans.key(to),
            options);
    try (SubPlanReader reader = new SubPlanReader(table, request, millis -> {})) {
      assertFalse(reader.isLimited());
      return keys(reader);
    }
  }

  private List<Long> keys(BatchReader reader) throws IOException {
    List<Long> found = new ArrayList<>();
    while (reader.next()) {
      for (int i = 0; i < reader.current().rowCount(); i++) {
        found.add(reader.current().columns().get(0).getLong(i));
      }
    }
    statistics = reader.statistics();
    return found;
  }
}
