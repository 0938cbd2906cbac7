package org.apache.spark.sql.hbase.engine.expression.kernel;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * A scalar expression, computed for many rows at once. Holds its result and scratch space: one
 * instance serves one runner and is not thread-safe. {@code ExpressionCompiler} makes it.
 */
public interface VectorExpression {
  SqlType type();

  /**
   * Computes the selected rows, and only those: a row that is not selected raises no error. The
   * answer has values at the selected positions; what stands at the others means nothing. It
   * belongs to the expression and stays valid until the next call; the caller must not change it.
   *
   * @throws org.apache.spark.sql.hbase.engine.error.EvaluationException where Spark in ANSI mode
   *     raises an error
   */
  ColumnVector evaluate(ColumnBatch batch, SelectedRows rows);

  /** Computes as {@link #evaluate}; values of the answer may be places in a list. */
  default ColumnVector evaluateOrPlaces(ColumnBatch batch, SelectedRows rows) {
    return evaluate(batch, rows);
  }
}
