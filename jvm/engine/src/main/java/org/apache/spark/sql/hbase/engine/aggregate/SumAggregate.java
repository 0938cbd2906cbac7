package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code sum}, {@code try_sum} and {@code avg}: a sum, and beside it what tells a sum of nothing
 * from 0.
 */
public final class SumAggregate extends FixedStateAggregate {
  /** The way in which a state says that no value was added. */
  enum EmptySum {
    /** State {@code [sum]}: NULL until the first value. */
    IS_NULL,
    /**
     * State {@code [sum, isEmpty BOOLEAN]}, at first 0 and true. NULL with isEmpty false is an
     * overflow, and what that means is decided by the final aggregation.
     */
    IS_FLAGGED,
    /** State {@code [sum, count BIGINT]}, at first 0 and 0. */
    IS_COUNTED
  }

  private final GroupSums sums;
  private final EmptySum emptySum;

  SumAggregate(GroupSums sums, EmptySum emptySum) {
    super(
        switch (emptySum) {
          case IS_NULL -> List.of(sums.type());
          case IS_FLAGGED -> List.of(sums.type(), SqlType.BOOLEAN);
          case IS_COUNTED -> List.of(sums.type(), SqlType.BIGINT);
        });
    this.sums = sums;
    this.emptySum = emptySum;
  }

  @Override
  public boolean takesRepeatedRows() {
    return false;
  }

  @Override
  public int bytesPerGroup() {
    return sums.bytesPerGroup();
  }

  @Override
  public void resize(int groups) {
    sums.resize(groups);
  }

  @Override
  public void update(ColumnVector[] arguments, SelectedRows rows, int[] groups) {
    sums.add(arguments[0], rows, groups);
  }

  @Override
  public boolean updateRuns(ColumnVector[] arguments, GroupRuns runs) {
    for (int g = 0; g < runs.groupCount; g++) {
      int begin = runs.begin(g);
      int end = runs.ends[g];
      if (begin < end) {
        sums.addRun(arguments[0], runs.positions, begin, end, g);
        sums.counts[g] += end - begin;
      }
    }
    return true;
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      long count = sums.counts[g];
      if (count == 0 && emptySum == EmptySum.IS_NULL) {
        out[0].putNull();
      } else {
        sums.put(g, out[0]);
      }
      switch (emptySum) {
        case IS_FLAGGED -> out[1].putLong(count == 0 ? 1 : 0);
        case IS_COUNTED -> out[1].putLong(count);
        case IS_NULL -> {
          // There is no second column.
        }
      }
    }
  }
}
