package org.apache.spark.sql.hbase.engine.operator.filter;

import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.PredicateEvaluator;
import org.apache.spark.sql.hbase.engine.operator.BatchOperator;

/**
 * A filter whose failing rows may pass. It looks at a sample of the rows. If hardly any of them
 * fails, the next many rows pass unseen. Then it tries again, because rows that belong together
 * stand together in a table.
 */
public final class OptionalFilterOperator implements BatchOperator {
  static final int SAMPLE_ROWS = 4096;

  /** Rows that pass after a sample that did not pay. */
  static final int UNSEEN_ROWS = 16 * SAMPLE_ROWS;

  /** A sample pays if one row in so many fails. */
  private static final int WORTHWHILE = 20;

  private final PredicateEvaluator predicate;
  private long unseenLeft;
  private long seen;
  private long failed;

  public OptionalFilterOperator(PredicateEvaluator predicate) {
    this.predicate = predicate;
  }

  @Override
  public ColumnBatch apply(ColumnBatch input, SelectedRows rows) {
    if (unseenLeft > 0) {
      unseenLeft -= rows.count;
      input.addUnseenRows(rows.count);
      return input;
    }
    seen += rows.count;
    failed += rows.count;
    predicate.keepTrue(input, rows);
    failed -= rows.count;
    if (seen >= SAMPLE_ROWS) {
      unseenLeft = failed * WORTHWHILE < seen ? UNSEEN_ROWS : 0;
      seen = 0;
      failed = 0;
    }
    return input;
  }
}
