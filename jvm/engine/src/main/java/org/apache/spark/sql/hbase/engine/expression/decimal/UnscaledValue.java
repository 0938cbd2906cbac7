package org.apache.spark.sql.hbase.engine.expression.decimal;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** The unscaled BIGINT of a DECIMAL of at most 18 digits. */
public final class UnscaledValue extends UnaryExpression {
  public UnscaledValue(VectorExpression operand) {
    super(SqlType.BIGINT, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = values.longs[i];
    }
  }
}
