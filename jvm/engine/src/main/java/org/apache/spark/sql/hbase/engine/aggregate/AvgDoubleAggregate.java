package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code avg} of integers, FLOAT and DOUBLE: state {@code [sum DOUBLE, count BIGINT]}, at first 0.0
 * and 0. Integers are added as doubles, so there is no overflow.
 */
public final class AvgDoubleAggregate extends PartialAggregate {
  private final boolean isLong;
  private double[] sums = {};
  private long[] counts = {};

  public AvgDoubleAggregate(SqlType argument) {
    super(List.of(SqlType.DOUBLE, SqlType.BIGINT));
    this.isLong = argument.physical() == SqlType.Physical.LONG;
  }

  @Override
  public int bytesPerGroup() {
    return Double.BYTES + Long.BYTES;
  }

  @Override
  public void resize(int groups) {
    sums = Arrays.copyOf(sums, groups);
    counts = Arrays.copyOf(counts, groups);
  }

  @Override
  public void update(ColumnVector argument, SelectedRows rows, int[] groups) {
    if (isLong) {
      updateLongs(argument.longs, rows, groups);
    } else {
      updateDoubles(argument.doubles, rows, groups);
    }
  }

  private void updateLongs(long[] values, SelectedRows rows, int[] groups) {
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      sums[g] += values[row];
      counts[g]++;
    }
  }

  private void updateDoubles(double[] values, SelectedRows rows, int[] groups) {
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      sums[g] += values[row];
      counts[g]++;
    }
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      out[0].putDouble(sums[g]);
      out[1].putLong(counts[g]);
    }
  }
}
