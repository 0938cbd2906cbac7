package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code min} and {@code max} of FLOAT and DOUBLE: state of the argument's type, NULL until the
 * first value. NaN is above all; -0.0 and 0.0 are equal, and whichever came first keeps its sign.
 */
public final class ExtremeDoubleAggregate extends PartialAggregate {
  private final Extreme extreme;
  private double[] best = {};
  private boolean[] hasValue = {};

  public ExtremeDoubleAggregate(Extreme extreme, SqlType argument) {
    super(List.of(argument));
    this.extreme = extreme;
  }

  @Override
  public int bytesPerGroup() {
    return Double.BYTES + 1;
  }

  @Override
  public void resize(int groups) {
    best = Arrays.copyOf(best, groups);
    hasValue = Arrays.copyOf(hasValue, groups);
  }

  @Override
  public void update(ColumnVector argument, SelectedRows rows, int[] groups) {
    double[] values = argument.doubles;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      double value = values[row];
      if (!hasValue[g] || extreme.replaces(compare(value, best[g]))) {
        best[g] = value;
        hasValue[g] = true;
      }
    }
  }

  /** Spark's order; Double.compare would put -0.0 below 0.0. */
  private static int compare(double a, double b) {
    return a == b ? 0 : Double.compare(a, b);
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      if (hasValue[g]) {
        out[0].putDouble(best[g]);
      } else {
        out[0].putNull();
      }
    }
  }
}
