package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.HEADER_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.LENGTHS_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.LONG;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.SHORT;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.coprocessor.direct.format.BlockReads;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellBlocks;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat;

/**
 * A place among the cells of one family. It moves from cell to cell, from block to block and from
 * file to file. It tells the zones of each move, and counts what it passes. Knows no decoder.
 *
 * <p>{@link RowFeeder} and {@link FamilyRows} build on it by inheritance, so that the fields of all
 * three lie in one object. Each row and cell would pay for a reference between them. Nothing is
 * allocated per row or cell. Not thread-safe.
 */
abstract class CellCursor {
  /** The size of a page of the processor's memory. */
  private static final int PAGE_BYTES = 4 << 10;

  final List<WalkedFile> files;

  /** Zones of the files. */
  final FamilyZones zones;

  private final BlockReads reads;
  private final long maxTimestamp;
  private int fileNumber;

  /** Uses what {@link #touchPages} reads: else the virtual machine would leave the reads out. */
  private int touched;

  /** Not at the end: the file of the cell. */
  WalkedFile file;

  /** Blocks of the file, of which the loaded one holds the cell. */
  CellBlocks blocks;

  /** The start of the cell in the block. */
  int position;

  /** Length of the row key of the cell. */
  int rowLength;

  boolean isAtEnd;

  /** The block was loaded because the one before it was at its end, or as the first of its file. */
  boolean isBlockNext;

  long cells;
  long bytes;
  long blocksRead;

  /**
   * Blocks that HBase was asked for on the way to these: of the index, or the one at hand again.
   */
  long readsBesides;

  /** About as many blocks as seeks have passed over. */
  long passedBlocks;

  /**
   * @param files in the order of their rows
   * @param zones of these files
   */
  CellCursor(List<WalkedFile> files, FamilyZones zones, BlockReads reads) {
    this.files = files;
    this.zones = zones;
    this.reads = reads;
    this.maxTimestamp =
        files.stream().mapToLong(file -> file.maxTimestamp).max().orElse(Long.MIN_VALUE);
  }

  /** No cell of the files, delete markers among them, has a time behind this one. */
  public final long maxTimestamp() {
    return maxTimestamp;
  }

  /**
   * Goes by the index of a file to the first cell of the first row at or behind {@code row}; never
   * backwards.
   *
   * @return true if the index led to the block in which this stood
   */
  final boolean seekCell(byte[] row) throws IOException {
    while (fileNumber < files.size() && files.get(fileNumber).endsBefore(row)) {
      fileNumber++;
    }
    isAtEnd = fileNumber == files.size();
    if (isAtEnd) {
      return false;
    }
    open();
    boolean isSameBlock = false;
    boolean hasBlock;
    if (file.startsAtOrBehind(row)) {
      hasBlock = firstBlock();
    } else {
      CellBlocks.Sought sought = blocks.seek(row);
      isSameBlock = sought == CellBlocks.Sought.SAME_BLOCK;
      readsBesides += blocks.readsBesides;
      passedBlocks += blocks.passedBlocks;
      hasBlock = takeBlock(sought);
    }
    if (hasBlock || nextFile()) {
      readRowLength();
      while (isBefore(row)) {
        nextCell();
      }
    }
    return isSameBlock;
  }

  /** In the block in which this stands already it stays where it is, for the row is further on. */
  private boolean takeBlock(CellBlocks.Sought sought) throws IOException {
    return switch (sought) {
      case NOTHING -> false;
      case SAME_BLOCK -> position < blocks.end || followingBlock();
      case OTHER_BLOCK -> {
        blockLoaded(false);
        yield true;
      }
    };
  }

  /** Goes behind all cells. */
  final void end() {
    fileNumber = files.size();
    isAtEnd = true;
  }

  /** Goes to the next cell, whatever its row. */
  final void nextCell() throws IOException {
    moveTo(blocks.cellEnd(position));
  }

  /** Goes to the cell that begins at {@code next}, or behind the block if that is its end. */
  final void moveTo(int next) throws IOException {
    position = next;
    if (position < blocks.end || nextBlock()) {
      readRowLength();
    }
  }

  /**
   * Goes to the first cell of the next block, of this file or of the next one, and does not look at
   * its row.
   *
   * @return false at the end
   */
  final boolean nextBlock() throws IOException {
    return followingBlock() || nextFile();
  }

  private boolean firstBlock() throws IOException {
    if (!blocks.first()) {
      return false;
    }
    blockLoaded(true);
    return true;
  }

  private boolean followingBlock() throws IOException {
    if (!blocks.next()) {
      return false;
    }
    blockLoaded(true);
    return true;
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

  private void open() throws IOException {
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
   * Reads a byte of each page of the block. The walk waits for one cell after the other, and the
   * processor reads ahead only to the end of a page. These reads wait for nothing, so all pages are
   * on their way at the same time.
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

  /** To be called once {@link #position} was changed and before the row is looked at. */
  final void readRowLength() {
    if (!isAtEnd) {
      rowLength = (short) SHORT.get(blocks.bytes, position + LENGTHS_BYTES);
    }
  }

  /** Copies the row key of the cell. */
  public final void copyRow(byte[] target) {
    CellFormat.copyRow(blocks.bytes, position, rowLength, target);
  }

  /** The row key of the cell, in an array of its own. */
  public final byte[] copyRow() {
    byte[] row = new byte[rowLength];
    copyRow(row);
    return row;
  }

  final boolean isBefore(byte[] row) {
    return !isAtEnd && compareTo(row, row.length) < 0;
  }

  /** Compares the row of the cell. */
  public final int compareTo(byte[] row, int length) {
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

  /** Whether the cell is of the row. */
  public final boolean isAt(byte[] row, int length) {
    return !isAtEnd
        && CellFormat.isRow(
            blocks.bytes,
            position,
            row,
            length,
            CellFormat.rowHead(row, length),
            CellFormat.rowTail(row, length));
  }
}
