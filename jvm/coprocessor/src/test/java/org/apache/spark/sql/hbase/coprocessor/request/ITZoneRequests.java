package org.apache.spark.sql.hbase.coprocessor.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumberRange;
import org.apache.spark.sql.hbase.coprocessor.fixture.SharedCluster;
import org.apache.spark.sql.hbase.coprocessor.server.QuestionBudget;
import org.apache.spark.sql.hbase.wire.ColumnZones;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Regions tell the zones of the columns by which a sub-plan filters. */
class ITZoneRequests {
  /** The number of a row is that of the row. */
  private static final int ROWS = 1_000;

  private static final NumberRange LAST = new NumberRange(CellsTable.A, 900, 5_000);

  private static Connection connection;
  private static CellsTable table;

  @BeforeAll
  static void load() throws IOException {
    connection = SharedCluster.connect();
    table = CellsTable.create(connection).loadNumbers(0, ROWS, CellsTable.A, 200).compact();
  }

  @AfterAll
  static void disconnect() throws IOException {
    connection.close();
  }

  @Test
  void whatAScanLearnedIsTold() throws IOException {
    NumberRange none = new NumberRange(CellsTable.A, 100_000, 200_000);
    table.read(new Scan(), LAST);

    List<ColumnZones> zones = zones(request(LAST));
    assertEquals(1, zones.size());
    ColumnZones numbers = zones.get(0);
    assertEquals(table.plan(LAST).getTable().getColumnsCount() - 1, numbers.column());
    assertEquals(0, numbers.least());
    assertEquals(ROWS - 1, numbers.greatest());
    assertTrue(numbers.blocks() >= numbers.count(), "" + numbers);
    assertTrue(numbers.rejected() > 0 && numbers.rejected() < numbers.count(), "" + numbers);
    ColumnZones rejected = zones(request(none)).get(0);
    assertEquals(rejected.count(), rejected.rejected());
  }

  @Test
  void nothingIsKnownOfColumnsThatNobodyFilteredBy() throws IOException {
    CellsTable other = CellsTable.create(connection).loadNumbers(0, 10, CellsTable.A, 9).compact();
    assertEquals(List.of(), zones(request(LAST), other));
    Get plain = request(LAST).setAttribute(ScanAttributes.ZONES, table.plan().toByteArray());
    assertEquals(List.of(), zones(plain));
  }

  @Test
  void familiesThatAreNotReadAreNotTold() throws IOException {
    table.read(new Scan(), LAST);
    assertEquals(List.of(), zones(request(LAST).addFamily(CellsTable.B)));
    assertEquals(1, zones(request(LAST).addFamily(CellsTable.A)).size());
  }

  /** Such a filter is how HBase hides cells from a user. */
  @Test
  void whoMayNotSeeAllCellsGetsTheRowInstead() throws IOException {
    try (Table hbase = connection.getTable(table.name())) {
      Cell[] cells = hbase.get(request(LAST).setFilter(new KeyOnlyFilter())).rawCells();
      assertEquals(2, cells.length);
      for (Cell cell : cells) {
        assertTrue(CellUtil.matchingFamily(cell, CellsTable.A));
      }
    }
  }

  /** HBase answers all Gets of a call in one handler, which looks at no clock. */
  @Test
  void oneCallMayAskAboutFewPlansOnly() throws IOException {
    table.read(new Scan(), LAST);
    int asked = 3 * QuestionBudget.MAX_PLANS;
    List<Get> same = new ArrayList<>();
    List<Get> distinct = new ArrayList<>();
    for (int i = 0; i < asked; i++) {
      same.add(request(LAST));
      distinct.add(request(new NumberRange(CellsTable.A, 100 + i, 5_000)));
    }
    assertEquals(asked, answered(same));
    assertEquals(QuestionBudget.MAX_PLANS, answered(distinct));
    assertEquals(QuestionBudget.MAX_PLANS, answered(distinct), "each call has a budget of its own");
  }

  private static long answered(List<Get> gets) throws IOException {
    try (Table hbase = connection.getTable(table.name())) {
      return Arrays.stream(hbase.get(gets)).filter(result -> !result.isEmpty()).count();
    }
  }

  @Test
  void aMalformedSubPlanIsRefused() {
    Get get = request(LAST).setAttribute(ScanAttributes.ZONES, new byte[] {1, 2, 3});
    assertThrows(DoNotRetryIOException.class, () -> zones(get));
  }

  private static Get request(NumberRange range) {
    return new Get(CellsTable.key(0))
        .setAttribute(ScanAttributes.ZONES, table.plan(range).toByteArray());
  }

  private static List<ColumnZones> zones(Get get) throws IOException {
    return zones(get, table);
  }

  private static List<ColumnZones> zones(Get get, CellsTable asked) throws IOException {
    List<ColumnZones> zones = new ArrayList<>();
    try (Table hbase = connection.getTable(asked.name())) {
      Cell[] cells = hbase.get(get).rawCells();
      for (Cell cell : cells == null ? new Cell[0] : cells) {
        assertTrue(CellUtil.matchingFamily(cell, ScanAttributes.frameFamily()));
        assertTrue(CellUtil.matchingQualifier(cell, ScanAttributes.zonesQualifier()));
        zones.add(ColumnZones.parse(CellUtil.cloneValue(cell)));
      }
    }
    return zones;
  }
}
