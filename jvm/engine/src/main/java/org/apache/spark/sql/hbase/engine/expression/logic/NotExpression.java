package org.apache.spark.sql.hbase.engine.expression.logic;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** NOT in three-valued logic. */
final class NotExpression extends UnaryExpression {
  NotExpression(VectorExpression operand) {
    super(SqlType.BOOLEAN, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = 1 - values.longs[i];
    }
  }
}
