package org.apache.spark.sql.hbase.engine.expression.math;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code floor} and {@code ceil} of a DOUBLE as BIGINT. What does not fit raises in ANSI mode, else
 * it becomes the end of the type; NaN gives 0 in every mode.
 */
final class WholeDouble extends UnaryExpression {
  private static final double LIMIT = 0x1p63;

  private final boolean down;
  private final OverflowMode mode;

  private WholeDouble(boolean down, OverflowMode mode, VectorExpression operand) {
    super(SqlType.BIGINT, operand);
    this.down = down;
    this.mode = mode;
  }

  static WholeDouble floor(OverflowMode mode, VectorExpression operand) {
    return new WholeDouble(true, mode, operand);
  }

  static WholeDouble ceil(OverflowMode mode, VectorExpression operand) {
    return new WholeDouble(false, mode, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      double value = values.doubles[i];
      double whole = down ? Math.floor(value) : Math.ceil(value);
      result.longs[i] = (long) whole;
      if (mode == OverflowMode.RAISE && (whole < -LIMIT || whole >= LIMIT)) {
        throw Raised.overflow(SqlType.BIGINT, down ? "FLOOR" : "CEIL");
      }
    }
  }
}
