package org.apache.spark.sql.hbase.engine.operator;

import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** One step from the table's rows towards the result. Not thread-safe. */
public interface BatchOperator {
  /**
   * Looks at the selected rows only, and may shrink the selection.
   *
   * @return the batch for the next operator, with the same row positions; it belongs to the
   *     operator or is {@code input}, and is valid until the next call
   */
  ColumnBatch apply(ColumnBatch input, SelectedRows rows);
}
