package org.apache.spark.sql.hbase.engine.aggregate;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * One value of a type per group, NULL at first. One implementation per physical kind, each with
 * loops of its own over the rows.
 */
abstract class GroupValues {
  /** False where the value of a group is NULL. */
  boolean[] present = {};

  static GroupValues of(SqlType type) {
    return switch (type.physical()) {
      case LONG -> new LongValues();
      case DOUBLE -> new DoubleValues();
      case DECIMAL128 -> new DecimalValues();
      case BYTES -> new BytesValues();
    };
  }

  /** Bytes that one group takes in the arrays. */
  abstract int bytesPerGroup();

  /** Bytes of values of variable length. */
  long variableBytes() {
    return 0;
  }

  /** Upper bound of what {@link #variableBytes} grows by when these rows' values are taken. */
  long maxVariableBytes(ColumnVector values, SelectedRows rows) {
    return 0;
  }

  /** Makes the arrays exactly {@code groups} long; groups that were not there start with NULL. */
  void resize(int groups) {
    present = Arrays.copyOf(present, groups);
  }

  /** Gives each row's value, or NULL, to its group; of several rows the last one's stays. */
  abstract void set(ColumnVector values, SelectedRows rows, int[] groups);

  /**
   * Gives each row's value to its group if it is nearer to the extreme than the group's own; of
   * equal values the first stays.
   *
   * @param values without NULL
   * @param takers is set to the rows whose value was taken or equals the group's
   */
  abstract void setExtremes(
      Extreme extreme, ColumnVector values, SelectedRows rows, int[] groups, SelectedRows takers);

  /** Appends the value of a group. */
  abstract void put(int group, ColumnVector out);
}
