package org.apache.spark.sql.hbase.engine.operator.group;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Numbers the groups of an aggregation by their keys, from 0 on. NULL is a key like any other; NaNs
 * are one key, and -0.0 is 0.0. Not thread-safe.
 *
 * <p>Room is made in one place, {@link #resize}, before rows come in, so that the memory can be
 * reserved first.
 */
public interface GroupTable {
  /** Whether values of keys may be places in a list. */
  default boolean takesPlaces() {
    return false;
  }

  /**
   * Whether the table can hold the keys of these rows, whatever the memory. To be asked before each
   * {@link #assign}.
   */
  default boolean accepts(ColumnVector[] keys, SelectedRows rows) {
    return true;
  }

  int groupCount();

  /** Upper bound of the groups that so many rows add. */
  int maxNewGroups(int rows);

  /** Bytes of the arrays with room for so many groups, without keys of variable size. */
  long fixedBytes(int capacity);

  /** Allocated bytes of keys of variable size. */
  long keyBytes();

  /** Returns the value of {@link #keyBytes} after room is made for the keys of these rows. */
  long keyBytesFor(ColumnVector[] keys, SelectedRows rows);

  /**
   * Makes room.
   *
   * @param capacity groups, at least those that are there
   * @param keyBytes as {@link #keyBytesFor} said
   */
  void resize(int capacity, long keyBytes);

  /**
   * Bytes in use of keys of variable size, and of fixed size per group: what a result would hold.
   */
  long usedBytes();

  /**
   * Writes the group of each selected row to {@code groups}, at the row's position; adds groups
   * that are new.
   */
  void assign(ColumnVector[] keys, SelectedRows rows, int[] groups);

  /** Appends the keys of all groups, in their order. */
  void keys(ColumnVector[] out);

  /** Forgets all groups and keeps the arrays, where that is worth while; else returns false. */
  default boolean restart() {
    return false;
  }
}
