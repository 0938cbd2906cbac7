package org.apache.spark.sql.hbase.engine.expression.decimal;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** {@code + - *} of two DECIMAL, which may differ in precision and scale. */
public final class DecimalArithmetic extends BinaryExpression {
  private final DecimalOperation operation;
  private final boolean isExactProduct;

  public DecimalArithmetic(
      Function function,
      SqlType type,
      OverflowMode mode,
      VectorExpression left,
      VectorExpression right) {
    super(type, left, right);
    this.operation =
        switch (function) {
          case ADD -> DecimalOperation.add(left.type(), right.type(), type, mode);
          case SUBTRACT -> DecimalOperation.subtract(left.type(), right.type(), type, mode);
          case MULTIPLY -> DecimalOperation.multiply(left.type(), right.type(), type, mode);
          default -> throw new IllegalArgumentException("no arithmetic: " + function);
        };
    this.isExactProduct =
        function == Function.MULTIPLY
            && type.precision() == SqlType.MAX_PRECISION
            && type.scale() == left.type().scale() + right.type().scale();
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    if (isExactProduct) {
      multiply(a, b, rows, result);
    } else {
      operation.compute(a, b, rows, result);
    }
  }

  /** Most values fit longs, whose product, at most 2^126, always fits 38 digits. */
  private void multiply(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      if (isLong(a, i) && isLong(b, i)) {
        result.highs[i] = Math.multiplyHigh(a.longs[i], b.longs[i]);
        result.longs[i] = a.longs[i] * b.longs[i];
      } else {
        operation.compute(a, b, i, result);
      }
    }
  }

  private static boolean isLong(ColumnVector values, int row) {
    return values.highs == null || values.highs[row] == values.longs[row] >> 63;
  }
}
