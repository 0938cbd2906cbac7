package org.apache.spark.sql.hbase.engine.expression.kernel;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** Subsets of selected rows by the values of a vector. The order of the rows is kept. */
public final class RowSelections {
  private RowSelections() {}

  /**
   * The rows where the vector is not NULL: {@code rows} itself if that is all of them, else {@code
   * scratch}.
   */
  public static SelectedRows notNull(ColumnVector vector, SelectedRows rows, SelectedRows scratch) {
    if (!vector.hasNulls) {
      return rows;
    }
    scratch.copyFrom(rows);
    scratch.keepNotNull(vector);
    return scratch;
  }

  /** Keeps the rows where a BOOLEAN vector is NULL or not {@code value}. */
  public static void keepUnless(boolean value, ColumnVector vector, SelectedRows rows) {
    long unwanted = value ? 1 : 0;
    long[] values = vector.longs;
    boolean[] nulls = vector.nulls;
    int[] positions = rows.positions;
    int kept = 0;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      positions[kept] = i;
      kept += values[i] != unwanted || nulls[i] ? 1 : 0;
    }
    rows.count = kept;
  }
}
