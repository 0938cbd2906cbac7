package org.apache.spark.sql.hbase.engine;

import java.util.function.LongSupplier;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;

/**
 * Chooses the size of the next batch, so that operators work on it for at most {@link
 * #TARGET_NANOS}. A slice of time can end only between two batches. The cost of a row differs by
 * five orders of magnitude, so it is measured. The first batch is small, and each that follows has
 * at most twice as many rows and bytes as were found to be cheap. Not thread-safe.
 */
final class BatchPace {
  /** A tenth of a slice as it is unless set otherwise. */
  static final long TARGET_NANOS = 10_000_000;

  /** A batch with so few bytes of variable length is cheap, whatever is done to its values. */
  private static final long MIN_DATA_BYTES = 1024;

  private static final long FIRST_ROWS = 64;

  /** Values of the first batch, of which the costliest take a microsecond. */
  private static final long FIRST_VALUES = 20_000;

  private final LongSupplier elapsedNanos;
  private final LongSupplier workNanos;

  private long rows;
  private long dataBytes;

  /** The batch before took so long that the next one may be slow: its processor time is read. */
  private boolean isWatched = true;

  private long elapsedAtBegin;
  private long workAtBegin;

  /** The elapsed time of the batch before it had to wait for a frame to be sent. */
  private long elapsedBefore;

  private long workBefore;

  BatchPace(int calls, LongSupplier elapsedNanos, LongSupplier workNanos) {
    this.elapsedNanos = elapsedNanos;
    this.workNanos = workNanos;
    boolean isFree = calls == 0;
    rows = isFree ? Long.MAX_VALUE : Math.max(1, Math.min(FIRST_ROWS, FIRST_VALUES / calls));
    dataBytes = isFree ? Long.MAX_VALUE : MIN_DATA_BYTES;
  }

  /**
   * @param calls that are computed of each row; without any, batches are as large as they can be
   *     until one is slow
   */
  static BatchPace of(int calls) {
    return new BatchPace(calls, System::nanoTime, WorkLimit.processorNanos());
  }

  /** Rows read at which the next batch is full. */
  long rows() {
    return rows;
  }

  /** Bytes in values of variable length at which it is full. */
  long dataBytes() {
    return dataBytes;
  }

  /** Operators begin to work on a batch, or go on with it. */
  void begin() {
    elapsedAtBegin = elapsedNanos.getAsLong();
    workAtBegin = isWatched ? workNanos.getAsLong() : 0;
  }

  /** They have to wait. */
  void pause() {
    elapsedBefore += elapsedNanos.getAsLong() - elapsedAtBegin;
    workBefore += isWatched ? workNanos.getAsLong() - workAtBegin : 0;
  }

  /** They are through with it. */
  void end(ColumnBatch batch) {
    end(batch.rowsRead(), batch.dataBytes());
  }

  void end(long batchRows, long batchDataBytes) {
    long elapsed = elapsedBefore + elapsedNanos.getAsLong() - elapsedAtBegin;
    if (elapsed <= TARGET_NANOS / 2) {
      rows = Math.max(rows, 2 * batchRows);
      dataBytes = Math.max(dataBytes, 2 * batchDataBytes);
    } else if (elapsed > TARGET_NANOS && isWatched) {
      // Where the thread had to wait for a processor, the batch is not to blame.
      long work = workBefore + workNanos.getAsLong() - workAtBegin;
      if (work > TARGET_NANOS) {
        double share = (double) TARGET_NANOS / work;
        rows = Math.max(1, (long) (batchRows * share));
        dataBytes = Math.max(MIN_DATA_BYTES, (long) (batchDataBytes * share));
      }
    }
    isWatched = elapsed > TARGET_NANOS / 16;
    elapsedBefore = 0;
    workBefore = 0;
  }
}
