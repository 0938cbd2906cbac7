package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code count}: state {@code [count BIGINT]}, 0 at first. Counts the rows in which no argument is
 * NULL; without arguments, all rows.
 */
public final class CountAggregate extends FixedStateAggregate {
  private long[] counts = {};

  public CountAggregate() {
    super(List.of(SqlType.BIGINT));
  }

  @Override
  public boolean takesRepeatedRows() {
    return false;
  }

  @Override
  public int bytesPerGroup() {
    return Long.BYTES;
  }

  @Override
  public void resize(int groups) {
    counts = Arrays.copyOf(counts, groups);
  }

  @Override
  public void update(ColumnVector[] arguments, SelectedRows rows, int[] groups) {
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      counts[groups[positions[i]]]++;
    }
  }

  @Override
  public boolean updateRuns(ColumnVector[] arguments, GroupRuns runs) {
    for (int g = 0; g < runs.groupCount; g++) {
      counts[g] += runs.ends[g] - runs.begin(g);
    }
    return true;
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    out[0].setSize(groupCount);
    System.arraycopy(counts, 0, out[0].longs, 0, groupCount);
  }
}
