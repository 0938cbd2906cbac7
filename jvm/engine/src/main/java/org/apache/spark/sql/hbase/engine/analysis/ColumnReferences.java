package org.apache.spark.sql.hbase.engine.analysis;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.engine.operator.OperatorSpec;
import org.apache.spark.sql.hbase.engine.operator.ReferencedColumns;

/** Finds the columns of the table at which a sub-plan looks. */
public final class ColumnReferences {
  private ColumnReferences() {}

  /**
   * One flag per column of the table. Columns are referred to as the table's only up to the first
   * operator that has columns of its own. Without one all of them come out.
   */
  public static boolean[] of(List<OperatorSpec> operators, int columnCount) {
    ReferencedColumns columns = new ReferencedColumns(columnCount);
    for (OperatorSpec operator : operators) {
      operator.addReferences(columns);
      if (operator.hasOwnColumns()) {
        return columns.flags();
      }
    }
    boolean[] all = new boolean[columnCount];
    Arrays.fill(all, true);
    return all;
  }
}
