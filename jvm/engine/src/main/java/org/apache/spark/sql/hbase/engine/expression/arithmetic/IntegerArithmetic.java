package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** {@code + - *} of two integers of one type. Narrow types overflow at their own width. */
final class IntegerArithmetic extends BinaryExpression {
  private final Function function;
  private final IntegerWidth width;
  private final OverflowMode mode;

  IntegerArithmetic(
      Function function,
      SqlType type,
      OverflowMode mode,
      VectorExpression left,
      VectorExpression right) {
    super(type, left, right);
    this.function = function;
    this.width = IntegerWidth.of(type);
    this.mode = mode;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    switch (function) {
      case ADD -> add(a.longs, b.longs, rows, result);
      case SUBTRACT -> subtract(a.longs, b.longs, rows, result);
      case MULTIPLY -> multiply(a.longs, b.longs, rows, result);
      default -> throw new IllegalArgumentException("no arithmetic: " + function);
    }
  }

  private void add(long[] a, long[] b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long sum = a[i] + b[i];
      result.longs[i] = sum;
      if (((a[i] ^ sum) & (b[i] ^ sum)) < 0 || !width.holds(sum)) {
        overflow(result, i);
      }
    }
  }

  private void subtract(long[] a, long[] b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long difference = a[i] - b[i];
      result.longs[i] = difference;
      if (((a[i] ^ b[i]) & (a[i] ^ difference)) < 0 || !width.holds(difference)) {
        overflow(result, i);
      }
    }
  }

  private void multiply(long[] a, long[] b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long product = a[i] * b[i];
      result.longs[i] = product;
      if (Math.multiplyHigh(a[i], b[i]) != product >> 63 || !width.holds(product)) {
        overflow(result, i);
      }
    }
  }

  private void overflow(ColumnVector result, int row) {
    switch (mode) {
      case RAISE -> throw Raised.binaryOverflow(type(), function.name());
      case WRAP -> result.longs[row] = width.wrap(result.longs[row]);
      case NULL -> result.setNull(row);
    }
  }
}
