package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** BOOLEAN, integers, dates, timestamps and DECIMAL of up to 18 digits, one per group. */
final class LongValues extends GroupValues {
  long[] held = {};

  @Override
  int bytesPerGroup() {
    return Long.BYTES + 1;
  }

  @Override
  void resize(int groups) {
    super.resize(groups);
    held = Arrays.copyOf(held, groups);
  }

  @Override
  void set(ColumnVector values, SelectedRows rows, int[] groups) {
    long[] longs = values.longs;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      held[g] = longs[row];
      present[g] = !values.nulls[row];
    }
  }

  @Override
  void setExtremes(
      Extreme extreme, ColumnVector values, SelectedRows rows, int[] groups, SelectedRows takers) {
    long[] longs = values.longs;
    int[] positions = rows.positions;
    takers.copyFrom(rows);
    int[] taken = takers.positions;
    int count = 0;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      long value = longs[row];
      int order = present[g] ? extreme.order(Long.compare(value, held[g])) : 1;
      if (order > 0) {
        held[g] = value;
        present[g] = true;
      }
      taken[count] = row;
      count += order >= 0 ? 1 : 0;
    }
    takers.count = count;
  }

  @Override
  void put(int group, ColumnVector out) {
    if (present[group]) {
      out.putLong(held[group]);
    } else {
      out.putNull();
    }
  }
}
