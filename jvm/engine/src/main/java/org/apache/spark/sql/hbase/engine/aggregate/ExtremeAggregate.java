package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code min} and {@code max}: state of the argument's type, NULL until the first value. Of equal
 * values the first stays, so that of -0.0 and 0.0 it keeps its sign.
 */
public final class ExtremeAggregate extends PartialAggregate {
  private final Extreme extreme;
  private final GroupValues values;
  private final SelectedRows takers = new SelectedRows(1);

  private ExtremeAggregate(Extreme extreme, SqlType argument) {
    super(List.of(argument));
    this.extreme = extreme;
    this.values = GroupValues.of(argument);
  }

  public static ExtremeAggregate min(SqlType argument) {
    return new ExtremeAggregate(Extreme.MIN, argument);
  }

  public static ExtremeAggregate max(SqlType argument) {
    return new ExtremeAggregate(Extreme.MAX, argument);
  }

  @Override
  public boolean skipsNull(int argument) {
    return true;
  }

  @Override
  public boolean takesRepeatedRows() {
    return true;
  }

  @Override
  public int bytesPerGroup() {
    return values.bytesPerGroup();
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
  }

  @Override
  public void update(ColumnVector[] arguments, SelectedRows rows, int[] groups) {
    values.setExtremes(extreme, arguments[0], rows, groups, takers);
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      values.put(g, out[0]);
    }
  }
}
