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
  private static final int ROWS_PER_FAILING_ROW = 8;

  private final DecodedColumns columns;

  /** By ordinal, null for a column that is not looked at. */
  private StretchValues[] values = {};

  private int rowsOfStretch;

  /** Bytes of texts that a row has at most. */
  private long mostTextBytes;

  /** The first row at or behind {@link #gapFrom} of which some value is not known. */
  private int gap;

  private int gapFrom;

  private int[] rows = new int[StretchBuilder.ROWS];
  private long addedRows;

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
    rowsOfStretch = stretch.rows();
    gap = -1;
    mostTextBytes = 0;
    for (StretchValues column : values) {
      mostTextBytes += column == null ? 0 : column.longestText();
    }
    return true;
  }

  /** The first row at or behind {@code from} of which some value is not known, at most end. */
  public int nextGap(int from, int end) {
    if (from < gapFrom || from > gap) {
      gapFrom = from;
      gap = Integer.MAX_VALUE;
      for (StretchValues column : values) {
        gap = column == null ? gap : column.nextGap(from, gap);
      }
    }
    return Math.min(gap, end);
  }

  /**
   * Adds rows without gaps, until the batch is full or nearly so. A group is added as a whole.
   *
   * @param from place of a key
   * @return keys whose rows were added, those that a range left out among them; at least one
   */
  public int addTo(ColumnBatch batch, int from, int most) {
    if (columns.areGroups()) {
      add(batch, 0, rowsOfStretch);
      return 1;
    }
    int count = Math.max(1, Math.min(most, rowsThatFit(batch)));
    add(batch, from, count);
    return count;
  }

  /**
   * Adds rows without gaps to another stretch.
   *
   * @param stretch whose rows these are
   * @param keys of it, at the first of the rows; goes behind the last of them
   */
  public void copyTo(StretchBuilder target, ValuedStretch stretch, RowKeyCursor keys, int count) {
    target.addRows(values, stretch.places(), keys, count);
  }

  private void add(ColumnBatch batch, int from, int count) {
    int kept = select(from, count);
    // The filter sees all rows again. Few that fail it cost less than picking out the others.
    kept = kept >= count - count / ROWS_PER_FAILING_ROW ? count : kept;
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null && kept == count) {
        values[i].appendTo(batch.columnOrPlaces(i), from, count);
      } else if (values[i] != null) {
        values[i].appendTo(batch.columnOrPlaces(i), rows, kept);
      }
    }
    batch.setRowCount(batch.rowCount() + kept);
    batch.leaveOut(count - kept);
    addedRows += count;
  }

  /** Rows of the table that were added so far, those that a range left out among them. */
  public long addedRows() {
    return addedRows;
  }

  /**
   * Ends the batch behind a stretch of many rows: the texts of the next one may be places in other
   * lists.
   */
  public void endOfStretch(ColumnBatch batch) {
    if (mostTextBytes > 0 && 2 * rowsOfStretch >= batch.capacity()) {
      batch.endHere();
    }
  }

  private int rowsThatFit(ColumnBatch batch) {
    if (mostTextBytes == 0) {
      return batch.rowsToFull();
    }
    // Texts fill a batch by their bytes, which need not be looked at after each row.
    long fitting = Math.max(CellRun.MAX_ROWS, batch.dataBytesToFull() / mostTextBytes);
    return (int) Math.min(batch.rowsToFull(), fitting);
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
