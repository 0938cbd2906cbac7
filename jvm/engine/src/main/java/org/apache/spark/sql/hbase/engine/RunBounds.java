package org.apache.spark.sql.hbase.engine;

/**
 * When a runner stops to hand out a frame. All bounds are looked at between batches, so each can be
 * passed by what one batch brings. Immutable.
 *
 * @param maxFrameRows rows of a frame without aggregation state
 * @param maxFrameBytes bytes of values of such a frame
 * @param maxStateBytes bytes of aggregation state, or of the rows of a TopN
 * @param progressNanos work since the previous frame, after which a frame is handed out even if it
 *     is empty
 * @param maxBatchRows rows that operators work on at once
 * @param groupingSampleRows rows after which grouping is given up for the rest of the scan if it
 *     leaves more than 0.8 groups per row
 * @param maxBatchNanos processor time of operators for one batch, after which the run ends with an
 *     {@code OverloadedException}; {@link Long#MAX_VALUE} where nobody waits
 * @param firstFrameRows rows that are read before the first frame of rows is handed out; each
 *     further frame may take twice as many. {@link Long#MAX_VALUE} where frames are to be full
 */
public record RunBounds(
    int maxFrameRows,
    long maxFrameBytes,
    long maxStateBytes,
    long progressNanos,
    int maxBatchRows,
    long groupingSampleRows,
    long maxBatchNanos,
    long firstFrameRows) {
  public static final long DEFAULT_GROUPING_SAMPLE_ROWS = 100_000;

  public RunBounds {
    if (maxFrameRows < 1
        || maxFrameBytes < 1
        || maxStateBytes < 1
        || progressNanos < 1
        || maxBatchRows < 1
        || groupingSampleRows < 1
        || maxBatchNanos < 1
        || firstFrameRows < 1) {
      throw new IllegalArgumentException("every bound is at least 1");
    }
  }

  public RunBounds(
      int maxFrameRows,
      long maxFrameBytes,
      long maxStateBytes,
      long progressNanos,
      int maxBatchRows) {
    this(
        maxFrameRows,
        maxFrameBytes,
        maxStateBytes,
        progressNanos,
        maxBatchRows,
        DEFAULT_GROUPING_SAMPLE_ROWS);
  }

  public RunBounds(
      int maxFrameRows,
      long maxFrameBytes,
      long maxStateBytes,
      long progressNanos,
      int maxBatchRows,
      long groupingSampleRows) {
    this(
        maxFrameRows,
        maxFrameBytes,
        maxStateBytes,
        progressNanos,
        maxBatchRows,
        groupingSampleRows,
        Long.MAX_VALUE,
        Long.MAX_VALUE);
  }

  /** Returns these bounds with another bound for the work on one batch. */
  public RunBounds withMaxBatchNanos(long nanos) {
    return new RunBounds(
        maxFrameRows,
        maxFrameBytes,
        maxStateBytes,
        progressNanos,
        maxBatchRows,
        groupingSampleRows,
        nanos,
        firstFrameRows);
  }

  /** Returns these bounds for a reader that may want only the first rows. */
  public RunBounds withFirstFrameRows(long rows) {
    return new RunBounds(
        maxFrameRows,
        maxFrameBytes,
        maxStateBytes,
        progressNanos,
        maxBatchRows,
        groupingSampleRows,
        maxBatchNanos,
        rows);
  }
}
