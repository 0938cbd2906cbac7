package org.apache.spark.sql.hbase.coprocessor.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.junit.jupiter.api.Test;

/** Split points of real store files divide their rows about evenly, wherever the rows lie. */
class ITSplitPoints extends ClusterTest {
  private static final int ROWS = 20_000;

  @Test
  void rowsAreDividedEvenly() throws IOException {
    NumbersTable table = table(Map.of()).load(connection, 0, ROWS).flush(connection);
    List<Long> keys = keys(table, 0, 8);
    assertEquals(7, keys.size());
    long mean = ROWS / 8;
    long previous = 0;
    for (long key : keys) {
      assertTrue(key - previous > mean / 2 && key - previous < mean * 2, "keys: " + keys);
      previous = key;
    }
    assertTrue(ROWS - previous > mean / 2 && ROWS - previous < mean * 2, "keys: " + keys);
  }

  @Test
  void rowsAreDividedEvenlyWhereMostOfThemLieCloseTogether() throws IOException {
    NumbersTable table = table(Map.of()).load(connection, 0, ROWS).flush(connection);
    table.load(connection, 1L << 60, (1L << 60) + 10).flush(connection);
    long among = keys(table, 0, 8).stream().filter(key -> key < ROWS).count();
    assertTrue(among > 4, "keys among the many rows: " + among);
  }

  @Test
  void rowsThatAreOnlyInMemoryAreNotCut() throws IOException {
    assertEquals(List.of(), keys(table(Map.of()).load(connection, 0, 100), 0, 4));
  }

  @Test
  void aRegionGivesKeysOfItsOwn() throws IOException {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of(), ROWS / 4, ROWS / 2)
            .load(connection, 0, ROWS)
            .flush(connection);
    List<Long> keys = keys(table, ROWS / 4, 4);
    assertTrue(keys.size() > 2, "keys: " + keys);
    assertTrue(keys.stream().allMatch(key -> key > ROWS / 4 && key < ROWS / 2), "keys: " + keys);
  }

  /** Such a filter is how HBase hides cells from a user. */
  @Test
  void whoMayNotSeeAllCellsGetsTheRowInstead() throws IOException {
    NumbersTable table = table(Map.of()).load(connection, 0, ROWS).flush(connection);
    Get get = request(0, 1).setFilter(new KeyOnlyFilter());
    try (Table hbase = connection.getTable(table.name())) {
      for (Cell cell : hbase.get(get).rawCells()) {
        assertTrue(CellUtil.matchingFamily(cell, NumbersTable.FAMILY));
      }
    }
  }

  @Test
  void aRegionWithoutSubPlansRefuses() throws IOException {
    NumbersTable table = table(Map.of(ServerSetting.ENABLED, "false"));
    assertThrows(DoNotRetryIOException.class, () -> keys(table, 0, 1));
  }

  @Test
  void aMalformedRequestIsRefused() throws IOException {
    NumbersTable table = table(Map.of());
    assertThrows(DoNotRetryIOException.class, () -> keys(table, 0, 0));
    assertThrows(DoNotRetryIOException.class, () -> keys(table, 0, 2_000));
    Get get = request(0, 1);
    get.setAttribute(ScanAttributes.SPLIT_POINTS, new byte[3]);
    try (Table hbase = connection.getTable(table.name())) {
      assertThrows(DoNotRetryIOException.class, () -> hbase.get(get));
    }
  }

  private static NumbersTable table(Map<ServerSetting, String> settings) throws IOException {
    return NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, settings);
  }

  private static Get request(long row, int ranges) {
    Get get = new Get(NumbersTable.rowKey(row)).addFamily(NumbersTable.FAMILY);
    get.setAttribute(ScanAttributes.SPLIT_POINTS, ByteBuffer.allocate(4).putInt(ranges).array());
    return get;
  }

  /** The keys as numbers, as far as eight bytes tell them. */
  private static List<Long> keys(NumbersTable table, long row, int ranges) throws IOException {
    List<Long> keys = new ArrayList<>();
    try (Table hbase = connection.getTable(table.name())) {
      Cell[] cells = hbase.get(request(row, ranges)).rawCells();
      for (Cell cell : cells == null ? new Cell[0] : cells) {
        assertTrue(CellUtil.matchingFamily(cell, ScanAttributes.frameFamily()));
        assertTrue(CellUtil.matchingQualifier(cell, ScanAttributes.splitPointQualifier()));
        byte[] key = Arrays.copyOf(CellUtil.cloneValue(cell), 8);
        keys.add(ByteBuffer.wrap(key).getLong() ^ Long.MIN_VALUE);
      }
    }
    return keys;
  }
}
