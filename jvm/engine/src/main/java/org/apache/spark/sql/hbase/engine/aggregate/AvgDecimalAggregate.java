package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code avg} of DECIMAL(p,s): state {@code [sum DECIMAL(min(38,p+10),s), count BIGINT]}, at first
 * 0 and 0. On overflow the sum is NULL and counting goes on.
 */
public final class AvgDecimalAggregate extends PartialAggregate {
  private final DecimalSums sums;
  private final boolean isLong;
  private long[] counts = {};

  public AvgDecimalAggregate(SqlType argument) {
    super(List.of(DecimalSums.typeOfSum(argument), SqlType.BIGINT));
    this.sums = new DecimalSums(stateTypes().get(0));
    this.isLong = argument.physical() == SqlType.Physical.LONG;
  }

  @Override
  public int bytesPerGroup() {
    return DecimalSums.BYTES_PER_GROUP + Long.BYTES;
  }

  @Override
  public void resize(int groups) {
    sums.resize(groups);
    counts = Arrays.copyOf(counts, groups);
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
      counts[g]++;
    }
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      sums.put(g, out[0]);
      out[1].putLong(counts[g]);
    }
  }
}
