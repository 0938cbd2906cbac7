package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;
import org.apache.spark.sql.hbase.coprocessor.direct.format.SingleCells;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.RegionCapture;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.RowKind;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.row.CellRun;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.SkipCounts;

/**
 * Rows of one region. Clean rows come straight from the blocks of base files, plain dirty rows are
 * merged with the cells of the patch. All others come through HBase's scanner, which stays open at
 * the same read point. At each row it is either of the two. So this changes over whenever it wants
 * to. docs/decisions/0004 says why both give the same rows.
 *
 * <pre>
 * FamilyMerge      the rows of all families as one sequence
 * RangeGaps        passes over rows between key ranges
 * KnownStretches   passes over rows that zones reject, or whose number or values are known
 * ScannerTurns     the rows that the scanner delivers
 * WalkDeadline     when to look at the clock
 * </pre>
 *
 * <p>Nothing is allocated per clean row. Not thread-safe.
 */
final class StoreFileRowSource implements ServerRowSource {
  /** Turns of the scanner between two looks at the clock: it moves for each. */
  private static final int TURNS_PER_DEADLINE_CHECK = 16;

  private final ScannerRowSource scanner;
  private final RegionCapture capture;
  private final FamilyMerge rows;
  private final Function<ColumnBatch, RowDecoder> decoders;

  /** Null if all rows are wanted. */
  private final RangeGaps gaps;

  private final KnownStretches stretches;

  /** Null where each row has to be looked at by itself. */
  private final SingleCells singleCells;

  private final SourceCounts counts;
  private final ScannerTurns turns;
  private final ForcedShare forced;
  private final WalkDeadline deadline = new WalkDeadline();

  private ColumnBatch batch;
  private RowDecoder decoder;

  /** The last row of this fill was delivered from files, or passed over there. */
  private boolean isLastFromFiles;

  private byte[] lastRow;

  /**
   * @param ranges rows outside of them are passed over; null if all are wanted
   */
  StoreFileRowSource(
      ScannerRowSource scanner,
      RegionCapture capture,
      RowDecoding decoding,
      byte[] startRow,
      byte[] stopRow,
      ForcedShare forced,
      RowCursor ranges,
      SourceCounts counts)
      throws IOException {
    this.scanner = scanner;
    this.capture = capture;
    this.rows = new FamilyMerge(capture, stopRow);
    this.decoders = decoding.decoders();
    this.forced = forced;
    this.gaps = ranges == null ? null : new RangeGaps(rows, ranges);
    this.stretches =
        new KnownStretches(
            rows,
            !decoding.probes().isEmpty(),
            ranges == null ? capture.newCounter() : null,
            ranges == null && !forced.areWanted() ? rows.newReplay(capture, startRow) : null);
    this.counts = counts;
    this.turns = new ScannerTurns(scanner, counts);
    boolean hasRuns =
        rows.families().length == 1
            && !stretches.areCounted()
            && !forced.areWanted()
            && (ranges == null || !ranges.dependsOnRows());
    this.singleCells = hasRuns ? rows.families()[0].newSingleCells(ranges) : null;
    boolean isPositioned = false;
    try {
      rows.seek(startRow);
      isPositioned = true;
    } finally {
      if (!isPositioned) {
        close();
      }
    }
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
      lastRow = Arrays.copyOf(rows.passedRow(), rows.passedLength());
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
    deadline.start(deadlineNanos, rows.bytes());
    int before = batch.rowsRead();
    try {
      while (!batch.isFull()) {
        if (deadline.hasPassed(rows.bytes())) {
          return Fill.DEADLINE;
        }
        if (gaps != null && gaps.isNext()) {
          boolean hasNext = gaps.pass(deadline);
          filesMoved();
          if (!hasNext) {
            return Fill.END;
          }
          continue;
        }
        if (stretches.pass(batch, decoder)) {
          filesMoved();
          deadline.stepIsLong();
          continue;
        }
        if (singleCells != null && decoder.takesRuns() && singleCells.isDue() && feedRun()) {
          continue;
        }
        switch (rows.find(stretches.ofPatch(decoder))) {
          case END -> {
            stretches.end();
            return Fill.END;
          }
          case DIRTY -> {
            stretches.dirtyRowLeft();
            stretches.skipRow(rows.dirtyRow(), rows.dirtyRow().length);
            turns.take(rows.dirtyRow(), ScannerReason.DIRTY_ROW);
            return Fill.MORE;
          }
          case MERGED -> {
            stretches.dirtyRowRead();
            rowDelivered();
            stretches.skipRow(rows.dirtyRow(), rows.dirtyRow().length);
          }
          case EMPTY -> {
            stretches.dirtyRowRead();
            passEmptyRow(rows.dirtyRow());
          }
          case CLEAN -> {
            if (!feedRow()) {
              return Fill.MORE;
            }
          }
        }
      }
      return Fill.MORE;
    } finally {
      int read = batch.rowsRead() - before;
      counts.addFileRows(read);
      counts.memoryRowsSoFar(stretches.rememberedRows());
      counts.blocksSoFar(rows.blocksRead(), stretches.skippedBlocks());
      capture.countReads(read);
      turns.addClean(read);
    }
  }

