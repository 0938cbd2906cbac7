package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.regionserver.querymatcher.DeleteTracker;
import org.apache.hadoop.hbase.regionserver.querymatcher.ScanDeleteTracker;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.junit.jupiter.api.Test;

class TestMergedRow {
  private static final byte[] ROW = {'r'};
  private static final byte[] FAMILY = {'f'};
  private static final int ROUNDS = 1_000;

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
  void whatIsShownIsWhatHBaseShows() throws IOException {
    Random random = new Random(7);
    int visible = 0;
    for (int repeat = 0; repeat < ROUNDS; repeat++) {
      TreeSet<Cell> sorted = new TreeSet<>(CellComparator.getInstance());
      List<List<Cell>> runs = new ArrayList<>();
      for (int run = 0; run < 4; run++) {
        TreeSet<Cell> cells = new TreeSet<>(CellComparator.getInstance());
        for (int i = random.nextInt(6); i > 0; i--) {
          KeyValue cell = anyCell(random);
          if (sorted.add(cell)) {
            cells.add(cell);
          }
        }
        runs.add(List.copyOf(cells));
      }
      List<String> expected = shownByHBase(sorted);
      merged.clear();
      runs.forEach(this::addRun);
      merged.endFamily();
      assertTrue(merged.isPlain());
      assertEquals(!expected.isEmpty(), merged.isVisible());
      assertEquals(expected, fed(), sorted.toString());
      visible += merged.isVisible() ? 1 : 0;
    }
    assertTrue(visible > ROUNDS / 4 && visible < ROUNDS - ROUNDS / 10, visible + " rows");
  }

  private static KeyValue anyCell(Random random) {
    int number = random.nextInt(3);
    long timestamp = random.nextInt(4);
    long sequenceId = random.nextInt(100);
    KeyValue.Type type =
        switch (random.nextInt(12)) {
          case 0 -> KeyValue.Type.Delete;
          case 1, 2 -> KeyValue.Type.DeleteColumn;
          case 3 -> KeyValue.Type.DeleteFamily;
          default -> KeyValue.Type.Put;
        };
    // The name of a family's marker is that of the column without one.
    String name = number == 0 ? "" : "abc\u00ff".substring(0, random.nextInt(5)) + number;
    return cell(
        type == KeyValue.Type.DeleteFamily ? "" : name,
        timestamp,
        type,
        sequenceId,
        "" + random.nextInt());
  }

  /** Goes through cells of one family as HBase's scanner does, which keeps one version. */
  private static List<String> shownByHBase(Iterable<Cell> sorted) throws IOException {
    ScanDeleteTracker markers = new ScanDeleteTracker(CellComparator.getInstance());
    List<String> shown = new ArrayList<>();
    Cell last = null;
    for (Cell cell : sorted) {
      if (cell.getType() != Cell.Type.Put) {
        markers.add((ExtendedCell) cell);
      } else if (markers.isDeleted((ExtendedCell) cell) == DeleteTracker.DeleteResult.NOT_DELETED
          && (last == null || !CellUtil.matchingColumn(last, cell))) {
        shown.add(new String(CellUtil.cloneValue(cell), StandardCharsets.ISO_8859_1));
        last = cell;
      }
    }
    return shown;
  }

  @Test
  void aMarkerOfTheFamilyHidesWhatIsNotNewerInEachColumn() {
    KeyValue marker = cell("", 5, KeyValue.Type.DeleteFamily, 1, "");
    List<KeyValue> base = List.of(cell("a", 5, 9), cell("b", 4, 9), cell("c", 6, 9));
    assertEquals(List.of("c6"), merge(base, List.of(marker)));
    assertEquals(List.of("b7", "c6"), merge(base, List.of(marker, cell("b", 7, 1))));

    assertEquals(List.of(), merge(base.subList(0, 2), List.of(marker)));
    assertFalse(merged.isVisible());
  }

  @Test
  void aMarkerOfAFamilyHidesNothingOfAnother() {
    merged.clear();
    addRun(List.of(cell("", 5, KeyValue.Type.DeleteFamily, 1, ""), cell("a", 4, 1)));
    merged.endFamily();
    addRun(List.of(cell("b", 3, 1)));
    merged.endFamily();

    assertEquals(List.of("b3"), fed());
  }

  @Test
  void behindAMarkerOfTheFamilyNothingIsWantedFromElsewhere() {
    KeyValue marker = cell("", 4, KeyValue.Type.DeleteFamily, 1, "");
    merged.clear();
    addRun(List.of(marker, cell("b", 5, 1)));
    AnyRow row = new AnyRow(2);
    assertTrue(merged.feedAlone(row, ROW, ROW.length));
    assertEquals(List.of("b5"), row.values);
    assertEquals(1, row.ended);

    merged.clear();
    addRun(List.of(marker));
    AnyRow none = new AnyRow(2);
    assertTrue(merged.feedAlone(none, ROW, ROW.length));
    assertFalse(merged.isVisible());
    assertEquals(0, none.begun);
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
    merged.endFamily();
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
    private int begun;
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
      begun++;
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
