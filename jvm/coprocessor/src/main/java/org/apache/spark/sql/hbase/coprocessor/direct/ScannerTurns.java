package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.IOException;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowSource.Fill;

/**
 * The scanner's turns among rows of store files. A turn is one row that files must not deliver, or,
 * where many are like that, a stretch of whatever comes. In between it stands still, and is moved
 * only if files have delivered rows meanwhile. Not thread-safe; the owner closes the scanner.
 */
final class ScannerTurns {
  private final ScannerRowSource scanner;
  private final SourceCounts counts;
  private final DirtyStretches stretches = new DirtyStretches();

  /** The row that the scanner is to deliver, if there is one, before files are read on. */
  private byte[] row;

  /** The scanner reads on, until enough rows have come. */
  private boolean isInStretch;

  private boolean hasStretchEnded;

  /** No row was delivered from files since the scanner was where they were. */
  private boolean isNear = true;

  ScannerTurns(ScannerRowSource scanner, SourceCounts counts) {
    this.scanner = scanner;
    this.counts = counts;
  }

  /** The scanner delivers this row, behind which the files stand. */
  void take(byte[] dirty, ScannerReason reason) {
    row = dirty;
    counts.addScannerRows(reason, 1);
    isInStretch = stretches.addDirtyAndIsDue();
  }

  /** Whether it is the scanner's turn. */
  boolean isDue() {
    return isInStretch || row != null;
  }

  /** Files have delivered a row, or passed over one. */
  void filesMoved() {
    isNear = false;
  }

  /** Files have delivered so many rows. */
  void addClean(int rows) {
    stretches.addClean(rows);
  }

  /**
   * Takes rows from the scanner, whose turn it is.
   *
   * @return END behind the last row of all, not of the turn
   */
  Fill fill(ColumnBatch batch, long deadlineNanos) throws IOException {
    hasStretchEnded = false;
    return isInStretch ? readStretch(batch, deadlineNanos) : readRow(batch, deadlineNanos);
  }

  /** Whether the last {@link #fill} ended a stretch: files go on behind the scanner's last row. */
  boolean hasStretchEnded() {
    return hasStretchEnded;
  }

  private Fill readRow(ColumnBatch batch, long deadlineNanos) throws IOException {
    bringTo(row);
    Fill fill = scanner.fillThrough(batch, row, deadlineNanos);
    if (fill == Fill.END) {
      row = null;
      return Fill.MORE;
    }
    return fill;
  }

  private Fill readStretch(ColumnBatch batch, long deadlineNanos) throws IOException {
    if (row != null) {
      bringTo(row);
      row = null;
    }
    int before = batch.rowsRead();
    Fill fill = scanner.fill(batch, deadlineNanos);
    int rows = batch.rowsRead() - before;
    counts.addScannerRows(ScannerReason.DIRTY_STRETCH, rows);
    if (stretches.readAndIsOver(rows) && fill != Fill.END) {
      isInStretch = false;
      hasStretchEnded = true;
    }
    return fill;
  }

  /**
   * A dirty row behind another one is the scanner's next one: seeking, which is dear, would change
   * nothing.
   */
  private void bringTo(byte[] to) throws IOException {
    if (!isNear) {
      scanner.skipTo(to);
      isNear = true;
    }
  }
}
