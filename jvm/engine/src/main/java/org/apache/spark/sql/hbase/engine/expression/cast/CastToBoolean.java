package org.apache.spark.sql.hbase.engine.expression.cast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** Numbers to BOOLEAN: TRUE unless zero. NaN is TRUE. */
final class CastToBoolean extends UnaryExpression {
  CastToBoolean(VectorExpression operand) {
    super(SqlType.BOOLEAN, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      boolean isZero =
          switch (values.physical()) {
            case DOUBLE -> values.doubles[i] == 0;
            case DECIMAL128 -> (values.longs[i] | values.highs[i]) == 0;
            default -> values.longs[i] == 0;
          };
      result.longs[i] = isZero ? 0 : 1;
    }
  }
}
