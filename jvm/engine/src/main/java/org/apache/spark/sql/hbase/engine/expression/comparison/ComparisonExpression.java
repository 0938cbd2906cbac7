package org.apache.spark.sql.hbase.engine.expression.comparison;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.types.Int128;

/** {@code = < <= > >=} of two values of one type. */
final class ComparisonExpression extends BinaryExpression {
  private final Comparison comparison;

  ComparisonExpression(Comparison comparison, VectorExpression left, VectorExpression right) {
    super(SqlType.BOOLEAN, left, right);
    this.comparison = comparison;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    switch (a.physical()) {
      case LONG -> compareLongs(a.longs, b.longs, rows, result.longs);
      case DOUBLE -> compareDoubles(a.doubles, b.doubles, rows, result.longs);
      case DECIMAL128 -> compareDecimals(a, b, rows, result.longs);
      case BYTES -> compareBytes(a, b, rows, result.longs);
    }
  }

  private void compareLongs(long[] a, long[] b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = comparison.test(Long.compare(a[i], b[i]));
    }
  }

  private void compareDoubles(double[] a, double[] b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = comparison.test(Comparison.compare(a[i], b[i]));
    }
  }

  private void compareDecimals(ColumnVector a, ColumnVector b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = comparison.test(Int128.compare(a.highs[i], a.longs[i], b.highs[i], b.longs[i]));
    }
  }

  private void compareBytes(ColumnVector a, ColumnVector b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      int order =
          Arrays.compareUnsigned(
              a.data, a.offsets[i], a.offsets[i + 1], b.data, b.offsets[i], b.offsets[i + 1]);
      result[i] = comparison.test(Integer.signum(order));
    }
  }
}
