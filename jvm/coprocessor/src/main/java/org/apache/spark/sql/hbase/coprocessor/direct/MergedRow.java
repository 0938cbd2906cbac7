package org.apache.spark.sql.hbase.coprocessor.direct;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * All visible cells of one dirty row, put in HBase's order. Where all are plain, the first cell of
 * each column is what the scanner shows. Not thread-safe.
 */
final class MergedRow {
  /** Rows of more cells are left to the scanner, which reads them in pieces. */
  static final int MAX_CELLS = 1_000;

  private static final CellComparator ORDER = CellComparator.getInstance();

  private final BiPredicate<Cell, RowDecoder> feeder;
  private List<Cell> cells = new ArrayList<>();
  private List<Cell> merged = new ArrayList<>();
  private boolean isPlain;

  /**
   * @param feeder hands a cell to a decoder; false if no further one of the row is wanted
   */
  MergedRow(BiPredicate<Cell, RowDecoder> feeder) {
    this.feeder = feeder;
  }

  void clear() {
    cells.clear();
    isPlain = true;
  }

  /** The row is left to the scanner: it has a cell that is not simply visible. */
  void setUnusual() {
    isPlain = false;
  }

  /** Adds cells that are in HBase's order among themselves. */
  void add(List<Cell> run) {
    if (cells.size() + run.size() > MAX_CELLS) {
      isPlain = false;
    }
    if (!isPlain || run.isEmpty()) {
      return;
    }
    merged.clear();
    int j = 0;
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      int order = 1;
      while (j < run.size() && (order = ORDER.compare(run.get(j), cell)) < 0) {
        merged.add(run.get(j++));
      }
      // Of two cells that differ in nothing but their value, the file decides.
      isPlain &= j == run.size() || order != 0;
      merged.add(cell);
    }
    while (j < run.size()) {
      merged.add(run.get(j++));
    }
    List<Cell> free = cells;
    cells = merged;
    merged = free;
  }

  boolean isPlain() {
    return isPlain;
  }

  /** Gives the row to a decoder. */
  void feed(RowDecoder decoder, byte[] row, int length) {
    boolean isWanted = decoder.beginRow(row, 0, length);
    for (int i = 0; isWanted && i < cells.size(); i++) {
      if (i == 0 || !CellUtil.matchingColumn(cells.get(i - 1), cells.get(i))) {
        isWanted = feeder.test(cells.get(i), decoder);
      }
    }
    decoder.endRow();
  }
}
