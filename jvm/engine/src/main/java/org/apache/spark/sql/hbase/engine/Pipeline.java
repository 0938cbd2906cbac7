package org.apache.spark.sql.hbase.engine;

import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.operator.BatchOperator;
import org.apache.spark.sql.hbase.engine.operator.BatchSink;
import org.apache.spark.sql.hbase.engine.operator.PipelineBuilder;
import org.apache.spark.sql.hbase.engine.operator.limit.LimitOperator;

/**
 * The operators of one running sub-plan: Filters, Projects and BroadcastJoins in their order, maybe
 * with an Expand among them or a Limit behind them, then the sink. The parts stay the same, and
 * have state. Not thread-safe.
 */
final class Pipeline {
  /** A plan that reads backward filters few rows out, and each such row is costly. */
  private static final long BACKWARD_ROWS = 64;

  private final BatchOperator[] operators;

  /** Null if there is none. */
  private final LimitOperator limit;

  private final BatchSink sink;
  private final boolean hasFilter;
  private final boolean isBackward;
  private final int rowsPerInputRow;

  /** Position of the first operator that can make several rows of one. */
  private final int multipliesAt;

  private int keptRows;

  Pipeline(PipelineBuilder parts) {
    operators = parts.operators();
    limit = parts.limit().isPresent() ? new LimitOperator(parts.limit().getAsLong()) : null;
    sink = parts.sink();
    hasFilter = parts.hasFilter();
    isBackward = parts.isBackward();
    rowsPerInputRow = parts.rowsPerInputRow();
    multipliesAt = parts.multipliesAt();
  }

  private Pipeline(Pipeline running, Pipeline fresh) {
    operators = fresh.operators;
    limit = running.limit;
    sink = running.sink;
    hasFilter = running.hasFilter;
    isBackward = running.isBackward;
    rowsPerInputRow = running.rowsPerInputRow;
    multipliesAt = running.multipliesAt;
    keptRows = running.keptRows;
  }

  BatchSink sink() {
    return sink;
  }

  /**
   * Returns this pipeline with the expressions of a fresh one of the same sub-plan. So it lets go
   * of all that its own ones hold for a batch. Rows, groups and what is left of a Limit stay. Only
   * between two batches.
   */
  Pipeline withExpressionsOf(Pipeline fresh) {
    sink.renewExpressions(fresh.sink);
    return new Pipeline(this, fresh);
  }

  /** True if no row needs to be read any more. */
  boolean isSatisfied() {
    return limit != null && limit.remaining() == 0;
  }

  /** Rows that the sink sees at most for one input row. */
  int rowsPerInputRow() {
    return rowsPerInputRow;
  }

  /** True if rows are read until enough of them have passed a filter, and no more. */
  boolean stopsAmongFiltered() {
    return limit != null && hasFilter;
  }

  /** Rows that may still pass, where not all are wanted. */
  long wantedRows() {
    return limit == null ? Long.MAX_VALUE : limit.remaining();
  }

  /** Input rows after which to see whether more are needed. */
  long maxUsefulRows() {
    if (limit != null && hasFilter && isBackward) {
      return Math.max(BACKWARD_ROWS, limit.remaining());
    }
    return hasFilter ? Long.MAX_VALUE : wantedRows();
  }

  /**
   * Applies all operators but the sink.
   *
   * <p>Operators work on all rows of a batch one after the other, Spark on all operators of a row.
   * So when one raises an error, the first row with an error is looked for. If the Limit is reached
   * before it, it is left out with all rows behind it. Otherwise its error is the one that Spark
   * would raise.
   *
   * @param rows is set to the rows that remain
   */
  ColumnBatch apply(ColumnBatch input, SelectedRows rows) {
    rows.selectAll(input.rowCount());
    ColumnBatch output;
    try {
      output = applyOperators(input, rows);
    } catch (EvaluationException e) {
      rows.selectAll(rowsUntilLimit(input, rows, e));
      output = applyOperators(input, rows);
    }
    ColumnBatch limited = limit == null ? output : limit.apply(output, rows);
    if (multipliesAt == PipelineBuilder.NOWHERE) {
      keptRows = rows.count;
    }
    return limited;
  }

  /**
   * Input rows of the last batch that the Filters, and a Limit, have kept, before any operator that
   * makes several rows of one.
   */
  int keptRows() {
    return keptRows;
  }

  private ColumnBatch applyOperators(ColumnBatch input, SelectedRows rows) {
    ColumnBatch batch = input;
    for (int i = 0; i < operators.length; i++) {
      if (i == multipliesAt) {
        keptRows = rows.count;
      }
      batch = operators[i].apply(batch, rows);
    }
    return batch;
  }

  /** Number of leading rows that satisfy the limit without an error. */
  private int rowsUntilLimit(ColumnBatch input, SelectedRows rows, EvaluationException error) {
    int failing = firstFailingRow(input, rows);
    if (limit != null) {
      rows.selectAll(failing);
      applyOperators(input, rows);
      if (rows.count >= limit.remaining()) {
        return failing;
      }
    }
    rows.selectOnly(failing);
    applyOperators(input, rows);
    throw error;
  }

  /** Halves the rows among which it is, because they may be many. */
  private int firstFailingRow(ColumnBatch input, SelectedRows rows) {
    int passing = 0;
    int failing = input.rowCount();
    while (failing - passing > 1) {
      int middle = (passing + failing) >>> 1;
      if (raises(input, rows, middle)) {
        failing = middle;
      } else {
        passing = middle;
      }
    }
    return passing;
  }

  private boolean raises(ColumnBatch input, SelectedRows rows, int leadingRows) {
    rows.selectAll(leadingRows);
    try {
      applyOperators(input, rows);
      return false;
    } catch (EvaluationException e) {
      return true;
    }
  }
}
