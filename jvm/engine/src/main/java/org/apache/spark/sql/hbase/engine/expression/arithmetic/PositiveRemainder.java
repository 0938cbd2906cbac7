package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalOperation;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code pmod}: where the remainder {@code r} is negative, {@code (r + divisor) % divisor}, with
 * the overflow that this sum has in Spark.
 */
final class PositiveRemainder extends DivisionExpression {
  /** Null for other types than DECIMAL. */
  private final DecimalOperation decimals;

  PositiveRemainder(
      SqlType type, OverflowMode mode, VectorExpression left, VectorExpression right) {
    super(type, mode, left, right);
    boolean isDecimal = type.kind() == SqlType.Kind.DECIMAL;
    this.decimals =
        isDecimal
            ? DecimalOperation.positiveRemainder(left.type(), right.type(), type, mode)
            : null;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    if (decimals != null) {
      decimals.compute(a, b, rows, result);
      return;
    }
    switch (type().kind()) {
      case FLOAT -> ofFloats(a.doubles, b.doubles, rows, result.doubles);
      case DOUBLE -> ofDoubles(a.doubles, b.doubles, rows, result.doubles);
      default -> ofLongs(a.longs, b.longs, rows, result.longs);
    }
  }

  private void ofLongs(long[] a, long[] b, SelectedRows rows, long[] result) {
    // TINYINT and SMALLINT are added as INT, which has room for the sum.
    IntegerWidth sums = type().equals(SqlType.BIGINT) ? IntegerWidth.BIGINT : IntegerWidth.INT;
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long remainder = a[i] % b[i];
      result[i] = remainder < 0 ? sums.wrap(remainder + b[i]) % b[i] : remainder;
    }
  }

  private static void ofDoubles(double[] a, double[] b, SelectedRows rows, double[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      double remainder = a[i] % b[i];
      result[i] = remainder < 0 ? (remainder + b[i]) % b[i] : remainder;
    }
  }

  private static void ofFloats(double[] a, double[] b, SelectedRows rows, double[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      float divisor = (float) b[i];
      float remainder = (float) a[i] % divisor;
      result[i] = remainder < 0 ? (remainder + divisor) % divisor : remainder;
    }
  }

  @Override
  EvaluationException zeroDivisor() {
    return Raised.remainderByZero();
  }
}