  /**
   * Delivers clean rows of one cell each, and passes over some that no range holds. False if the
   * next row has to be looked at by itself.
   */
  private boolean feedRun() throws IOException {
    if (!rows.collect(singleCells, stretches.limitOfRuns(), batch.rowsToFull())) {
      return false;
    }
    turns.filesMoved();
    if (gaps != null) {
      gaps.addPassed(singleCells.gaps());
    }
    CellRun run = singleCells.run();
    if (run.count > 0) {
      stretches.recording(decoder).run(run);
      rows.takeLast(run);
      rows.passed();
      filesMoved();
    }
    return true;
  }

  /** Delivers the clean row that is looked at, if it is one; false if it is left to the scanner. */
  private boolean feedRow() throws IOException {
    if (forced.isNext()) {
      leaveRow(ScannerReason.FORCED);
      return false;
    }
    RowDecoder fed = stretches.recording(decoder);
    RowKind kind = rows.feed(fed);
    if (kind == RowKind.EMPTY) {
      passEmptyRow(rows.copyRow());
      return true;
    }
    if (kind != RowKind.PLAIN) {
      fed.abandonRow();
      leaveRow(kind == RowKind.LARGE ? ScannerReason.LARGE_ROW : ScannerReason.UNUSUAL_ROW);
      return false;
    }
    rowDelivered();
    stretches.rowRead();
    return true;
  }

  private void leaveRow(ScannerReason reason) throws IOException {
    rows.passOver();
    byte[] left = rows.copyRow();
    stretches.skipRow(left, left.length);
    turns.take(left, reason);
  }

  /** Goes on behind cells that are all deleted: together they are no row. */
  private void passEmptyRow(byte[] row) {
    rows.passed();
    filesMoved();
    stretches.skipRow(row, row.length);
    deadline.stepIsLong();
  }

  private void rowDelivered() {
    if (gaps != null) {
      gaps.rowDelivered();
    }
    rows.passed();
    filesMoved();
  }

  private void filesMoved() {
    isLastFromFiles = true;
    turns.filesMoved();
  }

  private Fill readFromScanner(long deadlineNanos) throws IOException {
    int before = batch.rowsRead();
    Fill fill = turns.fill(batch, deadlineNanos);
    if (batch.rowsRead() > before) {
      isLastFromFiles = false;
      lastRow = scanner.lastRow();
    }
    if (turns.hasStretchEnded()) {
      stretches.interrupt();
      rows.seek(RowKeys.after(scanner.lastRow()));
    }
    return fill;
  }

  @Override
  public void release() throws IOException {
    rows.release();
    scanner.release();
  }

  @Override
  public byte[] lastRow() {
    return lastRow;
  }

  @Override
  public SkipCounts skippedRows() {
    SkipCounts ofScanner = scanner.skippedRows();
    return gaps == null
        ? ofScanner
        : new SkipCounts(gaps.seeks() + ofScanner.seeks(), gaps.rowsOutside() + ofScanner.rows());
  }

  /** Counts one cell for each row outside of the ranges. */
  @Override
  public long cellsScanned() {
    return scanner.cellsScanned() + rows.cells() + (gaps == null ? 0 : gaps.rowsOutside());
  }

  @Override
  public long bytesScanned() {
    return scanner.bytesScanned() + rows.bytes();
  }

  /** Gives files and memory back. */
  @Override
  public void close() {
    stretches.close();
    rows.close();
    capture.close();
  }
}
