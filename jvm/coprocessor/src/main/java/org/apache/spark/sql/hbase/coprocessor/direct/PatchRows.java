package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;

/** The rows that have a cell in memory or in a small file, in their order. Not thread-safe. */
final class PatchRows implements Closeable {
  private static final CellComparator ORDER = CellComparator.getInstance();

  /** Without those that are at their end. */
  private final List<KeyValueScanner> scanners;

  private final List<Cell> run = new ArrayList<>();
  private byte[] row = new byte[64];
  private int length = -1;

  /** The scanners are taken over; they show nothing behind the read point. */
  PatchRows(List<KeyValueScanner> scanners) {
    this.scanners = new ArrayList<>(scanners);
  }

  /** Goes to the first row at or behind {@code from}; never backwards. */
  void seek(byte[] from) throws IOException {
    Cell first = PrivateCellUtil.createFirstOnRow(from);
    for (KeyValueScanner scanner : scanners) {
      if (scanner.peek() == null) {
        scanner.seek(first);
      } else {
        scanner.reseek(first);
      }
    }
    findRow();
  }

  boolean hasRow() {
    return length >= 0;
  }

  /** Compares the current row. */
  int compareTo(byte[] other, int otherLength) {
    return Arrays.compareUnsigned(row, 0, length, other, 0, otherLength);
  }

  byte[] copyRow() {
    return Arrays.copyOf(row, length);
  }

  /**
   * Passes over the current row, whose cells are added to {@code merged}; the cells are valid until
   * {@link #release}.
   *
   * @param oldestTimestamp cells that are older may have reached the end of their life
   */
  void next(MergedRow merged, long oldestTimestamp) throws IOException {
    for (KeyValueScanner scanner : scanners) {
      run.clear();
      Cell cell = scanner.peek();
      while (cell != null && ORDER.compareRows(cell, row, 0, length) == 0) {
        if (!isPlain(cell, oldestTimestamp) || run.size() > MergedRow.MAX_CELLS) {
          merged.setUnusual();
        } else {
          run.add(cell);
        }
        scanner.next();
        cell = scanner.peek();
      }
      merged.add(run);
    }
    findRow();
  }

  private static boolean isPlain(Cell cell, long oldestTimestamp) {
    long timestamp = cell.getTimestamp();
    return cell.getType() == Cell.Type.Put
        && cell.getTagsLength() == 0
        && timestamp >= oldestTimestamp
        && timestamp != Long.MAX_VALUE;
  }

  private void findRow() {
    Cell least = null;
    for (int i = scanners.size() - 1; i >= 0; i--) {
      Cell cell = scanners.get(i).peek();
      if (cell == null) {
        scanners.remove(i).close();
      } else if (least == null || ORDER.compareRows(cell, least) < 0) {
        least = cell;
      }
    }
    length = -1;
    if (least != null) {
      length = least.getRowLength();
      if (row.length < length) {
        row = new byte[Math.max(length, 2 * row.length)];
      }
      CellUtil.copyRowTo(least, row, 0);
    }
  }

  /** Lets HBase reuse the blocks behind rows that were passed. */
  void release() throws IOException {
    for (KeyValueScanner scanner : scanners) {
      scanner.shipped();
    }
  }

  @Override
  public void close() {
    scanners.forEach(KeyValueScanner::close);
    scanners.clear();
  }
}
