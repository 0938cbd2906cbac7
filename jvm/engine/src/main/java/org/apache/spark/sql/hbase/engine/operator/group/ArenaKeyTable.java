package org.apache.spark.sql.hbase.engine.operator.group;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** Groups whose keys, of any number and types, lie one after the other in an arena. */
abstract class ArenaKeyTable implements GroupTable {
  final KeyArena keys;

  ArenaKeyTable(List<SqlType> keyTypes) {
    keys = new KeyArena(keyTypes);
  }

  @Override
  public final int groupCount() {
    return keys.count();
  }

  @Override
  public final int maxNewGroups(int rows) {
    return rows;
  }

  @Override
  public long fixedBytes(int capacity) {
    return KeyArena.bytesPerKey() * capacity;
  }

  @Override
  public final long keyBytes() {
    return keys.allocatedBytes();
  }

  @Override
  public final long keyBytesFor(ColumnVector[] keyColumns, SelectedRows rows) {
    return keys.bytesFor(keyColumns, rows);
  }

  @Override
  public void resize(int capacity, long keyBytes) {
    keys.resize(capacity, keyBytes);
  }

  @Override
  public final long usedBytes() {
    return keys.usedBytes();
  }

  @Override
  public final void keys(ColumnVector[] out) {
    keys.read(out);
  }
}
