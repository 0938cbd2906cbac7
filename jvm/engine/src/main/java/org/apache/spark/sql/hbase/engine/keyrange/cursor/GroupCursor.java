package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeySegment;

/**
 * For a sub-plan to which the first row is as good as all with the same first key columns. Once it
 * was delivered, the others are passed over.
 *
 * <p>Allocates per group, nothing per row that is passed over. Not thread-safe.
 */
public final class GroupCursor implements RowCursor {
  private final Optional<RowCursor> ranges;
  private final List<KeySegment> groupColumns;
  private final byte[] stopRow;

  /** A row was delivered whose group is known. */
  private boolean hasGroup;

  /** The bytes that the row keys of the last group start with. */
  private byte[] group = new byte[64];

  private int groupLength;

  /** The first row key behind that group; null if there is none. */
  private byte[] behind;

  /** The last row key is of that group. */
  private boolean isInGroup;

  /**
   * @param ranges empty if they hold all row keys
   * @param groupColumns the first ones of the key, not all of them
   */
  public GroupCursor(Optional<RowCursor> ranges, List<KeySegment> groupColumns, byte[] stopRow) {
    this.ranges = ranges;
    this.groupColumns = groupColumns;
    this.stopRow = stopRow;
  }

  @Override
  public boolean holds(byte[] row, int offset, int length) {
    isInGroup =
        hasGroup
            && length >= groupLength
            && Arrays.equals(group, 0, groupLength, row, offset, offset + groupLength);
    return !isInGroup && (ranges.isEmpty() || ranges.get().holds(row, offset, length));
  }

  @Override
  public byte[] nextRow() {
    if (!isInGroup) {
      return ranges.map(RowCursor::nextRow).orElse(null);
    }
    return isAtEnd() ? null : behind.clone();
  }

  @Override
  public boolean isAtEnd() {
    if (!isInGroup) {
      return ranges.map(RowCursor::isAtEnd).orElse(true);
    }
    return behind == null || stopRow.length > 0 && Arrays.compareUnsigned(behind, stopRow) >= 0;
  }

  @Override
  public boolean dependsOnRows() {
    return true;
  }

  @Override
  public void delivered(byte[] row, int offset, int length) {
    int end = offset;
    for (KeySegment column : groupColumns) {
      end = column.endIn(row, end, offset + length);
      if (end < 0) {
        hasGroup = false;
        return;
      }
    }
    hasGroup = true;
    groupLength = end - offset;
    if (group.length < groupLength) {
      group = new byte[Math.max(groupLength, 2 * group.length)];
    }
    System.arraycopy(row, offset, group, 0, groupLength);
    behind = ByteStrings.afterPrefix(Arrays.copyOf(group, groupLength));
  }
}
