package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import java.util.List;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;

/**
 * A cursor for ranges that restrict only the first part of the row key. The ranges are a sorted
 * list then, and the next one is found without a copy of the row key.
 *
 * <p>Moves forward only. Allocates nothing per row. Not thread-safe.
 */
public final class RangeListCursor implements RowCursor {
  private final List<KeyRange> ranges;

  /** {@link RangeSet#startHeads} and {@link RangeSet#stopHeads}. */
  private final long[] startHeads;

  private final long[] stopHeads;
  private final byte[] stopRow;

  /** The first range that does not end in front of the last row key. */
  private int next;

  public RangeListCursor(RangeSet ranges, byte[] stopRow) {
    this.ranges = ranges.ranges();
    this.startHeads = ranges.startHeads();
    this.stopHeads = ranges.stopHeads();
    this.stopRow = stopRow;
  }

  @Override
  public boolean holds(byte[] row, int offset, int length) {
    long head = ByteStrings.head(row, offset, offset + length);
    if (endsAtOrBefore(next, row, offset, length, head)) {
      turnTo(row, offset, length, head);
    }
    return next < stopHeads.length && !startsBehind(row, offset, length, head);
  }

  /** The next range is often near. */
  private void turnTo(byte[] row, int offset, int length, long head) {
    int low = next + 1;
    int high = low;
    for (int step = 1; endsAtOrBefore(high, row, offset, length, head); step *= 2) {
      low = high + 1;
      high = Math.min(stopHeads.length, low + step);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (endsAtOrBefore(middle, row, offset, length, head)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    next = low;
  }

  /** False behind the last range. */
  private boolean endsAtOrBefore(int range, byte[] row, int offset, int length, long head) {
    if (range >= stopHeads.length) {
      return false;
    }
    int compared = Long.compareUnsigned(stopHeads[range], head);
    if (compared != 0) {
      return compared < 0;
    }
    byte[] stop = ranges.get(range).stop();
    return stop != null
        && ByteStrings.compare(stop, 0, stop.length, row, offset, offset + length) <= 0;
  }

  private boolean startsBehind(byte[] row, int offset, int length, long head) {
    int compared = Long.compareUnsigned(startHeads[next], head);
    if (compared != 0) {
      return compared > 0;
    }
    byte[] start = ranges.get(next).start();
    return ByteStrings.compare(start, 0, start.length, row, offset, offset + length) > 0;
  }

  @Override
  public byte[] nextRow() {
    return isAtEnd() ? null : ranges.get(next).start().clone();
  }

  @Override
  public boolean isAtEnd() {
    if (next >= stopHeads.length) {
      return true;
    }
    byte[] start = ranges.get(next).start();
    return stopRow.length > 0
        && ByteStrings.compare(start, 0, start.length, stopRow, 0, stopRow.length) >= 0;
  }

  @Override
  public boolean dependsOnRows() {
    return false;
  }

  @Override
  public void delivered(byte[] row, int offset, int length) {}
}
