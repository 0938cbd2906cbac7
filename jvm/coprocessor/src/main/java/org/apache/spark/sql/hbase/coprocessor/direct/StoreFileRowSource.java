package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;
import org.apache.spark.sql.hbase.coprocessor.direct.format.SingleCells;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.FamilyRows;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.MergedRow;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.PatchRows;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.RegionCapture;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.RowCounter;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.keyrange.RowCursor;
import org.apache.spark.sql.hbase.engine.row.CellRun;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.SkippedRows;

/**
 * Rows of one region: clean ones straight from the blocks of base files, plain dirty ones merged
 * with the cells of the patch, all others through HBase's scanner, which stays open at the same
 * read point. At each row it is either of the two, so this changes over whenever it wants to.
 * docs/decisions/0004 says why both give the same rows.
 *
 * <p>Nothing is allocated per clean row. Not thread-safe.
 */
final class StoreFileRowSource implements RegionRows {
  /** Turns of the scanner between two looks at the clock: it moves for each. */
  private static final int TURNS_PER_DEADLINE_CHECK = 16;

  private final ScannerRows scanner;
  private final RegionCapture capture;
  private final FamilyRows[] families;
  private final PatchRows patch;
  private final Function<ColumnBatch, RowDecoder> decoders;
  private final RowCursor ranges;

  /** Decoders leave rows out by the values of columns. */
  private final boolean leavesRowsOut;

  /** Null unless rows are only counted, all of them. */
  private final RowCounter counter;

  /** Null where each row has to be looked at by itself. */
  private final SingleCells singleCells;

  private final SourceCounts counts;
  private final ScannerTurns turns;
  private final ForcedRows forced;
  private final WalkDeadline deadline = new WalkDeadline();
  private final MergedRow merged = new MergedRow();

  /** First row that is not read any more; null if no file reaches it. */
  private final byte[] stopRow;

  private final byte[] scanStopRow;

  /** The next row is the one in {@link #merged}. */
  private boolean isMerged;

  private ColumnBatch batch;
  private RowDecoder decoder;

  /** The row that is looked at. */
  private byte[] row = new byte[64];

  private int rowLength;

  /** The last row that was delivered from files, or passed over there. */
  private byte[] deliveredRow = new byte[64];

  private int deliveredLength;

  /** The last row of this fill was delivered from files, or passed over there. */
  private boolean isLastFromFiles;

  private byte[] lastRow;
  private long seeks;
  private long rowsOutside;

  /** As they were counted. */
  private long blocksRead;

  private long blocksSkipped;

  /**
   * @param ranges rows outside of them are passed over; null if all are wanted
   */
  StoreFileRowSource(
      ScannerRows scanner,
      RegionCapture capture,
      RowDecoding decoding,
      byte[] startRow,
      byte[] stopRow,
      ForcedRows forced,
      RowCursor ranges,
      SourceCounts counts)
      throws IOException {
    this.scanner = scanner;
    this.capture = capture;
    this.decoders = decoding.decoders();
    this.forced = forced;
    this.ranges = ranges;
    this.leavesRowsOut = !decoding.probes().isEmpty();
    this.counter = ranges == null ? capture.newCounter() : null;
    this.counts = counts;
    this.turns = new ScannerTurns(scanner, counts);
    this.scanStopRow = stopRow;
    this.stopRow = stopRow.length > 0 && capture.reaches(stopRow) ? stopRow : null;
    this.families = capture.families();
    this.patch = capture.newPatchRows();
    boolean hasRuns =
        families.length == 1
            && counter == null
            && !forced.areWanted()
            && (ranges == null || !ranges.dependsOnRows());
    this.singleCells = hasRuns ? families[0].newSingleCells(ranges) : null;
    boolean isPositioned = false;
    try {
      position(startRow);
      isPositioned = true;
    } finally {
      if (!isPositioned) {
        close();
      }
    }
  }

