package org.apache.spark.sql.hbase.engine.operator;

import java.util.List;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.wire.ArrowColumn;

/**
 * The end of a pipeline: keeps rows, or groups with their aggregation state, until a frame takes
 * them. A sink reserves memory in a memory account before it allocates. Not thread-safe.
 *
 * <p>A batch comes in two steps: {@link #reserve}, then {@link #accept}. If reserving fails the
 * caller drains the sink and reserves again. If it fails on an empty sink, the caller takes {@link
 * #acceptUncounted} and drains at once. So only one batch goes beyond the budget.
 */
public interface BatchSink {
  /** Reserves what the batch can need at most. False: the account refuses, nothing has changed. */
  boolean reserve(ColumnBatch batch, SelectedRows rows);

  /**
   * Takes the selected rows of the batch that {@link #reserve} has just looked at, and returns what
   * is not needed.
   */
  void accept(ColumnBatch batch, SelectedRows rows);

  /**
   * Takes the rows of a batch without reserving; only on an empty sink after {@link #reserve}
   * failed.
   */
  void acceptUncounted(ColumnBatch batch, SelectedRows rows);

  /** Rows that {@link #drain} would return. */
  int rowCount();

  /** Bytes of what is held, without spare room. */
  long usedBytes();

  /**
   * True if what is held is rows of their own, so that the bounds of a frame apply and not those of
   * state.
   */
  boolean holdsRows();

  /** True if the sink asks to be drained now, whatever the bounds. */
  boolean wantsDrain();

  /**
   * Takes the expressions of a fresh sink of the same sub-plan, and so lets go of what its own ones
   * hold for a batch. Only between two batches.
   */
  void renewExpressions(BatchSink fresh);

  /** Returns what is held as output columns, forgets it and releases its memory. */
  List<ArrowColumn> drain();
}
