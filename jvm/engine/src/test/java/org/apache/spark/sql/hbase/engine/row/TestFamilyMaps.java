package org.apache.spark.sql.hbase.engine.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.hbase.codec.packed.MapReader;
import org.apache.spark.sql.hbase.codec.packed.NestedReader;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.Test;

/**
 * A table {@code (k INT key, a STRING, m MAP<STRING, INT>)}, m being all other cells of family f.
 */
class TestFamilyMaps {
  private static final SqlType MAP = SqlType.map(SqlType.STRING, SqlType.INT);
  private static final int M = 2;

  private final FixtureTable table =
      new FixtureTable(
          List.of(new FixtureColumn("k", SqlType.INT), new FixtureColumn("a", SqlType.STRING)),
          1,
          Layout.COLUMNS);

  private static TableLayout.Builder layout(FixtureTable table) {
    Column.Builder map = Column.newBuilder().setName("m").setType(SqlTypes.toWire(MAP));
    map.getFamilyMapBuilder()
        .setFamily(ByteString.copyFrom(FixtureTable.FAMILY))
        .setEncoding(Encoding.TEXT)
        .addExcludedQualifiers(ByteString.copyFromUtf8("a"))
        .addExcludedQualifiers(ByteString.copyFrom(FixtureTable.ROW_QUALIFIER));
    return table.toMessage().toBuilder().addColumns(map);
  }

  private FixtureRow row(int key, FixtureCell... others) {
    table.rows().clear();
    table.add(key, "x");
    FixtureRow row = table.rows().get(0);
    List<FixtureCell> cells = new ArrayList<>(row.cells());
    cells.addAll(List.of(others));
    return new FixtureRow(row.rowKey(), cells);
  }

  private static FixtureCell cell(String qualifier, long time, String value) {
    return cell(FixtureTable.FAMILY, qualifier, time, value);
  }

  private static FixtureCell cell(byte[] family, String qualifier, long time, String value) {
    return new FixtureCell(family, bytes(qualifier), time, bytes(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private ColumnBatch decode(TableLayout message, boolean[] referenced, FixtureRow... rows) {
    RowLayout layout = RowLayout.of(message, referenced);
    ColumnBatch batch = layout.newBatch(rows.length);
    RowDecoder decoder = layout.newDecoder(batch);
    for (FixtureRow row : rows) {
      row.decode(decoder);
    }
    assertEquals(rows.length, batch.rowCount());
    return batch;
  }

  private static Map<String, Long> map(ColumnVector column, int row) {
    MapReader reader = (MapReader) NestedReader.of(MAP);
    reader.bind(column.data, column.offsets[row], column.length(row));
    ColumnVector keys = new ColumnVector(SqlType.STRING);
    ColumnVector values = new ColumnVector(SqlType.INT);
    Map<String, Long> map = new LinkedHashMap<>();
    for (int i = 0; i < reader.keys().count(); i++) {
      reader.keys().read(i, keys);
      reader.values().read(i, values);
      String key = new String(keys.data, keys.offsets[i], keys.length(i), StandardCharsets.UTF_8);
      map.put(key, values.isNull(i) ? null : values.longs[i]);
    }
    return map;
  }

  @Test
  void allCellsOfTheFamilyInNoColumnAreEntries() {
    boolean[] all = {true, true, true};
    byte[] other = bytes("g");
    ColumnBatch batch =
        decode(
            layout(table).build(),
            all,
            row(
                1,
                cell("b", 5, "7"),
                cell("b", 4, "6"),
                cell("", 5, "8"),
                cell(other, "b", 5, "no")),
            row(2),
            row(3, cell("z", 5, "-1")));
    assertEquals(Map.of("b", 7L, "", 8L), map(batch.column(M), 0));
    assertTrue(batch.column(M).isNull(1));
    assertEquals(Map.of("z", -1L), map(batch.column(M), 2));
    assertFalse(batch.column(1).isNull(0));
  }

  @Test
  void theMapAloneIsReadWithoutTheColumnsBeside() {
    ColumnBatch batch =
        decode(
            layout(table).build(), new boolean[] {false, false, true}, row(1, cell("b", 5, "7")));
    assertEquals(Map.of("b", 7L), map(batch.column(M), 0));
  }

  @Test
  void moreNamesThanARowMayIgnoreAreEntries() {
    FixtureCell[] cells = new FixtureCell[3 * CellReaders.MAX_IGNORED];
    Arrays.setAll(cells, i -> cell("c" + i, 5, Integer.toString(i)));
    ColumnBatch batch =
        decode(layout(table).build(), new boolean[] {true, true, true}, row(1, cells));
    Map<String, Long> map = map(batch.column(M), 0);
    assertEquals(cells.length, map.size());
    assertEquals(100L, map.get("c100"));
  }

  @Test
  void aValueThatDoesNotDecodeIsAnErrorOrANullEntry() {
    FixtureRow bad = row(1, cell("b", 5, "seven"), cell("c", 5, "8"));
    boolean[] all = {true, true, true};
    CodecException e =
        assertThrows(CodecException.class, () -> decode(layout(table).build(), all, bad));
    assertEquals("m", e.values().get("column"));
    assertTrue(e.values().containsKey("row"), e.getMessage());

    ColumnBatch batch = decode(layout(table).setUndecodableAsNull(true).build(), all, bad);
    Map<String, Long> expected = new LinkedHashMap<>();
    expected.put("b", null);
    expected.put("c", 8L);
    assertEquals(expected, map(batch.column(M), 0));
    assertEquals(1, batch.undecodableValues());
  }

  @Test
  void aQualifierThatIsNoTextIsAnErrorOrNoEntry() {
    FixtureCell odd =
        new FixtureCell(FixtureTable.FAMILY, new byte[] {'b', (byte) 0xFF}, 5, bytes("7"));
    FixtureRow bad = row(1, cell("b", 5, "6"), odd);
    boolean[] all = {true, true, true};
    CodecException e =
        assertThrows(CodecException.class, () -> decode(layout(table).build(), all, bad));
    assertEquals("m", e.values().get("column"));
    assertEquals("b\\xFF", e.values().get("qualifier"));
    ColumnBatch batch = decode(layout(table).setUndecodableAsNull(true).build(), all, bad);
    assertEquals(Map.of("b", 6L), map(batch.column(M), 0));
    assertEquals(1, batch.undecodableValues());
  }

  @Test
  void everyQualifierIsAKeyOfAMapWithBinaryKeys() {
    TableLayout.Builder layout = layout(table);
    layout.getColumnsBuilder(M).setType(SqlTypes.toWire(SqlType.map(SqlType.BINARY, SqlType.INT)));
    FixtureCell[] cells = new FixtureCell[3];
    Arrays.setAll(
        cells,
        i ->
            new FixtureCell(
                FixtureTable.FAMILY, new byte[] {'b', (byte) (0xFD + i)}, 5, bytes("" + i)));
    boolean[] all = {true, true, true};
    ColumnBatch batch = decode(layout.build(), all, row(1, cells));
    MapReader reader = (MapReader) NestedReader.of(SqlType.map(SqlType.BINARY, SqlType.INT));
    ColumnVector column = batch.column(M);
    reader.bind(column.data, column.offsets[0], column.length(0));
    ColumnVector keys = new ColumnVector(SqlType.BINARY);
    assertEquals(cells.length, reader.keys().count());
    for (int i = 0; i < cells.length; i++) {
      reader.keys().read(i, keys);
      assertEquals((byte) (0xFD + i), keys.data[keys.offsets[i] + 1]);
    }
  }
}
