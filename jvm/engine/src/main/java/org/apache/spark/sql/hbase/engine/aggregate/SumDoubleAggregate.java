package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code sum} of FLOAT and DOUBLE: state {@code [sum DOUBLE]}, NULL until the first value; then 0.0
 * plus the values.
 */
public final class SumDoubleAggregate extends PartialAggregate {
  private double[] sums = {};
  private boolean[] hasValue = {};

  public SumDoubleAggregate() {
    super(List.of(SqlType.DOUBLE));
  }

  @Override
  public int bytesPerGroup() {
    return Double.BYTES + 1;
  }

  @Override
  public void resize(int groups) {
    sums = Arrays.copyOf(sums, groups);
    hasValue = Arrays.copyOf(hasValue, groups);
  }

  @Override
  public void update(ColumnVector argument, SelectedRows rows, int[] groups) {
    double[] values = argument.doubles;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      sums[g] += values[row];
      hasValue[g] = true;
    }
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      if (hasValue[g]) {
        out[0].putDouble(sums[g]);
      } else {
        out[0].putNull();
      }
    }
  }
}
