package org.apache.spark.sql.hbase.engine.expression.math;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.StrictExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code width_bucket}: which of equally wide buckets between two bounds a value falls into. The
 * bounds may descend.
 */
final class WidthBucket extends StrictExpression {
  /**
   * @param operands the value, the two bounds and the number of buckets
   */
  WidthBucket(List<VectorExpression> operands) {
    super(SqlType.BIGINT, operands);
  }

  @Override
  protected void compute(ColumnVector[] values, SelectedRows rows, ColumnVector result) {
    double[] numbers = values[0].doubles;
    double[] firsts = values[1].doubles;
    double[] lasts = values[2].doubles;
    long[] counts = values[3].longs;
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      if (exists(numbers[i], firsts[i], lasts[i], counts[i])) {
        result.longs[i] = bucket(numbers[i], firsts[i], lasts[i], counts[i]);
      } else {
        result.setNull(i);
      }
    }
  }

  private static boolean exists(double value, double first, double last, long count) {
    return count > 0
        && count < Long.MAX_VALUE
        && !Double.isNaN(value)
        && first != last
        && Double.isFinite(first)
        && Double.isFinite(last);
  }

  private static long bucket(double value, double first, double last, long count) {
    boolean ascends = first < last;
    if (ascends ? value < first : value > first) {
      return 0;
    }
    if (ascends ? value >= last : value <= last) {
      return count + 1;
    }
    return ascends
        ? (long) (count * (value - first) / (last - first)) + 1
        : (long) (count * (first - value) / (first - last)) + 1;
  }
}
