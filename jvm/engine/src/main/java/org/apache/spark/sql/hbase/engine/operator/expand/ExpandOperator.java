package org.apache.spark.sql.hbase.engine.operator.expand;

import java.util.List;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.operator.BatchOperator;

/**
 * Makes one row per projection of each row. The batch that it returns has rows of its own, all
 * selected: those of the first projection in their order, then those of the second. Its size is
 * that of the input times the projections; who fills the input batch takes that into account.
 */
public final class ExpandOperator implements BatchOperator {
  private final VectorExpression[][] projections;
  private final ColumnVector[] columns;

  /**
   * @param projections at least one, all of the same types; they may share expressions
   */
  public ExpandOperator(List<List<VectorExpression>> projections) {
    this.projections =
        projections.stream()
            .map(projection -> projection.toArray(VectorExpression[]::new))
            .toArray(VectorExpression[][]::new);
    this.columns =
        projections.get(0).stream()
            .map(expression -> new ColumnVector(expression.type()))
            .toArray(ColumnVector[]::new);
  }

  @Override
  public ColumnBatch apply(ColumnBatch input, SelectedRows rows) {
    for (ColumnVector column : columns) {
      column.reset();
    }
    for (VectorExpression[] projection : projections) {
      for (int i = 0; i < columns.length; i++) {
        columns[i].append(projection[i].evaluate(input, rows), rows);
      }
    }
    int rowCount = rows.count * projections.length;
    ColumnBatch output = new ColumnBatch(columns, Math.max(1, rowCount));
    output.setRowCount(rowCount);
    rows.selectAll(rowCount);
    return output;
  }
}
