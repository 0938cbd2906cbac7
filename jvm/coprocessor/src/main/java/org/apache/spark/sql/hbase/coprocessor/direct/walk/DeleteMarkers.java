package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.util.Arrays;
import org.apache.spark.sql.hbase.coprocessor.direct.format.CellFormat;

/**
 * Tells which Puts the delete markers of one row and family delete. Its cells come in HBase's
 * order, so a marker stands in front of all that it deletes. The rules are those of HBase's {@code
 * ScanDeleteTracker}, without markers of one version of a family. Nothing is allocated per row. Not
 * thread-safe.
 */
final class DeleteMarkers {
  /** No cell is so old. */
  private static final long NONE = Long.MIN_VALUE;

  /** Cells of the family up to this time are deleted. */
  private long familyTime;

  /** The name of the column that the last marker of a column is of. */
  private byte[] column = new byte[64];

  /** Negative as long as no such marker has come. */
  private int columnLength;

  /** The time of the Puts that it deletes; MAX_VALUE for all, which stand behind it. */
  private long columnTime;

  /** A row of a family begins. */
  void clear() {
    familyTime = NONE;
    columnLength = -1;
  }

  /** A marker has come. Of a column that is deleted as a whole, further ones delete nothing. */
  void add(byte[] bytes, int name, int nameLength, byte type, long timestamp) {
    if (CellFormat.deletesFamily(type)) {
      familyTime = Math.max(familyTime, timestamp);
    } else if (!deletesColumn(Long.MAX_VALUE, bytes, name, nameLength)) {
      if (column.length < nameLength) {
        column = new byte[2 * nameLength];
      }
      System.arraycopy(bytes, name, column, 0, nameLength);
      columnLength = nameLength;
      columnTime = CellFormat.deletesColumn(type) ? Long.MAX_VALUE : timestamp;
    }
  }

  /** Whether a marker of the family has come. All older cells are deleted, wherever they are. */
  boolean isFamilyDeleted() {
    return familyTime != NONE;
  }

  /** Whether a Put is deleted that comes behind these markers. */
  boolean isDeleted(byte[] bytes, int name, int nameLength, long timestamp) {
    return timestamp <= familyTime || deletesColumn(timestamp, bytes, name, nameLength);
  }

  private boolean deletesColumn(long timestamp, byte[] bytes, int name, int nameLength) {
    return columnLength >= 0
        && (columnTime == Long.MAX_VALUE || columnTime == timestamp)
        && Arrays.equals(column, 0, columnLength, bytes, name, name + nameLength);
  }
}
