package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.Collections;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * An aggregate whose state is a few doubles per group, all 0.0 at first. The doubles of a group lie
 * beside each other, from {@code g * width} on.
 *
 * <p>Implementations follow Spark's formulas operation by operation, so that states are equal to
 * the last bit.
 */
abstract class MomentsAggregate extends FixedStateAggregate {
  final int width;
  double[] states = {};

  /** The double of the group that each state column shows. */
  private final int[] columns;

  MomentsAggregate(int... columns) {
    super(Collections.nCopies(columns.length, SqlType.DOUBLE));
    this.columns = columns;
    this.width = Arrays.stream(columns).max().orElseThrow() + 1;
  }

  @Override
  public final boolean takesRepeatedRows() {
    return false;
  }

  @Override
  public final int bytesPerGroup() {
    return Double.BYTES * width;
  }

  @Override
  public final void resize(int groups) {
    states = Arrays.copyOf(states, Math.multiplyExact(groups, width));
  }

  @Override
  public final void state(int groupCount, ColumnVector[] out) {
    for (int c = 0; c < columns.length; c++) {
      for (int g = 0; g < groupCount; g++) {
        out[c].putDouble(states[g * width + columns[c]]);
      }
    }
  }
}
