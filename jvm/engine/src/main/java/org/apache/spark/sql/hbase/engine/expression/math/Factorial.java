package org.apache.spark.sql.hbase.engine.expression.math;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code factorial} of an INT: NULL for what has none, or none that fits BIGINT. */
final class Factorial extends UnaryExpression {
  private static final int LARGEST = 20;
  private static final long[] FACTORIALS = new long[LARGEST + 1];

  static {
    FACTORIALS[0] = 1;
    for (int i = 1; i <= LARGEST; i++) {
      FACTORIALS[i] = FACTORIALS[i - 1] * i;
    }
  }

  Factorial(VectorExpression operand) {
    super(SqlType.BIGINT, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long value = values.longs[i];
      if (value < 0 || value > LARGEST) {
        result.setNull(i);
      } else {
        result.longs[i] = FACTORIALS[(int) value];
      }
    }
  }
}
