package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalOperation;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code div} of two DECIMAL as BIGINT, rounding towards zero. The quotient has at most 38 digits;
 * as in Spark its low 64 bits count, in every mode.
 */
final class IntegralDecimalDivide extends DivisionExpression {
  private final DecimalOperation division;
  private final ColumnVector quotients = new ColumnVector(DecimalOperation.WHOLE);

  IntegralDecimalDivide(OverflowMode mode, VectorExpression left, VectorExpression right) {
    super(SqlType.BIGINT, mode, left, right);
    this.division = DecimalOperation.integralDivide(left.type(), right.type(), mode);
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    quotients.reset();
    quotients.setSize(result.size());
    division.compute(a, b, rows, quotients);
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = quotients.longs[i];
    }
  }

  @Override
  EvaluationException zeroDivisor() {
    return Raised.divideByZero();
  }
}
