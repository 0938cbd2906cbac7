package org.apache.spark.sql.hbase.engine.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.Test;

/** Rows that are given in runs are those that are given one by one. */
class TestCellRuns {
  private static final int ROWS = 400;
  private static final List<FixtureColumn> COLUMNS =
      List.of(
          new FixtureColumn("k", SqlType.INT),
          new FixtureColumn("a", SqlType.INT),
          new FixtureColumn("b", SqlType.STRING),
          new FixtureColumn("c", SqlType.decimal(12, 2)),
          new FixtureColumn("d", SqlType.DOUBLE),
          new FixtureColumn("e", SqlType.BOOLEAN),
          new FixtureColumn("f", SqlType.decimal(38, 2)),
          new FixtureColumn("g", SqlType.BIGINT));

  private static final List<List<ColumnRange>> RANGES =
      List.of(
          List.of(),
          List.of(new ColumnRange(1, 20, 70)),
          List.of(new ColumnRange(1, 0, 80), new ColumnRange(3, Long.MIN_VALUE, 20)),
          List.of(
              ColumnRange.notNull(7),
              new ColumnRange(4, ColumnRange.ordered(-1), ColumnRange.ordered(1))),
          List.of(new ColumnRange(1, 1, 0)),
          List.of(new ColumnRange(0, 100, 300)),
          List.of(new ColumnRange(0, 30, 350), new ColumnRange(1, 20, 70)));

  private final Random random = new Random(21);

  @Test
  void givesTheSameRows() {
    FixtureTable table = randomTable();
    for (List<ColumnRange> ranges : RANGES) {
      ColumnBatch expected = oneByOne(table.toMessage(), ranges, table.rows());
      Runs runs = new Runs(table.toMessage(), ranges);
      runs.decode(table.rows());
      assertSame(expected, runs.batch);
    }
  }

  @Test
  void otherNamesAndOtherNumbersOfFieldsEndARun() {
    FixtureTable table = randomTable();
    FixtureTable narrow = new FixtureTable(COLUMNS.subList(0, 4), 1, Layout.PACKED);
    List<FixtureRow> rows = new ArrayList<>(table.rows());
    for (int i = 0; i < ROWS; i += 7) {
      narrow.add(i, i, "narrow", (long) i);
      rows.set(i, narrow.rows().get(i / 7));
    }
    byte[] other = CellName.bytes(FixtureTable.FAMILY, new byte[] {'o'});
    for (int i = 0; i < ROWS; i += 11) {
      FixtureRow row = rows.get(i);
      rows.set(
          i,
          new FixtureRow(
              row.rowKey(), List.of(new FixtureCell(other, 1, row.cells().get(0).value()))));
    }
    for (List<ColumnRange> ranges : RANGES) {
      ColumnBatch expected = oneByOne(table.toMessage(), ranges, rows);
      Runs runs = new Runs(table.toMessage(), ranges);
      runs.decode(rows);
      assertSame(expected, runs.batch);
    }
  }

  @Test
  void valuesThatDoNotDecodeAreNullAndCountedWhereTheTableSaysSo() {
    FixtureTable table = randomTable();
    List<FixtureRow> damaged = table.rows().stream().map(this::sometimesDamaged).toList();
    TableLayout message = table.toMessage().toBuilder().setUndecodableAsNull(true).build();
    for (List<ColumnRange> ranges : RANGES) {
      ColumnBatch expected = oneByOne(message, ranges, damaged);
      Runs runs = new Runs(message, ranges);
      runs.decode(damaged);
      assertSameRows(expected, runs.batch);
      if (ranges.isEmpty()) {
        assertTrue(expected.undecodableValues() > 0);
        assertEquals(expected.undecodableValues(), runs.batch.undecodableValues());
      }
    }
  }

  @Test
  void aValueThatDoesNotDecodeIsReportedWithRowAndColumn() {
    FixtureTable table = randomTable();
    List<FixtureRow> rows = new ArrayList<>(table.rows());
    FixtureRow row = rows.get(100);
    byte[] value = row.cells().get(0).value().clone();
    value[0] = 9;
    rows.set(
        100,
        new FixtureRow(
            row.rowKey(), List.of(new FixtureCell(row.cells().get(0).name(), 1, value))));
    Runs runs = new Runs(table.toMessage(), List.of());
    CodecException e = assertThrows(CodecException.class, () -> runs.decode(rows));
    CodecException expected =
        assertThrows(CodecException.class, () -> oneByOne(table.toMessage(), List.of(), rows));
    assertEquals(expected.values(), e.values());
  }

  @Test
  void aRowKeyThatDoesNotDecodeIsReportedToo() {
    FixtureTable table = randomTable();
    List<FixtureRow> rows = new ArrayList<>(table.rows());
    rows.set(70, new FixtureRow(new byte[3], rows.get(70).cells()));
    Runs runs = new Runs(table.toMessage(), List.of());
    CodecException e = assertThrows(CodecException.class, () -> runs.decode(rows));
    assertEquals(CodecException.Code.ROW_KEY_TOO_SHORT, e.code());
    assertEquals("k", e.values().get("column"));
  }