  private void position(byte[] from) throws IOException {
    for (FamilyRows family : families) {
      family.seek(from);
    }
    patch.seek(from);
  }

  @Override
  public Fill fill(ColumnBatch target, long deadlineNanos) throws IOException {
    if (target != batch) {
      batch = target;
      decoder = decoders.apply(target);
    }
    isLastFromFiles = false;
    Fill fill = fill(deadlineNanos);
    if (isLastFromFiles) {
      lastRow = Arrays.copyOf(deliveredRow, deliveredLength);
    }
    return fill;
  }

  private Fill fill(long deadlineNanos) throws IOException {
    int turnsUntilCheck = TURNS_PER_DEADLINE_CHECK;
    while (!batch.isFull()) {
      Fill fill = turns.isDue() ? readFromScanner(deadlineNanos) : walk(deadlineNanos);
      if (fill != Fill.MORE) {
        return fill;
      }
      if (--turnsUntilCheck == 0) {
        if (System.nanoTime() - deadlineNanos >= 0) {
          return Fill.DEADLINE;
        }
        turnsUntilCheck = TURNS_PER_DEADLINE_CHECK;
      }
    }
    return Fill.MORE;
  }

  /** Reads clean rows, until the scanner has to take over. */
  private Fill walk(long deadlineNanos) throws IOException {
    deadline.start(deadlineNanos, bytesOfFiles());
    int before = batch.rowsRead();
    try {
      while (!batch.isFull()) {
        if (deadline.hasPassed(bytesOfFiles())) {
          return Fill.DEADLINE;
        }
        if (isOutside()) {
          if (!seekToNextRange()) {
            return Fill.END;
          }
          continue;
        }
        if (leavesRowsOut && passRejectedRows() || counter != null && addKnownRows()) {
          deadline.stepIsLong();
          continue;
        }
        if (singleCells != null && decoder.takesRuns() && singleCells.isDue() && feedRun()) {
          continue;
        }
        if (!findRow()) {
          return Fill.END;
        }
        if (turns.isDue()) {
          return Fill.MORE;
        }
        if (isMerged) {
          merged.feed(decoder, row, rowLength);
          rowDelivered();
          interruptCounter();
        } else if (!feedRow()) {
          return Fill.MORE;
        } else if (counter != null) {
          counter.rowRead();
        }
      }
      return Fill.MORE;
    } finally {
      int rows = batch.rowsRead() - before;
      counts.addFileRows(rows);
      countBlocks();
      capture.countReads(rows);
      turns.addClean(rows);
    }
  }

  /** Whether there is a next row that no range holds: then it is in {@link #row}. */
  private boolean isOutside() {
    if (ranges == null) {
      return false;
    }
    FamilyRows first = firstFamily();
    if (patch.hasRow() && (first == null || patch.isAtOrBefore(first))) {
      take(patch.copyRow());
      return !ranges.holds(row, 0, rowLength);
    }
    if (first == null || first.isHeldBy(ranges)) {
      return false;
    }
    take(first);
    return true;
  }

  /** Passes over {@link #row} and all others before the next range; false if there is none. */
  private boolean seekToNextRange() throws IOException {
    rowsOutside++;
    rowPassed();
    byte[] next = ranges.nextRow();
    if (next == null) {
      return false;
    }
    boolean isSought = false;
    for (FamilyRows family : families) {
      isSought |= family.advance(next);
    }
    if (patch.hasRow() && patch.compareTo(next, next.length) < 0) {
      patch.seek(next);
      deadline.stepIsLong();
    }
    if (isSought) {
      seeks++;
      deadline.stepIsLong();
    }
    return true;
  }

  private void countBlocks() {
    long read = 0;
    long skipped = 0;
    for (FamilyRows family : families) {
      read += family.blocksRead;
      skipped += family.skippedBlocks();
    }
    skipped += counter == null ? 0 : counter.skippedBlocks();
    counts.addBlocks(read - blocksRead, skipped - blocksSkipped);
    blocksRead = read;
    blocksSkipped = skipped;
  }

