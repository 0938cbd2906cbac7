package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * {@code min_by(value, ordering)} and {@code max_by}: state {@code [value, ordering]}, both NULL
 * until a row whose ordering is not NULL. Of rows with equal orderings the last one's value stays,
 * which may be NULL.
 */
public final class ExtremeByAggregate extends PartialAggregate {
  private static final int VALUE = 0;
  private static final int ORDERING = 1;

  private final Extreme extreme;
  private final GroupValues values;
  private final GroupValues orderings;
  private final SelectedRows takers = new SelectedRows(1);

  private ExtremeByAggregate(Extreme extreme, SqlType value, SqlType ordering) {
    super(List.of(value, ordering));
    this.extreme = extreme;
    this.values = GroupValues.of(value);
    this.orderings = GroupValues.of(ordering);
  }

  public static ExtremeByAggregate minBy(SqlType value, SqlType ordering) {
    return new ExtremeByAggregate(Extreme.MIN, value, ordering);
  }

  public static ExtremeByAggregate maxBy(SqlType value, SqlType ordering) {
    return new ExtremeByAggregate(Extreme.MAX, value, ordering);
  }

  @Override
  public boolean skipsNull(int argument) {
    return argument == ORDERING;
  }

  @Override
  public boolean takesRepeatedRows() {
    // Among rows with the same extreme, one that comes again may come last.
    return false;
  }

  @Override
  public int bytesPerGroup() {
    return values.bytesPerGroup() + orderings.bytesPerGroup();
  }

  @Override
  public long variableBytes() {
    return values.variableBytes() + orderings.variableBytes();
  }

  @Override
  public long maxVariableBytes(ColumnVector[] arguments, SelectedRows rows) {
    return values.maxVariableBytes(arguments[VALUE], rows)
        + orderings.maxVariableBytes(arguments[ORDERING], rows);
  }

  @Override
  public void resize(int groups) {
    values.resize(groups);
    orderings.resize(groups);
  }

  @Override
  public void update(ColumnVector[] arguments, SelectedRows rows, int[] groups) {
    orderings.setExtremes(extreme, arguments[ORDERING], rows, groups, takers);
    values.set(arguments[VALUE], takers, groups);
  }

  @Override
  public void state(int groupCount, ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      values.put(g, out[VALUE]);
      orderings.put(g, out[ORDERING]);
    }
  }
}
