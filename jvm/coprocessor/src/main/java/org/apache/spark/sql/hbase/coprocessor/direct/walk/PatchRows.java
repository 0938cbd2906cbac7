package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import static org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory.BETWEEN_FILES;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;

/**
 * The rows that have a cell in memory or in a small file of one of the families, in their order.
 * Not thread-safe.
 */
public final class PatchRows implements Closeable {
  private final FamilyPatch[] families;

  /** The name of all that the scan sees of the region's memory. */
  private final String memoryName;

  /** Rows in the region's memory are looked upon as rows of files. */
  private boolean isMemoryNamed;

  private byte[] row = new byte[64];
  private int length = -1;

  /**
   * @param families taken over, in the order of their names
   * @param memoryName from {@link ColumnMemory#nameOfMemory}
   */
  PatchRows(FamilyPatch[] families, String memoryName) {
    this.families = families;
    this.memoryName = memoryName;
  }

  /** Goes to the first row at or behind {@code from}; never backwards. */
  public void seek(byte[] from) throws IOException {
    for (FamilyPatch family : families) {
      family.seek(from);
    }
    findRow();
  }

  public boolean hasRow() {
    return length >= 0;
  }

  /** Compares the current row. */
  public int compareTo(byte[] other, int otherLength) {
    return Arrays.compareUnsigned(row, 0, length, other, 0, otherLength);
  }

  /** Whether the current row is that at which {@code family} stands, or comes before it. */
  public boolean isAtOrBefore(FamilyRows family) {
    return family.compareTo(row, length) >= 0;
  }

  public byte[] copyRow() {
    return Arrays.copyOf(row, length);
  }

  /**
   * The first row that is not read from base files alone; null if there is none.
   *
   * @param stopRow at which the scan stops; null for none
   */
  public byte[] endOfCleanRows(byte[] stopRow) {
    return hasRow() && (stopRow == null || compareTo(stopRow, stopRow.length) < 0)
        ? copyRow()
        : stopRow;
  }

  /** The first row that is not read from files alone, of one family; null if there is none. */
  byte[] endOfFileRows(byte[] stopRow) {
    Cell cell = firstInMemory();
    return cell != null
            && (stopRow == null || FamilyPatch.compareRow(cell, stopRow, stopRow.length) < 0)
        ? CellUtil.cloneRow(cell)
        : stopRow;
  }

  /** Null where rows in the region's memory are looked upon as rows of files, too. */
  private Cell firstInMemory() {
    return isMemoryNamed ? null : families[0].firstInMemory();
  }

  /** Whether the current row, of one family, has cells in the region's memory. */
  public boolean isInMemory() {
    Cell cell = firstInMemory();
    return cell != null && FamilyPatch.compareRow(cell, row, length) == 0;
  }

  /** Whether the scan sees all cells of the small files of one family. */
  boolean areFilesVisible() {
    return families[0].files().stream().allMatch(FamilyRows::areAllVisible);
  }

  /** The names of a file and the small files of one family; null if there are none of these. */
  String namesWith(String file) {
    List<FamilyRows> files = families[0].files();
    return files.isEmpty()
        ? null
        : files.stream()
            .flatMap(rows -> rows.files.stream())
            .map(small -> small.path)
            .sorted()
            .collect(Collectors.joining(BETWEEN_FILES, file + BETWEEN_FILES, ""));
  }

  /**
   * The names of a file, the small files of one family and what the region's memory has of it.
   *
   * @return null if nothing more is to come from the memory, or if its cells may end their life
   */
  String namesWithMemory(String file) {
    if (families[0].firstInMemory() == null || families[0].mayEndTheirLife()) {
      return null;
    }
    String ofFiles = namesWith(file);
    return (ofFiles == null ? file : ofFiles) + BETWEEN_FILES + memoryName;
  }

  /**
   * Rows in the region's memory are looked upon as rows of files from here on, or are not.
   *
   * @param isNamed what is kept of them has a name from {@link #namesWithMemory}
   */
  void nameMemory(boolean isNamed) {
    isMemoryNamed = isNamed;
  }

  /**
   * Passes over the cells of the current row in one family, which become runs of {@code merged}.
   */
  public void collect(int family, MergedRow merged) throws IOException {
    families[family].collect(row, length, merged);
  }

  /** Goes to the next row, after all families were collected. */
  public void next() {
    findRow();
  }

  private void findRow() {
    length = -1;
    for (FamilyPatch family : families) {
      for (FamilyRows file : family.files()) {
        if (file.hasRow() && (length < 0 || file.compareTo(row, length) < 0)) {
          reserve(file.rowLength());
          file.copyRow(row);
        }
      }
      Cell cell = family.firstInMemory();
      if (cell != null && (length < 0 || FamilyPatch.compareRow(cell, row, length) < 0)) {
        reserve(cell.getRowLength());
        FamilyPatch.copyRow(cell, row);
      }
    }
  }

  private void reserve(int rowLength) {
    length = rowLength;
    if (row.length < length) {
      row = new byte[Math.max(length, 2 * row.length)];
    }
  }

  /** Lets HBase reuse the memory behind rows that were passed. */
  public void release() throws IOException {
    for (FamilyPatch family : families) {
      family.release();
    }
  }

  @Override
  public void close() {
    for (FamilyPatch family : families) {
      family.close();
    }
  }
}
