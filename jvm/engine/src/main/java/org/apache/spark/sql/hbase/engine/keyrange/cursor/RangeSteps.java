package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import org.apache.spark.sql.hbase.engine.row.SkipCounts;

/**
 * Leads HBase's scanner from one key range to the next. It seeks, or passes the rows between them
 * one by one where these are few. A seek costs about as much as {@value #SEEK_CELLS} cells.
 *
 * <p>How many rows lie in a gap shows only to who passes them. So the gaps count as long until one
 * of them was passed at less than the price of a seek; each {@value #GAPS_PER_TRIAL}th is tried.
 * Then they count as short, until one was not. That costs a third of a cell per long gap, and a
 * short one at most what a seek costs. Not thread-safe.
 */
public final class RangeSteps {
  public static final int SEEK_CELLS = 10;
  public static final int GAPS_PER_TRIAL = 32;

  private final RowCursor cursor;
  private boolean areGapsShort;
  private boolean isInGap;
  private boolean isStepping;
  private int gaps;

  /** The number of cells that were passed in this gap. */
  private int passedCells;

  private long seeks;
  private long rowsOutside;

  public RangeSteps(RowCursor cursor) {
    this.cursor = cursor;
  }

  /** Whether a range holds the row that comes next; to be asked once for each row. */
  public boolean hold(byte[] row, int offset, int length) {
    boolean isHeld = cursor.holds(row, offset, length);
    if (isHeld) {
      areGapsShort |= isInGap;
    } else if (!isInGap) {
      gaps++;
      isStepping = areGapsShort || gaps % GAPS_PER_TRIAL == 0;
      passedCells = 0;
    }
    isInGap = !isHeld;
    return isHeld;
  }

  /** The row that was held last exists, and the sub-plan has it. */
  public void delivered(byte[] row, int offset, int length) {
    cursor.delivered(row, offset, length);
  }

  /** Counts a row that is not held as passed, with the cells that were read of it. */
  public void addOutside(int cells) {
    passedCells += cells;
    rowsOutside++;
  }

  /** At a row that is not held: whether to seek now. */
  public boolean isSeekDue() {
    return !isStepping || passedCells >= SEEK_CELLS || cursor.isAtEnd();
  }

  /** The row to seek to; null if no row of the scan is left that is held. */
  public byte[] takeSeek() {
    byte[] row = cursor.nextRow();
    seeks += row == null ? 0 : 1;
    areGapsShort &= !isStepping;
    isInGap = false;
    return row;
  }

  /** At a row that is not held: whether none behind it is. */
  public boolean isAtEnd() {
    return cursor.isAtEnd();
  }

  public SkipCounts counts() {
    return new SkipCounts(seeks, rowsOutside);
  }
}
