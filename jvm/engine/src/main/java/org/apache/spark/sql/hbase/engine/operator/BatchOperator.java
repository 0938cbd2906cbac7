package org.apache.spark.sql.hbase.engine.operator;

import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** One step from the table's rows towards the result. Not thread-safe. */
public interface BatchOperator {
  /**
   * Looks at the selected rows only, and sets {@code rows} to what the next operator has to look
   * at. They are rows of the batch that is returned, which has the rows of {@code input} or others.
   *
   * @return the batch for the next operator; it belongs to the operator or is {@code input}, and is
   *     valid until the next call
   */
  ColumnBatch apply(ColumnBatch input, SelectedRows rows);
}
