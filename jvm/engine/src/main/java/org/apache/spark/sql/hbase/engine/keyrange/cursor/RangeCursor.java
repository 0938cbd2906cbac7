package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import java.util.List;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyBox;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeySegment;

/**
 * Follows the {@link KeyRanges} of a sub-plan. More precise than the list of ranges, which must be
 * short. It follows conditions on any part of the key, whatever the parts before it may be.
 *
 * <p>Moves forward only. Allocates nothing per row. Not thread-safe.
 */
public final class RangeCursor implements RowCursor {
  private final BoxCursor[] boxes;
  private final byte[] stopRow;

  /** The box whose interval starts first; null before the first row key and behind all. */
  private BoxCursor first;

  /** A row key of the interval has come. */
  private boolean isInside;

  public RangeCursor(List<KeyBox> boxes, List<KeySegment> columns, byte[] stopRow) {
    this.stopRow = stopRow;
    this.boxes = boxes.stream().map(box -> new BoxCursor(box, columns)).toArray(BoxCursor[]::new);
  }

  @Override
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

  @Override
  public byte[] nextRow() {
    return isAtEnd() ? null : first.copyStart();
  }

  @Override
  public boolean isAtEnd() {
    return first == null || stopRow.length > 0 && !first.startsBefore(stopRow);
  }

  @Override
  public boolean dependsOnRows() {
    return false;
  }

  @Override
  public void delivered(byte[] row, int offset, int length) {}
}
