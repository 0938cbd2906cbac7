package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code first} and {@code last}: state {@code [value, valueSet BOOLEAN]}, NULL and false until the
 * first row that counts. The order is that of the rows, which the scan gives in row-key order.
 */
public final class EdgeAggregate extends PartialAggregate {
  private final boolean keepsLast;
  private final boolean ignoresNulls;
  private final GroupValues values;
  private boolean[] valueSet = {};
  private final SelectedRows takers = new SelectedRows(1);

  private EdgeAggregate(boolean keepsLast, boolean ignoresNulls, SqlType argument) {
    super(List.of(argument, SqlType.BOOLEAN));
    this.keepsLast = keepsLast;
    this.ignoresNulls = ignoresNulls;
    this.values = GroupValues.of(argument);
  }

  /** The first row's value, NULL or not. */
  public static EdgeAggregate first(SqlType argument) {
    return new EdgeAggregate(false, false, argument);
  }

  /** The first value that is not NULL. */
  public static EdgeAggregate firstNotNull(SqlType argument) {
    return new EdgeAggregate(false, true, argument);
  }

  /** The last row's value, NULL or not. */
  public static EdgeAggregate last(SqlType argument) {
    return new EdgeAggregate(true, false, argument);
  }

  /** The last value that is not NULL. */
  public static EdgeAggregate lastNotNull(SqlType argument) {
    return new EdgeAggregate(true, true, argument);
  }

  @Override
  public boolean skipsNull(int argument) {
    return ignoresNulls;
  }

  @Override
  public boolean takesRepeatedRows() {
    // A row that comes again may come last.
    return false;
  }

  @Override
  public int bytesPerGroup() {
    return values.bytesPerGroup() + 1;
  }

  @Override
  public long variableBytes() {
    return values.variableBytes();
  }

  @Override
  public long maxVariableBytes(ColumnVector[] arguments, SelectedRows rows) {
    return values.maxVariableBytes(arguments[0], rows);
  }

  @Override
  public void resize(int groups) {
    values.resize(groups);
    valueSet = Arrays.copyOf(valueSet, groups);
  }

  @Override
  public void update(ColumnVector[] arguments, SelectedRows rows, int[] groups) {
    int[] positions = rows.positions;
    takers.copyFrom(rows);
    int[] taken = takers.positions;
    int count = 0;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      int g = groups[row];
      taken[count] = row;
      count += keepsLast || !valueSet[g] ? 1 : 0;
      valueSet[g] = true;
    }
    takers.count = count;
    values.set(arguments[0], takers, groups);
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      values.put(g, out[0]);
      out[1].putLong(valueSet[g] ? 1 : 0);
    }
  }
}