  @Test
  void anyDecoderTakesRuns() {
    FixtureTable table =
        new FixtureTable(
            List.of(new FixtureColumn("k", SqlType.INT), new FixtureColumn("v", SqlType.INT)),
            1,
            Layout.COLUMNS);
    for (int key = 0; key < ROWS; key++) {
      table.add(key, random.nextInt(100));
    }
    RowLayout layout = RowLayout.of(table.toMessage(), new boolean[] {true, true});
    ColumnBatch batch = layout.newBatch(8);
    RowDecoder decoder = layout.newDecoder(batch, List.of(new ColumnRange(0, 50, 1_000)));
    CellRun run = new CellRun();
    for (int i = 0; i < ROWS; i += CellRun.MAX_ROWS) {
      collect(table.rows().subList(i, Math.min(ROWS, i + CellRun.MAX_ROWS)), run);
      decoder.run(run);
    }
    assertEquals(ROWS, batch.rowsRead());
    assertEquals(ROWS - 50, batch.rowCount());
    assertEquals(50, batch.column(0).longs[0]);
  }

  /** A decoder that is given runs of any length. */
  private final class Runs {
    final ColumnBatch batch;
    final RowDecoder decoder;
    final CellRun run = new CellRun();

    Runs(TableLayout table, List<ColumnRange> ranges) {
      RowLayout layout = RowLayout.of(table, allColumns());
      batch = layout.newBatch(8);
      decoder = layout.newDecoder(batch, ranges);
    }

    void decode(List<FixtureRow> rows) {
      int next = 0;
      while (next < rows.size()) {
        int end = Math.min(rows.size(), next + 1 + random.nextInt(CellRun.MAX_ROWS));
        collect(rows.subList(next, end), run);
        decoder.run(run);
        assertEquals(end, batch.rowsRead());
        next = end;
      }
    }
  }

  private static void collect(List<FixtureRow> rows, CellRun run) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    run.count = rows.size();
    for (int i = 0; i < run.count; i++) {
      FixtureCell cell = rows.get(i).cells().get(0);
      run.rows[i] = bytes.size();
      run.rowLengths[i] = rows.get(i).rowKey().length;
      bytes.writeBytes(rows.get(i).rowKey());
      run.names[i] = bytes.size();
      run.nameLengths[i] = cell.name().length;
      bytes.writeBytes(cell.name());
      run.values[i] = bytes.size();
      run.valueLengths[i] = cell.value().length;
      bytes.writeBytes(cell.value());
    }
    run.bytes = bytes.toByteArray();
  }

  private FixtureTable randomTable() {
    FixtureTable table = new FixtureTable(COLUMNS, 1, Layout.PACKED);
    for (int key = 0; key < ROWS; key++) {
      table.add(
          key,
          orNull(random.nextInt(100)),
          orNull("b".repeat(random.nextInt(20))),
          orNull((long) random.nextInt(40)),
          orNull(random.nextGaussian()),
          orNull(random.nextBoolean()),
          orNull(random.nextLong()),
          orNull(random.nextLong()));
    }
    return table;
  }

  private Object orNull(Object value) {
    return random.nextInt(5) == 0 ? null : value;
  }

  private FixtureRow sometimesDamaged(FixtureRow row) {
    FixtureCell cell = row.cells().get(0);
    if (random.nextInt(10) > 0) {
      return row;
    }
    byte[] value = cell.value().clone();
    for (int i = 0; i < 3; i++) {
      value[random.nextInt(value.length)] = (byte) random.nextInt();
    }
    return new FixtureRow(row.rowKey(), List.of(new FixtureCell(cell.name(), 1, value)));
  }

  private static ColumnBatch oneByOne(
      TableLayout table, List<ColumnRange> ranges, List<FixtureRow> rows) {
    RowLayout layout = RowLayout.of(table, allColumns());
    ColumnBatch batch = layout.newBatch(8);
    RowDecoder decoder = layout.newDecoder(batch, ranges);
    rows.forEach(row -> row.decode(decoder));
    return batch;
  }

  private static boolean[] allColumns() {
    boolean[] all = new boolean[COLUMNS.size()];
    Arrays.fill(all, true);
    return all;
  }

  private static void assertSame(ColumnBatch expected, ColumnBatch actual) {
    assertSameRows(expected, actual);
    assertEquals(expected.undecodableValues(), actual.undecodableValues());
  }

  private static void assertSameRows(ColumnBatch expected, ColumnBatch actual) {
    assertEquals(expected.rowCount(), actual.rowCount());
    assertEquals(expected.rowsRead(), actual.rowsRead());
    for (int column = 0; column < COLUMNS.size(); column++) {
      assertEquals(expected.rowCount(), actual.column(column).size());
      for (int row = 0; row < expected.rowCount(); row++) {
        assertEquals(value(expected.column(column), row), value(actual.column(column), row));
      }
    }
  }

  private static Object value(ColumnVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    return switch (vector.physical()) {
      case LONG -> vector.longs[row];
      case DOUBLE -> vector.doubles[row];
      case DECIMAL128 -> List.of(vector.highs[row], vector.longs[row]);
      case BYTES ->
          new String(vector.data, vector.offsets[row], vector.length(row), StandardCharsets.UTF_8);
    };
  }
}
