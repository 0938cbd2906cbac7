package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** {@code & | ^} of two integers of one type: sign-extended operands give sign-extended results. */
final class BitwiseExpression extends BinaryExpression {
  private final Function function;

  BitwiseExpression(Function function, VectorExpression left, VectorExpression right) {
    super(left.type(), left, right);
    this.function = function;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    switch (function) {
      case BITWISE_AND -> and(a.longs, b.longs, rows, result.longs);
      case BITWISE_OR -> or(a.longs, b.longs, rows, result.longs);
      case BITWISE_XOR -> xor(a.longs, b.longs, rows, result.longs);
      default -> throw new IllegalArgumentException("not bitwise: " + function);
    }
  }

  private static void and(long[] a, long[] b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = a[i] & b[i];
    }
  }

  private static void or(long[] a, long[] b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = a[i] | b[i];
    }
  }

  private static void xor(long[] a, long[] b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = a[i] ^ b[i];
    }
  }
}
