package org.apache.spark.sql.hbase.engine.keyrange;

import java.util.List;

/**
 * Says of row keys in their order whether they lie in one of the {@link KeyRanges} of a sub-plan,
 * and if not where the next range begins, so that a scan can go there. More precise than the list
 * of ranges, which must be short: it follows conditions on any part of the key, whatever the parts
 * before it may be.
 *
 * <p>Moves forward only. Allocates nothing per row. Not thread-safe.
 */
public final class RangeCursor {
  private final BoxCursor[] boxes;
  private final byte[] stopRow;

  /** The box whose interval starts first; null before the first row key and behind all. */
  private BoxCursor first;

  /** A row key of the interval has come. */
  private boolean isInside;

  RangeCursor(List<KeyBox> boxes, List<KeyColumn> columns, byte[] stopRow) {
    this.stopRow = stopRow;
    this.boxes = boxes.stream().map(box -> new BoxCursor(box, columns)).toArray(BoxCursor[]::new);
  }

  /**
   * Whether a range holds the row key.
   *
   * @param row not smaller than the one of the call before
   */
  public boolean holds(byte[] row, int offset, int length) {
    if (first == null || first.endsAtOrBefore(row, offset, length)) {
      turnTo(row, offset, length);
    }
    isInside = isInside || first != null && !first.startsBehind(row, offset, length);
    return isInside;
  }

  private void turnTo(byte[] row, int offset, int length) {
    isInside = false;
    first = null;
    for (BoxCursor box : boxes) {
      if (box.moveTo(row, offset, length) && (first == null || box.startsBefore(first))) {
        first = box;
      }
    }
  }

  /**
   * After a row key that is not held: a row key behind it, and none between them is held.
   *
   * @return a fresh array; null if no further row key before the stop row is held
   */
  public byte[] nextRow() {
    return isAtEnd() ? null : first.copyStart();
  }

  /** After a row key that is not held: whether no further one before the stop row is. */
  public boolean isAtEnd() {
    return first == null || stopRow.length > 0 && !first.startsBefore(stopRow);
  }
}
