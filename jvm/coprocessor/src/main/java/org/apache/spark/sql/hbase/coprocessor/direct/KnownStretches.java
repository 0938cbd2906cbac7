package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.IOException;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.FamilyRows;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.RowCounter;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;

/**
 * Passes over stretches of clean rows of which enough is known. Zones reject all of their rows, or
 * the number of rows is all that is wanted. Not thread-safe.
 */
final class KnownStretches {
  private final FamilyMerge rows;

  /** Decoders leave rows out by the values of columns. */
  private final boolean leavesRowsOut;

  /** Null unless rows are only counted, all of them. */
  private final RowCounter counter;

  KnownStretches(FamilyMerge rows, boolean leavesRowsOut, RowCounter counter) {
    this.rows = rows;
    this.leavesRowsOut = leavesRowsOut;
    this.counter = counter;
  }

  /** Whether rows are only counted. */
  boolean areCounted() {
    return counter != null;
  }

  /**
   * Passes over rows from the next one on, and adds them to the batch where they are counted.
   *
   * @return true if there were any
   */
  boolean pass(ColumnBatch batch) throws IOException {
    return leavesRowsOut && passRejected() || counter != null && addCounted(batch);
  }

  /** Passes over rows that the zones of a family reject, in all families; of the patch none. */
  private boolean passRejected() throws IOException {
    for (FamilyRows family : rows.families()) {
      if (!family.isZoneDue() || !rows.isClean(family)) {
        continue;
      }
      byte[] next = family.rejectedUntil(rows.endOfCleanRows());
      if (next != null) {
        rows.take(family);
        rows.passed();
        for (FamilyRows moved : rows.families()) {
          moved.skipTo(next);
        }
        return true;
      }
    }
    return false;
  }

  private boolean addCounted(ColumnBatch batch) throws IOException {
    FamilyRows family = rows.families()[0];
    if (!counter.isDue()
        || !rows.isClean(family)
        || !counter.addKnown(batch, rows.endOfCleanRows(), rows.passedRow(), rows.passedLength())) {
      return false;
    }
    rows.take(counter.lastRow());
    rows.passed();
    family.seek(counter.nextRow());
    return true;
  }

  /** A clean row was read from its file. */
  void rowRead() {
    if (counter != null) {
      counter.rowRead();
    }
  }

  /** A row comes that is not read from its file alone. */
  void interrupt() {
    if (counter != null) {
      counter.interrupt();
    }
  }

  long skippedBlocks() {
    return rows.skippedBlocks() + (counter == null ? 0 : counter.skippedBlocks());
  }
}
