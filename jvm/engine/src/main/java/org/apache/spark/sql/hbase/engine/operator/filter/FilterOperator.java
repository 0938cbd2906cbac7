package org.apache.spark.sql.hbase.engine.operator.filter;

import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.PredicateEvaluator;
import org.apache.spark.sql.hbase.engine.operator.BatchOperator;

/** Keeps the rows for which the predicate is TRUE; NULL counts as FALSE. */
public final class FilterOperator implements BatchOperator {
  private final PredicateEvaluator predicate;

  public FilterOperator(PredicateEvaluator predicate) {
    this.predicate = predicate;
  }

  @Override
  public ColumnBatch apply(ColumnBatch input, SelectedRows rows) {
    predicate.keepTrue(input, rows);
    return input;
  }
}
