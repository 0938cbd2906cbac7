package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.HEADER_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.KEY_TAIL_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.LENGTHS_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.LONG;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.PUT;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.SHORT;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.coprocessor.direct.format.BlockReads;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellBlocks;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat;
import org.apache.spark.sql.hbase.coprocessor.direct.format.SequenceIds;
import org.apache.spark.sql.hbase.coprocessor.direct.format.SingleCells;
import org.apache.spark.sql.hbase.engine.keyrange.RowCursor;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * The rows of one family in its base files, whose rows follow each other. Stands at the first cell
 * of a row, or at the end.
 *
 * <p>Nothing is allocated per row or cell. Not thread-safe.
 */
public final class FamilyRows {
  /** Bytes of a row beyond which it goes through the scanner, which reads it in pieces. */
  static final int MAX_ROW_BYTES = 4 << 20;

  /**
   * Cells that are passed before the index is asked: they cost some 2 microseconds, the index and
   * half of a block twice that.
   */
  private static final int NEAR_CELLS = 256;

  /** Where gaps are long, each so many-th is tried cell by cell. */
  private static final int GAPS_PER_TRIAL = 32;

  /** Of the processor's memory. */
  private static final int PAGE_BYTES = 4 << 10;

  private final List<WalkedFile> files;
  private final FamilyZones zones;
  private final BlockReads reads;
  private final long readPoint;

  /** Cells that are older may have reached the end of their life. */
  private final long oldestTimestamp;

  private int fileNumber;
  private WalkedFile file;
  private CellBlocks blocks;
  private boolean isAtEnd;

  /** The block was loaded because the one before it was at its end, or as the first of its file. */
  private boolean isBlockNext;

  /** Of the cell at which the next row begins. */
  private int position;

  private int rowLength;

  /** The last gap that was gone over by {@link #advance} had many cells. */
  private boolean areGapsLong;

  private int longGaps;

  /** Uses what {@link #touchPages} reads: else the virtual machine would leave the reads out. */
  private int touched;

  public long cells;
  public long bytes;
  public long blocksRead;

  /** The type of a row as {@link #feed} found it. */
  public enum RowKind {
    /** All cells were given to the decoder, which wants more. */
    PLAIN,
    /** The decoder wants no further cell of the row, in no family. */
    SETTLED,
    /** A cell is not simply visible. */
    UNUSUAL,
    LARGE
  }

  /**
   * @param files in the order of their rows
   * @param zones of these files
   */
  FamilyRows(
      List<WalkedFile> files,
      FamilyZones zones,
      BlockReads reads,
      long readPoint,
      long oldestTimestamp) {
    this.files = files;
    this.zones = zones;
    this.reads = reads;
    this.readPoint = readPoint;
    this.oldestTimestamp = oldestTimestamp;
  }

  /** Goes to the first row at or behind {@code row}; never backwards. */
  public void seek(byte[] row) throws IOException {
    while (fileNumber < files.size() && files.get(fileNumber).endsBefore(row)) {
      fileNumber++;
    }
    isAtEnd = fileNumber == files.size();
    if (isAtEnd) {
      return;
    }
    open();
    boolean hasBlock = file.startsAtOrBehind(row) ? firstBlock() : blockOf(row);
    if (!hasBlock && !nextFile()) {
      return;
    }
    readRowLength();
    while (isBefore(row)) {
      skipCell();
    }
  }

  private boolean firstBlock() throws IOException {
    if (!blocks.first()) {
      return false;
    }
    blockLoaded(true);
    return true;
  }

  /** In the block in which this stands already it stays where it is, for the row is further on. */
  private boolean blockOf(byte[] row) throws IOException {
    return switch (blocks.seek(row)) {
      case NOTHING -> false;
      case SAME_BLOCK -> {
        areGapsLong = false;
        yield position < blocks.end || followingBlock();
      }
      case OTHER_BLOCK -> {
        blockLoaded(false);
        yield true;
      }
    };
  }

  private boolean followingBlock() throws IOException {
    if (!blocks.next()) {
      return false;
    }
    blockLoaded(true);
    return true;
  }

