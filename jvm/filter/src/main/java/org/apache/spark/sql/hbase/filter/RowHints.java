package org.apache.spark.sql.hbase.filter;

import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.BackwardCursor;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RangeSteps;

/**
 * Decides at each row key of a scan whether the row is read, stepped over or sought past. Row keys
 * come in the order of the scan. Not thread-safe.
 */
interface RowHints {
  enum Answer {
    HELD,
    /** The row is not wanted; the next one may be. */
    STEP,
    /** No row before {@link #nextRowHint}, in the order of the scan, is wanted. */
    SEEK,
    /** No further row is wanted. */
    END
  }

  Answer look(byte[] row, int length);

  /** After SEEK: a row key that comes strictly later in the scan than the one looked at. */
  byte[] nextRowHint();

  /** Empty if every row is wanted. */
  static Optional<RowHints> of(KeyRanges ranges, boolean isReversed) {
    return isReversed
        ? ranges.newBackwardCursor().map(Backward::new)
        : ranges.newCursor(new byte[0]).map(cursor -> new Forward(new RangeSteps(cursor)));
  }

  /** Decides for a scan from small row keys to large ones. */
  final class Forward implements RowHints {
    private final RangeSteps ranges;
    private byte[] hint;

    private Forward(RangeSteps ranges) {
      this.ranges = ranges;
    }

    @Override
    public Answer look(byte[] row, int length) {
      if (ranges.hold(row, 0, length)) {
        return Answer.HELD;
      }
      if (ranges.isAtEnd()) {
        return Answer.END;
      }
      if (!ranges.isSeekDue()) {
        ranges.addOutside(1);
        return Answer.STEP;
      }
      hint = ranges.takeSeek();
      return Answer.SEEK;
    }

    @Override
    public byte[] nextRowHint() {
      return hint;
    }
  }

  /** Decides for a reversed scan. */
  final class Backward implements RowHints {
    private final BackwardCursor ranges;

    private Backward(BackwardCursor ranges) {
      this.ranges = ranges;
    }

    @Override
    public Answer look(byte[] row, int length) {
      byte[] key = Arrays.copyOf(row, length);
      if (ranges.holds(key)) {
        return Answer.HELD;
      }
      byte[] end = ranges.end();
      if (end == null) {
        return Answer.END;
      }
      // HBase seeks to the hint itself if there is such a row.
      return Arrays.equals(end, key) || end.length > RowKeys.MAX_BYTES ? Answer.STEP : Answer.SEEK;
    }

    @Override
    public byte[] nextRowHint() {
      return ranges.end();
    }
  }
}
