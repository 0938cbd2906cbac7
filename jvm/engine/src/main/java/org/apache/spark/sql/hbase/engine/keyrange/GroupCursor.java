package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * For a sub-plan to which all rows with the same first key columns are alike: once one of them was
 * delivered, the others are passed over.
 *
 * <p>Allocates nothing per row. Not thread-safe.
 */
final class GroupCursor implements RowCursor {
  private final Optional<RangeCursor> ranges;
  private final List<KeyColumn> groupColumns;
  private final byte[] stopRow;

  /** What the row keys of the group that was delivered last start with. */
  private byte[] group = new byte[64];

  private int groupLength;

  /** The last row key is of that group. */
  private boolean isInGroup;

  /**
   * @param ranges empty if they hold all row keys
   * @param groupColumns the first ones of the key, not all of them
   */
  GroupCursor(Optional<RangeCursor> ranges, List<KeyColumn> groupColumns, byte[] stopRow) {
    this.ranges = ranges;
    this.groupColumns = groupColumns;
    this.stopRow = stopRow;
  }

  @Override
  public boolean holds(byte[] row, int offset, int length) {
    isInGroup =
        groupLength > 0
            && length >= groupLength
            && Arrays.equals(group, 0, groupLength, row, offset, offset + groupLength);
    return !isInGroup && (ranges.isEmpty() || ranges.get().holds(row, offset, length));
  }

  @Override
  public byte[] nextRow() {
    if (!isInGroup) {
      return ranges.map(RangeCursor::nextRow).orElse(null);
    }
    byte[] behind = ByteStrings.afterPrefix(Arrays.copyOf(group, groupLength));
    return behind == null || stopRow.length > 0 && Arrays.compareUnsigned(behind, stopRow) >= 0
        ? null
        : behind;
  }

  @Override
  public boolean isAtEnd() {
    return nextRow() == null;
  }

  @Override
  public void delivered(byte[] row, int offset, int length) {
    int end = offset;
    for (KeyColumn column : groupColumns) {
      end = column.endIn(row, end, offset + length);
      if (end < 0) {
        groupLength = 0;
        return;
      }
    }
    groupLength = end - offset;
    if (group.length < groupLength) {
      group = new byte[Math.max(groupLength, 2 * group.length)];
    }
    System.arraycopy(row, offset, group, 0, groupLength);
  }
}