  /**
   * Goes to the first row at or behind {@code row}, cell by cell if it is near, or if the ones
   * before were; never backwards.
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
        skipCell();
        if (!isBefore(row)) {
          areGapsLong = false;
          return false;
        }
      }
    }
    areGapsLong = true;
    seek(row);
    return true;
  }

  private boolean isBefore(byte[] row) {
    return !isAtEnd && compareTo(row, row.length) < 0;
  }

  private void skipCell() throws IOException {
    position = blocks.cellEnd(position);
    if (position < blocks.end || nextBlock()) {
      readRowLength();
    }
  }

  private void open() {
    if (file != files.get(fileNumber)) {
      file = files.get(fileNumber);
      blocks = file.newBlocks(reads);
    }
    zones.moveTo(file);
  }

  /** Stands at the first cell of the block. */
  private void blockLoaded(boolean isNext) {
    position = blocks.start;
    isBlockNext = isNext;
    if (isNext) {
      touchPages();
    }
    blocksRead++;
    zones.blockLoaded(blocks.end - blocks.start, isNext);
  }

  /**
   * Reads a byte of each page of the block. The walk waits for one cell after the other, and what
   * the processor reads ahead of it ends with a page; these reads wait for nothing, so that all
   * pages are on their way at the same time.
   */
  private void touchPages() {
    byte[] block = blocks.bytes;
    int end = blocks.end;
    int sum = 0;
    for (int i = position; i < end; i += PAGE_BYTES) {
      sum += block[i];
    }
    touched += sum;
  }

  /** Whether {@link #rejectedUntil} may know more than at the row before. */
  public boolean isZoneDue() {
    return zones.isDue() && !isAtEnd;
  }

  /**
   * Says where rows begin again that the ranges might accept, if they reject those from here on: no
   * value of some column in this family lies in its range, so that other families do not matter.
   *
   * @param limit row behind the one here at which this may stop; null for none
   * @return null if the row here may be accepted, {@link FamilyZones#NO_ROW} if none is
   */
  public byte[] rejectedUntil(byte[] limit) {
    byte[] row = new byte[rowLength];
    copyRow(row);
    return zones.rejectedUntil(row, limit);
  }

