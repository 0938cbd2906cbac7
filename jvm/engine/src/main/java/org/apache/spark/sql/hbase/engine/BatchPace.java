package org.apache.spark.sql.hbase.engine;

import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;

/**
 * How large the next batch may be, so that operators take about {@link #TARGET_NANOS} for it at
 * most: a slice of time ends between two batches. What a row costs differs by five orders of
 * magnitude, so it is measured: the first batch is small, and each that follows has at most twice
 * as many rows and bytes as were found to be cheap. Not thread-safe.
 */
final class BatchPace {
  /** A tenth of a slice as it is unless set otherwise. */
  static final long TARGET_NANOS = 10_000_000;

  /** Of values of variable length; so few are cheap whatever is done to them. */
  private static final long MIN_DATA_BYTES = 1024;

  private static final long FIRST_ROWS = 64;

  /** Values of the first batch, of which the costliest take a microsecond. */
  private static final long FIRST_VALUES = 20_000;

  private long rows;
  private long dataBytes;

  private BatchPace(long rows, long dataBytes) {
    this.rows = rows;
    this.dataBytes = dataBytes;
  }

  /**
   * @param calls that are computed of each row; without any, batches are as large as they can be
   *     until one is slow
   */
  static BatchPace of(int calls) {
    return calls == 0
        ? new BatchPace(Long.MAX_VALUE, Long.MAX_VALUE)
        : new BatchPace(Math.max(1, Math.min(FIRST_ROWS, FIRST_VALUES / calls)), MIN_DATA_BYTES);
  }

  /** Rows read at which the next batch is full. */
  long rows() {
    return rows;
  }

  /** Bytes in values of variable length at which it is full. */
  long dataBytes() {
    return dataBytes;
  }

  /**
   * Learns from a batch.
   *
   * @param nanos that operators took for it
   */
  void worked(ColumnBatch batch, long nanos) {
    worked(batch.rowsRead(), batch.dataBytes(), nanos);
  }

  void worked(long batchRows, long batchDataBytes, long nanos) {
    if (nanos > TARGET_NANOS) {
      double share = (double) TARGET_NANOS / nanos;
      rows = Math.max(1, (long) (batchRows * share));
      dataBytes = Math.max(MIN_DATA_BYTES, (long) (batchDataBytes * share));
    } else if (nanos <= TARGET_NANOS / 2) {
      rows = Math.max(rows, 2 * batchRows);
      dataBytes = Math.max(dataBytes, 2 * batchDataBytes);
    }
  }
}
