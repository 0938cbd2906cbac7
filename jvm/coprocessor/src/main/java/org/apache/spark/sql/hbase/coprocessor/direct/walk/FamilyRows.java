package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.HEADER_BYTES;

import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.coprocessor.direct.format.BlockReads;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellBlocks;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat;
import org.apache.spark.sql.hbase.coprocessor.direct.format.SingleCells;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;

/**
 * The rows of one family in its base files, whose rows follow each other. Stands at the first cell
 * of a row, or at the end. It moves from row to row, and decides whether by the index of a file or
 * cell by cell. The moves from cell to cell are those of {@link CellCursor}; what becomes of the
 * cells of a row is left to {@link RowFeeder}.
 *
 * <p>Nothing is allocated per row or cell. Not thread-safe.
 */
public final class FamilyRows extends RowFeeder {
  /**
   * Cells that are passed before the index is asked: they cost some 2 microseconds, the index and
   * half of a block twice that.
   */
  private static final int NEAR_CELLS = 256;

  /** One in so many gaps is tried cell by cell, where gaps are long. */
  private static final int GAPS_PER_TRIAL = 32;

  /** Bytes of a row after which the rest of it is passed over by the index. */
  private static final int MAX_PASSED_BYTES = MergedRow.MAX_BYTES;

  /** Blocks that seeks may read besides those of reading on, before they have saved any. */
  private static final int READS_AHEAD = 4;

  /** Saved blocks count up to so many: rows further on may lie otherwise. */
  private static final int MOST_SAVED = 8;

  /** A seek is tried after so many blocks, even if those before saved none. */
  private static final int BLOCKS_PER_TRIAL = 32;

  /** Blocks that seeks have saved, less those that they read besides. */
  private long savedReads = READS_AHEAD;

  private long blocksAtLastSeek;

  /** The last gap that was gone over by {@link #advance} had many cells. */
  private boolean areGapsLong;

  private int longGaps;

  /**
   * @param files in the order of their rows
   * @param zones of these files
   * @param oldestTimestamp cells that are older may have reached the end of their life
   */
  FamilyRows(
      List<WalkedFile> files,
      FamilyZones zones,
      BlockReads reads,
      long readPoint,
      long oldestTimestamp) {
    super(files, zones, reads, readPoint, oldestTimestamp);
  }

  /** Goes to the first row at or behind {@code row}; never backwards. */
  public void seek(byte[] row) throws IOException {
    long before = passedBlocks - readsBesides;
    boolean isSameBlock = seekCell(row);
    areGapsLong &= !isSameBlock;
    savedReads = Math.min(MOST_SAVED, savedReads + passedBlocks - readsBesides - before);
    blocksAtLastSeek = blocksRead;
  }

  /** Whether the index leads to the rows of gaps with no more blocks than reading on. */
  private boolean isIndexWorth() {
    return savedReads > 0 || blocksRead - blocksAtLastSeek >= BLOCKS_PER_TRIAL;
  }

  /**
   * Goes to the first row at or behind {@code row}; never backwards. It goes cell by cell if the
   * row is near, if those before were, or if the index has saved no blocks.
   *
   * @return whether the index of the file was asked
   */
  public boolean advance(byte[] row) throws IOException {
    if (!isBefore(row)) {
      return false;
    }
    zones.interrupt();
    if (!areGapsLong || ++longGaps % GAPS_PER_TRIAL == 0) {
      for (int passed = 0; passed < NEAR_CELLS; passed++) {
        nextCell();
        if (!isBefore(row)) {
          areGapsLong = false;
          return false;
        }
      }
    }
    areGapsLong = true;
    if (isIndexWorth()) {
      seek(row);
      return true;
    }
    while (isBefore(row)) {
      nextCell();
    }
    return false;
  }

  /**
   * Goes to the first row at or behind {@code row}: in the block, or by the index of the file.
   *
   * @param row {@link FamilyZones#NO_ROW} to go to the end
   */
  public void skipTo(byte[] row) throws IOException {
    if (row == FamilyZones.NO_ROW) {
      end();
    }
    if (!isBefore(row)) {
      return;
    }
    zones.interrupt();
    while (isBefore(row)) {
      position = blocks.cellEnd(position);
      if (position == blocks.end) {
        seek(row);
      } else {
        readRowLength();
      }
    }
  }

