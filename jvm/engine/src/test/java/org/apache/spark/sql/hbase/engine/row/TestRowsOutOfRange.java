package org.apache.spark.sql.hbase.engine.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TestRowsOutOfRange {
  private static final List<FixtureColumn> COLUMNS =
      List.of(
          new FixtureColumn("k", SqlType.INT),
          new FixtureColumn("a", SqlType.INT),
          new FixtureColumn("b", SqlType.STRING),
          new FixtureColumn("c", SqlType.decimal(12, 2)));

  private static final List<ColumnRange> RANGES =
      List.of(
          new ColumnRange(0, 100, Long.MAX_VALUE),
          new ColumnRange(1, 20, 70),
          new ColumnRange(3, Long.MIN_VALUE, 200));

  static Stream<Arguments> layoutsAndRangedColumns() {
    return Arrays.stream(Layout.values())
        .flatMap(
            layout ->
                Stream.of(List.of(0), List.of(1), List.of(3), List.of(1, 3), List.of(0, 1, 3))
                    .map(columns -> Arguments.of(layout, columns)));
  }

  @ParameterizedTest
  @MethodSource("layoutsAndRangedColumns")
  void whatRemainsIsWhatAFilterWouldKeep(Layout layout, List<Integer> columns) {
    FixtureTable table = new FixtureTable(COLUMNS, 1, layout);
    Random random = new Random(5);
    List<List<Object>> expected = new ArrayList<>();
    for (int key = 0; key < 300; key++) {
      Integer a = random.nextInt(4) == 0 ? null : random.nextInt(100);
      String b = random.nextInt(4) == 0 ? null : "b".repeat(random.nextInt(5));
      Long c = random.nextInt(4) == 0 ? null : (long) random.nextInt(400);
      table.add(key, a, b, c);
      if (isKept(columns, key, a, c)) {
        expected.add(Arrays.asList(key, a, b, c));
      }
    }
    List<ColumnRange> ranges =
        RANGES.stream().filter(range -> columns.contains(range.column())).toList();
    ColumnBatch batch = decode(table, ranges, table.rows());
    assertEquals(expected, rows(batch));
    assertEquals(300, batch.rowsRead());
  }

  private static boolean isKept(List<Integer> columns, int key, Integer a, Long c) {
    return (!columns.contains(0) || key >= 100)
        && (!columns.contains(1) || a != null && a >= 20 && a <= 70)
        && (!columns.contains(3) || c != null && c <= 200);
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void nothingBehindARejectedValueIsDecoded(Layout layout) {
    FixtureTable table = new FixtureTable(COLUMNS, 1, layout);
    table.add(0, 7, "rejected", 1L);
    table.add(1, 7, "kept", 1L);
    FixtureRow rejected = table.rows().get(0);
    FixtureCell corrupt = new FixtureCell(rejected.cells().get(0).name(), 1, new byte[1]);
    FixtureRow bad = new FixtureRow(rejected.rowKey(), List.of(corrupt));
    List<ColumnRange> ranges = List.of(new ColumnRange(0, 1, Long.MAX_VALUE));
    ColumnBatch batch = decode(table, ranges, List.of(bad, table.rows().get(1)));
    assertEquals(List.of(Arrays.asList(1, 7, "kept", 1L)), rows(batch));
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void aBatchIsFullAfterSoManyRowsWhetherTheyAreKeptOrNot(Layout layout) {
    FixtureTable table = new FixtureTable(COLUMNS, 1, layout);
    for (int key = 0; key < 3; key++) {
      table.add(key, key, "x", 1L);
    }
    RowLayout rowLayout = layoutOf(table);
    ColumnBatch batch = rowLayout.newBatch(3);
    RowDecoder decoder = rowLayout.newDecoder(batch, List.of(new ColumnRange(1, 9, 9)));
    table.rows().subList(0, 2).forEach(row -> row.decode(decoder));
    assertFalse(batch.isFull());
    table.rows().get(2).decode(decoder);
    assertTrue(batch.isFull());
    assertEquals(0, batch.rowCount());
  }

  private static RowLayout layoutOf(FixtureTable table) {
    return RowLayout.of(table.toMessage(), new boolean[] {true, true, true, true});
  }

  private static ColumnBatch decode(
      FixtureTable table, List<ColumnRange> ranges, List<FixtureRow> rows) {
    RowLayout layout = layoutOf(table);
    ColumnBatch batch = layout.newBatch(8);
    RowDecoder decoder = layout.newDecoder(batch, ranges);
    rows.forEach(row -> row.decode(decoder));
    return batch;
  }

  private static List<List<Object>> rows(ColumnBatch batch) {
    List<List<Object>> rows = new ArrayList<>();
    ColumnVector a = batch.column(1);
    ColumnVector b = batch.column(2);
    ColumnVector c = batch.column(3);
    for (int i = 0; i < batch.rowCount(); i++) {
      rows.add(
          Arrays.asList(
              (int) batch.column(0).longs[i],
              a.isNull(i) ? null : (int) a.longs[i],
              b.isNull(i)
                  ? null
                  : new String(b.data, b.offsets[i], b.length(i), StandardCharsets.UTF_8),
              c.isNull(i) ? null : c.longs[i]));
    }
    return rows;
  }
}
