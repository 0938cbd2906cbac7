package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code sum} of DECIMAL(p,s): state {@code [sum DECIMAL(min(38,p+10),s), isEmpty BOOLEAN]}, at
 * first 0 and true. On overflow the sum is NULL while isEmpty is false; whether that is an error is
 * decided by the final aggregation.
 */
public final class SumDecimalAggregate extends PartialAggregate {
  private final DecimalSums sums;
  private final boolean isLong;
  private boolean[] hasValue = {};

  public SumDecimalAggregate(SqlType argument) {
    super(List.of(DecimalSums.typeOfSum(argument), SqlType.BOOLEAN));
    this.sums = new DecimalSums(stateTypes().get(0));
    this.isLong = argument.physical() == SqlType.Physical.LONG;
  }

  @Override
  public int bytesPerGroup() {
    return DecimalSums.BYTES_PER_GROUP + 1;
  }

  @Override
  public void resize(int groups) {
    sums.resize(groups);
    hasValue = Arrays.copyOf(hasValue, groups);
  }

  @Override
  public void update(ColumnVector argument, SelectedRows rows, int[] groups) {
    long[] lows = argument.longs;
    long[] highs = argument.highs;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      sums.add(g, isLong ? lows[row] >> 63 : highs[row], lows[row]);
      hasValue[g] = true;
    }
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      sums.put(g, out[0]);
      out[1].putLong(hasValue[g] ? 0 : 1);
    }
  }
}
