package org.apache.spark.sql.hbase.engine.operator.group;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** The groups of an aggregation without keys: one as soon as there is a row. */
final class SingleGroup implements GroupTable {
  private int groupCount;

  @Override
  public int groupCount() {
    return groupCount;
  }

  @Override
  public int maxNewGroups(int rows) {
    return groupCount == 0 && rows > 0 ? 1 : 0;
  }

  @Override
  public long fixedBytes(int capacity) {
    return 0;
  }

  @Override
  public long keyBytes() {
    return 0;
  }

  @Override
  public long keyBytesFor(ColumnVector[] keys, SelectedRows rows) {
    return 0;
  }

  @Override
  public void resize(int capacity, long keyBytes) {
    // There is nothing whose size depends on the number of groups.
  }

  @Override
  public long usedBytes() {
    return 0;
  }

  @Override
  public void assign(ColumnVector[] keys, SelectedRows rows, int[] groups) {
    if (rows.count > 0) {
      groupCount = 1;
      Arrays.fill(groups, 0, rows.positions[rows.count - 1] + 1, 0);
    }
  }

  @Override
  public void keys(ColumnVector[] out) {
    // No key column.
  }
}
