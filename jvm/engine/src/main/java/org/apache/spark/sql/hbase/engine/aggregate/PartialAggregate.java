package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * One aggregate function over arguments of given types, for all groups at once. The state of group
 * {@code g} lies at index {@code g} of the implementation's arrays. The state columns are the
 * aggregation buffer of Spark 4.3.
 *
 * <p>Memory is taken in two steps, so that it can be reserved before it is allocated. The caller
 * adds up {@link #bytesPerGroup} and {@link #maxVariableBytes}, then calls {@link #resize} and
 * {@link #update}. Not thread-safe.
 */
public abstract class PartialAggregate {
  private final List<SqlType> stateTypes;

  PartialAggregate(List<SqlType> stateTypes) {
    this.stateTypes = stateTypes;
  }

  /** Types of the state columns, in order. */
  public final List<SqlType> stateTypes() {
    return stateTypes;
  }

  /**
   * Whether rows with NULL in this argument are nothing to the function. The caller leaves them
   * out, and does not compute the arguments behind it for them.
   */
  public abstract boolean skipsNull(int argument);

  /** Whether rows that come again, in any order, leave the state as it is. */
  public abstract boolean takesRepeatedRows();

  /** Bytes that one group takes in the arrays, without values of variable length. */
  public abstract int bytesPerGroup();

  /** Bytes of values of variable length that the state holds. */
  public abstract long variableBytes();

  /** Upper bound of what {@link #variableBytes} grows by in an update with these arguments. */
  public abstract long maxVariableBytes(ColumnVector[] arguments, SelectedRows rows);

  /** Makes the arrays exactly {@code groups} long; groups that were not there start empty. */
  public abstract void resize(int groups);

  /**
   * Adds the rows to their groups, in the order of the rows.
   *
   * @param arguments values at the selected rows; NULL only where {@link #skipsNull} is false
   * @param groups the group of each row, indexed by the row's position in the batch
   */
  public abstract void update(ColumnVector[] arguments, SelectedRows rows, int[] groups);

  /**
   * Adds rows that are sorted by their groups.
   *
   * @param arguments values at these rows, as for {@link #update}
   * @return false if the function adds rows only in their order; nothing was added then
   */
  public boolean updateRuns(ColumnVector[] arguments, GroupRuns runs) {
    return false;
  }

  /**
   * Appends the state of groups 0 to {@code groupCount - 1}.
   *
   * @param out one vector per state column
   */
  public abstract void state(int groupCount, ColumnVector[] out);
}
