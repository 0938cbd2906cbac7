package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.IOException;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.FamilyRows;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;

/** Passes over rows that no key range of the sub-plan holds, and counts them. Not thread-safe. */
final class RangeGaps {
  private final FamilyMerge rows;
  private final RowCursor ranges;
  private long seeks;
  private long rowsOutside;

  RangeGaps(FamilyMerge rows, RowCursor ranges) {
    this.rows = rows;
    this.ranges = ranges;
  }

  /** Whether the next row lies in a gap. */
  boolean isNext() {
    return rows.isOutside(ranges);
  }

  /**
   * Passes over the gap at hand.
   *
   * @param deadline is told of steps that may wait for a disk
   * @return false if no further range follows
   */
  boolean pass(WalkDeadline deadline) throws IOException {
    rowsOutside++;
    rows.passed();
    byte[] next = ranges.nextRow();
    if (next == null) {
      return false;
    }
    boolean isSought = false;
    for (FamilyRows family : rows.families()) {
      isSought |= family.advance(next);
    }
    if (rows.advancePatch(next)) {
      deadline.stepIsLong();
    }
    if (isSought) {
      seeks++;
      deadline.stepIsLong();
    }
    return true;
  }

  /** Counts gaps that a run of rows passed over. */
  void addPassed(int gaps) {
    rowsOutside += gaps;
  }

  /** The row that is looked at was delivered. */
  void rowDelivered() {
    rows.tellDelivered(ranges);
  }

  long seeks() {
    return seeks;
  }

  /** Number of gaps: of the rows in each, one cell is looked at. */
  long rowsOutside() {
    return rowsOutside;
  }
}
