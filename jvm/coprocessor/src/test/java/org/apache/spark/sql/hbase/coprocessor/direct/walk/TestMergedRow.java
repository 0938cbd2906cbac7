package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.junit.jupiter.api.Test;

class TestMergedRow {
  private static final byte[] ROW = {'r'};
  private static final byte[] FAMILY = {'f'};

  private final MergedRow merged = new MergedRow();

  @Test
  void givesTheNewestCellOfEachColumnInTheOrderOfColumns() {
    assertEquals(
        List.of("a2", "b9", "c1"),
        merge(
            List.of(cell("a", 1, 1), cell("b", 9, 1), cell("c", 1, 1)),
            List.of(cell("a", 2, 5), cell("b", 3, 6))));
  }

  @Test
  void ofEqualTimestampsTheLatestWriteCounts() {
    KeyValue first = cell("a", 7, 10, "1");
    KeyValue second = cell("a", 7, 11, "2");

    assertEquals(List.of("2"), merge(List.of(first), List.of(second)));
    assertEquals(List.of("2"), merge(List.of(second), List.of(first)));
  }

  @Test
  void cellsThatDifferInTheirValueOnlyAreLeftToTheScanner() {
    merged.clear();
    addRun(List.of(cell("a", 3, 0), cell("b", 3, 0)));
    addRun(List.of(cell("b", 3, 0)));

    assertFalse(merged.isPlain());
  }

  @Test
  void rowsOfManyCellsAreLeftToTheScanner() {
    merged.clear();
    addRun(Collections.nCopies(MergedRow.MAX_CELLS, cell("a", 3, 0)));
    assertTrue(merged.isPlain());
    addRun(List.of(cell("b", 3, 0)));

    assertFalse(merged.isPlain());
  }

  @Test
  void rowsOfManyBytesAreLeftToTheScanner() {
    String half = "v".repeat(MergedRow.MAX_BYTES / 2 - 100);
    merged.clear();
    addRun(List.of(cell("a", 3, 0, half), cell("b", 3, 0, half)));
    assertTrue(merged.isPlain());
    addRun(List.of(cell("c", 3, 0, "v".repeat(300))));

    assertFalse(merged.isPlain());
  }

  @Test
  void aRowThatFollowsAnUnusualOneIsPlainAgain() {
    merged.clear();
    merged.setUnusual();
    assertFalse(merged.isPlain());

    assertEquals(List.of("a1"), merge(List.of(cell("a", 1, 1)), List.of()));
  }

  @Test
  void eachFamilyComesWithAllItsRuns() {
    merged.clear();
    addRun(List.of(cell("y", 1, 0)));
    addRun(List.of(cell("x", 1, 0)));
    merged.endFamily();
    addRun(List.of());
    addRun(List.of(cell("a", 2, 0), cell("b", 2, 0)));
    addRun(List.of(cell("a", 3, 0)));
    merged.endFamily();

    assertTrue(merged.isPlain());
    assertEquals(List.of("x1", "y1", "a3", "b2"), fed());
  }

  @Test
  void theOrderIsThatOfHBase() {
    Random random = new Random(7);
    for (int repeat = 0; repeat < 300; repeat++) {
      TreeSet<Cell> sorted = new TreeSet<>(CellComparator.getInstance());
      List<List<Cell>> runs = new ArrayList<>();
      for (int run = 0; run < 4; run++) {
        TreeSet<Cell> cells = new TreeSet<>(CellComparator.getInstance());
        for (int i = random.nextInt(6); i > 0; i--) {
          String name = "abc\u00ff".substring(0, random.nextInt(5)) + random.nextInt(3);
          KeyValue.Type type =
              random.nextInt(4) == 0 ? KeyValue.Type.DeleteColumn : KeyValue.Type.Put;
          KeyValue cell =
              cell(name, random.nextInt(3), type, random.nextInt(100), "" + random.nextInt());
          if (sorted.add(cell)) {
            cells.add(cell);
          }
        }
        runs.add(List.copyOf(cells));
      }
      List<String> expected = new ArrayList<>();
      Cell last = null;
      for (Cell cell : sorted) {
        boolean isFirst = last == null || !CellUtil.matchingColumn(last, cell);
        if (isFirst && cell.getType() == Cell.Type.Put) {
          expected.add(new String(CellUtil.cloneValue(cell), StandardCharsets.ISO_8859_1));
        }
        last = cell;
      }
      merged.clear();
      runs.forEach(this::addRun);
      assertTrue(merged.isPlain());
      assertEquals(!expected.isEmpty(), merged.isVisible() && !sorted.isEmpty());
      assertEquals(expected, fed());
    }
  }

  @Test
  void aMarkerHidesWhatIsNotNewer() {
    KeyValue marker = marker("a", 5, 1);
    assertEquals(List.of("b1"), merge(List.of(marker), List.of(cell("a", 5, 9), cell("b", 1, 9))));
    assertEquals(List.of("a6"), merge(List.of(cell("a", 4, 1)), List.of(cell("a", 6, 2), marker)));
    assertTrue(merged.isVisible());

    merge(List.of(cell("a", 5, 9)), List.of(marker));
    assertFalse(merged.isVisible());
  }

