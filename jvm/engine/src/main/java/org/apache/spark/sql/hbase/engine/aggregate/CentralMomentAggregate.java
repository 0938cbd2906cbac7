package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Central moments of a DOUBLE up to an order: state {@code [n, avg, m2, m3, m4]}, cut off after the
 * order. Order 2 serves the variances and standard deviations, 3 skewness, 4 kurtosis.
 */
public final class CentralMomentAggregate extends MomentsAggregate {
  private static final int N = 0;
  private static final int AVG = 1;
  private static final int M2 = 2;
  private static final int M3 = 3;
  private static final int M4 = 4;

  private final int order;

  CentralMomentAggregate(int order) {
    super(IntStream.rangeClosed(0, order).toArray());
    this.order = order;
  }

  @Override
  public void update(ColumnVector[] arguments, SelectedRows rows, int[] groups) {
    double[] values = arguments[0].doubles;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      add(groups[row] * width, values[row]);
    }
  }

  private void add(int at, double value) {
    double n = states[at + N] + 1.0;
    double delta = value - states[at + AVG];
    double deltaN = delta / n;
    double m2 = states[at + M2] + delta * (delta - deltaN);
    states[at + N] = n;
    states[at + AVG] += deltaN;
    states[at + M2] = m2;
    if (order < M3) {
      return;
    }
    double delta2 = delta * delta;
    double deltaN2 = deltaN * deltaN;
    double m3 = states[at + M3] - 3.0 * deltaN * m2 + delta * (delta2 - deltaN2);
    states[at + M3] = m3;
    if (order < M4) {
      return;
    }
    states[at + M4] =
        states[at + M4]
            - 4.0 * deltaN * m3
            - 6.0 * deltaN2 * m2
            + delta * (delta * delta2 - deltaN * deltaN2);
  }
}
