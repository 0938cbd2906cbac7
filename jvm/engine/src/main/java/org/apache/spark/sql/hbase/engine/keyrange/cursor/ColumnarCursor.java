package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;

/**
 * Follows the {@link KeyRanges} of a table in layout {@code columnar}, where an HBase row is a
 * group of rows. It is held if a row key of its group may be.
 *
 * <p>Allocates per HBase row whose group key itself is not held. Not thread-safe.
 */
public final class ColumnarCursor implements RowCursor {
  private final RowCursor rowKeys;
  private final GroupKey groups;
  private final byte[] stopRow;

  /** After an HBase row that is not held: the next one that may be; null if there is none. */
  private byte[] next;

  /**
   * Makes a cursor over HBase rows.
   *
   * @param rowKeys of the rows of the table, to the last one
   * @param stopRow behind it nothing is looked at; empty for the end of the table
   */
  public ColumnarCursor(RowCursor rowKeys, GroupKey groups, byte[] stopRow) {
    this.rowKeys = rowKeys;
    this.groups = groups;
    this.stopRow = stopRow;
  }

  @Override
  public boolean holds(byte[] row, int offset, int length) {
    next = null;
    if (rowKeys.holds(row, offset, length)) {
      return true;
    }
    byte[] nextKey = rowKeys.nextRow();
    if (nextKey == null) {
      return false;
    }
    next = groups.of(nextKey);
    return Arrays.compareUnsigned(next, 0, next.length, row, offset, offset + length) <= 0;
  }

  @Override
  public byte[] nextRow() {
    return isAtEnd() ? null : next.clone();
  }

  @Override
  public boolean isAtEnd() {
    return next == null || stopRow.length > 0 && Arrays.compareUnsigned(next, stopRow) >= 0;
  }

  @Override
  public boolean dependsOnRows() {
    return false;
  }

  @Override
  public void delivered(byte[] row, int offset, int length) {}
}
