package org.apache.spark.sql.hbase.engine.expression.kernel;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** An expression whose evaluation is counted, so that a batch with very many of them ends. */
public final class LimitedExpression implements VectorExpression {
  private final VectorExpression expression;
  private final WorkLimit limit;

  public LimitedExpression(VectorExpression expression, WorkLimit limit) {
    this.expression = expression;
    this.limit = limit;
  }

  @Override
  public SqlType type() {
    return expression.type();
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    limit.countCall();
    return expression.evaluate(batch, rows);
  }
}
