package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code min} and {@code max} of BOOLEAN, integers, dates, timestamps and DECIMAL up to 18 digits:
 * state of the argument's type, NULL until the first value.
 */
public final class ExtremeLongAggregate extends PartialAggregate {
  private final Extreme extreme;
  private long[] best = {};
  private boolean[] hasValue = {};

  public ExtremeLongAggregate(Extreme extreme, SqlType argument) {
    super(List.of(argument));
    this.extreme = extreme;
  }

  @Override
  public int bytesPerGroup() {
    return Long.BYTES + 1;
  }

  @Override
  public void resize(int groups) {
    best = Arrays.copyOf(best, groups);
    hasValue = Arrays.copyOf(hasValue, groups);
  }

  @Override
  public void update(ColumnVector argument, SelectedRows rows, int[] groups) {
    long[] values = argument.longs;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      long value = values[row];
      if (!hasValue[g] || extreme.replaces(Long.compare(value, best[g]))) {
        best[g] = value;
        hasValue[g] = true;
      }
    }
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      if (hasValue[g]) {
        out[0].putLong(best[g]);
      } else {
        out[0].putNull();
      }
    }
  }
}
