package org.apache.spark.sql.hbase.engine.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestTableRowDecoder {
  private static final List<FixtureColumn> COLUMNS =
      List.of(
          new FixtureColumn("k", SqlType.INT),
          new FixtureColumn("s", SqlType.STRING),
          new FixtureColumn("a", SqlType.BIGINT),
          new FixtureColumn("b", SqlType.STRING),
          new FixtureColumn("c", SqlType.DOUBLE),
          new FixtureColumn("d", SqlType.decimal(38, 2)),
          new FixtureColumn("e", SqlType.BOOLEAN));

  @ParameterizedTest
  @EnumSource(Layout.class)
  void decodesKeyPartsAndValues(Layout layout) {
    FixtureTable table = new FixtureTable(COLUMNS, 2, layout);
    table.add(1, "x", 10, "ten", 0.5, 1234, true);
    table.add(2, "", null, "", null, null, null);
    ColumnBatch batch = decode(table, allOf(table), table.rows());
    assertEquals(2, batch.rowCount());
    assertEquals(1, batch.column(0).longs[0]);
    assertEquals("x", string(batch.column(1), 0));
    assertEquals(10, batch.column(2).longs[0]);
    assertEquals("ten", string(batch.column(3), 0));
    assertEquals(0.5, batch.column(4).doubles[0]);
    assertEquals(1234, batch.column(5).longs[0]);
    assertEquals(1, batch.column(6).longs[0]);
    assertTrue(batch.column(2).isNull(1));
    assertFalse(batch.column(3).isNull(1));
    assertEquals("", string(batch.column(3), 1));
    assertTrue(batch.column(6).isNull(1));
  }

  @Test
  void bothLayoutsDecodeToTheSameVectors() {
    FixtureTable columns = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    FixtureTable packed = new FixtureTable(COLUMNS, 2, Layout.PACKED);
    Random random = new Random(4);
    for (int i = 0; i < 500; i++) {
      Object[] row = {
        i,
        "k" + random.nextInt(9),
        random.nextBoolean() ? random.nextLong() : null,
        random.nextBoolean() ? "b".repeat(random.nextInt(20)) : null,
        random.nextBoolean() ? random.nextGaussian() : null,
        random.nextBoolean() ? random.nextLong() : null,
        random.nextBoolean() ? random.nextBoolean() : null
      };
      columns.add(row);
      packed.add(row);
    }
    ColumnBatch one = decode(columns, allOf(columns), columns.rows());
    ColumnBatch other = decode(packed, allOf(packed), packed.rows());
    for (int c = 0; c < COLUMNS.size(); c++) {
      for (int row = 0; row < 500; row++) {
        assertEquals(value(one.column(c), row), value(other.column(c), row));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void leavesOutColumnsThatAreNotLookedAt(Layout layout) {
    FixtureTable table = new FixtureTable(COLUMNS, 2, layout);
    table.add(1, "x", 10, "ten", 0.5, 1234, true);
    ColumnBatch batch = decode(table, only(table, 4), table.rows());
    assertNull(batch.column(0));
    assertNull(batch.column(3));
    assertEquals(0.5, batch.column(4).doubles[0]);
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void aRowOfNullsIsARow(Layout layout) {
    FixtureTable table = new FixtureTable(COLUMNS, 2, layout);
    table.add(1, "x", null, null, null, null, null);
    assertEquals(1, decode(table, new boolean[COLUMNS.size()], table.rows()).rowCount());
    ColumnBatch batch = decode(table, allOf(table), table.rows());
    assertEquals(1, batch.rowCount());
    assertTrue(batch.column(2).isNull(0));
  }

  @Test
  void passesOverCellsThatNoColumnLiesIn() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    table.add(1, "x", 10, null, null, null, null);
    FixtureRow row = table.rows().get(0);
    List<FixtureCell> cells = new ArrayList<>(row.cells());
    cells.add(new FixtureCell(bytes("g"), bytes("a"), 1, bytes("another family")));
    cells.add(0, new FixtureCell(FixtureTable.FAMILY, bytes("aa"), 1, bytes("another qualifier")));
    ColumnBatch batch = decode(table, allOf(table), List.of(new FixtureRow(row.rowKey(), cells)));
    assertEquals(10, batch.column(2).longs[0]);
  }

  @Test
  void ofSeveralVersionsTheFirstCounts() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    table.add(1, "x", 10, "old", null, null, null);
    FixtureRow row = table.rows().get(0);
    FixtureCell newest = new FixtureCell(FixtureTable.FAMILY, bytes("b"), 5, bytes("new"));
    FixtureCell sameTime = new FixtureCell(FixtureTable.FAMILY, bytes("b"), 5, bytes("second"));
    List<FixtureCell> cells = new ArrayList<>(row.cells());
    cells.add(0, sameTime);
    cells.add(0, newest);
    assertEquals("new", decodeB(table, row, cells));
  }

  private static String decodeB(FixtureTable table, FixtureRow row, List<FixtureCell> cells) {
    FixtureRow changed = new FixtureRow(row.rowKey(), cells);
    ColumnBatch batch = decode(table, allOf(table), List.of(changed, row));
    assertEquals("old", string(batch.column(3), 1));
    return string(batch.column(3), 0);
  }

  @Test
  void findsCellsInAnyOrder() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    Random random = new Random(11);
    List<FixtureRow> shuffled = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      table.add(i, "x", (long) i, random.nextBoolean() ? "b" + i : null, i / 2.0, i, i % 2 == 0);
    }
    for (FixtureRow row : table.rows()) {
      List<FixtureCell> cells = new ArrayList<>(row.cells());
      Collections.shuffle(cells, random);
      shuffled.add(new FixtureRow(row.rowKey(), cells));
    }
    ColumnBatch expected = decode(table, allOf(table), table.rows());
    ColumnBatch actual = decode(table, allOf(table), shuffled);
    for (int row = 0; row < 200; row++) {
      for (int c = 0; c < COLUMNS.size(); c++) {
        assertEquals(value(expected.column(c), row), value(actual.column(c), row));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, CellReaders.MAX_IGNORED, 3 * CellReaders.MAX_IGNORED})
  void findsCellsAmongOthersInAnyOrder(int otherNames) {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    Random random = new Random(12);
    List<FixtureRow> mixed = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      table.add(i, "x", (long) i, random.nextBoolean() ? "b" + i : null, i / 2.0, i, i % 2 == 0);
    }
    for (FixtureRow row : table.rows()) {
      List<FixtureCell> cells = new ArrayList<>(row.cells());
      for (int i = random.nextInt(10); i > 0; i--) {
        byte[] other = bytes("other" + random.nextInt(otherNames));
        cells.add(
            random.nextInt(cells.size() + 1),
            new FixtureCell(FixtureTable.FAMILY, other, 1, bytes("of no column")));
      }
      mixed.add(new FixtureRow(row.rowKey(), cells));
    }
    ColumnBatch expected = decode(table, allOf(table), table.rows());
    ColumnBatch actual = decode(table, allOf(table), mixed);
    for (int row = 0; row < 200; row++) {
      for (int c = 0; c < COLUMNS.size(); c++) {
        assertEquals(value(expected.column(c), row), value(actual.column(c), row));
      }
    }
  }

  @Test
  void twoColumnsMayLieInOneCell() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    table.add(1, "x", 10, null, null, null, null);
    TableLayout message = table.toMessage();
    TableLayout.Builder twice = message.toBuilder().addColumns(message.getColumns(2));
    boolean[] all = new boolean[COLUMNS.size() + 1];
    Arrays.fill(all, true);
    RowLayout layout = RowLayout.of(twice.build(), all);
    ColumnBatch batch = layout.newBatch(1);
    table.rows().get(0).decode(layout.newDecoder(batch));
    assertEquals(10, batch.column(2).longs[0]);
    assertEquals(10, batch.column(COLUMNS.size()).longs[0]);
  }

  @Test
  void packedFieldsAndCellsOfTheirOwnMayLieInOneTable() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.PACKED);
    table.add(1, "x", 10, "ten", null, null, null);
    TableLayout.Builder mixed = table.toMessage().toBuilder();
    mixed
        .getColumnsBuilder(4)
        .getCellBuilder()
        .setFamily(ByteString.copyFrom(FixtureTable.FAMILY))
        .setQualifier(ByteString.copyFromUtf8("c"))
        .setEncoding(Encoding.HBASE);
    FixtureRow row = table.rows().get(0);
    List<FixtureCell> cells = new ArrayList<>(row.cells());
    byte[] value = FixtureValues.encode(0.25, SqlType.DOUBLE, ValueEncoding.HBASE);
    cells.add(new FixtureCell(FixtureTable.FAMILY, bytes("c"), 1, value));
    RowLayout layout = RowLayout.of(mixed.build(), allOf(table));
    ColumnBatch batch = layout.newBatch(2);
    RowDecoder decoder = layout.newDecoder(batch);
    new FixtureRow(row.rowKey(), cells).decode(decoder);
    row.decode(decoder);
    assertEquals(0.25, batch.column(4).doubles[0]);
    assertEquals("ten", string(batch.column(3), 0));
    assertTrue(batch.column(4).isNull(1));
    assertEquals(10, batch.column(2).longs[1]);
  }

  @Test
  void aCellThatDoesNotDecodeIsReportedWithRowAndColumn() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    table.add(258, "x", 10, null, null, null, null);
    FixtureRow row = table.rows().get(0);
    FixtureCell corrupt = new FixtureCell(FixtureTable.FAMILY, bytes("a"), 1, new byte[3]);
    FixtureRow bad = new FixtureRow(row.rowKey(), List.of(corrupt));
    CodecException e =
        assertThrows(CodecException.class, () -> decode(table, allOf(table), List.of(row, bad)));
    assertEquals(CodecException.Code.CORRUPT_VALUE, e.code());
    assertEquals("a", e.values().get("column"));
    assertTrue(e.values().get("row").contains("\\x02x"), e.getMessage());
  }

  @Test
  void aPackedCellThatIsCutOffIsReportedWithItsRow() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.PACKED);
    table.add(1, "x", 10, "text", null, null, null);
    FixtureRow row = table.rows().get(0);
    FixtureCell cell = row.cells().get(0);
    for (int length = 0; length < cell.value().length; length++) {
      byte[] cut = Arrays.copyOf(cell.value(), length);
      FixtureRow bad = new FixtureRow(row.rowKey(), List.of(new FixtureCell(cell.name(), 1, cut)));
      CodecException e =
          assertThrows(CodecException.class, () -> decode(table, allOf(table), List.of(bad)));
      assertTrue(e.values().containsKey("row"), e.getMessage());
    }
  }

  @Test
  void aCellThatDoesNotDecodeIsNullAndCountedWhereTheTableSaysSo() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    table.add(1, "x", 10, "ten", null, null, true);
    FixtureRow row = table.rows().get(0);
    FixtureRow bad =
        new FixtureRow(
            row.rowKey(),
            List.of(
                new FixtureCell(FixtureTable.FAMILY, bytes("a"), 1, new byte[3]),
                new FixtureCell(FixtureTable.FAMILY, bytes("b"), 1, bytes("text")),
                new FixtureCell(FixtureTable.FAMILY, bytes("e"), 1, new byte[] {7})));
    ColumnBatch batch = decodePermissively(table, List.of(row, bad));
    assertEquals(10, batch.column(2).longs[0]);
    assertTrue(batch.column(2).isNull(1));
    assertEquals("text", string(batch.column(3), 1));
    assertTrue(batch.column(6).isNull(1));
    assertEquals(2, batch.undecodableValues());
    batch.reset();
    assertEquals(0, batch.undecodableValues());
  }

  @Test
  void ofAPackedCellWhatDecodesIsThere() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.PACKED);
    table.add(1, "x", 10, "text", null, null, true);
    FixtureRow row = table.rows().get(0);
    FixtureCell cell = row.cells().get(0);
    byte[] badBoolean = cell.value().clone();
    badBoolean[badBoolean.length - "text".length() - 1] = 7;
    byte[] cutOff = Arrays.copyOf(cell.value(), cell.value().length - 1);
    ColumnBatch batch =
        decodePermissively(
            table,
            List.of(
                new FixtureRow(row.rowKey(), List.of(new FixtureCell(cell.name(), 1, badBoolean))),
                new FixtureRow(row.rowKey(), List.of(new FixtureCell(cell.name(), 1, cutOff)))));
    assertEquals(10, batch.column(2).longs[0]);
    assertEquals("text", string(batch.column(3), 0));
    assertTrue(batch.column(6).isNull(0));
    for (int column = 2; column < COLUMNS.size(); column++) {
      assertTrue(batch.column(column).isNull(1), "column " + column);
    }
    assertEquals(1 + COLUMNS.size() - 2, batch.undecodableValues());
  }

  private static ColumnBatch decodePermissively(FixtureTable table, List<FixtureRow> rows) {
    TableLayout message = table.toMessage().toBuilder().setUndecodableAsNull(true).build();
    RowLayout layout = RowLayout.of(message, allOf(table));
    ColumnBatch batch = layout.newBatch(rows.size());
    RowDecoder decoder = layout.newDecoder(batch);
    rows.forEach(row -> row.decode(decoder));
    return batch;
  }

  @Test
  void aRowKeyThatIsTooShortIsReportedWithRowAndColumn() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    FixtureRow bad = new FixtureRow(new byte[] {1, 2}, List.of());
    CodecException e =
        assertThrows(CodecException.class, () -> decode(table, allOf(table), List.of(bad)));
    assertThrows(CodecException.class, () -> decodePermissively(table, List.of(bad)));
    assertEquals(CodecException.Code.ROW_KEY_TOO_SHORT, e.code());
    assertEquals("k", e.values().get("column"));
    assertEquals("\\x01\\x02", e.values().get("row"));
  }

  @Test
  void aCellThatIsNotLookedAtMayHoldAnything() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    FixtureCell corrupt = new FixtureCell(FixtureTable.FAMILY, bytes("a"), 1, new byte[3]);
    FixtureRow row = new FixtureRow(new byte[] {1}, List.of(corrupt));
    assertEquals(1, decode(table, only(table, 3), List.of(row)).rowCount());
  }

  @Test
  void readsTheOtherEncodings() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    for (Encoding encoding : new Encoding[] {Encoding.HBASE, Encoding.TEXT}) {
      TableLayout.Builder message = table.toMessage().toBuilder();
      message.getColumnsBuilder(2).getCellBuilder().setEncoding(encoding);
      RowLayout layout = RowLayout.of(message.build(), only(table, 2));
      ColumnBatch batch = layout.newBatch(1);
      byte[] value =
          FixtureValues.encode(-42, SqlType.BIGINT, ValueEncoding.valueOf(encoding.name()));
      new FixtureRow(
              new byte[] {1}, List.of(new FixtureCell(FixtureTable.FAMILY, bytes("a"), 1, value)))
          .decode(layout.newDecoder(batch));
      assertEquals(-42, batch.column(2).longs[0]);
    }
  }

  @Test
  void aRowThatIsAbandonedLeavesNothingBehind() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.COLUMNS);
    table.add(1, "x", 10, "ten", 0.5, 1234, true);
    table.add(2, "y", null, "twenty", null, 5, null);
    RowLayout layout = RowLayout.of(table.toMessage(), allOf(table));
    ColumnBatch batch = layout.newBatch(4);
    RowDecoder decoder = layout.newDecoder(batch);
    FixtureRow unfinished = table.rows().get(0);

    for (FixtureRow row : table.rows()) {
      decoder.beginRow(unfinished.rowKey(), 0, unfinished.rowKey().length);
      FixtureCell cell = unfinished.cells().get(0);
      byte[] name = cell.name();
      decoder.cell(name, 0, name.length, cell.value(), 0, cell.value().length);
      decoder.abandonRow();
      row.decode(decoder);
    }

    assertEquals(2, batch.rowCount());
    assertEquals(2, batch.column(0).longs[1]);
    assertTrue(batch.column(2).isNull(1));
    assertEquals("twenty", string(batch.column(3), 1));
  }

  @Test
  void anEncodingThatDoesNotExistForTheTypeIsRefused() {
    FixtureTable table =
        new FixtureTable(
            List.of(new FixtureColumn("k", SqlType.INT), new FixtureColumn("v", SqlType.BINARY)),
            1,
            Layout.COLUMNS);
    TableLayout.Builder message = table.toMessage().toBuilder();
    message.getColumnsBuilder(1).getCellBuilder().setEncoding(Encoding.TEXT);
    assertRefused(message.build(), allOf(table));
  }

  @Test
  void aKeyPartThatCannotStandWhereItDoesIsRefusedThoughItIsNotLookedAt() {
    FixtureTable table =
        new FixtureTable(
            List.of(new FixtureColumn("k", SqlType.INT), new FixtureColumn("v", SqlType.INT)),
            1,
            Layout.COLUMNS);
    TableLayout.Builder message = table.toMessage().toBuilder();
    message.addColumns(0, message.getColumns(0).toBuilder().setType(binary()));
    assertRefused(message.build(), new boolean[3]);
  }

  @Test
  void onePackedCellDeclaredTwiceIsRefused() {
    FixtureTable table = new FixtureTable(COLUMNS, 2, Layout.PACKED);
    TableLayout.Builder message = table.toMessage().toBuilder();
    message.addPackedCells(message.getPackedCells(0).toBuilder().removeFields(4));
    message.getColumnsBuilder(3).getPackedBuilder().setCell(1);
    assertRefused(message.build(), allOf(table));
  }

  private static DataType binary() {
    return SqlTypes.toWire(SqlType.BINARY);
  }

  private static void assertRefused(TableLayout message, boolean[] referenced) {
    PlanException e = assertThrows(PlanException.class, () -> RowLayout.of(message, referenced));
    assertEquals(ErrorCode.INVALID_PLAN, e.code());
  }

  private static ColumnBatch decode(
      FixtureTable table, boolean[] referenced, List<FixtureRow> rows) {
    RowLayout layout = RowLayout.of(table.toMessage(), referenced);
    ColumnBatch batch = layout.newBatch(4);
    RowDecoder decoder = layout.newDecoder(batch);
    rows.forEach(row -> row.decode(decoder));
    return batch;
  }

  private static boolean[] allOf(FixtureTable table) {
    boolean[] referenced = new boolean[table.columns().size()];
    Arrays.fill(referenced, true);
    return referenced;
  }

  private static boolean[] only(FixtureTable table, int column) {
    boolean[] referenced = new boolean[table.columns().size()];
    referenced[column] = true;
    return referenced;
  }

  private static Object value(ColumnVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    return switch (vector.physical()) {
      case LONG -> vector.longs[row];
      case DOUBLE -> vector.doubles[row];
      case DECIMAL128 -> List.of(vector.highs[row], vector.longs[row]);
      case BYTES -> string(vector, row);
    };
  }

  private static String string(ColumnVector vector, int row) {
    return new String(vector.data, vector.offsets[row], vector.length(row), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
