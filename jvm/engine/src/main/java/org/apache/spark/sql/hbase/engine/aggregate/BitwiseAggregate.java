package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code bit_and}, {@code bit_or} and {@code bit_xor} of integers: state of the argument's type,
 * NULL until the first value.
 */
public final class BitwiseAggregate extends FixedStateAggregate {
  enum Operation {
    AND,
    OR,
    XOR
  }

  private final Operation operation;
  private final LongValues values = new LongValues();

  BitwiseAggregate(Operation operation, SqlType argument) {
    super(List.of(argument));
    this.operation = operation;
  }

  @Override
  public boolean takesRepeatedRows() {
    return operation != Operation.XOR;
  }

  @Override
  public int bytesPerGroup() {
    return values.bytesPerGroup();
  }

  @Override
  public void resize(int groups) {
    values.resize(groups);
  }

  @Override
  public void update(ColumnVector[] arguments, SelectedRows rows, int[] groups) {
    long[] longs = arguments[0].longs;
    switch (operation) {
      case AND -> and(longs, rows, groups);
      case OR -> or(longs, rows, groups);
      case XOR -> xor(longs, rows, groups);
    }
  }

  private void and(long[] longs, SelectedRows rows, int[] groups) {
    long[] held = values.held;
    boolean[] present = values.present;
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      int g = groups[row];
      held[g] = present[g] ? held[g] & longs[row] : longs[row];
      present[g] = true;
    }
  }

  private void or(long[] longs, SelectedRows rows, int[] groups) {
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      int g = groups[row];
      values.held[g] |= longs[row];
      values.present[g] = true;
    }
  }

  private void xor(long[] longs, SelectedRows rows, int[] groups) {
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      int g = groups[row];
      values.held[g] ^= longs[row];
      values.present[g] = true;
    }
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      values.put(g, out[0]);
    }
  }
}
