package org.apache.spark.sql.hbase.engine.operator.limit;

import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.operator.BatchOperator;

/** Lets the first rows of the region pass. */
public final class LimitOperator implements BatchOperator {
  private long remaining;

  public LimitOperator(long rows) {
    this.remaining = rows;
  }

  @Override
  public ColumnBatch apply(ColumnBatch input, SelectedRows rows) {
    rows.keepFirst(remaining);
    remaining -= rows.count;
    return input;
  }

  /** Rows that may still pass. At 0 no further row needs to be read. */
  public long remaining() {
    return remaining;
  }
}
