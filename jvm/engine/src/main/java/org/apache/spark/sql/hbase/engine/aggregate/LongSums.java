package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.Map;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;

/** Sums of integers as BIGINT. */
final class LongSums extends GroupSums {
  /** The rule for a sum that leaves 64 bits, even if later values would bring it back. */
  enum Overflow {
    /** ANSI mode: ARITHMETIC_OVERFLOW. */
    RAISES,
    /** Legacy mode: it wraps around. */
    WRAPS,
    /** {@code try_sum}: it is NULL from then on. */
    IS_NULL
  }

  private final Overflow overflow;
  private long[] sums = {};

  /** Only for IS_NULL. */
  private boolean[] overflowed = {};

  LongSums(Overflow overflow) {
    super(SqlType.BIGINT);
    this.overflow = overflow;
  }

  @Override
  int bytesPerGroup() {
    return 2 * Long.BYTES + 1;
  }

  @Override
  void resize(int groups) {
    super.resize(groups);
    sums = Arrays.copyOf(sums, groups);
    overflowed = Arrays.copyOf(overflowed, groups);
  }

  @Override
  void add(ColumnVector values, SelectedRows rows, int[] groups) {
    long[] longs = values.longs;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      long sum = sums[g];
      long value = longs[row];
      long result = sum + value;
      if (((sum ^ result) & (value ^ result)) < 0) {
        overflow(g, sum, value);
      }
      sums[g] = result;
      counts[g]++;
    }
  }

  @Override
  void addRun(ColumnVector values, int[] positions, int begin, int end, int group) {
    long[] longs = values.longs;
    long sum = sums[group];
    for (int i = begin; i < end; i++) {
      long value = longs[positions[i]];
      long result = sum + value;
      if (((sum ^ result) & (value ^ result)) < 0) {
        overflow(group, sum, value);
      }
      sum = result;
    }
    sums[group] = sum;
  }

  private void overflow(int group, long sum, long value) {
    switch (overflow) {
      case RAISES ->
          throw new EvaluationException(
              ErrorCode.ARITHMETIC_OVERFLOW,
              "A sum of integers does not fit BIGINT. Cast the argument to DECIMAL.",
              Map.of("operation", "SUM", "sum", Long.toString(sum), "value", Long.toString(value)));
      case IS_NULL -> overflowed[group] = true;
      case WRAPS -> {
        // The result has wrapped already.
      }
    }
  }

  @Override
  void put(int group, ColumnVector out) {
    if (overflowed[group]) {
      out.putNull();
    } else {
      out.putLong(sums[group]);
    }
  }
}
