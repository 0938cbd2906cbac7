package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** Unary minus and {@code abs} of a number. Only the smallest integer of a type can overflow. */
final class SignExpression extends UnaryExpression {
  private final boolean absolute;
  private final OverflowMode mode;

  private SignExpression(boolean absolute, OverflowMode mode, VectorExpression operand) {
    super(operand.type(), operand);
    this.absolute = absolute;
    this.mode = mode;
  }

  static SignExpression negate(OverflowMode mode, VectorExpression operand) {
    return new SignExpression(false, mode, operand);
  }

  static SignExpression abs(OverflowMode mode, VectorExpression operand) {
    return new SignExpression(true, mode, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    switch (values.physical()) {
      case LONG -> ofLongs(values, rows, result);
      case DOUBLE -> ofDoubles(values.doubles, rows, result.doubles);
      default -> ofDecimals(values, rows, result);
    }
  }

  private void ofLongs(ColumnVector values, SelectedRows rows, ColumnVector result) {
    // Never reached by a DECIMAL, whose values stay within 18 digits.
    long smallest =
        IntegerWidth.isInteger(type()) ? IntegerWidth.of(type()).smallest() : Long.MIN_VALUE;
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long value = values.longs[i];
      result.longs[i] = absolute && value >= 0 ? value : -value;
      if (value == smallest) {
        overflow(result, i, smallest);
      }
    }
  }

  private void overflow(ColumnVector result, int row, long smallest) {
    switch (mode) {
      case RAISE -> throw Raised.overflow(type(), absolute ? "ABS" : "NEGATE");
      case WRAP -> result.longs[row] = smallest;
      case NULL -> result.setNull(row);
    }
  }

  private void ofDoubles(double[] values, SelectedRows rows, double[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = absolute ? Math.abs(values[i]) : -values[i];
    }
  }

  private void ofDecimals(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long high = values.highs[i];
      long low = values.longs[i];
      if (absolute && high >= 0) {
        result.setDecimal128(i, high, low);
      } else {
        result.setDecimal128(i, ~high + (low == 0 ? 1 : 0), -low);
      }
    }
  }
}
