package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Sums of numbers as DOUBLE, from 0.0 on and in the order of the rows. Integers are added as
 * doubles, so there is no overflow.
 */
final class DoubleSums extends GroupSums {
  private final boolean addsLongs;
  private double[] sums = {};

  DoubleSums(SqlType argument) {
    super(SqlType.DOUBLE);
    this.addsLongs = argument.physical() == SqlType.Physical.LONG;
  }

  @Override
  int bytesPerGroup() {
    return Double.BYTES + Long.BYTES;
  }

  @Override
  void resize(int groups) {
    super.resize(groups);
    sums = Arrays.copyOf(sums, groups);
  }

  @Override
  void add(ColumnVector values, SelectedRows rows, int[] groups) {
    if (addsLongs) {
      addLongs(values.longs, rows, groups);
    } else {
      addDoubles(values.doubles, rows, groups);
    }
  }

  private void addLongs(long[] values, SelectedRows rows, int[] groups) {
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      sums[g] += values[row];
      counts[g]++;
    }
  }

  private void addDoubles(double[] values, SelectedRows rows, int[] groups) {
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      sums[g] += values[row];
      counts[g]++;
    }
  }

  @Override
  void addRun(ColumnVector values, int[] positions, int begin, int end, int group) {
    double sum = sums[group];
    if (addsLongs) {
      for (int i = begin; i < end; i++) {
        sum += values.longs[positions[i]];
      }
    } else {
      for (int i = begin; i < end; i++) {
        sum += values.doubles[positions[i]];
      }
    }
    sums[group] = sum;
  }

  @Override
  void put(int group, ColumnVector out) {
    out.putDouble(sums[group]);
  }
}
