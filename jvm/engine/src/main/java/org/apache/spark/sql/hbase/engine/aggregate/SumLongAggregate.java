package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.EvaluationException;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.wire.ErrorCode;

/** {@code sum} of integers: state {@code [sum BIGINT]}, NULL until the first value. */
public final class SumLongAggregate extends PartialAggregate {
  private final boolean wraps;
  private long[] sums = {};
  private boolean[] hasValue = {};

  private SumLongAggregate(boolean wraps) {
    super(List.of(SqlType.BIGINT));
    this.wraps = wraps;
  }

  /**
   * ANSI mode: a sum beyond 64 bits raises ARITHMETIC_OVERFLOW, even where later values would bring
   * it back.
   */
  public static SumLongAggregate ansi() {
    return new SumLongAggregate(false);
  }

  /** Legacy mode: sums wrap around. */
  public static SumLongAggregate legacy() {
    return new SumLongAggregate(true);
  }

  @Override
  public int bytesPerGroup() {
    return Long.BYTES + 1;
  }

  @Override
  public void resize(int groups) {
    sums = Arrays.copyOf(sums, groups);
    hasValue = Arrays.copyOf(hasValue, groups);
  }

  @Override
  public void update(ColumnVector argument, SelectedRows rows, int[] groups) {
    long[] values = argument.longs;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      long sum = sums[g];
      long value = values[row];
      long result = sum + value;
      if (((sum ^ result) & (value ^ result)) < 0 && !wraps) {
        throw overflow(sum, value);
      }
      sums[g] = result;
      hasValue[g] = true;
    }
  }

  private static EvaluationException overflow(long sum, long value) {
    return new EvaluationException(
        ErrorCode.ARITHMETIC_OVERFLOW,
        "a sum of integers does not fit BIGINT. Cast the argument to DECIMAL, or use try_sum",
        Map.of("sum", Long.toString(sum), "value", Long.toString(value)));
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      if (hasValue[g]) {
        out[0].putLong(sums[g]);
      } else {
        out[0].putNull();
      }
    }
  }
}
