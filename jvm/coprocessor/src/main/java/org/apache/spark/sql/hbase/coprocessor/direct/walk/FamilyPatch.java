package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;

/** The cells of one family in small files and in memory. Not thread-safe. */
final class FamilyPatch implements Closeable {
  private static final CellComparator ORDER = CellComparator.getInstance();

  private final List<FamilyRows> files;

  /** Without those that are at their end. */
  private final List<KeyValueScanner> memory;

  private final long oldestTimestamp;
  private boolean isPositioned;

  /**
   * @param files one file each
   * @param memory taken over; shows nothing behind the read point
   * @param oldestTimestamp cells that are older may have reached the end of their life
   */
  FamilyPatch(List<FamilyRows> files, List<KeyValueScanner> memory, long oldestTimestamp) {
    this.files = files;
    this.memory = new ArrayList<>(memory);
    this.oldestTimestamp = oldestTimestamp;
  }

  /** Goes to the first row at or behind {@code row}; never backwards. */
  void seek(byte[] row) throws IOException {
    for (FamilyRows file : files) {
      if (isPositioned) {
        file.advance(row);
      } else {
        file.seek(row);
      }
    }
    isPositioned = true;
    ExtendedCell first = KeyValueUtil.createFirstOnRow(row);
    for (KeyValueScanner scanner : memory) {
      if (HBaseInternals.peek(scanner) == null) {
        HBaseInternals.seek(scanner, first);
      } else {
        HBaseInternals.reseek(scanner, first);
      }
    }
    memory.removeIf(FamilyPatch::closeAtEnd);
  }

  List<FamilyRows> files() {
    return files;
  }

  /** Whether cells of the family have a time to live. */
  boolean mayEndTheirLife() {
    return oldestTimestamp > 0;
  }

  /** The cell in memory whose row comes first; null if there is none. */
  Cell firstInMemory() {
    Cell least = null;
    for (int i = 0; i < memory.size(); i++) {
      Cell cell = HBaseInternals.peek(memory.get(i));
      if (least == null || ORDER.compareRows(cell, least) < 0) {
        least = cell;
      }
    }
    return least;
  }

  static int compareRow(Cell cell, byte[] row, int length) {
    return ORDER.compareRows(cell, row, 0, length);
  }

  static void copyRow(Cell cell, byte[] target) {
    CellUtil.copyRowTo(cell, target, 0);
  }

  /** Passes over the cells of the row, if there are any; each file gives one run. */
  void collect(byte[] row, int length, MergedRow merged) throws IOException {
    for (FamilyRows file : files) {
      file.collect(row, length, merged);
      merged.endRun();
    }
    for (int i = memory.size() - 1; i >= 0; i--) {
      collect(memory.get(i), row, length, merged);
      merged.endRun();
      if (closeAtEnd(memory.get(i))) {
        memory.remove(i);
      }
    }
  }

  private void collect(KeyValueScanner scanner, byte[] row, int length, MergedRow merged)
      throws IOException {
    ExtendedCell cell = HBaseInternals.peek(scanner);
    while (cell != null && compareRow(cell, row, length) == 0) {
      if (isPlainOrMarker(cell)) {
        merged.add(cell);
      } else {
        merged.setUnusual();
      }
      HBaseInternals.next(scanner);
      cell = HBaseInternals.peek(scanner);
    }
  }

  private boolean isPlainOrMarker(ExtendedCell cell) {
    byte type = cell.getType().getCode();
    return cell.getTagsLength() == 0
        && CellFormat.isPlainOrMarker(type, cell.getTimestamp(), oldestTimestamp);
  }

  private static boolean closeAtEnd(KeyValueScanner scanner) {
    if (HBaseInternals.peek(scanner) != null) {
      return false;
    }
    scanner.close();
    return true;
  }

  void release() throws IOException {
    for (KeyValueScanner scanner : memory) {
      scanner.shipped();
    }
  }

  /** The files stay their owner's. */
  @Override
  public void close() {
    memory.forEach(KeyValueScanner::close);
    memory.clear();
  }
}
