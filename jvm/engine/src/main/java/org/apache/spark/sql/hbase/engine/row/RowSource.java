package org.apache.spark.sql.hbase.engine.row;

import java.io.IOException;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;

/**
 * A source of rows for the engine: a region scanner, a client scan, a store file or a test fixture.
 * Rows come in row-key order, or in the opposite one for a plan that reads backward, each once. Not
 * thread-safe; owned and closed by whoever made it, not by the engine.
 */
public interface RowSource {
  /** The reason for which {@link #fill} returned. */
  enum Fill {
    /**
     * The batch is full, or the source stopped early for reasons of its own; more rows may follow.
     */
    MORE,
    /** The deadline passed. The batch holds what was read so far, possibly nothing. */
    DEADLINE,
    /** The last row of the range has been delivered (it may be in this batch). */
    END
  }

  /**
   * Appends complete rows to {@code batch} until it is full, the deadline passes or the range ends.
   *
   * @param batch empty on entry, with the columns of the sub-plan's table; columns the plan does
   *     not need are absent
   * @param deadlineNanos of {@link System#nanoTime}; looked at at least every few hundred rows or
   *     about a millisecond
   */
  Fill fill(ColumnBatch batch, long deadlineNanos) throws IOException;

  /**
   * Row key of the last row delivered or passed over completely, null before the first. A fresh
   * array or never changed.
   */
  byte[] lastRow();

  /** HBase cells looked at so far. */
  long cellsScanned();

  /** Bytes of keys and values looked at so far. */
  long bytesScanned();

  /** Returns the count of rows left out so far because no key range of the sub-plan holds them. */
  default SkipCounts skippedRows() {
    return SkipCounts.NONE;
  }
}
