package org.apache.spark.sql.hbase.coprocessor.direct.format;

import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.HEADER_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.KEY_TAIL_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.LENGTHS_BYTES;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.LONG;
import static org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat.SHORT;

import java.util.Arrays;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.row.CellRun;

/**
 * Collects rows of one simply visible cell each, as packed tables have them, out of one block. The
 * calls from one class to the next, which a row costs, are paid once for all rows. The last row of
 * a block is never among them, for the next block may go on with it. Where there are no such rows,
 * they have to be seen one by one, and it is tried again a while later. Not thread-safe.
 *
 * <p>The loop reads a cell as {@code RowFeeder.feed} does, written out. {@link CellBlocks#cellEnd}
 * and {@link CellBlocks#sequenceId} read some of it twice. With them a row cost 3 of 34 ns more, a
 * row among dirty rows 6 of 48.
 */
public final class SingleCells {
  /** Bytes at which a run ends, so that it stays in the processor's cache. */
  private static final int MAX_BYTES = 64 << 10;

  /** Runs of fewer rows, where the row behind them is of another kind, do not pay. */
  private static final int SHORT_RUN = 16;

  /** Rows that are to be seen one by one after a short run. */
  private static final int PAUSE = CellRun.MAX_ROWS;

  /** Cells between two key ranges that are passed: behind so many a seek may be cheaper. */
  public static final int MAX_PASSED = 32;

  private final long readPoint;
  private final long oldestTimestamp;

  /** Null if all rows are wanted. */
  private final RowCursor ranges;

  private final CellRun run = new CellRun();
  private int end;
  private int gaps;
  private int pause;

  /**
   * @param oldestTimestamp cells that are older may have reached the end of their life
   * @param ranges rows outside of them are passed over; they must not depend on the rows that were
   *     delivered. Null if all are wanted
   */
  public SingleCells(long readPoint, long oldestTimestamp, RowCursor ranges) {
    this.readPoint = readPoint;
    this.oldestTimestamp = oldestTimestamp;
    this.ranges = ranges;
  }

  /** To be asked before each row: whether the next ones may be collected. */
  public boolean isDue() {
    if (pause == 0) {
      return true;
    }
    pause--;
    return false;
  }

  /** The rows collected. */
  public CellRun run() {
    return run;
  }

  /** Returns the start of the first cell that was not passed. */
  public int end() {
    return end;
  }

  /** Gaps between key ranges that were passed. */
  public int gaps() {
    return gaps;
  }

  /**
   * Collects the rows from there on.
   *
   * @param position of the first cell of a row
   * @param ordersBySequenceIds whether cells of the file may be newer than the read point
   * @param limit row at or behind which none is taken; null for none
   * @param most rows taken
   * @param mostPassed cells passed between two key ranges
   */
  public void collect(
      CellBlocks blocks,
      int position,
      boolean ordersBySequenceIds,
      byte[] limit,
      int most,
      int mostPassed)
      throws CorruptHFileException {
    byte[] block = blocks.bytes;
    int blockEnd = blocks.end;
    int mostRows = Math.min(most, CellRun.MAX_ROWS);
    int lastStart = Math.min(blockEnd, position + MAX_BYTES);
    int rows = 0;
    int passed = 0;
    int at = position;
    int rowLength = (short) SHORT.get(block, at + LENGTHS_BYTES);
    gaps = 0;
    while (rows < mostRows && passed < mostPassed && at < lastStart) {
      long lengths = (long) LONG.get(block, at);
      int keyLength = (int) (lengths >>> 32);
      int valueLength = (int) lengths;
      int keyEnd = at + LENGTHS_BYTES + keyLength;
      int next = keyEnd + valueLength;
      if ((keyLength | valueLength) < 0 || next > blockEnd || next < at) {
        throw blocks.corrupt("a cell is longer than the block");
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
        if (first >= SequenceIds.LEAST_IN_ONE_BYTE) {
          isPlain &= first <= readPoint || !ordersBySequenceIds;
        } else {
          isPlain &= SequenceIds.read(block, next, first) <= readPoint || !ordersBySequenceIds;
          next += SequenceIds.bytesBehind(first);
        }
      }
      int row = at + HEADER_BYTES;
      if (next >= blockEnd
          || limit != null
              && Arrays.compareUnsigned(block, row, row + rowLength, limit, 0, limit.length) >= 0) {
        break;
      }
      int nextLength = (short) SHORT.get(block, next + LENGTHS_BYTES);
      if (ranges != null && !ranges.holds(block, row, rowLength)) {
        passed++;
      } else if (!isPlain || isSameRow(block, at, rowLength, next, nextLength)) {
        pause = rows < SHORT_RUN ? PAUSE : 0;
        break;
      } else {
        int name = row + rowLength;
        run.rows[rows] = row;
        run.rowLengths[rows] = rowLength;
        run.names[rows] = name;
        run.nameLengths[rows] = keyEnd - KEY_TAIL_BYTES - name;
        run.values[rows] = keyEnd;
        run.valueLengths[rows] = valueLength;
        rows++;
        gaps += passed > 0 ? 1 : 0;
        passed = 0;
      }
      at = next;
      rowLength = nextLength;
    }
    run.bytes = block;
    run.count = rows;
    end = at;
  }

  /** Whether two cells that follow each other are of one row. */
  private static boolean isSameRow(byte[] block, int a, int aLength, int b, int bLength) {
    if (aLength != bLength) {
      return false;
    }
    int rowOfA = a + HEADER_BYTES;
    int rowOfB = b + HEADER_BYTES;
    if (aLength >= Long.BYTES) {
      // Decides for nearly all rows, without a call that compares any length.
      int last = aLength - Long.BYTES;
      if ((long) LONG.get(block, rowOfA + last) != (long) LONG.get(block, rowOfB + last)) {
        return false;
      }
    }
    return Arrays.equals(block, rowOfA, rowOfA + aLength, block, rowOfB, rowOfB + bLength);
  }
}
