package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.IOException;
import java.util.Arrays;
import org.apache.spark.sql.hbase.coprocessor.direct.format.SingleCells;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.ColumnReplay;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.FamilyRows;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.MergedRow;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.PatchRows;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.RegionCapture;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.RowKind;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.row.CellRun;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * The rows of all families of a scan as one sequence. Clean rows lie in base files alone. Dirty
 * rows have cells in the patch too and are put together in a {@link MergedRow}. Holds the key of
 * the row that is looked at, and of the last one that was delivered or passed over.
 *
 * <p>Nothing is allocated per clean row. Not thread-safe.
 */
final class FamilyMerge {
  private final FamilyRows[] families;
  private final PatchRows patch;
  private final MergedRow merged = new MergedRow();

  /** First row that is not read any more; null if no file reaches it. */
  private final byte[] stopRow;

  private final byte[] scanStopRow;

  /** The row that is looked at. */
  private byte[] row = new byte[64];

  private int rowLength;

  /** The last row that was delivered, or passed over. */
  private byte[] passedRow = new byte[64];

  private int passedLength;

  /** The key of the last row of the patch that was looked at. */
  private byte[] dirtyRow;

  /** The region's memory has cells of it; said of the rows of one family only. */
  private boolean isDirtyInMemory;

  /** The patch has given the cells of its row, which are those of {@link #merged}. */
  private boolean isPatchCollected;

  /** The kind of the next row. */
  enum Found {
    /** There is no further row. */
    END,
    /** Its cells lie in base files alone. */
    CLEAN,
    /** Its cells were merged, and what is visible of them was given to the decoder. */
    MERGED,
    /** Its cells were merged, and none is visible: it is no row. It was passed over. */
    EMPTY,
    /** It has cells in the patch and is not read from files; it was passed over. */
    DIRTY
  }

  /**
   * @param capture whose families and patch are read; the patch becomes that of the result
   * @param stopRow first row that is not read any more, empty for none
   */
  FamilyMerge(RegionCapture capture, byte[] stopRow) {
    this.scanStopRow = stopRow;
    this.stopRow = stopRow.length > 0 && capture.reaches(stopRow) ? stopRow : null;
    this.families = capture.families();
    this.patch = capture.newPatchRows();
  }

  /** Goes to the first row at or behind {@code from}; never backwards. */
  void seek(byte[] from) throws IOException {
    isPatchCollected = false;
    for (FamilyRows family : families) {
      family.seek(from);
    }
    patch.seek(from);
  }

  /** The families, which stand at their next rows. */
  FamilyRows[] families() {
    return families;
  }

  /** Null unless values of the one family may be kept. */
  ColumnReplay newReplay(RegionCapture capture, byte[] startRow) {
    return capture.newReplay(patch, startRow, stopRow);
  }

  /** Whether the row at which a family stands is clean and read by the scan. */
  boolean isClean(FamilyRows family) {
    return !(patch.hasRow() && patch.isAtOrBefore(family)) && !isBehindStop(family);
  }

  private boolean isBehindStop(FamilyRows family) {
    return stopRow != null && family.compareTo(stopRow, stopRow.length) >= 0;
  }

  /** The next row of the patch, or that at which the scan stops; null if there is none. */
  byte[] endOfCleanRows() {
    return patch.endOfCleanRows(stopRow);
  }

