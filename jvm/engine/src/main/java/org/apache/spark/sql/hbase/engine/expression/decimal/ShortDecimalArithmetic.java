package org.apache.spark.sql.hbase.engine.expression.decimal;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.types.Int128;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * {@code + - *} of two DECIMAL that are held in longs, where the result type has room for every
 * result and needs no rounding. This is the common case, such as {@code price * (1 - discount)},
 * and has no check per row.
 */
public final class ShortDecimalArithmetic extends BinaryExpression {
  private final Function function;

  /** The factors that bring the operands of a sum to the scale of the result. */
  private final long factorA;

  private final long factorB;

  public ShortDecimalArithmetic(
      Function function, SqlType type, VectorExpression left, VectorExpression right) {
    super(type, left, right);
    this.function = function;
    boolean isProduct = function == Function.MULTIPLY;
    this.factorA = isProduct ? 1 : Int128.longPowerOfTen(type.scale() - left.type().scale());
    this.factorB = isProduct ? 1 : Int128.longPowerOfTen(type.scale() - right.type().scale());
  }

  /** False where {@link DecimalArithmetic} has to scale, round or check. */
  public static boolean isEnough(Function function, SqlType a, SqlType b, SqlType result) {
    if (a.physical() != SqlType.Physical.LONG || b.physical() != SqlType.Physical.LONG) {
      return false;
    }
    if (function == Function.MULTIPLY) {
      return result.scale() == a.scale() + b.scale()
          && result.precision() >= a.precision() + b.precision();
    }
    return result.physical() == SqlType.Physical.LONG
        && a.scale() <= result.scale()
        && b.scale() <= result.scale()
        && wholeDigits(result) > Math.max(wholeDigits(a), wholeDigits(b));
  }

  private static int wholeDigits(SqlType type) {
    return type.precision() - type.scale();
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    switch (function) {
      case ADD -> add(a.longs, b.longs, rows, result.longs);
      case SUBTRACT -> subtract(a.longs, b.longs, rows, result.longs);
      case MULTIPLY -> multiply(a.longs, b.longs, rows, result);
      default -> throw new IllegalArgumentException("no arithmetic: " + function);
    }
  }

  private void add(long[] a, long[] b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = a[i] * factorA + b[i] * factorB;
    }
  }

  private void subtract(long[] a, long[] b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = a[i] * factorA - b[i] * factorB;
    }
  }

  private static void multiply(long[] a, long[] b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    long[] lows = result.longs;
    long[] highs = result.highs;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      lows[i] = a[i] * b[i];
      if (highs != null) {
        highs[i] = Math.multiplyHigh(a[i], b[i]);
      }
    }
  }
}
