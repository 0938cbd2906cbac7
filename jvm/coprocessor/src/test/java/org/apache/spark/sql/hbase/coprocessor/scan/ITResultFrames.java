package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.Payload;
import org.apache.spark.sql.hbase.wire.proto.StopReason;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames prove what they cover, and hold exactly that. */
class ITResultFrames extends ClusterTest {
  private static final Map<ServerSetting, String> TINY_BOUNDS =
      Map.of(
          ServerSetting.FRAME_MAX_ROWS, "7",
          ServerSetting.BATCH_MAX_ROWS, "3",
          ServerSetting.STATE_MAX_BYTES, "2048");
  private static final long ROWS = 200;

  @ParameterizedTest
  @EnumSource
  void smallFramesTileTheRegionsAndHoldEachRowOnce(NumbersTable.Layout layout) throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, layout, TINY_BOUNDS, 50, 120).load(connection, 0, ROWS);

    List<ResultFrame> frames = all(table, Plans.rows(table), new Scan());

    assertEquals(ROWS, FrameScan.rows(frames));
    assertEquals(ROWS, FrameScan.rowsScanned(frames));
    assertEquals(LongStream.range(0, ROWS).sum(), FrameScan.sum(frames, 0));
    assertEquals(sumOfN(0, ROWS), FrameScan.sum(frames, 1));
    assertEquals(3, frames.stream().filter(frame -> frame.header().getLastInRegion()).count());
    assertTrue(frames.stream().allMatch(frame -> frame.header().getPayload() == Payload.ROWS));
    assertTrue(
        frames.stream().allMatch(frame -> frame.header().getRowCount() <= 7),
        "rows of frames: " + frames.stream().map(frame -> frame.header().getRowCount()).toList());
  }

  @ParameterizedTest
  @EnumSource
  void fullStateIsSentAndNothingIsCountedTwice(NumbersTable.Layout layout) throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, layout, TINY_BOUNDS, 50, 120).load(connection, 0, ROWS);

    List<ResultFrame> frames = all(table, Plans.countAndSumByN(table), new Scan());

    assertTrue(frames.size() > 6, "frames: " + frames.size());
    assertTrue(
        frames.stream()
            .anyMatch(frame -> frame.header().getStopReason() == StopReason.MEMORY_BOUND));
    assertTrue(
        frames.stream()
            .allMatch(frame -> frame.header().getPayload() == Payload.PARTIAL_AGGREGATE));
    assertEquals(ROWS, FrameScan.sum(frames, 1));
    assertEquals(sumOfN(0, ROWS), FrameScan.sum(frames, 2));
  }

  @ParameterizedTest
  @EnumSource
  void anAggregateWithDefaultBoundsIsOneFramePerRegion(NumbersTable.Layout layout)
      throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, layout, Map.of(), 50, 120).load(connection, 0, ROWS);

    List<ResultFrame> frames = all(table, Plans.countAndSumByG(table), new Scan());

    assertEquals(3, frames.size());
    assertEquals(3 * 7, FrameScan.rows(frames));
    assertEquals(ROWS, FrameScan.sum(frames, 1));
    assertEquals(sumOfN(0, ROWS), FrameScan.sum(frames, 2));
  }

  /**
   * The first scan fills the block cache, the second reads cells whose memory HBase takes back at
   * each release.
   */
  @ParameterizedTest
  @EnumSource
  void cachedBlocksGiveTheSameRows(NumbersTable.Layout layout) throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, layout, TINY_BOUNDS)
            .load(connection, 0, 5_000)
            .flush(connection);

    for (int i = 0; i < 2; i++) {
      List<ResultFrame> frames = all(table, Plans.countAndSumByK(table), new Scan());

      assertEquals(5_000, FrameScan.sum(frames, 1));
      assertEquals(sumOfN(0, 5_000), FrameScan.sum(frames, 2));
    }
  }

  @Test
  void progressIsSentAfterItsTime() throws IOException {
    NumbersTable table =
        NumbersTable.create(
                connection,
                NumbersTable.Layout.COLUMNS,
                Map.of(ServerSetting.PROGRESS_MILLIS, "1", ServerSetting.BATCH_MAX_ROWS, "10"))
            .load(connection, 0, 20_000);

    List<ResultFrame> frames = all(table, Plans.countAndSum(table), new Scan());

    assertTrue(
        frames.stream().anyMatch(frame -> frame.header().getStopReason() == StopReason.TIME_BOUND));
    assertEquals(20_000, FrameScan.sum(frames, 0));
    assertEquals(sumOfN(0, 20_000), FrameScan.sum(frames, 1));
  }

  @Test
  void aScanOfAPartStartsAndEndsWhereItSays() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.PACKED, TINY_BOUNDS, 50, 120)
            .load(connection, 0, ROWS);
    Scan exclusive =
        new Scan()
            .withStartRow(NumbersTable.rowKey(40), false)
            .withStopRow(NumbersTable.rowKey(130), true);

    List<ResultFrame> frames = all(table, Plans.rows(table), exclusive);

    assertEquals(90, FrameScan.rows(frames));
    assertEquals(LongStream.rangeClosed(41, 130).sum(), FrameScan.sum(frames, 0));
  }

  @Test
  void aGetReadsItsRow() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.PACKED, Map.of())
            .load(connection, 0, 9);
    Scan get =
        new Scan()
            .withStartRow(NumbersTable.rowKey(4), true)
            .withStopRow(NumbersTable.rowKey(4), true);

    assertEquals(4, FrameScan.sum(all(table, Plans.rows(table), get), 0));
  }

  @Test
  void aRegionWithoutRowsProvesThatItIsEmpty() throws IOException {
    NumbersTable table = NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of(), 50);
    Scan scan = FrameScan.withPlan(new Scan(), Plans.countAndSum(table).toByteArray());

    List<ResultFrame> frames = all(table, Plans.countAndSum(table), new Scan());
    assertEquals(2, frames.size());
    assertEquals(0, FrameScan.rows(frames));
    assertTrue(
        frames.stream()
            .allMatch(frame -> frame.header().getStopReason() == StopReason.END_OF_REGION));

    try (Table hbase = connection.getTable(table.name());
        ResultScanner scanner = hbase.getScanner(scan)) {
      assertArrayEquals(new byte[] {0}, scanner.next().getRow(), "no row key is empty");
      assertArrayEquals(NumbersTable.rowKey(50), scanner.next().getRow());
      assertNull(scanner.next());
    }
  }

  @Test
  void rowsThatAreFilteredOutCountAsCovered() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, TINY_BOUNDS)
            .load(connection, 0, ROWS);

    List<ResultFrame> frames = all(table, Plans.rowsFrom(table, ROWS - 2), new Scan());

    assertEquals(2, FrameScan.rows(frames));
    assertEquals(ROWS, FrameScan.rowsScanned(frames));
  }

  @Test
  void aLimitEndsTheRegionEarlyAndSaysSo() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.PACKED, Map.of())
            .load(connection, 0, ROWS);

    try (FrameScan frames =
        FrameScan.open(connection, table.name(), Plans.firstRows(table, 5), new Scan())) {
      assertTrue(frames.next());
      assertEquals(5, frames.last().header().getRowCount());
      assertEquals(StopReason.LIMIT_REACHED, frames.last().header().getStopReason());
      assertFalse(frames.last().header().getLastInRegion());
      assertFalse(frames.next());
    }
    try (FrameScan frames =
        FrameScan.open(connection, table.name(), Plans.firstRows(table, 0), new Scan())) {
      assertTrue(frames.next());
      assertEquals(0, frames.last().header().getRowCount());
      assertFalse(frames.next());
    }
  }

  @Test
  void deletedRowsAndOlderVersionsAreInvisible() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of())
            .load(connection, 0, 10);
    try (Table hbase = connection.getTable(table.name())) {
      hbase.delete(new Delete(NumbersTable.rowKey(1)));
      table.flush(connection);
      hbase.put(
          new Put(NumbersTable.rowKey(2))
              .addColumn(NumbersTable.FAMILY, Bytes.toBytes("g"), Bytes.toBytes("x")));
    }

    List<ResultFrame> frames = all(table, Plans.countAndSum(table), new Scan());

    assertEquals(9, FrameScan.sum(frames, 0));
    assertEquals(sumOfN(0, 10) - 1, FrameScan.sum(frames, 1));
  }

  @Test
  void aFilterOfTheScanStillHides() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of())
            .load(connection, 0, 300);
    byte[] prefix = Bytes.head(NumbersTable.rowKey(256), 7);
    SingleColumnValueFilter wholeRows =
        new SingleColumnValueFilter(
            NumbersTable.FAMILY, Bytes.toBytes("g"), CompareOperator.EQUAL, Bytes.toBytes("g3"));

    assertEquals(
        44,
        FrameScan.sum(
            all(table, Plans.countAndSum(table), new Scan().setFilter(new PrefixFilter(prefix))),
            0));
    assertEquals(
        43,
        FrameScan.sum(all(table, Plans.countAndSum(table), new Scan().setFilter(wholeRows)), 0));
    assertEquals(
        5,
        FrameScan.sum(
            all(table, Plans.countAndSum(table), new Scan().setFilter(new PageFilter(5))), 0));
  }

  @Test
  void aRowInManyPiecesIsOneRow() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of())
            .load(connection, 0, 3);
    Put wide = new Put(NumbersTable.rowKey(1));
    for (int i = 0; i < 2 * ScanLimits.MAX_CELLS_PER_CALL; i++) {
      // Some before and some after the cells g and n.
      wide.addColumn(NumbersTable.FAMILY, Bytes.toBytes((i % 2 == 0 ? "a" : "z") + i), new byte[1]);
    }
    put(table, wide);

    List<ResultFrame> frames = all(table, Plans.countAndSum(table), new Scan());

    assertEquals(3, FrameScan.sum(frames, 0));
    assertEquals(3, FrameScan.sum(frames, 1));
    assertEquals(
        2L * ScanLimits.MAX_CELLS_PER_CALL + 6,
        frames.get(0).header().getStatistics().getCellsScanned());
  }

  @Test
  void aRowLargerThanTheBlocksOfOneContextIsOneRow() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of())
            .load(connection, 0, 3);
    Put large = new Put(NumbersTable.rowKey(1));
    byte[] value = new byte[(int) ScanLimits.MAX_BLOCK_BYTES / 4];
    for (int i = 0; i < 10; i++) {
      // Some before and some after the cells g and n.
      large.addColumn(NumbersTable.FAMILY, Bytes.toBytes((i % 2 == 0 ? "a" : "z") + i), value);
    }
    put(table, large);
    table.flush(connection);

    List<ResultFrame> frames = all(table, Plans.countAndSum(table), new Scan());

    assertEquals(3, FrameScan.sum(frames, 0));
    assertEquals(3, FrameScan.sum(frames, 1));
    assertEquals(16, frames.get(0).header().getStatistics().getCellsScanned());
  }

  @Test
  void aLongStretchOfDeletedRowsInFilesIsPassedOver() throws IOException {
    int rowCount = 2_000;
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of())
            .load(connection, 0, rowCount);
    List<Put> fillers = new ArrayList<>();
    List<Delete> deletes = new ArrayList<>();
    for (int row = 1; row < rowCount - 1; row++) {
      // Together several times the blocks of one context.
      byte[] value = new byte[(int) ScanLimits.MAX_BLOCK_BYTES * 4 / rowCount];
      fillers.add(
          new Put(NumbersTable.rowKey(row))
              .addColumn(NumbersTable.FAMILY, Bytes.toBytes("z"), value));
      deletes.add(new Delete(NumbersTable.rowKey(row)));
    }
    try (Table hbase = connection.getTable(table.name())) {
      hbase.put(fillers);
      hbase.delete(deletes);
    }
    table.flush(connection);

    List<ResultFrame> frames = all(table, Plans.countAndSum(table), new Scan());

    assertEquals(2, FrameScan.sum(frames, 0));
    assertEquals(
        2L, frames.stream().mapToLong(f -> f.header().getStatistics().getRowsScanned()).sum());
  }

  @Test
  void aScanWithoutSubPlanReturnsTheRows() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of())
            .load(connection, 0, 5);

    try (Table hbase = connection.getTable(table.name());
        ResultScanner scanner = hbase.getScanner(new Scan())) {
      int rows = 0;
      for (Result result : scanner) {
        assertArrayEquals(NumbersTable.rowKey(rows), result.getRow());
        rows++;
      }
      assertEquals(5, rows);
    }
  }

  private static void put(NumbersTable table, Put row) throws IOException {
    try (Table hbase = connection.getTable(table.name())) {
      hbase.put(row);
    }
  }

  private static List<ResultFrame> all(NumbersTable table, SubPlan plan, Scan scan)
      throws IOException {
    return FrameScan.all(connection, table.name(), plan, scan);
  }

  private static long sumOfN(long from, long to) {
    return LongStream.range(from, to).filter(k -> !NumbersTable.isNull(k)).sum();
  }
}
