package org.apache.spark.sql.hbase.engine.expression.math;

import java.math.RoundingMode;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.types.Int128;

/** {@code round} and {@code bround} of an integer: changes it only at a negative scale. */
final class RoundInteger extends UnaryExpression {
  private final RoundingMode rounding;
  private final int zeros;
  private final OverflowMode mode;
  private final IntegerWidth width;
  private final Int128 value = new Int128();

  RoundInteger(RoundingMode rounding, int scale, OverflowMode mode, VectorExpression operand) {
    super(operand.type(), operand);
    this.rounding = rounding;
    this.zeros = Math.max(0, -scale);
    this.mode = mode;
    this.width = IntegerWidth.of(operand.type());
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      value.set(values.longs[i]);
      value.divideByPowerOfTen(zeros, rounding);
      // Never overflows: from 10^20 on only zero is left.
      value.multiplyByPowerOfTen(zeros);
      result.longs[i] = value.low();
      if (!value.isLong() || !width.holds(value.low())) {
        overflow(result, i);
      }
    }
  }

  private void overflow(ColumnVector result, int row) {
    if (mode == OverflowMode.RAISE) {
      throw Raised.overflow(type(), "ROUND");
    }
    result.longs[row] = width.wrap(result.longs[row]);
  }
}
