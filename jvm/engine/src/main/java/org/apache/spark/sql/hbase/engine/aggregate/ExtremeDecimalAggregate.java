package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code min} and {@code max} of DECIMAL of more than 18 digits: state of that type, NULL until the
 * first value.
 */
public final class ExtremeDecimalAggregate extends PartialAggregate {
  private final Extreme extreme;
  private long[] bestHighs = {};
  private long[] bestLows = {};
  private boolean[] hasValue = {};

  public ExtremeDecimalAggregate(Extreme extreme, SqlType argument) {
    super(List.of(argument));
    this.extreme = extreme;
  }

  @Override
  public int bytesPerGroup() {
    return 2 * Long.BYTES + 1;
  }

  @Override
  public void resize(int groups) {
    bestHighs = Arrays.copyOf(bestHighs, groups);
    bestLows = Arrays.copyOf(bestLows, groups);
    hasValue = Arrays.copyOf(hasValue, groups);
  }

  @Override
  public void update(ColumnVector argument, SelectedRows rows, int[] groups) {
    long[] highs = argument.highs;
    long[] lows = argument.longs;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      if (!hasValue[g]
          || extreme.replaces(compare(highs[row], lows[row], bestHighs[g], bestLows[g]))) {
        bestHighs[g] = highs[row];
        bestLows[g] = lows[row];
        hasValue[g] = true;
      }
    }
  }

  private static int compare(long aHigh, long aLow, long bHigh, long bLow) {
    return aHigh != bHigh ? Long.compare(aHigh, bHigh) : Long.compareUnsigned(aLow, bLow);
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      if (hasValue[g]) {
        out[0].putDecimal128(bestHighs[g], bestLows[g]);
      } else {
        out[0].putNull();
      }
    }
  }
}
