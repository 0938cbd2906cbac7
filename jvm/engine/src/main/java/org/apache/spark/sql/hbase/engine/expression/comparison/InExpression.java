package org.apache.spark.sql.hbase.engine.expression.comparison;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code IN (constants)}: with a NULL among the constants a value that is not found gives NULL
 * instead of FALSE.
 */
final class InExpression extends UnaryExpression {
  private final ConstantSet constants;

  InExpression(VectorExpression operand, ConstantSet constants) {
    super(SqlType.BOOLEAN, operand);
    this.constants = constants;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    constants.search(values, rows, result);
    if (constants.hasNull) {
      for (int k = 0; k < rows.count; k++) {
        int i = rows.positions[k];
        if (result.longs[i] == 0) {
          result.setNull(i);
        }
      }
    }
  }
}
