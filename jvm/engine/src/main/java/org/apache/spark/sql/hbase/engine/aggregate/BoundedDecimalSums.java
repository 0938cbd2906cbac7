package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * Sums of DECIMAL values of which each step must fit 38 digits. A sum that does not is NULL from
 * then on, even if later values would bring it back. So it is with Spark's groups, whose buffers
 * are rows.
 */
final class BoundedDecimalSums extends GroupSums {
  private final Int128 sum = new Int128();
  private long[] highs = {};
  private long[] lows = {};
  private boolean[] overflowed = {};

  /**
   * @param argument of more than 28 digits
   */
  BoundedDecimalSums(SqlType argument) {
    super(DecimalSums.typeOfSum(argument));
  }

  @Override
  int bytesPerGroup() {
    return 3 * Long.BYTES + 1;
  }

  @Override
  void resize(int groups) {
    super.resize(groups);
    highs = Arrays.copyOf(highs, groups);
    lows = Arrays.copyOf(lows, groups);
    overflowed = Arrays.copyOf(overflowed, groups);
  }

  @Override
  void add(ColumnVector values, SelectedRows rows, int[] groups) {
    long[] valueHighs = values.highs;
    long[] valueLows = values.longs;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      add(g, valueHighs[row], valueLows[row]);
      counts[g]++;
    }
  }

  @Override
  void addRun(ColumnVector values, int[] positions, int begin, int end, int group) {
    for (int i = begin; i < end; i++) {
      add(group, values.highs[positions[i]], values.longs[positions[i]]);
    }
  }

  private void add(int group, long high, long low) {
    sum.set(highs[group], lows[group]);
    if (sum.add(high, low) && sum.fits(SqlType.MAX_PRECISION)) {
      highs[group] = sum.high();
      lows[group] = sum.low();
    } else {
      overflowed[group] = true;
    }
  }

  @Override
  void put(int group, ColumnVector out) {
    if (overflowed[group]) {
      out.putNull();
    } else {
      out.putDecimal128(highs[group], lows[group]);
    }
  }
}
