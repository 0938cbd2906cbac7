package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * {@code + - *} of two FLOAT or two DOUBLE. FLOAT rounds each result to float; a double holds it
 * without loss.
 */
final class FloatingArithmetic extends BinaryExpression {
  private final Function function;

  FloatingArithmetic(
      Function function, SqlType type, VectorExpression left, VectorExpression right) {
    super(type, left, right);
    this.function = function;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    switch (function) {
      case ADD -> add(a.doubles, b.doubles, rows, result.doubles);
      case SUBTRACT -> subtract(a.doubles, b.doubles, rows, result.doubles);
      case MULTIPLY -> multiply(a.doubles, b.doubles, rows, result.doubles);
      default -> throw new IllegalArgumentException("no arithmetic: " + function);
    }
    if (type().kind() == SqlType.Kind.FLOAT) {
      round(rows, result.doubles);
    }
  }

  private static void add(double[] a, double[] b, SelectedRows rows, double[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = a[i] + b[i];
    }
  }

  private static void subtract(double[] a, double[] b, SelectedRows rows, double[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = a[i] - b[i];
    }
  }

  private static void multiply(double[] a, double[] b, SelectedRows rows, double[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = a[i] * b[i];
    }
  }

  /**
   * A double has more than twice the digits of a float, so rounding twice gives what float
   * arithmetic gives.
   */
  private static void round(SelectedRows rows, double[] values) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      values[i] = (float) values[i];
    }
  }
}
