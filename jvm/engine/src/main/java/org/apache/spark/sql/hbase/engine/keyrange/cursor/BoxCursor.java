package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyBox;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeySegment;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;

/**
 * The intervals of row keys that a box holds, one after the other. They are never listed: each is
 * found from a row key, part by part. A part outside of its ranges leads to the next of them. Where
 * there is none, it leads behind all row keys with the same parts before it:
 *
 * <pre>
 * key (a, b), box of all a and b = 'x'
 *   (5, 'c')  ->  (5, 'x')        the first range of b behind 'c'
 *   (5, 'y')  ->  (6)  ->  (6, 'x')    none: behind all of a = 5, then as above
 * </pre>
 *
 * <p>Moves forward only. Allocates nothing once its buffers are large enough. Not thread-safe.
 */
final class BoxCursor {
  private final KeySegment[] columns;

  /** The ranges of each part, up to the last part that is restricted. */
  private final List<List<KeyRange>> ranges;

  /** The range that was found last for each of these parts; the next one is often near. */
  private final int[] found;

  /** The start of the interval, or a row key in it. */
  private byte[] start = new byte[64];

  private int startLength;
  private byte[] stop = new byte[64];
  private int stopLength;
  private boolean isEndless;
  private boolean isDone;

  /**
   * @param columns of the key, in their order
   */
  BoxCursor(KeyBox box, List<KeySegment> columns) {
    int restricted = box.parts().length;
    while (restricted > 1 && box.parts()[restricted - 1].isAll()) {
      restricted--;
    }
    this.columns = columns.toArray(KeySegment[]::new);
    this.ranges = Arrays.stream(box.parts()).limit(restricted).map(RangeSet::ranges).toList();
    this.found = new int[restricted];
  }

  /**
   * Turns to the first interval that ends behind a row key: afterwards {@link #startsBehind} says
   * whether it holds it.
   *
   * @return false if there is none
   */
  boolean moveTo(byte[] row, int offset, int length) {
    if (isDone || !endsAtOrBefore(row, offset, length)) {
      return !isDone;
    }
    ensureStart(length);
    System.arraycopy(row, offset, start, 0, length);
    startLength = length;
    isDone = !findInterval();
    return !isDone;
  }

  /** From the row key in {@link #start} on. */
  private boolean findInterval() {
    int part = 0;
    int at = 0;
    boolean isMoved = false;
    while (true) {
      KeyRange range = firstEndingBehind(part, at);
      if (range != null && startsBehind(range, at)) {
        replaceTail(at, range.start());
        isMoved = true;
      }
      boolean isTooLong = startLength > RowKeys.MAX_BYTES;
      if (range == null || isTooLong) {
        if (!leavePrefix(isTooLong ? RowKeys.MAX_BYTES : at)) {
          return false;
        }
        isMoved = true;
        part = 0;
        at = 0;
      } else if (part == ranges.size() - 1) {
        stopAt(at, range.stop());
        return true;
      } else if (!isMoved || !fillPart(part, at)) {
        at = columns[part].endIn(start, at, startLength);
        if (at < 0) {
          stopBehindStart();
          return true;
        }
        part++;
      }
    }
  }

  private KeyRange firstEndingBehind(int part, int at) {
    List<KeyRange> ofPart = ranges.get(part);
    int low = found[part];
    int high = low;
    if (low > 0 && !endsBeforeStart(ofPart.get(low - 1), at)) {
      low = 0;
    } else {
      for (int step = 1; high < ofPart.size() && endsBeforeStart(ofPart.get(high), at); step *= 2) {
        low = high + 1;
        high = Math.min(ofPart.size(), low + step);
      }
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (endsBeforeStart(ofPart.get(middle), at)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    found[part] = low;
    return low == ofPart.size() ? null : ofPart.get(low);
  }

  /** Whether the part of {@link #start} that begins at a byte lies behind a range. */
  private boolean endsBeforeStart(KeyRange range, int at) {
    byte[] end = range.stop();
    return end != null && ByteStrings.compare(end, 0, end.length, start, at, startLength) <= 0;
  }

  private boolean startsBehind(KeyRange range, int at) {
    byte[] from = range.start();
    return ByteStrings.compare(from, 0, from.length, start, at, startLength) > 0;
  }

  private void replaceTail(int at, byte[] tail) {
    ensureStart(at + tail.length);
    System.arraycopy(tail, 0, start, at, tail.length);
    startLength = at + tail.length;
  }

  /** Goes behind all row keys with the first {@code length} bytes; false if there are none. */
  private boolean leavePrefix(int length) {
    int last = length - 1;
    while (last >= 0 && start[last] == (byte) 0xFF) {
      last--;
    }
    if (last < 0) {
      return false;
    }
    start[last]++;
    startLength = last + 1;
    return true;
  }

  /**
   * Appends the smallest bytes to a part of fixed width that was cut off; false if it is whole. It
   * may have left its range by that.
   */
  private boolean fillPart(int part, int at) {
    int end = at + columns[part].width();
    if (end <= startLength) {
      return false;
    }
    ensureStart(end);
    Arrays.fill(start, startLength, end, (byte) 0);
    startLength = end;
    return true;
  }

  private void stopAt(int at, byte[] tail) {
    if (tail != null) {
      ensureStop(at + tail.length);
      System.arraycopy(start, 0, stop, 0, at);
      System.arraycopy(tail, 0, stop, at, tail.length);
      stopLength = at + tail.length;
      return;
    }
    int last = at - 1;
    while (last >= 0 && start[last] == (byte) 0xFF) {
      last--;
    }
    isEndless = last < 0;
    if (!isEndless) {
      ensureStop(last + 1);
      System.arraycopy(start, 0, stop, 0, last + 1);
      stop[last]++;
      stopLength = last + 1;
    }
  }

  /** Nothing is known of what follows a part without end, so each row key is looked at. */
  private void stopBehindStart() {
    ensureStop(startLength + 1);
    System.arraycopy(start, 0, stop, 0, startLength);
    stop[startLength] = 0;
    stopLength = startLength + 1;
  }

  private void ensureStart(int length) {
    if (start.length < length) {
      start = Arrays.copyOf(start, Math.max(length, 2 * start.length));
    }
  }

  private void ensureStop(int length) {
    if (stop.length < length) {
      stop = new byte[Math.max(length, 2 * stop.length)];
    }
  }

  boolean endsAtOrBefore(byte[] row, int offset, int length) {
    if (isEndless) {
      return false;
    }
    return ByteStrings.compare(stop, 0, stopLength, row, offset, offset + length) <= 0;
  }

  boolean startsBehind(byte[] row, int offset, int length) {
    return ByteStrings.compare(start, 0, startLength, row, offset, offset + length) > 0;
  }

  boolean startsBefore(BoxCursor other) {
    return ByteStrings.compare(start, 0, startLength, other.start, 0, other.startLength) < 0;
  }

  boolean startsBefore(byte[] row) {
    return ByteStrings.compare(start, 0, startLength, row, 0, row.length) < 0;
  }

  byte[] copyStart() {
    return Arrays.copyOf(start, startLength);
  }
}
