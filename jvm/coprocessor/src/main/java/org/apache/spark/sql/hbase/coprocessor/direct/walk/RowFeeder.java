package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.HEADER_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.KEY_TAIL_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.LENGTHS_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.LONG;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.PUT;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.SHORT;

import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.hbase.coprocessor.direct.format.BlockReads;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellBlocks;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat;
import org.apache.spark.sql.hbase.coprocessor.direct.format.SequenceIds;
import org.apache.spark.sql.hbase.coprocessor.direct.format.SingleCells;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;

/**
 * A cursor that takes the cells of the row at which it stands. They are for a decoder, for a run of
 * single cells, or for a merged row. Decides of each cell whether it is simply visible, and has
 * zones learn from it.
 *
 * <p>Nothing is allocated per row or cell. Not thread-safe.
 */
abstract class RowFeeder extends CellCursor {
  private final long readPoint;

  /** Cells that are older may have reached the end of their life. */
  private final long oldestTimestamp;

  private final DeleteMarkers markers = new DeleteMarkers();

  RowFeeder(
      List<WalkedFile> files,
      FamilyZones zones,
      BlockReads reads,
      long readPoint,
      long oldestTimestamp) {
    super(files, zones, reads);
    this.readPoint = readPoint;
    this.oldestTimestamp = oldestTimestamp;
  }

  /** Not at the end: whether the scan sees each cell of the file that nothing deletes. */
  final boolean isFileVisible() {
    return file.isVisible(readPoint, oldestTimestamp);
  }

  /** Whether the scan sees each cell of all files that nothing deletes. */
  final boolean areAllVisible() {
    return files.stream().allMatch(one -> one.isVisible(readPoint, oldestTimestamp));
  }

  /**
   * Gives cells of the row to a decoder. After PLAIN and EMPTY this stands at the next row.
   * Otherwise it may stand somewhere in the row still, and {@link FamilyRows#passOver} must follow.
   *
   * <p>Once the decoder wants no further cell, none is checked. Those it has seen are visible
   * whatever comes behind them, because a marker stands in front of what it deletes.
   *
   * @param row the row at which this stands, in an array that stays as it is
   * @param begins the decoder does not know the row yet
   */
  public final RowKind feed(RowDecoder decoder, byte[] row, int length, boolean begins)
      throws IOException {
    FileZones learner = zones.learner();
    long head = CellFormat.rowHead(row, length);
    long tail = CellFormat.rowTail(row, length);
    boolean isBegun = !begins;
    markers.clear();
    long rowBytes = 0;
    int rowCells = 0;
    while (true) {
      CellBlocks blocks = this.blocks;
      boolean ordersBySequenceIds = file.ordersBySequenceIds;
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
          return endOfRow(at, rowCells, rowBytes, isBegun);
        }
        long timestamp = (long) LONG.get(block, keyEnd - KEY_TAIL_BYTES);
        byte type = block[keyEnd - 1];
        boolean isKnown = CellFormat.isPlainOrMarker(type, timestamp, oldestTimestamp);
        if (blocks.hasTags) {
          int tagsLength = (short) SHORT.get(block, next) & 0xFFFF;
          next += Short.BYTES + tagsLength;
          isKnown &= tagsLength == 0;
        }
        if (blocks.hasSequenceIds) {
          byte first = block[next++];
          // One byte, as after a compaction, is the number itself.
          if (first >= SequenceIds.LEAST_IN_ONE_BYTE) {
            isKnown &= first <= readPoint || !ordersBySequenceIds;
          } else {
            isKnown &= SequenceIds.read(block, next, first) <= readPoint || !ordersBySequenceIds;
            next += SequenceIds.bytesBehind(first);
          }
        }
        if (!isKnown) {
          position = at;
          cells += rowCells;
          return RowKind.UNUSUAL;
        }
        int name = at + HEADER_BYTES + length;
        int nameLength = keyEnd - KEY_TAIL_BYTES - name;
        boolean isMarker = type != PUT;
        if (isMarker) {
          markers.add(block, name, nameLength, type, timestamp);
        }
        if (isMarker || markers.isDeleted(block, name, nameLength, timestamp)) {
          rowCells++;
          rowBytes += next - at;
          at = next;
          continue;
        }
        if (learner != null) {
          learner.learn(block, at, length);
        }
        // Only now is it sure that the row exists: one without visible cell does not.
        boolean isWanted = isBegun || decoder.beginRow(row, 0, length);
        isBegun = true;
        if (isWanted) {
          isWanted = decoder.cell(block, name, nameLength, block, keyEnd, valueLength);
        }
        rowCells++;
        rowBytes += next - at;
        at = next;
        if (!isWanted) {
          cells += rowCells;
          bytes += rowBytes;
          moveTo(at);
          return RowKind.SETTLED;
        }
      } while (at < end);
      position = at;
      if (!nextBlock()) {
        return endOfRow(position, rowCells, rowBytes, isBegun);
      }
      if (rowBytes > MergedRow.MAX_BYTES) {
        cells += rowCells;
        readRowLength();
        return RowKind.LARGE;
      }
    }
  }

  private RowKind endOfRow(int nextRow, int rowCells, long rowBytes, boolean isBegun) {
    position = nextRow;
    cells += rowCells;
    bytes += rowBytes;
    readRowLength();
    return isBegun ? RowKind.PLAIN : RowKind.EMPTY;
  }

  /** Makes what runs of this family are collected in. */
  public final SingleCells newSingleCells(RowCursor ranges) {
    return new SingleCells(readPoint, oldestTimestamp, ranges);
  }

  /**
   * Collects rows of one cell each from here on, and goes behind them.
   *
   * @param limit row at or behind which none is taken; null for none
   * @param most rows taken
   * @param mostPassed cells passed between two key ranges
   * @return false if it stands where it did
   */
  final boolean collectRun(SingleCells single, byte[] limit, int most, int mostPassed)
      throws IOException {
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

  /**
   * Adds the cells of a row to {@code merged} and goes to the next row.
   *
   * @return false if a cell is neither simply visible nor a marker: then this stands in the row
   *     still
   */
  final boolean collectCells(byte[] row, int length, MergedRow merged) throws IOException {
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
      if (!CellFormat.isPlainOrMarker(block[keyEnd - 1], timestamp, oldestTimestamp)
          || blocks.hasTags && (short) SHORT.get(block, keyEnd + valueLength) != 0
          || sequenceId > readPoint
          || !merged.isPlain()) {
        merged.setUnusual();
        return false;
      }
      int name = at + HEADER_BYTES + length;
      merged.add(block, name, keyEnd - KEY_TAIL_BYTES - name, valueLength, sequenceId);
      if (learner != null) {
        learner.learn(block, at, length);
      }
      cells++;
      bytes += next - at;
      moveTo(next);
    }
    return true;
  }
}