  /**
   * Passes over rows that the zones of a family reject, in all families; of the patch none.
   *
   * @return true if there were any
   */
  private boolean passRejectedRows() throws IOException {
    for (FamilyRows family : families) {
      if (!family.isZoneDue()
          || patch.hasRow() && patch.isAtOrBefore(family)
          || stopRow != null && family.compareTo(stopRow, stopRow.length) >= 0) {
        continue;
      }
      byte[] next = family.rejectedUntil(endOfCleanRows());
      if (next != null) {
        take(family);
        rowPassed();
        for (FamilyRows moved : families) {
          moved.skipTo(next);
        }
        return true;
      }
    }
    return false;
  }

  /**
   * Adds rows to the batch whose number is known.
   *
   * @return true if there were any
   */
  private boolean addKnownRows() throws IOException {
    FamilyRows family = families[0];
    if (!counter.isDue()
        || patch.hasRow() && patch.isAtOrBefore(family)
        || stopRow != null && family.compareTo(stopRow, stopRow.length) >= 0) {
      return false;
    }
    if (!counter.addKnown(batch, endOfCleanRows(), deliveredRow, deliveredLength)) {
      return false;
    }
    take(counter.lastRow());
    rowPassed();
    family.seek(counter.nextRow());
    return true;
  }

  private void interruptCounter() {
    if (counter != null) {
      counter.interrupt();
    }
  }

  /** The next row of the patch, or that at which the scan stops; null if there is none. */
  private byte[] endOfCleanRows() {
    return patch.hasRow() && (stopRow == null || patch.compareTo(stopRow, stopRow.length) < 0)
        ? patch.copyRow()
        : stopRow;
  }

  /**
   * Takes the next row into {@link #row}, or leaves it to the scanner if it is dirty; false behind
   * the last one.
   */
  private boolean findRow() throws IOException {
    FamilyRows first = firstFamily();
    if (patch.hasRow() && (first == null || patch.isAtOrBefore(first))) {
      if (scanStopRow.length > 0 && patch.compareTo(scanStopRow, scanStopRow.length) >= 0) {
        return false;
      }
      byte[] dirty = patch.copyRow();
      merged.clear();
      for (int i = 0; i < families.length; i++) {
        families[i].collect(dirty, dirty.length, merged);
        merged.endRun();
        patch.collect(i, merged);
        merged.endFamily();
      }
      patch.next();
      if (merged.isPlain()) {
        take(dirty);
      } else {
        turns.take(dirty, ScannerReason.DIRTY_ROW);
      }
      isMerged = merged.isPlain();
      return true;
    }
    if (first == null || stopRow != null && first.compareTo(stopRow, stopRow.length) >= 0) {
      return false;
    }
    isMerged = false;
    take(first);
    if (forced.isNext()) {
      passOver(row, rowLength);
      turns.take(Arrays.copyOf(row, rowLength), ScannerReason.FORCED);
    }
    return true;
  }

  /** The family whose row comes first; null at the end of all. */
  private FamilyRows firstFamily() {
    FamilyRows first = null;
    for (FamilyRows family : families) {
      if (family.hasRow()) {
        if (first != null) {
          take(first);
          first = family.compareTo(row, rowLength) < 0 ? family : first;
        } else {
          first = family;
        }
      }
    }
    return first;
  }

  private void take(byte[] dirty) {
    take(dirty, 0, dirty.length);
  }

  private void take(byte[] from, int offset, int length) {
    if (row.length < length) {
      row = new byte[Math.max(length, 2 * row.length)];
    }
    System.arraycopy(from, offset, row, 0, length);
    rowLength = length;
  }