  @Test
  void whatAMarkerHidesIsNotWantedFromElsewhere() {
    merged.clear();
    addRun(List.of(marker("a", 4, 1), cell("b", 5, 1)));
    AnyRow row = new AnyRow(2);
    assertTrue(merged.feedAlone(row, ROW, ROW.length));
    assertEquals(List.of("b5"), row.values);

    merged.clear();
    addRun(List.of(marker("a", 4, 1), marker("b", 5, 1)));
    assertFalse(merged.feedAlone(row, ROW, ROW.length), "there may be other columns");
  }

  @Test
  void aRowIsFedAloneIfTheDecoderWantsNoMore() {
    merged.clear();
    addRun(List.of(cell("a", 4, 1), cell("b", 5, 1)));
    AnyRow settled = new AnyRow(2);
    AnyRow hungry = new AnyRow(3);

    assertTrue(merged.feedAlone(settled, ROW, ROW.length));
    assertEquals(List.of("a4", "b5"), settled.values);
    assertEquals(1, settled.ended);
    assertFalse(merged.feedAlone(hungry, ROW, ROW.length));
    assertEquals(List.of(), hungry.values);
    assertEquals(0, hungry.ended);
  }

  @Test
  void knowsWhetherAllCellsAreNewer() {
    merged.clear();
    assertFalse(merged.isNewerThan(Long.MIN_VALUE));
    addRun(List.of(cell("a", 4, 1), cell("b", 5, 2)));
    addRun(List.of(cell("c", 6, 3)));
    assertTrue(merged.isNewerThan(3));
    assertFalse(merged.isNewerThan(4));
  }

  private List<String> merge(List<? extends Cell> base, List<? extends Cell> patch) {
    merged.clear();
    addRun(base);
    addRun(patch);
    assertTrue(merged.isPlain());
    return fed();
  }

  /** Some as bytes of a block, some as cells. */
  private void addRun(List<? extends Cell> run) {
    for (Cell cell : run) {
      if (cell.getSequenceId() % 2 == 0) {
        byte[] block = ((KeyValue) cell).getBuffer();
        int name = KeyValue.ROW_KEY_OFFSET + ROW.length;
        int nameLength = 1 + FAMILY.length + cell.getQualifierLength();
        merged.add(block, name, nameLength, cell.getValueLength(), cell.getSequenceId());
      } else {
        merged.add((KeyValue) cell);
      }
    }
    merged.endRun();
  }

  private List<String> fed() {
    AnyRow row = new AnyRow(Integer.MAX_VALUE);
    merged.feed(row, ROW, ROW.length);
    return row.values;
  }

  /** Its value is the qualifier and the timestamp. */
  private static KeyValue cell(String qualifier, long timestamp, long sequenceId) {
    return cell(qualifier, timestamp, sequenceId, qualifier + timestamp);
  }

  private static KeyValue cell(String qualifier, long timestamp, long sequenceId, String value) {
    return cell(qualifier, timestamp, KeyValue.Type.Put, sequenceId, value);
  }

  private static KeyValue marker(String qualifier, long timestamp, long sequenceId) {
    return cell(qualifier, timestamp, KeyValue.Type.DeleteColumn, sequenceId, "");
  }

  private static KeyValue cell(
      String qualifier, long timestamp, KeyValue.Type type, long sequenceId, String value) {
    KeyValue cell =
        new KeyValue(
            ROW,
            FAMILY,
            qualifier.getBytes(StandardCharsets.ISO_8859_1),
            timestamp,
            type,
            value.getBytes(StandardCharsets.ISO_8859_1));
    cell.setSequenceId(sequenceId);
    return cell;
  }

  /** Wants some cells, or all. */
  private static final class AnyRow implements RowDecoder {
    private final List<String> values = new ArrayList<>();
    private final int wanted;
    private int absent;
    private int ended;

    AnyRow(int wanted) {
      this.wanted = wanted;
    }

    @Override
    public boolean wantsCells() {
      return true;
    }

    @Override
    public boolean beginRow(byte[] row, int offset, int length) {
      return true;
    }

    @Override
    public boolean cell(
        byte[] name,
        int nameOffset,
        int nameLength,
        byte[] value,
        int valueOffset,
        int valueLength) {
      values.add(new String(value, valueOffset, valueLength, StandardCharsets.ISO_8859_1));
      return values.size() + absent < wanted;
    }

    @Override
    public boolean noCell(byte[] name, int nameOffset, int nameLength) {
      absent++;
      return values.size() + absent < wanted;
    }

    @Override
    public void endRow() {
      ended++;
    }

    @Override
    public void abandonRow() {
      values.clear();
      absent = 0;
    }
  }
}