  /**
   * Goes to the first row at or behind {@code row}: in the block, or by the index of the file.
   *
   * @param row {@link FamilyZones#NO_ROW} to go to the end
   */
  public void skipTo(byte[] row) throws IOException {
    if (row == FamilyZones.NO_ROW) {
      fileNumber = files.size();
      isAtEnd = true;
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

  public long skippedBlocks() {
    return zones.skippedBlocks();
  }

  /** Not at the end: the file with the row at which this stands. */
  WalkedFile file() {
    return file;
  }

  /** Whether the block was loaded because all rows before it were passed one by one. */
  boolean isBlockNext() {
    return isBlockNext;
  }

  /** False at the end. */
  public boolean hasRow() {
    return !isAtEnd;
  }

  /** Length of the row at which this stands. */
  public int rowLength() {
    return rowLength;
  }

  public void copyRow(byte[] target) {
    CellFormat.copyRow(blocks.bytes, position, rowLength, target);
  }

  /** Whether the row at which this stands may be wanted. */
  public boolean isHeldBy(RowCursor ranges) {
    return ranges.holds(blocks.bytes, position + HEADER_BYTES, rowLength);
  }

  /** Compares the row at which this stands. */
  public int compareTo(byte[] row, int length) {
    int at = position + HEADER_BYTES;
    if (rowLength >= Long.BYTES && length >= Long.BYTES) {
      // Decides for nearly all rows, without a call that compares any length.
      long word = (long) LONG.get(blocks.bytes, at);
      long other = (long) LONG.get(row, 0);
      if (word != other) {
        return Long.compareUnsigned(word, other);
      }
    }
    return Arrays.compareUnsigned(blocks.bytes, at, at + rowLength, row, 0, length);
  }

  public boolean isAt(byte[] row, int length) {
    return !isAtEnd
        && CellFormat.isRow(
            blocks.bytes,
            position,
            row,
            length,
            CellFormat.rowHead(row, length),
            CellFormat.rowTail(row, length));
  }

  /**
   * Gives the cells of a row to a decoder and goes to the next row. Where the row turns out not to
   * be plain, this stands somewhere in it and {@link #passOver} must follow.
   *
   * <p>Once the decoder wants no further cell, none is checked: those it has seen are visible
   * whatever comes behind them, because a marker stands in front of what it deletes.
   *
   * @param row the row at which this stands, in an array that stays as it is
   * @param begins the decoder does not know the row yet
   */
  public RowKind feed(RowDecoder decoder, byte[] row, int length, boolean begins)
      throws IOException {
    FileZones learner = zones.learner();
    long head = CellFormat.rowHead(row, length);
    long tail = CellFormat.rowTail(row, length);
    boolean isBegun = !begins;
    long rowBytes = 0;
    while (true) {
      byte[] block = blocks.bytes;
      int end = blocks.end;
      int at = position;
      do {
        long lengths = (long) LONG.get(block, at);
        int keyLength = (int) (lengths >>> 32);
        int valueLength = (int) lengths;
        int keyEnd = at + LENGTHS_BYTES + keyLength;
        int next = keyEnd + valueLength;
        if ((keyLength | valueLength) < 0 || next > end || next < at) {
          throw blocks.corrupt("a cell is longer than the block");
        }
        if (!CellFormat.isRow(block, at, row, length, head, tail)) {
          return endOfRow(at, rowBytes);
        }
        long timestamp = (long) LONG.get(block, keyEnd - KEY_TAIL_BYTES);
        boolean isPlain = CellFormat.isPlain(block[keyEnd - 1], timestamp, oldestTimestamp);
        if (blocks.hasTags) {
          int tagsLength = (short) SHORT.get(block, next) & 0xFFFF;
          next += Short.BYTES + tagsLength;
          isPlain &= tagsLength == 0;
        }
        if (blocks.hasSequenceIds) {
          byte first = block[next++];
          // One byte, as after a compaction, is the number itself.
          if (first >= SequenceIds.LEAST_IN_ONE_BYTE) {
            isPlain &= first <= readPoint || !file.ordersBySequenceIds;
          } else {
            isPlain &=
                SequenceIds.read(block, next, first) <= readPoint || !file.ordersBySequenceIds;
            next += SequenceIds.bytesBehind(first);
          }
        }
        if (!isPlain) {
          position = at;
          return RowKind.UNUSUAL;
        }
        if (learner != null) {
          learn(learner, block, at, length);
        }
        // Only now is it sure that the row exists: one without visible cell does not.
        boolean isWanted = isBegun || decoder.beginRow(row, 0, length);
        isBegun = true;
        if (isWanted) {
          int name = at + HEADER_BYTES + length;
          isWanted =
              decoder.cell(block, name, keyEnd - KEY_TAIL_BYTES - name, block, keyEnd, valueLength);
        }
        cells++;
        rowBytes += next - at;
        at = next;
        if (!isWanted) {
          bytes += rowBytes;
          position = at;
          if (at < end || nextBlock()) {
            readRowLength();
            passOver(row, length);
          }
          return RowKind.SETTLED;
        }
      } while (at < end);
      position = at;
      if (!nextBlock()) {
        return endOfRow(position, rowBytes);
      }
      if (rowBytes > MAX_ROW_BYTES) {
        readRowLength();
        return RowKind.LARGE;
      }
    }
  }

  public SingleCells newSingleCells(RowCursor ranges) {
    return new SingleCells(readPoint, oldestTimestamp, ranges);
  }

  /**
   * Collects rows of one cell each from the one on at which this stands, and goes behind them.
   *
   * @param limit row at or behind which none is taken; null for none
   * @param most rows taken
   * @return false if it stands where it did
   */
  public boolean collect(SingleCells single, byte[] limit, int most) throws IOException {
    if (isAtEnd || zones.learner() != null) {
      return false;
    }
    int mostPassed = areGapsLong ? 1 : SingleCells.MAX_PASSED;
    single.collect(blocks, position, file.ordersBySequenceIds, limit, most, mostPassed);
    if (single.end() == position) {
      return false;
    }
    cells += single.run().count;
    bytes += single.end() - position;
    position = single.end();
    readRowLength();
    return true;
  }

  private RowKind endOfRow(int nextRow, long rowBytes) {
    position = nextRow;
    bytes += rowBytes;
    readRowLength();
    return RowKind.PLAIN;
  }

  /** Goes behind a row, if it stands there, whose cells are added to {@code merged}. */
  public void collect(byte[] row, int length, MergedRow merged) throws IOException {
    FileZones learner = zones.learner();
    while (isAt(row, length)) {
      byte[] block = blocks.bytes;
      int at = position;
      int next = blocks.cellEnd(at);
      long lengths = (long) LONG.get(block, at);
      int keyEnd = at + LENGTHS_BYTES + (int) (lengths >>> 32);
      int valueLength = (int) lengths;
      long timestamp = (long) LONG.get(block, keyEnd - KEY_TAIL_BYTES);
      long sequenceId =
          file.ordersBySequenceIds ? blocks.sequenceId(keyEnd + valueLength) : file.sequenceId;
      if (!CellFormat.isPlain(block[keyEnd - 1], timestamp, oldestTimestamp)
          || blocks.hasTags && (short) SHORT.get(block, keyEnd + valueLength) != 0
          || sequenceId > readPoint
          || !merged.isPlain()) {
        merged.setUnusual();
        passOver(row, length);
        return;
      }
      int name = at + HEADER_BYTES + length;
      merged.add(block, name, keyEnd - KEY_TAIL_BYTES - name, valueLength, sequenceId);
      if (learner != null) {
        learn(learner, block, at, length);
      }
      cells++;
      bytes += next - at;
      position = next;
      if (next < blocks.end || nextBlock()) {
        readRowLength();
      }
    }
  }

  /** Goes behind a row at which, or in which, this stands. */
  public void passOver(byte[] row, int length) throws IOException {
    long passed = 0;
    while (isAt(row, length)) {
      int from = position;
      position = endOfCells(row, length);
      if (zones.learner() != null) {
        learnFrom(from, zones.learner(), length);
      }
      passed += position - from;
      if (position < blocks.end || nextBlock()) {
        readRowLength();
      }
      if (passed > MAX_ROW_BYTES) {
        // The first row key behind it.
        seek(Arrays.copyOf(Arrays.copyOf(row, length), length + 1));
        passed = 0;
      }
    }
    bytes += passed;
  }

  /**
   * Where the cells of the row at which this stands end in the block. Most cells of most queries
   * are passed over here, so the loop calls nothing that the virtual machine could not inline.
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

  /** Tells the learner of the cells from there to where this stands, in the same block. */
  private void learnFrom(int from, FileZones learner, int length) throws IOException {
    for (int at = from; at < position; at = blocks.cellEnd(at)) {
      learn(learner, blocks.bytes, at, length);
    }
  }

  /** Tells the learner of a cell, whose row has this length. */
  private static void learn(FileZones learner, byte[] block, int at, int length) {
    long lengths = (long) LONG.get(block, at);
    int value = at + LENGTHS_BYTES + (int) (lengths >>> 32);
    if (block[value - 1] == PUT) {
      int name = at + HEADER_BYTES + length;
      learner.cell(block, name, value - KEY_TAIL_BYTES - name, value, (int) lengths);
    }
  }

  /** Stands at the first cell of the next block, of this file or of the next one. */
  private boolean nextBlock() throws IOException {
    return followingBlock() || nextFile();
  }

  private boolean nextFile() throws IOException {
    zones.endOfFile();
    do {
      fileNumber++;
      isAtEnd = fileNumber == files.size();
      if (isAtEnd) {
        return false;
      }
      open();
    } while (!firstBlock());
    return true;
  }

  private void readRowLength() {
    if (!isAtEnd) {
      rowLength = (short) SHORT.get(blocks.bytes, position + LENGTHS_BYTES);
    }
  }
}
