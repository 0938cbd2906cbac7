package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalOperation;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code %} of two numbers: the sign is the dividend's, as in Java. */
final class Remainder extends DivisionExpression {
  /** Null for other types than DECIMAL. */
  private final DecimalOperation decimals;

  Remainder(SqlType type, OverflowMode mode, VectorExpression left, VectorExpression right) {
    super(type, mode, left, right);
    boolean isDecimal = type.kind() == SqlType.Kind.DECIMAL;
    this.decimals =
        isDecimal ? DecimalOperation.remainder(left.type(), right.type(), type, mode) : null;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    if (decimals != null) {
      decimals.compute(a, b, rows, result);
    } else if (result.physical() == SqlType.Physical.DOUBLE) {
      ofDoubles(a.doubles, b.doubles, rows, result.doubles);
    } else {
      ofLongs(a.longs, b.longs, rows, result.longs);
    }
  }

  private static void ofLongs(long[] a, long[] b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = a[i] % b[i];
    }
  }

  /** The remainder of two floats is exact, and so the same in double arithmetic. */
  private static void ofDoubles(double[] a, double[] b, SelectedRows rows, double[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = a[i] % b[i];
    }
  }

  @Override
  EvaluationException zeroDivisor() {
    return Raised.remainderByZero();
  }
}
