package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** FLOAT and DOUBLE, one per group. NaN is above all; -0.0 and 0.0 are equal. */
final class DoubleValues extends GroupValues {
  private double[] held = {};

  @Override
  int bytesPerGroup() {
    return Double.BYTES + 1;
  }

  @Override
  void resize(int groups) {
    super.resize(groups);
    held = Arrays.copyOf(held, groups);
  }

  @Override
  void set(ColumnVector values, SelectedRows rows, int[] groups) {
    double[] doubles = values.doubles;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      held[g] = doubles[row];
      present[g] = !values.nulls[row];
    }
  }

  @Override
  void setExtremes(
      Extreme extreme, ColumnVector values, SelectedRows rows, int[] groups, SelectedRows takers) {
    double[] doubles = values.doubles;
    int[] positions = rows.positions;
    takers.copyFrom(rows);
    int[] taken = takers.positions;
    int count = 0;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      double value = doubles[row];
      int order = present[g] ? extreme.order(compare(value, held[g])) : 1;
      if (order > 0) {
        held[g] = value;
        present[g] = true;
      }
      taken[count] = row;
      count += order >= 0 ? 1 : 0;
    }
    takers.count = count;
  }

  /** Spark's order; Double.compare would put -0.0 below 0.0. */
  private static int compare(double a, double b) {
    return a == b ? 0 : Double.compare(a, b);
  }

  @Override
  void put(int group, ColumnVector out) {
    if (present[group]) {
      out.putDouble(held[group]);
    } else {
      out.putNull();
    }
  }
}
