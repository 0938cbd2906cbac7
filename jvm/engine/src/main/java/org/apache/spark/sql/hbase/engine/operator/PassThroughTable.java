package org.apache.spark.sql.hbase.engine.operator;

import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Every row is a group of its own. For when grouping does not pay or there is no memory for it: the
 * consumer merges groups anyway.
 */
final class PassThroughTable implements GroupTable {
  private final KeyArena keys;

  PassThroughTable(List<SqlType> keyTypes) {
    keys = new KeyArena(keyTypes);
  }

  @Override
  public int groupCount() {
    return keys.count();
  }

  @Override
  public int maxNewGroups(int rows) {
    return rows;
  }

  @Override
  public long fixedBytes(int capacity) {
    return KeyArena.bytesPerKey() * capacity;
  }

  @Override
  public long keyBytes() {
    return keys.allocatedBytes();
  }

  @Override
  public long keyBytesFor(ColumnVector[] keyColumns, SelectedRows rows) {
    return keys.bytesFor(keyColumns, rows);
  }

  @Override
  public void resize(int capacity, long keyBytes) {
    keys.resize(capacity, keyBytes);
  }

  @Override
  public long usedBytes() {
    return keys.usedBytes();
  }

  @Override
  public void assign(ColumnVector[] keyColumns, SelectedRows rows, int[] groups) {
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      keys.write(keyColumns, row);
      groups[row] = keys.keep();
    }
  }

  @Override
  public void keys(ColumnVector[] out) {
    keys.read(out);
  }
}
