package org.apache.spark.sql.hbase.engine.expression.math;

import java.util.function.DoubleUnaryOperator;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** A function of one DOUBLE; NULL where the argument is not above a bound. */
final class UnaryMath extends UnaryExpression {
  private final DoubleUnaryOperator function;

  /** NaN if there is none: no number is at or below NaN. */
  private final double bound;

  private UnaryMath(DoubleUnaryOperator function, double bound, VectorExpression operand) {
    super(SqlType.DOUBLE, operand);
    this.function = function;
    this.bound = bound;
  }

  static UnaryMath everywhere(DoubleUnaryOperator function, VectorExpression operand) {
    return new UnaryMath(function, Double.NaN, operand);
  }

  /** NULL for arguments at or below the bound, but not for NaN. */
  static UnaryMath above(double bound, DoubleUnaryOperator function, VectorExpression operand) {
    return new UnaryMath(function, bound, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      double value = values.doubles[i];
      if (value <= bound) {
        result.setNull(i);
      } else {
        result.doubles[i] = function.applyAsDouble(value);
      }
    }
  }
}
