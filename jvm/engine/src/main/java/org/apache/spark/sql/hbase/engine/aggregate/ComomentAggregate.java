package org.apache.spark.sql.hbase.engine.aggregate;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** Moments of pairs (x, y) of DOUBLE, both not NULL. */
public final class ComomentAggregate extends MomentsAggregate {
  private static final int N = 0;
  private static final int X_AVG = 1;
  private static final int Y_AVG = 2;
  private static final int CK = 3;

  /** Correlation: sum of the squared deviations of x, and that of y. */
  private static final int X_MK = 4;

  private static final int Y_MK = 5;

  /** Regression: the second central moment of x, which rounds otherwise than {@link #X_MK}. */
  private static final int X_M2 = 4;

  private enum Kind {
    COVARIANCE,
    CORRELATION,
    REGRESSION
  }

  private final Kind kind;

  private ComomentAggregate(Kind kind, int... columns) {
    super(columns);
    this.kind = kind;
  }

  /** State {@code [n, xAvg, yAvg, ck]}. */
  public static ComomentAggregate covariance() {
    return new ComomentAggregate(Kind.COVARIANCE, N, X_AVG, Y_AVG, CK);
  }

  /** State {@code [n, xAvg, yAvg, ck, xMk, yMk]}. */
  public static ComomentAggregate correlation() {
    return new ComomentAggregate(Kind.CORRELATION, N, X_AVG, Y_AVG, CK, X_MK, Y_MK);
  }

  /**
   * State {@code [n, xAvg, yAvg, ck, n, avg, m2]}: a covariance and then the variance of x, which
   * share their first columns.
   */
  public static ComomentAggregate regression() {
    return new ComomentAggregate(Kind.REGRESSION, N, X_AVG, Y_AVG, CK, N, X_AVG, X_M2);
  }

  @Override
  public void update(ColumnVector[] arguments, SelectedRows rows, int[] groups) {
    double[] xs = arguments[0].doubles;
    double[] ys = arguments[1].doubles;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      add(groups[row] * width, xs[row], ys[row]);
    }
  }

  private void add(int at, double x, double y) {
    double n = states[at + N] + 1.0;
    double deltaX = x - states[at + X_AVG];
    double deltaY = y - states[at + Y_AVG];
    double deltaXN = deltaX / n;
    double xAvg = states[at + X_AVG] + deltaXN;
    double yAvg = states[at + Y_AVG] + deltaY / n;
    states[at + N] = n;
    states[at + X_AVG] = xAvg;
    states[at + Y_AVG] = yAvg;
    states[at + CK] += deltaX * (y - yAvg);
    switch (kind) {
      case CORRELATION -> {
        states[at + X_MK] += deltaX * (x - xAvg);
        states[at + Y_MK] += deltaY * (y - yAvg);
      }
      case REGRESSION -> states[at + X_M2] += deltaX * (deltaX - deltaXN);
      case COVARIANCE -> {
        // Nothing beside the shared part.
      }
    }
  }
}
