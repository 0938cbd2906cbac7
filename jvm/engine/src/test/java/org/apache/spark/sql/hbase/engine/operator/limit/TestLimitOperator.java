package org.apache.spark.sql.hbase.engine.operator.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.junit.jupiter.api.Test;

class TestLimitOperator {
  private final ColumnBatch batch = new ColumnBatch(new ColumnVector[0], 10);

  @Test
  void letsTheFirstRowsOfAllBatchesPass() {
    LimitOperator limit = new LimitOperator(5);
    assertEquals(3, passing(limit, 3));
    assertEquals(2, limit.remaining());
    assertEquals(2, passing(limit, 3));
    assertEquals(0, limit.remaining());
    assertEquals(0, passing(limit, 3));
  }

  @Test
  void zeroLetsNothingPass() {
    assertEquals(0, passing(new LimitOperator(0), 3));
  }

  private int passing(LimitOperator limit, int count) {
    SelectedRows rows = SelectedRows.all(count);
    limit.apply(batch, rows);
    return rows.count;
  }
}
