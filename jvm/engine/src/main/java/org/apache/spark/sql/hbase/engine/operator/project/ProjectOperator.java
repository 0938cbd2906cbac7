package org.apache.spark.sql.hbase.engine.operator.project;

import java.util.List;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.operator.BatchOperator;

/**
 * Replaces the columns by the values of expressions. A column that is passed on may still have
 * places in a list for its values, as in its batch.
 */
public final class ProjectOperator implements BatchOperator {
  private final VectorExpression[] expressions;
  private final ColumnVector[] columns;

  public ProjectOperator(List<VectorExpression> expressions) {
    this.expressions = expressions.toArray(VectorExpression[]::new);
    this.columns = new ColumnVector[this.expressions.length];
  }

  @Override
  public ColumnBatch apply(ColumnBatch input, SelectedRows rows) {
    for (int i = 0; i < expressions.length; i++) {
      columns[i] = expressions[i].evaluateOrPlaces(input, rows);
    }
    ColumnBatch output = new ColumnBatch(columns, input.capacity());
    output.setRowCount(input.rowCount());
    return output;
  }
}
