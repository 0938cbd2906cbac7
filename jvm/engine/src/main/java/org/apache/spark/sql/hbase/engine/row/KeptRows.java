package org.apache.spark.sql.hbase.engine.row;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Rows of a {@link CellRun} that no range has rejected so far, and the columns to which values of
 * just these were appended. Allocates nothing per row. Not thread-safe.
 */
final class KeptRows {
  /** Their numbers in the run, ascending. */
  final int[] rows = new int[CellRun.MAX_ROWS];

  int count;
  private final int[] passing = new int[CellRun.MAX_ROWS];
  private final ColumnVector[] appended;
  private int appendedColumns;

  /**
   * @param columns most that values are appended to
   */
  KeptRows(int columns) {
    appended = new ColumnVector[columns];
  }

  /** All rows from one on; nothing is appended yet. */
  void start(int from, int rowCount) {
    SelectedRows.fillAscending(rows, from, rowCount);
    count = rowCount;
    appendedColumns = 0;
  }

  /** The last values of a column are those of the rows. */
  void appended(ColumnVector column) {
    appended[appendedColumns++] = column;
  }

  /**
   * Takes out rows whose value a range does not accept.
   *
   * @param column with their values
   * @return how many
   */
  int reject(ColumnRange range, ColumnVector column) {
    int first = column.size() - count;
    SelectedRows.fillAscending(passing, 0, count);
    int passed = range.select(column, first, passing, count);
    int rejected = count - passed;
    if (rejected > 0) {
      for (int i = 0; i < appendedColumns; i++) {
        appended[i].keep(first, passing, passed);
      }
      for (int i = 0; i < passed; i++) {
        rows[i] = rows[passing[i]];
      }
      count = passed;
    }
    return rejected;
  }
}
