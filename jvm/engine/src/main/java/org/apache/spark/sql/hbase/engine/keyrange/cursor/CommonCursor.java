package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import java.util.Arrays;

/**
 * Holds the rows that two cursors hold. Neither of them depends on rows.
 *
 * <p>Moves forward only. Allocates nothing per row that is held. Not thread-safe.
 */
public final class CommonCursor implements RowCursor {
  private final RowCursor first;
  private final RowCursor second;
  private boolean isInFirst;
  private boolean isInSecond;

  public CommonCursor(RowCursor first, RowCursor second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public boolean holds(byte[] row, int offset, int length) {
    isInFirst = first.holds(row, offset, length);
    isInSecond = second.holds(row, offset, length);
    return isInFirst && isInSecond;
  }

  /** Goes on to a row key that both hold, so that a scan seeks once. */
  @Override
  public byte[] nextRow() {
    byte[] next = step();
    while (next != null && !holds(next, 0, next.length)) {
      next = step();
    }
    return next;
  }

  private byte[] step() {
    if (isInFirst) {
      return second.nextRow();
    }
    byte[] next = first.nextRow();
    if (isInSecond || next == null) {
      return next;
    }
    byte[] other = second.nextRow();
    return other == null || Arrays.compareUnsigned(other, next) > 0 ? other : next;
  }

  @Override
  public boolean isAtEnd() {
    return !isInFirst && first.isAtEnd() || !isInSecond && second.isAtEnd();
  }

  @Override
  public boolean dependsOnRows() {
    return false;
  }

  @Override
  public void delivered(byte[] row, int offset, int length) {}
}
