package org.apache.spark.sql.hbase.engine.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.testkit.ColumnarRows;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Encoding;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.ValueCell;
import org.junit.jupiter.api.Test;

/** Two columns are told apart by whatever makes their values differ, and by nothing else. */
class TestDecodedColumns {
  private static final DataType STRING = DataType.newBuilder().setKind(TypeKind.STRING).build();

  @Test
  void partsOfTheRowKeyThatAreAlikeAreColumnsOfTheirOwn() {
    DecodedColumns columns = decoded(table(3, 2)).orElseThrow();
    assertEquals(5, columns.all().size());
  }

  @Test
  void namesDoNotMatterAndTheFormOfTheWholeRowKeyDoes() {
    TableLayout table = table(2, 1);
    TableLayout.Builder renamed = table.toBuilder();
    renamed.getColumnsBuilderList().forEach(column -> column.setName("other"));
    assertEquals(decoded(table).orElseThrow().all(), decoded(renamed.build()).orElseThrow().all());

    DecodedColumns longer = decoded(table(3, 1)).orElseThrow();
    assertNotEquals(decoded(table).orElseThrow().stored(0), longer.stored(0));
    // The cell is the same whatever the row key is.
    assertEquals(decoded(table).orElseThrow().stored(2), longer.stored(3));
  }

  @Test
  void tablesThatSetForeignRowsAsideHaveColumnsOfTheirOwn() {
    TableLayout table = table(2, 1);
    TableLayout strict = table.toBuilder().setSetsAsideForeignRows(true).build();
    for (int i = 0; i < 3; i++) {
      assertNotEquals(
          decoded(table).orElseThrow().stored(i), decoded(strict).orElseThrow().stored(i));
    }
  }

  @Test
  void columnsThatAreNotLookedAtAreNotThere() {
    TableLayout table = table(2, 1);
    DecodedColumns second =
        RowLayout.of(table, new boolean[] {false, true, false})
            .decodedColumns(List.of())
            .orElseThrow();
    assertNull(second.stored(0));
    assertEquals(decoded(table).orElseThrow().stored(1), second.stored(1));
    assertTrue(RowLayout.of(table, new boolean[3]).decodedColumns(List.of()).isEmpty());
    assertTrue(decoded(table(1, RowLayout.MAX_KEPT_COLUMNS)).isEmpty());
  }

  @Test
  void columnsOfGroupsAreThoseOfGroupsOfTheSameSizeAndChunksOfTheSameColumns() {
    FixtureTable rows =
        new FixtureTable(
            List.of(
                new FixtureColumn("k", SqlType.INT),
                new FixtureColumn("n", SqlType.BIGINT),
                new FixtureColumn("s", SqlType.STRING)),
            1,
            FixtureTable.Layout.PACKED);
    TableLayout groups = ColumnarRows.layout(rows, 20);
    TableLayout.Builder more = groups.toBuilder();
    more.getPackedCellsBuilder(0).addFields(STRING);

    assertTrue(decoded(groups).orElseThrow().areGroups());
    assertFalse(decoded(rows.toMessage()).orElseThrow().areGroups());
    assertEquals(
        decoded(groups).orElseThrow().all(),
        decoded(ColumnarRows.layout(rows, 20)).orElseThrow().all());
    for (TableLayout other :
        List.of(rows.toMessage(), ColumnarRows.layout(rows, 21), more.build())) {
      for (int i = 0; i < 3; i++) {
        assertNotEquals(
            decoded(groups).orElseThrow().stored(i), decoded(other).orElseThrow().stored(i));
      }
    }
  }

  private static Optional<DecodedColumns> decoded(TableLayout table) {
    boolean[] all = new boolean[table.getColumnsCount()];
    Arrays.fill(all, true);
    return RowLayout.of(table, all).decodedColumns(List.of());
  }

  private static TableLayout table(int keyParts, int cells) {
    TableLayout.Builder table = TableLayout.newBuilder().setName("t");
    for (int i = 0; i < keyParts; i++) {
      table.addColumns(
          Column.newBuilder()
              .setName("k" + i)
              .setType(STRING)
              .setKey(KeyPart.newBuilder().setEncoding(Encoding.ORDERED)));
    }
    for (int i = 0; i < cells; i++) {
      table.addColumns(
          Column.newBuilder()
              .setName("v" + i)
              .setType(STRING)
              .setCell(
                  ValueCell.newBuilder()
                      .setFamily(ByteString.copyFromUtf8("f"))
                      .setQualifier(ByteString.copyFromUtf8("q" + i))
                      .setEncoding(Encoding.ORDERED)));
    }
    return table.build();
  }
}
