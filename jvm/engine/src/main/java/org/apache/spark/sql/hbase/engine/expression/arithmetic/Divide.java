package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalOperation;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code /} of two DOUBLE or two DECIMAL. */
final class Divide extends DivisionExpression {
  /** Null for DOUBLE. */
  private final DecimalOperation decimals;

  Divide(SqlType type, OverflowMode mode, VectorExpression left, VectorExpression right) {
    super(type, mode, left, right);
    boolean isDecimal = type.kind() == SqlType.Kind.DECIMAL;
    this.decimals =
        isDecimal ? DecimalOperation.divide(left.type(), right.type(), type, mode) : null;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    if (decimals != null) {
      decimals.compute(a, b, rows, result);
      return;
    }
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.doubles[i] = a.doubles[i] / b.doubles[i];
    }
  }

  @Override
  EvaluationException zeroDivisor() {
    return Raised.divideByZero();
  }
}
