package org.apache.spark.sql.hbase.engine.expression.kernel;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;

/** An expression whose errors tell its place in the text of the query. */
public final class PlacedExpression implements VectorExpression {
  private final VectorExpression expression;
  private final int queryContext;

  /** {@code queryContext} is the number that {@code Call.query_context} has, not 0. */
  public PlacedExpression(VectorExpression expression, int queryContext) {
    this.expression = expression;
    this.queryContext = queryContext;
  }

  @Override
  public SqlType type() {
    return expression.type();
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    try {
      return expression.evaluate(batch, rows);
    } catch (EvaluationException e) {
      throw e.at(queryContext);
    }
  }
}
