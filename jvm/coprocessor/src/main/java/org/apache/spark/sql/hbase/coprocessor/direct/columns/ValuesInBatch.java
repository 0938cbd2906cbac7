package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.CellRun;
import org.apache.spark.sql.hbase.engine.row.ColumnRange;
import org.apache.spark.sql.hbase.engine.row.DecodedColumns;

/**
 * Adds rows of stretches to batches of one scan, without those that its ranges reject. Not
 * thread-safe.
 */
public final class ValuesInBatch {
  private final DecodedColumns columns;

  /** By ordinal, null for a column that is not looked at. */
  private StretchValues[] values = {};

  private boolean hasTexts;
  private int[] rows = new int[StretchBuilder.ROWS];

  public ValuesInBatch(DecodedColumns columns) {
    this.columns = columns;
  }

  /** Rows are those of this stretch from now on; false if it lacks some column. */
  public boolean take(ValuedStretch stretch) {
    StretchValues[] found = stretch.values(columns);
    if (found == null) {
      return false;
    }
    values = found;
    hasTexts = false;
    for (StretchValues column : values) {
      hasTexts |= column != null && column.isText();
    }
    return true;
  }

  /** The first row at or behind {@code from} of which some value is not known, at most end. */
  public int nextGap(int from, int end) {
    int gap = end;
    for (StretchValues column : values) {
      gap = column == null ? gap : column.nextGap(from, gap);
    }
    return gap;
  }

  /**
   * Adds rows without gaps, until the batch is full or nearly so.
   *
   * @return rows added, those that a range left out among them; at least one
   */
  public int addTo(ColumnBatch batch, int from, int most) {
    // Texts fill a batch by their bytes, which are looked at after so many rows.
    int fitting = Math.min(batch.rowsToFull(), hasTexts ? CellRun.MAX_ROWS : Integer.MAX_VALUE);
    int count = Math.max(1, Math.min(most, fitting));
    int kept = select(from, count);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null && kept == count) {
        values[i].appendTo(batch.column(i), from, count);
      } else if (values[i] != null) {
        values[i].appendTo(batch.column(i), rows, kept);
      }
    }
    batch.setRowCount(batch.rowCount() + kept);
    batch.leaveOut(count - kept);
    return count;
  }

  private int select(int from, int count) {
    if (columns.ranges().isEmpty()) {
      return count;
    }
    rows = rows.length < count ? new int[2 * count] : rows;
    for (int i = 0; i < count; i++) {
      rows[i] = from + i;
    }
    int kept = count;
    for (ColumnRange range : columns.ranges()) {
      kept = values[range.column()].select(range, rows, kept);
    }
    return kept;
  }
}
