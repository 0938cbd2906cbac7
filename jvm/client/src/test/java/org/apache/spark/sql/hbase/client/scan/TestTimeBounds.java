package org.apache.spark.sql.hbase.client.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.spark.sql.hbase.client.CountPlans;
import org.apache.spark.sql.hbase.client.FakeTable;
import org.apache.spark.sql.hbase.client.point.PointReader;
import org.apache.spark.sql.hbase.client.point.PointRequest;
import org.junit.jupiter.api.Test;

/** Every request that a reader sends carries the bounds of its cells. */
class TestTimeBounds {
  private static final TimeBounds TIMES = new TimeBounds(5, 9);
  private static final byte[] PLAN = CountPlans.allRows().toByteArray();

  private final FakeTable table = new FakeTable(PLAN);
  private final ReaderOptions options = ReaderOptions.defaults().withAttempts(4, 0, 0);

  @Test
  void scansOfSubPlansAndOfTheirFallback() throws IOException {
    table.answers(FakeTable.plainRow(10)).answers(FakeTable.plainRow(30));
    table.plainScanFailsAfter(3);
    read(request(PLAN, TIMES));

    assertTrue(table.subPlanScans.size() >= 2);
    assertTrue(table.plainScans.size() >= 3);
    for (Scan scan : table.subPlanScans) {
      assertBounds(scan.getTimeRange());
    }
    for (Scan scan : table.plainScans) {
      assertBounds(scan.getTimeRange());
    }
  }

  @Test
  void scansFromTheEndOfARegion() throws IOException {
    table.answers(FakeTable.plainRow(10)).answers(FakeTable.plainRow(30));
    read(request(CountPlans.lastRows(2).toByteArray(), TIMES));

    for (Scan scan : table.plainScans) {
      assertTrue(scan.isReversed());
      assertBounds(scan.getTimeRange());
    }
  }

  @Test
  void gets() throws IOException {
    List<byte[]> keys = IntStream.range(0, 5).mapToObj(CountPlans::key).toList();
    PointRequest request = new PointRequest(TableName.valueOf("t"), PLAN, keys, options, TIMES);
    try (PointReader reader = new PointReader(table, request, millis -> {})) {
      while (reader.next()) {
        assertTrue(reader.current().rowCount() > 0);
      }
    }
    for (Get get : table.getBatches.get(0)) {
      assertBounds(get.getTimeRange());
    }
  }

  @Test
  void withoutBoundsNoRequestHasATimeRange() throws IOException {
    table.answers(FakeTable.plainRow(10)).answers(FakeTable.plainRow(30));
    read(request(PLAN, TimeBounds.ALL));

    assertTrue(table.subPlanScans.get(0).getTimeRange().isAllTime());
    assertTrue(table.plainScans.get(0).getTimeRange().isAllTime());
  }

  @Test
  void nothingHappenedWithinEmptyBounds() {
    TimeBounds none = new TimeBounds(0, 0);
    assertTrue(none.hasStop());
    assertFalse(none.isAll());
    Scan scan = new Scan();
    none.limit(scan);
    assertFalse(scan.getTimeRange().isAllTime());
    assertFalse(scan.getTimeRange().withinTimeRange(0));
  }

  @Test
  void statesOfRowsAreReadInThisProcessOnly() {
    TimeBounds states = TimeBounds.ALL.withVersions(3);
    Scan scan = new Scan();
    states.limit(scan);
    assertEquals(3, scan.getMaxVersions());
    assertThrows(IllegalArgumentException.class, () -> read(request(PLAN, states)));
  }

  @Test
  void boundsThatCrossAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new TimeBounds(9, 5));
    assertThrows(IllegalArgumentException.class, () -> new TimeBounds(-1, 5));
    assertThrows(IllegalArgumentException.class, () -> new TimeBounds(1, 5, 0));
  }

  private static void assertBounds(TimeRange range) {
    assertEquals(5, range.getMin());
    assertEquals(9, range.getMax());
  }

  private SubPlanRequest request(byte[] plan, TimeBounds times) {
    return new SubPlanRequest(
        TableName.valueOf("t"), plan, CountPlans.key(0), CountPlans.key(50), options, plan, times);
  }

  private void read(SubPlanRequest request) throws IOException {
    try (SubPlanReader reader = new SubPlanReader(table, request, millis -> {})) {
      while (reader.next()) {
        assertTrue(reader.current().rowCount() > 0);
      }
    }
  }
}
