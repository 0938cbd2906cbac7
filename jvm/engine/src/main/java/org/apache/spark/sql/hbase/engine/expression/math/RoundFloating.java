package org.apache.spark.sql.hbase.engine.expression.math;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code round} and {@code bround} of FLOAT and DOUBLE, which stand for the decimal text that Java
 * gives them as a double, as in Spark; that allocates. NaN and infinities stay, -0.0 becomes 0.0.
 */
final class RoundFloating extends UnaryExpression {
  private final RoundingMode rounding;
  private final int scale;
  private final boolean isFloat;

  RoundFloating(RoundingMode rounding, int scale, VectorExpression operand) {
    super(operand.type(), operand);
    this.rounding = rounding;
    this.scale = scale;
    this.isFloat = operand.type().equals(SqlType.FLOAT);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      double value = values.doubles[i];
      result.doubles[i] = Double.isNaN(value) || Double.isInfinite(value) ? value : round(value);
    }
  }

  private double round(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(scale, rounding);
    return isFloat ? rounded.floatValue() : rounded.doubleValue();
  }
}