  /**
   * Goes to the first row at or behind {@code row}, of which it is known where it lies.
   *
   * @param blockOffset in the file of the block in which that row begins, or one before it
   * @param positionInBlock where it does
   */
  void skipTo(byte[] row, long blockOffset, int positionInBlock) throws IOException {
    if (!isBefore(row)) {
      return;
    }
    if (blockOffset == blocks.nextOffset) {
      nextBlock();
    }
    if (blockOffset == blocks.blockOffset) {
      position = Math.max(position, blocks.start + positionInBlock);
      readRowLength();
      zones.interrupt();
      skipTo(row);
    } else {
      seek(row);
    }
  }

  /** The offset in the file of the block in which this stands; negative if it is not known. */
  long blockOffset() {
    return blocks.blockOffset;
  }

  /** The bytes of the block in front of the cell at which this stands. */
  int positionInBlock() {
    return position - blocks.start;
  }

  /** The place in the array of cells of the row key in the first cell of the block. */
  int firstRowInBlock() {
    return blocks.start + HEADER_BYTES;
  }

  /** Goes behind a row at which, or in which, this stands. */
  public void passOver(byte[] row, int length) throws IOException {
    long passed = 0;
    while (isAt(row, length)) {
      int from = position;
      int end = endOfCells(row, length);
      if (zones.learner() != null) {
        zones.learner().learnAll(blocks, from, end, length);
      }
      passed += end - from;
      moveTo(end);
      if (passed > MAX_PASSED_BYTES) {
        seek(RowKeys.after(row, length));
        passed = 0;
      }
    }
    bytes += passed;
  }

  /**
   * Returns the end in the block of the cells of the current row. Most cells of most queries are
   * passed over here, so the loop calls nothing that the virtual machine could not inline.
   */
  private int endOfCells(byte[] row, int length) throws IOException {
    CellBlocks walked = blocks;
    byte[] block = walked.bytes;
    int end = walked.end;
    long head = CellFormat.rowHead(row, length);
    long tail = CellFormat.rowTail(row, length);
    int at = position;
    int passed = 0;
    do {
      at = walked.cellEnd(at);
      passed++;
    } while (at < end && CellFormat.isRow(block, at, row, length, head, tail));
    cells += passed;
    return at;
  }

  /**
   * Collects rows of one cell each from the one on at which this stands, and goes behind them.
   *
   * @param limit row at or behind which none is taken; null for none
   * @param most rows taken
   * @return false if it stands where it did
   */
  public boolean collect(SingleCells single, byte[] limit, int most) throws IOException {
    return !isAtEnd
        && zones.learner() == null
        && collectRun(single, limit, most, areGapsLong ? 1 : SingleCells.MAX_PASSED);
  }

  /** Goes behind a row, if it stands there, whose cells are added to {@code merged}. */
  public void collect(byte[] row, int length, MergedRow merged) throws IOException {
    if (!collectCells(row, length, merged)) {
      passOver(row, length);
    }
  }

  /** Whether {@link #rejectedUntil} may know more than at the row before. */
  public boolean isZoneDue() {
    return zones.isDue() && !isAtEnd;
  }

  /**
   * Says where rows begin again that the ranges might accept, if they reject the rows from here on.
   * Then no value of some column in this family lies in its range, so other families do not matter.
   *
   * @param limit row behind the one here at which this may stop; null for none
   * @param isRecorded the rows are recorded: few rejected blocks among others are as accepted ones
   * @return null if the row here is to be read, {@link FamilyZones#NO_ROW} if none is
   */
  public byte[] rejectedUntil(byte[] limit, boolean isRecorded) {
    return zones.rejectedUntil(copyRow(), limit, isRecorded);
  }

  /** False at the end. */
  public boolean hasRow() {
    return !isAtEnd;
  }

  /** Length of the row at which this stands. */
  public int rowLength() {
    return rowLength;
  }

  /** Whether the row at which this stands may be wanted. */
  public boolean isHeldBy(RowCursor ranges) {
    return ranges.holds(blocks.bytes, position + HEADER_BYTES, rowLength);
  }

  /** Not at the end: the file with the row at which this stands. */
  WalkedFile file() {
    return file;
  }

  /** Whether the block was loaded because all rows before it were passed one by one. */
  boolean isBlockNext() {
    return isBlockNext;
  }

  /** Cells that were passed, whoever took them; those that lie between key ranges are left out. */
  public long cells() {
    return cells;
  }

  /** Bytes of these cells. */
  public long bytes() {
    return bytes;
  }

  /** Blocks of cells at which this stood. */
  public long blocksRead() {
    return blocksRead;
  }

  /** Blocks that HBase was asked for besides: of the index, or one again. */
  public long readsBesides() {
    return readsBesides;
  }

  /** Blocks that were not read, because zones reject their rows. */
  public long skippedBlocks() {
    return zones.skippedBlocks();
  }
}
