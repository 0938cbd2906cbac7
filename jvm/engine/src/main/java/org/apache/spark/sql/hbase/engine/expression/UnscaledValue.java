package org.apache.spark.sql.hbase.engine.expression;

import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** The unscaled BIGINT of a DECIMAL of at most 18 digits. */
final class UnscaledValue extends UnaryExpression {
  UnscaledValue(VectorExpression operand) {
    super(SqlType.BIGINT, operand);
  }

  @Override
  void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = values.longs[i];
    }
  }
}