  /** Whether there is a next row that no range holds: then it is the row that is looked at. */
  boolean isOutside(RowCursor ranges) {
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

  /**
   * Passes over rows of the patch before {@code next}.
   *
   * @return false if there are none
   */
  boolean advancePatch(byte[] next) throws IOException {
    boolean isBefore = patch.hasRow() && patch.compareTo(next, next.length) < 0;
    if (isBefore) {
      patch.seek(next);
    }
    return isBefore;
  }

  /** Whether clean rows end at a row of the patch, and not where the scan stops. */
  boolean isPatchNext() {
    return patch.hasRow()
        && (scanStopRow.length == 0 || patch.compareTo(scanStopRow, scanStopRow.length) < 0);
  }

  /**
   * Looks at the next row: takes its key, and where it is dirty merges its cells.
   *
   * @param decoder for merged rows
   */
  Found find(RowDecoder decoder) throws IOException {
    FamilyRows first = firstFamily();
    if (patch.hasRow() && (first == null || patch.isAtOrBefore(first))) {
      if (!isPatchNext()) {
        return Found.END;
      }
      if (!isPatchCollected && feedPatch(decoder)) {
        passOver();
        return merged.isVisible() ? Found.MERGED : Found.EMPTY;
      }
      return merge(decoder);
    }
    if (first == null || isBehindStop(first)) {
      return Found.END;
    }
    take(first);
    return Found.CLEAN;
  }

  /**
   * Gives the next row of the patch to the decoder, if the patch has all that this wants of it. Its
   * cells are newer than all of the base files then, so those in the files say nothing. A row that
   * the patch deletes is not given to it.
   *
   * @return false if {@link #find} must follow, with the base files at the row or behind it
   */
  boolean feedPatch(RowDecoder decoder) throws IOException {
    dirtyRow = patch.copyRow();
    merged.clear();
    if (families.length > 1) {
      return false;
    }
    isDirtyInMemory = patch.isInMemory();
    patch.collect(0, merged);
    isPatchCollected =
        !merged.isPlain()
            || !merged.isNewerThan(families[0].maxTimestamp())
            || !merged.feedAlone(decoder, dirtyRow, dirtyRow.length);
    if (isPatchCollected) {
      return false;
    }
    patch.next();
    take(dirtyRow);
    return true;
  }

  /** Puts the row together with its cells in base files, which stand there or behind it. */
  private Found merge(RowDecoder decoder) throws IOException {
    for (int i = 0; i < families.length; i++) {
      families[i].collect(dirtyRow, dirtyRow.length, merged);
      merged.endRun();
      if (!isPatchCollected) {
        patch.collect(i, merged);
      }
      merged.endFamily();
    }
    isPatchCollected = false;
    patch.next();
    if (!merged.isPlain()) {
      return Found.DIRTY;
    }
    take(dirtyRow);
    if (!merged.isVisible()) {
      return Found.EMPTY;
    }
    merged.feed(decoder, dirtyRow, dirtyRow.length);
    return Found.MERGED;
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

  /** The row at which a family stands becomes the one that is looked at. */
  void take(FamilyRows family) {
    rowLength = family.rowLength();
    if (row.length < rowLength) {
      row = new byte[Math.max(rowLength, 2 * row.length)];
    }
    family.copyRow(row);
  }

  /** The row becomes the one that is looked at. */
  void take(byte[] taken) {
    take(taken, 0, taken.length);
  }

  private void take(byte[] from, int offset, int length) {
    if (row.length < length) {
      row = new byte[Math.max(length, 2 * row.length)];
    }
    System.arraycopy(from, offset, row, 0, length);
    rowLength = length;
  }

  /** The last row of a run becomes the one that is looked at. */
  void takeLast(CellRun run) {
    int last = run.count - 1;
    take(run.bytes, run.rows[last], run.rowLengths[last]);
  }

  /**
   * Collects clean rows of one cell each, of the only family.
   *
   * @param limit row at or behind which none is taken; null for none
   * @return false if it stands where it did
   */
  boolean collect(SingleCells single, byte[] limit, int most) throws IOException {
    byte[] end = endOfCleanRows();
    boolean isNearer = limit != null && (end == null || Arrays.compareUnsigned(limit, end) < 0);
    return families[0].collect(single, isNearer ? limit : end, most);
  }

  /**
   * Gives the clean row that is looked at to a decoder.
   *
   * @return PLAIN if it was delivered, EMPTY if it is no row; else it is to be abandoned
   */
  RowKind feed(RowDecoder decoder) throws IOException {
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
      RowKind kind = family.feed(decoder, row, rowLength, begins);
      switch (kind) {
        case EMPTY -> {}
        case PLAIN -> begins = false;
        case SETTLED -> {
          begins = false;
          isSettled = true;
          family.passOver(row, rowLength);
        }
        case UNUSUAL, LARGE -> {
          return kind;
        }
      }
    }
    if (begins) {
      return RowKind.EMPTY;
    }
    decoder.endRow();
    return RowKind.PLAIN;
  }

  /** Goes behind the clean row that is looked at. */
  void passOver() throws IOException {
    for (FamilyRows family : families) {
      family.passOver(row, rowLength);
    }
  }

  /** Tells ranges that the row that is looked at was delivered. */
  void tellDelivered(RowCursor ranges) {
    ranges.delivered(row, 0, rowLength);
  }

  /** The row that is looked at was delivered or passed over. */
  void passed() {
    byte[] free = passedRow;
    passedRow = row;
    passedLength = rowLength;
    row = free;
  }

  /** The key of the last row that was delivered or passed over; more bytes may follow it. */
  byte[] passedRow() {
    return passedRow;
  }

  int passedLength() {
    return passedLength;
  }

  /** The key of the last dirty row. A fresh array. */
  byte[] dirtyRow() {
    return dirtyRow;
  }

  /** Whether the region's memory has cells of the last dirty row. */
  boolean isDirtyInMemory() {
    return isDirtyInMemory;
  }

  /** Whether the next row of the patch is in the region's memory, or there is none. */
  boolean isPatchInMemory() {
    return isPatchCollected ? isDirtyInMemory : !patch.hasRow() || patch.isInMemory();
  }

  /** The key of the row that is looked at. A fresh array. */
  byte[] copyRow() {
    return Arrays.copyOf(row, rowLength);
  }

  long cells() {
    long cells = 0;
    for (FamilyRows family : families) {
      cells += family.cells();
    }
    return cells;
  }

  long bytes() {
    long bytes = 0;
    for (FamilyRows family : families) {
      bytes += family.bytes();
    }
    return bytes;
  }

  /** Blocks that HBase was asked for, those of indexes among them. */
  long blocksRead() {
    long read = 0;
    for (FamilyRows family : families) {
      read += family.blocksRead() + family.readsBesides();
    }
    return read;
  }

  /** Blocks that were not read, because zones reject their rows. */
  long skippedBlocks() {
    long skipped = 0;
    for (FamilyRows family : families) {
      skipped += family.skippedBlocks();
    }
    return skipped;
  }

  /** Lets HBase reuse the memory behind rows that were passed. */
  void release() throws IOException {
    patch.release();
  }

  /** Gives back what the patch holds; files are the capture's. */
  void close() {
    patch.close();
  }
}
