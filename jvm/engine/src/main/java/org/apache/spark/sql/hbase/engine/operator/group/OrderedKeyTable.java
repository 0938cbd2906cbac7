package org.apache.spark.sql.hbase.engine.operator.group;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Groups by keys that the rows are ordered by: a group ends where the next row has another key. A
 * key that came back later would be a group of its own again, which the consumer merges.
 */
final class OrderedKeyTable extends ArenaKeyTable {
  private static final int SAME_GROUP = 0;
  private static final int NEW_GROUP = 1;

  OrderedKeyTable(List<SqlType> keyTypes) {
    super(keyTypes);
  }

  @Override
  public void assign(ColumnVector[] keyColumns, SelectedRows rows, int[] groups) {
    if (rows.isEmpty()) {
      return;
    }
    int first = rows.positions[0];
    for (int i = 0; i < rows.count; i++) {
      groups[rows.positions[i]] = SAME_GROUP;
    }
    for (ColumnVector column : keyColumns) {
      markChanges(column, rows, groups);
    }
    keys.write(keyColumns, first);
    boolean continues = keys.count() > 0 && keys.writtenEquals(keys.count() - 1);
    groups[first] = continues ? keys.count() - 1 : keys.keep();
    for (int i = 1; i < rows.count; i++) {
      int row = rows.positions[i];
      if (groups[row] == NEW_GROUP) {
        keys.write(keyColumns, row);
        keys.keep();
      }
      groups[row] = keys.count() - 1;
    }
  }

  /** Marks the rows whose value is not that of the row before. */
  private static void markChanges(ColumnVector column, SelectedRows rows, int[] marks) {
    int[] positions = rows.positions;
    for (int i = 1; i < rows.count; i++) {
      int before = positions[i - 1];
      int row = positions[i];
      if (column.nulls[before] != column.nulls[row]) {
        marks[row] = NEW_GROUP;
      }
    }
    switch (column.physical()) {
      case LONG -> markLongs(column, column.longs, rows, marks);
      case DOUBLE -> markDoubles(column, rows, marks);
      case DECIMAL128 -> {
        markLongs(column, column.highs, rows, marks);
        markLongs(column, column.longs, rows, marks);
      }
      case BYTES -> markBytes(column, rows, marks);
    }
  }

  private static void markLongs(
      ColumnVector column, long[] values, SelectedRows rows, int[] marks) {
    int[] positions = rows.positions;
    for (int i = 1; i < rows.count; i++) {
      int row = positions[i];
      if (values[positions[i - 1]] != values[row] && !column.nulls[row]) {
        marks[row] = NEW_GROUP;
      }
    }
  }

  private static void markDoubles(ColumnVector column, SelectedRows rows, int[] marks) {
    double[] values = column.doubles;
    int[] positions = rows.positions;
    for (int i = 1; i < rows.count; i++) {
      int row = positions[i];
      double before = values[positions[i - 1]];
      boolean isSame = before == values[row] || Double.compare(before, values[row]) == 0;
      if (!isSame && !column.nulls[row]) {
        marks[row] = NEW_GROUP;
      }
    }
  }

  private static void markBytes(ColumnVector column, SelectedRows rows, int[] marks) {
    byte[] data = column.data;
    int[] offsets = column.offsets;
    int[] positions = rows.positions;
    for (int i = 1; i < rows.count; i++) {
      int before = positions[i - 1];
      int row = positions[i];
      boolean isSame =
          Arrays.equals(
              data, offsets[before], offsets[before + 1], data, offsets[row], offsets[row + 1]);
      if (!isSame && !column.nulls[row]) {
        marks[row] = NEW_GROUP;
      }
    }
  }
}
