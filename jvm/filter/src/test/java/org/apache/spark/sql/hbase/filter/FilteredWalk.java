package org.apache.spark.sql.hbase.filter;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * Asks a filter as the scanner of a region does, and goes where it says. Rows have a cell in an
 * essential family.
 */
final class FilteredWalk {
  private final Filter filter;
  private final boolean isReversed;
  private int rowsLookedAt;

  FilteredWalk(Filter filter, boolean isReversed) {
    this.filter = filter;
    this.isReversed = isReversed;
  }

  /** Positions of the rows that the filter lets pass, in the order of the scan. */
  List<Integer> over(List<List<Cell>> rows) throws IOException {
    List<Integer> passed = new ArrayList<>();
    int at = isReversed ? rows.size() - 1 : 0;
    while (at >= 0 && at < rows.size() && !filter.filterAllRemaining()) {
      List<Cell> row = rows.get(at);
      rowsLookedAt++;
      filter.reset();
      byte[] target = null;
      if (!filter.filterRowKey(row.get(0))) {
        List<Cell> kept = new ArrayList<>();
        for (Cell cell : row) {
          if (filter.isFamilyEssential(CellUtil.cloneFamily(cell))) {
            target = look(cell, kept, target);
          }
        }
        filter.filterRowCells(kept);
        if (!kept.isEmpty() && !filter.filterRow()) {
          passed.add(at);
        }
      }
      at = target == null ? at + (isReversed ? -1 : 1) : seek(rows, at, target);
    }
    return passed;
  }

  /** Each family gives its cells to the filter, whatever it said to the one before. */
  private byte[] look(Cell cell, List<Cell> kept, byte[] earlier) throws IOException {
    if (filter.filterCell(cell) == Filter.ReturnCode.INCLUDE) {
      kept.add(cell);
      return earlier;
    }
    byte[] target = CellUtil.cloneRow(filter.getNextCellHint(cell));
    int order = Arrays.compareUnsigned(target, CellUtil.cloneRow(cell));
    assertTrue(isReversed ? order < 0 : order > 0, "hints go on");
    assertTrue(earlier == null || Arrays.equals(earlier, target), "one hint for all families");
    return target;
  }

  /** To the target itself, or the first row behind it in the order of the scan. */
  private int seek(List<List<Cell>> rows, int from, byte[] target) {
    int at = from;
    while (at >= 0 && at < rows.size() && comesBefore(rows.get(at), target)) {
      at += isReversed ? -1 : 1;
    }
    return at;
  }

  private boolean comesBefore(List<Cell> row, byte[] target) {
    int order = Arrays.compareUnsigned(CellUtil.cloneRow(row.get(0)), target);
    return isReversed ? order > 0 : order < 0;
  }

  int rowsLookedAt() {
    return rowsLookedAt;
  }
}
