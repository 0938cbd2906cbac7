package org.apache.spark.sql.hbase.engine.expression.kernel;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** A column of the batch itself: the answer is the batch's vector, not a copy. */
public final class ColumnExpression implements VectorExpression {
  private final int ordinal;
  private final SqlType type;

  public ColumnExpression(int ordinal, SqlType type) {
    this.ordinal = ordinal;
    this.type = type;
  }

  @Override
  public SqlType type() {
    return type;
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    return batch.column(ordinal);
  }

  @Override
  public ColumnVector evaluateOrPlaces(ColumnBatch batch, SelectedRows rows) {
    return batch.columnOrPlaces(ordinal);
  }
}
