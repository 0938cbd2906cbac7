package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.IOException;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.ColumnReplay;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.FamilyRows;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.RowCounter;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * Passes over stretches of clean rows of which enough is known. Zones reject all of their rows, the
 * number of rows is all that is wanted, or their values are in memory. Not thread-safe.
 */
final class KnownStretches {
  private final FamilyMerge rows;

  /** Decoders leave rows out by the values of columns. */
  private final boolean leavesRowsOut;

  /** Null unless rows are only counted, all of them. */
  private final RowCounter counter;

  /** Null if no values are kept of what the scan looks at. */
  private final ColumnReplay replay;

  KnownStretches(FamilyMerge rows, boolean leavesRowsOut, RowCounter counter, ColumnReplay replay) {
    this.rows = rows;
    this.leavesRowsOut = leavesRowsOut;
    this.counter = counter;
    this.replay = replay;
  }

  /** Whether rows are only counted. */
  boolean areCounted() {
    return counter != null;
  }

  /**
   * Passes over rows from the next one on, and adds them to the batch where they are counted or
   * their values are known.
   *
   * @param decoder of the scan, for the batch
   * @return true if there were any
   */
  boolean pass(ColumnBatch batch, RowDecoder decoder) throws IOException {
    if (replay != null && replay.isOn()) {
      return replay(batch, decoder);
    }
    if (counter != null && counter.isOn()) {
      counter.addMore(batch);
      return counted();
    }
    return leavesRowsOut && passRejected()
        || counter != null && addCounted(batch)
        || replay != null && addKnown(batch, decoder);
  }

  private boolean addKnown(ColumnBatch batch, RowDecoder decoder) throws IOException {
    return replay.isDue() && enter() && replay(batch, decoder);
  }

  private boolean enter() {
    if (rows.isClean(rows.families()[0])) {
      return replay.enter();
    }
    return replay.hasGroups() && rows.isPatchNext() && replay.enterDirtyGroup();
  }

  /** Adds rows from memory, or the row of the patch that comes next among them. */
  private boolean replay(ColumnBatch batch, RowDecoder decoder) throws IOException {
    if (replay.add(batch)) {
      rows.take(replay.lastRow());
      rows.passed();
    } else if (!replay.hasGroups()
        && replay.isAtLimit()
        && rows.isPatchNext()
        && rows.feedPatch(ofPatch(decoder))) {
      rows.passed();
      replay.passOver(batch, rows.dirtyRow(), rows.isDirtyInMemory());
    } else {
      replay.leave();
    }
    return true;
  }

  /** The decoder for clean rows, where {@code decoder} is the scan's. */
  RowDecoder recording(RowDecoder decoder) {
    if (replay == null) {
      return decoder;
    }
    replay.mergedRecorder().interrupt();
    return replay.recorder().over(decoder);
  }

  /** The decoder for the next row of the patch, where {@code decoder} is the scan's. */
  RowDecoder ofPatch(RowDecoder decoder) {
    return replay == null || !replay.mergedRecorder().isOn() || rows.isPatchInMemory()
        ? decoder
        : replay.mergedRecorder().over(decoder);
  }

  /** The dirty row that was found last was passed: if it is visible it was given to a decoder. */
  void dirtyRowRead() {
    if (replay != null) {
      replay.dirtyRowRead(rows.dirtyRow(), rows.isDirtyInMemory());
    }
  }

  /** Row at or behind which a row is to be looked at by itself; null for none. */
  byte[] limitOfRuns() {
    return replay == null ? null : replay.recorder().limit();
  }

  /** Passes over rows that the zones of a family reject, in all families; of the patch none. */
  private boolean passRejected() throws IOException {
    boolean isRecorded = replay != null && replay.recorder().isOn();
    for (FamilyRows family : rows.families()) {
      if (!family.isZoneDue() || !rows.isClean(family)) {
        continue;
      }
      byte[] next = family.rejectedUntil(rows.endOfCleanRows(), isRecorded);
      if (next != null) {
        if (replay != null) {
          replay.recorder().finish();
        }
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
    return counter.isDue()
        && rows.isClean(rows.families()[0])
        && counter.addKnown(batch, rows.endOfCleanRows(), rows.passedRow(), rows.passedLength())
        && counted();
  }

  /** Rows were counted. No block is read before a row is wanted that is not known. */
  private boolean counted() throws IOException {
    rows.take(counter.lastRow());
    rows.passed();
    if (!counter.isOn()) {
      rows.families()[0].seek(counter.nextRow());
    }
    return true;
  }

  /** A clean row was read from its file. */
  void rowRead() {
    if (counter != null) {
      counter.rowRead();
    }
  }

  /** A row comes that is not read from its file alone. */
  void skipRow(byte[] row, int length) {
    if (counter != null) {
      counter.interrupt();
    }
    if (replay != null) {
      replay.recorder().skipRow(row, length);
    }
  }

  /** The dirty row that was found last is left to the scanner. */
  void dirtyRowLeft() {
    if (replay != null) {
      replay.mergedRecorder().finish(rows.dirtyRow());
    }
  }

  /** Rows were read that did not come from here. */
  void interrupt() {
    if (counter != null) {
      counter.interrupt();
    }
    if (replay != null) {
      replay.recorder().interrupt();
      replay.mergedRecorder().interrupt();
    }
  }

  /** There are no further rows. */
  void end() {
    if (replay != null) {
      replay.recorder().finish();
    }
  }

  /** Gives memory back. */
  void close() {
    if (replay != null) {
      replay.close();
    }
  }

  /** Rows whose values were in memory. */
  long rememberedRows() {
    return replay == null ? 0 : replay.addedRows();
  }

  long skippedBlocks() {
    return rows.skippedBlocks() + (counter == null ? 0 : counter.skippedBlocks());
  }
}
