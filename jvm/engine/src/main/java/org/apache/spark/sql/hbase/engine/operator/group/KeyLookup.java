package org.apache.spark.sql.hbase.engine.operator.group;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Finds groups of a {@link GroupTable} by their keys and adds none. Several look-ups may read one
 * table at the same time while nobody adds groups to it; a look-up itself is not thread-safe.
 */
public interface KeyLookup {
  int NO_GROUP = -1;

  /**
   * Writes the group of each selected row, or {@link #NO_GROUP}, to {@code groups}, at the row's
   * position.
   */
  void find(ColumnVector[] keys, SelectedRows rows, int[] groups);
}
