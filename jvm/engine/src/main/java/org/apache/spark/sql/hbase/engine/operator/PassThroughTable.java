package org.apache.spark.sql.hbase.engine.operator;

import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * Every row is a group of its own. For when grouping does not pay or there is no memory for it: the
 * consumer merges groups anyway.
 */
final class PassThroughTable extends ArenaKeyTable {
  PassThroughTable(List<SqlType> keyTypes) {
    super(keyTypes);
  }

  @Override
  public void assign(ColumnVector[] keyColumns, SelectedRows rows, int[] groups) {
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      keys.write(keyColumns, row);
      groups[row] = keys.keep();
    }
  }
}