  private void take(FamilyRows family) {
    rowLength = family.rowLength();
    if (row.length < rowLength) {
      row = new byte[Math.max(rowLength, 2 * row.length)];
    }
    family.copyRow(row);
  }

  /**
   * Delivers clean rows of one cell each, and passes over some that no range holds; false if the
   * next row has to be looked at by itself.
   */
  private boolean feedRun() throws IOException {
    if (!families[0].collect(singleCells, endOfCleanRows(), batch.rowsToFull())) {
      return false;
    }
    turns.filesMoved();
    rowsOutside += singleCells.gaps();
    CellRun run = singleCells.run();
    if (run.count > 0) {
      decoder.run(run);
      int last = run.count - 1;
      take(run.bytes, run.rows[last], run.rowLengths[last]);
      rowPassed();
    }
    return true;
  }

  /** Delivers {@link #row} from all families; false if it is left to the scanner. */
  private boolean feedRow() throws IOException {
    boolean begins = true;
    boolean isSettled = false;
    for (FamilyRows family : families) {
      if (isSettled) {
        family.passOver(row, rowLength);
        continue;
      }
      if (families.length > 1 && !family.isAt(row, rowLength)) {
        continue;
      }
      FamilyRows.RowKind kind = family.feed(decoder, row, rowLength, begins);
      begins = false;
      switch (kind) {
        case PLAIN -> {}
        case SETTLED -> isSettled = true;
        case UNUSUAL -> {
          abandonRow(ScannerReason.UNUSUAL_ROW);
          return false;
        }
        case LARGE -> {
          abandonRow(ScannerReason.LARGE_ROW);
          return false;
        }
      }
    }
    decoder.endRow();
    rowDelivered();
    return true;
  }

  private void rowDelivered() {
    if (ranges != null) {
      ranges.delivered(row, 0, rowLength);
    }
    rowPassed();
  }

  private void rowPassed() {
    byte[] free = deliveredRow;
    deliveredRow = row;
    deliveredLength = rowLength;
    row = free;
    isLastFromFiles = true;
    turns.filesMoved();
  }

  private void abandonRow(ScannerReason reason) throws IOException {
    decoder.abandonRow();
    passOver(row, rowLength);
    turns.take(Arrays.copyOf(row, rowLength), reason);
  }

  private void passOver(byte[] passed, int length) throws IOException {
    for (FamilyRows family : families) {
      family.passOver(passed, length);
    }
  }

  private Fill readFromScanner(long deadlineNanos) throws IOException {
    interruptCounter();
    int before = batch.rowsRead();
    Fill fill = turns.fill(batch, deadlineNanos);
    if (batch.rowsRead() > before) {
      isLastFromFiles = false;
      lastRow = scanner.lastRow();
    }
    if (turns.hasStretchEnded()) {
      byte[] last = scanner.lastRow();
      position(Arrays.copyOf(last, last.length + 1));
    }
    return fill;
  }

  @Override
  public void release() throws IOException {
    patch.release();
    scanner.release();
  }

  @Override
  public byte[] lastRow() {
    return lastRow;
  }

  @Override
  public SkippedRows skippedRows() {
    SkippedRows ofScanner = scanner.skippedRows();
    return new SkippedRows(seeks + ofScanner.seeks(), rowsOutside + ofScanner.rows());
  }

  /** Of a row outside of the ranges, one cell is looked at. */
  @Override
  public long cellsScanned() {
    long cells = scanner.cellsScanned() + rowsOutside;
    for (FamilyRows family : families) {
      cells += family.cells;
    }
    return cells;
  }

  @Override
  public long bytesScanned() {
    return scanner.bytesScanned() + bytesOfFiles();
  }

  private long bytesOfFiles() {
    long bytes = 0;
    for (FamilyRows family : families) {
      bytes += family.bytes;
    }
    return bytes;
  }

  /** Gives files and memory back. */
  @Override
  public void close() {
    patch.close();
    capture.close();
  }
}
