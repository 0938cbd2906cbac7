package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyBox;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeySegment;

/**
 * Finds the next row key of a set of ranges while row keys come in descending order; {@link
 * RangeCursor} does this for ascending row keys. For a row key outside the ranges the cursor gives
 * an upper bound of the next row key, not the row key itself. A byte string has no last one before
 * it.
 *
 * <p>Not thread-safe.
 */
public final class BackwardCursor {
  private final List<KeyBox> boxes;
  private final List<KeySegment> columns;

  /** The end of the ranges' row keys below the last row key; null if there is none. */
  private byte[] end;

  public BackwardCursor(List<KeyBox> boxes, List<KeySegment> columns) {
    this.boxes = boxes;
    this.columns = columns;
  }

  /** Whether a range holds the row key. */
  public boolean holds(byte[] row) {
    end = null;
    for (KeyBox box : boxes) {
      byte[] endInBox = endIn(box, row);
      if (endInBox == row) {
        return true;
      }
      if (endInBox != null && (end == null || Arrays.compareUnsigned(endInBox, end) > 0)) {
        end = endInBox;
      }
    }
    return false;
  }

  /**
   * After a row key that is not held: a row key up to that one, and none from it to that one is
   * held.
   *
   * @return null if no row key before it is held either
   */
  public byte[] end() {
    return end;
  }

  /** The array itself if the box holds it. */
  private byte[] endIn(KeyBox box, byte[] row) {
    int at = 0;
    for (int part = 0; part < box.parts().length; part++) {
      KeyRange range = lastStartingAtOrBefore(box.parts()[part].ranges(), row, at);
      if (range == null) {
        return at == 0 ? null : Arrays.copyOf(row, at);
      }
      byte[] stop = range.stop();
      if (stop != null && Arrays.compareUnsigned(stop, 0, stop.length, row, at, row.length) <= 0) {
        return ByteStrings.concat(Arrays.copyOf(row, at), stop);
      }
      at = columns.get(part).endIn(row, at, row.length);
      if (at < 0) {
        return row;
      }
    }
    return row;
  }

  private static KeyRange lastStartingAtOrBefore(List<KeyRange> ranges, byte[] row, int at) {
    int low = 0;
    int high = ranges.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      byte[] start = ranges.get(middle).start();
      if (Arrays.compareUnsigned(start, 0, start.length, row, at, row.length) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? null : ranges.get(low - 1);
  }
}
