package org.apache.spark.sql.hbase.engine.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.chunk.GroupCell;
import org.apache.spark.sql.hbase.codec.chunk.OverlayCell;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.testkit.ColumnarRows;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestValueProbe {
  private static final List<ColumnRange> RANGES =
      List.of(
          new ColumnRange(0, 1, 2),
          new ColumnRange(1, 3, 4),
          new ColumnRange(3, -5, Long.MAX_VALUE),
          ColumnRange.notNull(4));

  private static FixtureTable table(Layout layout, String decimal) {
    return new FixtureTable(
        List.of(
            new FixtureColumn("k", SqlType.INT),
            new FixtureColumn("a", SqlType.INT),
            new FixtureColumn("b", SqlType.STRING),
            new FixtureColumn(decimal, SqlType.decimal(12, 2)),
            new FixtureColumn("d", SqlType.DOUBLE)),
        1,
        layout);
  }

  private static List<ValueProbe> probes(FixtureTable table) {
    return RowLayout.of(table.toMessage(), new boolean[] {true, true, true, true, true})
        .newProbes(RANGES);
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void readsWhatTheDecoderReads(Layout layout) {
    FixtureTable table = table(layout, "c");
    table.add(1, -7, "text", 123L, -0.0);
    table.add(2, null, "text", Long.MIN_VALUE >> 30, Double.NaN);
    List<ValueProbe> probes = probes(table);

    // The row key is not read by probes.
    assertEquals(RANGES.subList(1, 4), probes.stream().map(ValueProbe::range).toList());
    assertEquals(
        Arrays.asList(-7L, 123L, ColumnRange.ordered(0.0)), values(probes, table.rows().get(0)));
    assertEquals(
        Arrays.asList(null, Long.MIN_VALUE >> 30, ColumnRange.ordered(Double.NaN)),
        values(probes, table.rows().get(1)));
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void saysSoWhenBytesDoNotDecode(Layout layout) {
    FixtureTable table = table(layout, "c");
    table.add(1, 5, "text", 6L, 1.0);
    for (ValueProbe probe : probes(table)) {
      assertFalse(probe.read(new byte[0], 0, 0, new byte[] {1, 2}, 0, 2));
    }
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void theSamePlaceIsTheSameColumnWhateverItsName(Layout layout) {
    List<ValueProbe> one = probes(table(layout, "c"));
    List<ValueProbe> other = probes(table(layout, "c"));

    assertEquals(one.get(0).stored(), other.get(0).stored());
    assertEquals(one.get(1).stored(), other.get(1).stored());
    assertNotEquals(one.get(0).stored(), one.get(1).stored());
    assertTrue(one.get(0).stored().bytes() > 0);
  }

  private static List<Long> values(List<ValueProbe> probes, FixtureRow row) {
    Long[] values = new Long[probes.size()];
    for (FixtureCell cell : row.cells()) {
      for (int i = 0; i < values.length; i++) {
        ValueProbe probe = probes.get(i);
        if (probe.isIn(cell.name(), 0, cell.name().length)) {
          assertTrue(probe.isIn(Arrays.copyOfRange(cell.name(), 1, 1 + cell.name()[0])));
          assertTrue(read(probe, cell));
          values[i] = probe.isNull() ? null : (Long) probe.min();
          assertTrue(probe.isNull() || probe.min() == probe.max());
        }
      }
    }
    return Arrays.asList(values);
  }

  private static boolean read(ValueProbe probe, FixtureCell cell) {
    byte[] value = cell.value();
    return probe.read(cell.name(), 0, cell.name().length, value, 0, value.length);
  }

  private static final int GROUP_BITS = 28;

  private static List<ValueProbe> groupProbes(FixtureTable table) {
    TableLayout layout = ColumnarRows.layout(table, GROUP_BITS);
    return RowLayout.of(layout, new boolean[] {true, true, true, true, true}).newProbes(RANGES);
  }

  @Test
  void ofGroupsReadsWhatTheirChunksAndOverlayRowsHold() {
    FixtureTable table = table(Layout.PACKED, "c");
    table.add(1, -7, "text", 123L, -0.0);
    table.add(2, null, "text", 5L, Double.NaN);
    table.add(3, 11, "text", -9L, 1.0);
    List<ValueProbe> probes = groupProbes(table);
    FixtureCell chunk = ColumnarRows.loaded(table, GROUP_BITS, new Random(3)).get(0).cells().get(0);
    byte[] packed = table.rows().get(1).cells().get(0).value();

    assertEquals(RANGES.subList(1, 4), probes.stream().map(ValueProbe::range).toList());
    assertTrue(probes.get(0).isIn(FixtureTable.FAMILY));
    assertTrue(probes.get(0).isIn(chunk.name(), 0, chunk.name().length));
    assertTrue(read(probes.get(0), chunk));
    assertEquals(List.of(-7L, 11L), List.of(probes.get(0).min(), probes.get(0).max()));
    assertTrue(read(probes.get(0), overlay(OverlayCell.row(1, packed))));
    assertTrue(probes.get(0).isNull());
    assertTrue(read(probes.get(1), overlay(OverlayCell.row(1, packed))));
    assertEquals(List.of(5L, 5L), List.of(probes.get(1).min(), probes.get(1).max()));
    assertTrue(read(probes.get(1), overlay(OverlayCell.removed(1))));
    assertTrue(probes.get(1).isNull());
    for (FixtureCell unknown :
        List.of(
            overlay(new byte[] {5}),
            new FixtureCell(FixtureTable.FAMILY, new byte[] {'g', 1}, 1, new byte[3]),
            new FixtureCell(FixtureTable.FAMILY, new byte[0], 1, chunk.value()))) {
      assertFalse(read(probes.get(0), unknown));
    }
    assertNotEquals(probes.get(0).stored(), probes(table).get(0).stored());
  }

  private static FixtureCell overlay(byte[] value) {
    return new FixtureCell(FixtureTable.FAMILY, new byte[] {GroupCell.OVERLAY, 1}, 1, value);
  }
}
