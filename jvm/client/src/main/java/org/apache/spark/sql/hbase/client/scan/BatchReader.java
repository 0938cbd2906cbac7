package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;

/**
 * Reads the answer of one sub-plan over some rows of a table, batch by batch. The caller merges the
 * partial aggregates of all batches. Not thread-safe.
 */
public interface BatchReader extends AutoCloseable {
  /** True if the sub-plan stops at a number of rows: what other rows hold may not be wanted. */
  boolean isLimited();

  /**
   * Begins to fetch and returns at once. Optional, before the first {@link #next}: readers of
   * different rows can wait for their region servers together.
   */
  void start() throws IOException;

  /**
   * Moves to the next batch.
   *
   * @return false when all rows are answered
   * @throws SubPlanException for errors that no retry or fallback cures; other IOExceptions are
   *     HBase's
   */
  boolean next() throws IOException;

  /** The batch that {@link #next} moved to; null before the first and after the last. */
  FrameBatch current();

  /** Returns the work done so far; complete once {@link #next} has returned false. */
  ReaderStatistics statistics();

  /** Ends what is under way at the region server too; idempotent. */
  @Override
  void close() throws IOException;
}
