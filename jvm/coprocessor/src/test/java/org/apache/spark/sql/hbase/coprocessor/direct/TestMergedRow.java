package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.junit.jupiter.api.Test;

class TestMergedRow {
  private static final byte[] ROW = {'r'};

  private final List<String> fed = new ArrayList<>();
  private final MergedRow merged =
      new MergedRow(
          (cell, decoder) ->
              fed.add(new String(CellUtil.cloneValue(cell), StandardCharsets.US_ASCII)));

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
    KeyValue first = new KeyValue(ROW, ROW, ROW, 7, new byte[] {'1'});
    KeyValue second = new KeyValue(ROW, ROW, ROW, 7, new byte[] {'2'});
    first.setSequenceId(10);
    second.setSequenceId(11);

    assertEquals(List.of("2"), merge(List.of(first), List.of(second)));
    assertEquals(List.of("2"), merge(List.of(second), List.of(first)));
  }

  @Test
  void cellsThatDifferInTheirValueOnlyAreLeftToTheScanner() {
    merged.clear();
    merged.add(List.of(cell("a", 3, 0), cell("b", 3, 0)));
    merged.add(List.of(cell("b", 3, 0)));

    assertFalse(merged.isPlain());
  }

  @Test
  void rowsOfManyCellsAreLeftToTheScanner() {
    merged.clear();
    merged.add(Collections.nCopies(MergedRow.MAX_CELLS, cell("a", 3, 0)));
    assertTrue(merged.isPlain());
    merged.add(List.of(cell("b", 3, 0)));

    assertFalse(merged.isPlain());
  }

  @Test
  void aRowThatFollowsAnUnusualOneIsPlainAgain() {
    merged.clear();
    merged.setUnusual();
    assertFalse(merged.isPlain());

    assertEquals(List.of("a1"), merge(List.of(cell("a", 1, 1)), List.of()));
  }

  @SafeVarargs
  private List<String> merge(List<Cell>... runs) {
    fed.clear();
    merged.clear();
    Arrays.stream(runs).forEach(merged::add);
    assertTrue(merged.isPlain());
    merged.feed(new AnyRow(), ROW, ROW.length);
    return fed;
  }

  /** Its value is the qualifier and the timestamp. */
  private static Cell cell(String qualifier, long timestamp, long sequenceId) {
    byte[] name = qualifier.getBytes(StandardCharsets.US_ASCII);
    byte[] value = (qualifier + timestamp).getBytes(StandardCharsets.US_ASCII);
    KeyValue cell = new KeyValue(ROW, ROW, name, timestamp, value);
    cell.setSequenceId(sequenceId);
    return cell;
  }

  /** Wants all cells. */
  private static final class AnyRow implements RowDecoder {
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
      return true;
    }

    @Override
    public void endRow() {}

    @Override
    public void abandonRow() {}
  }
}
