package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** DECIMAL of more than 18 digits, one per group. */
final class DecimalValues extends GroupValues {
  private long[] heldHighs = {};
  private long[] heldLows = {};

  @Override
  int bytesPerGroup() {
    return 2 * Long.BYTES + 1;
  }

  @Override
  void resize(int groups) {
    super.resize(groups);
    heldHighs = Arrays.copyOf(heldHighs, groups);
    heldLows = Arrays.copyOf(heldLows, groups);
  }

  @Override
  void set(ColumnVector values, SelectedRows rows, int[] groups) {
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      heldHighs[g] = values.highs[row];
      heldLows[g] = values.longs[row];
      present[g] = !values.nulls[row];
    }
  }

  @Override
  void setExtremes(
      Extreme extreme, ColumnVector values, SelectedRows rows, int[] groups, SelectedRows takers) {
    long[] highs = values.highs;
    long[] lows = values.longs;
    int[] positions = rows.positions;
    takers.copyFrom(rows);
    int[] taken = takers.positions;
    int count = 0;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      int order =
          present[g] ? extreme.order(compare(highs[row], lows[row], heldHighs[g], heldLows[g])) : 1;
      if (order > 0) {
        heldHighs[g] = highs[row];
        heldLows[g] = lows[row];
        present[g] = true;
      }
      taken[count] = row;
      count += order >= 0 ? 1 : 0;
    }
    takers.count = count;
  }

  private static int compare(long highA, long lowA, long highB, long lowB) {
    return highA != highB ? Long.compare(highA, highB) : Long.compareUnsigned(lowA, lowB);
  }

  @Override
  void put(int group, ColumnVector out) {
    if (present[group]) {
      out.putDecimal128(heldHighs[group], heldLows[group]);
    } else {
      out.putNull();
    }
  }
}
