package org.apache.spark.sql.hbase.engine.operator.group;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.operator.RowBuffer;

/**
 * Every row is a group of its own. For when grouping does not pay or there is no memory for it: the
 * consumer merges groups anyway. Keys stay columns, for nothing is compared.
 */
final class PassThroughTable implements GroupTable {
  private final RowBuffer keys;

  PassThroughTable(List<SqlType> keyTypes) {
    keys = new RowBuffer(keyTypes);
  }

  @Override
  public int groupCount() {
    return keys.rowCount();
  }

  @Override
  public int maxNewGroups(int rows) {
    return rows;
  }

  @Override
  public long fixedBytes(int capacity) {
    return 0;
  }

  @Override
  public long keyBytes() {
    return keys.allocatedBytes();
  }

  @Override
  public long keyBytesFor(ColumnVector[] keyColumns, SelectedRows rows) {
    return keys.allocatedBytes() + keys.bytesToAppend(keyColumns, rows);
  }

  @Override
  public void resize(int capacity, long keyBytes) {
    // The columns grow as rows are appended, by what keyBytesFor says.
  }

  @Override
  public long usedBytes() {
    return keys.usedBytes();
  }

  @Override
  public void assign(ColumnVector[] keyColumns, SelectedRows rows, int[] groups) {
    int first = keys.rowCount();
    keys.append(keyColumns, rows);
    for (ColumnVector column : keys.columns()) {
      if (column.physical() == SqlType.Physical.DOUBLE) {
        normalize(column.doubles, first, keys.rowCount());
      }
    }
    for (int i = 0; i < rows.count; i++) {
      groups[rows.positions[i]] = first + i;
    }
  }

  private static void normalize(double[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] = KeyArena.normalized(values[i]);
    }
  }

  @Override
  public void keys(ColumnVector[] out) {
    SelectedRows all = SelectedRows.all(keys.rowCount());
    for (int i = 0; i < out.length; i++) {
      out[i].append(keys.columns()[i], all);
    }
  }

  @Override
  public boolean restart() {
    keys.reset();
    return true;
  }
}
