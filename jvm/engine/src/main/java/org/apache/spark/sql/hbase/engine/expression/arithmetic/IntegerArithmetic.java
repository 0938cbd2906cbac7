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
    if (fits(a.longs, b.longs, rows, result.longs)) {
      return;
    }
    switch (function) {
      case ADD -> add(a.longs, b.longs, rows, result);
      case SUBTRACT -> subtract(a.longs, b.longs, rows, result);
      case MULTIPLY -> multiply(a.longs, b.longs, rows, result);
      default -> throw new IllegalArgumentException("no arithmetic: " + function);
    }
  }

  /**
   * Computes the rows without a branch, and those between them too, whose values mean nothing.
   *
   * @return false if one may overflow, or if most rows do not count: then no result is valid
   */
  private boolean fits(long[] a, long[] b, SelectedRows rows, long[] result) {
    if (rows.isEmpty()) {
      return true;
    }
    int first = rows.positions[0];
    int end = rows.positions[rows.count - 1] + 1;
    if (end - first > 2 * rows.count) {
      return false;
    }
    return switch (function) {
      case ADD -> sumsFit(a, b, first, end, result);
      case SUBTRACT -> differencesFit(a, b, first, end, result);
      case MULTIPLY -> productsFit(a, b, first, end, result);
      default -> false;
    };
  }

  private boolean sumsFit(long[] a, long[] b, int first, int end, long[] result) {
    long overflows = 0;
    long bits = 0;
    for (int i = first; i < end; i++) {
      long sum = a[i] + b[i];
      result[i] = sum;
      overflows |= (a[i] ^ sum) & (b[i] ^ sum);
      bits |= bits(sum);
    }
    return overflows >= 0 && width.holds(bits);
  }

  private boolean differencesFit(long[] a, long[] b, int first, int end, long[] result) {
    long overflows = 0;
    long bits = 0;
    for (int i = first; i < end; i++) {
      long difference = a[i] - b[i];
      result[i] = difference;
      overflows |= (a[i] ^ b[i]) & (a[i] ^ difference);
      bits |= bits(difference);
    }
    return overflows >= 0 && width.holds(bits);
  }

  /** Products of operands of more than 32 bits count as too wide. */
  private boolean productsFit(long[] a, long[] b, int first, int end, long[] result) {
    long operands = 0;
    long bits = 0;
    for (int i = first; i < end; i++) {
      long product = a[i] * b[i];
      result[i] = product;
      operands |= bits(a[i]) | bits(b[i]);
      bits |= bits(product);
    }
    return IntegerWidth.INT.holds(operands) && width.holds(bits);
  }

  /** The bits that differ from the sign: a type holds many values if it holds these of all. */
  private static long bits(long value) {
    return value ^ (value >> 63);
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
