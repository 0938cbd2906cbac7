package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code div} of two BIGINT, rounding towards zero. */
final class IntegralDivide extends DivisionExpression {
  IntegralDivide(OverflowMode mode, VectorExpression left, VectorExpression right) {
    super(SqlType.BIGINT, mode, left, right);
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = a.longs[i] / b.longs[i];
      if (b.longs[i] == -1 && a.longs[i] == Long.MIN_VALUE) {
        overflow(result, i);
      }
    }
  }

  /** The quotient 2^63 has wrapped around to -2^63. */
  private void overflow(ColumnVector result, int row) {
    switch (mode) {
      case RAISE -> throw Raised.overflow(SqlType.BIGINT, "INTEGRAL_DIVIDE");
      case NULL -> result.setNull(row);
      case WRAP -> {}
    }
  }

  @Override
  EvaluationException zeroDivisor() {
    return Raised.divideByZero();
  }
}
