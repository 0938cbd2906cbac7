package org.apache.spark.sql.hbase.engine.expression.logic;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.RowSelections;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code CASE WHEN}. A condition is evaluated for the rows that no condition before it was TRUE
 * for. A value is evaluated for the rows that its condition is TRUE for.
 */
final class CaseWhenExpression implements VectorExpression {
  private final VectorExpression[] conditions;

  /** One more than conditions if there is an ELSE. */
  private final VectorExpression[] values;

  private final ColumnVector result;
  private final BranchMerge merge;
  private final SelectedRows waiting = new SelectedRows(1);
  private final SelectedRows chosen = new SelectedRows(1);

  CaseWhenExpression(
      SqlType type, List<VectorExpression> conditions, List<VectorExpression> values) {
    this.conditions = conditions.toArray(VectorExpression[]::new);
    this.values = values.toArray(VectorExpression[]::new);
    this.result = new ColumnVector(type);
    this.merge = new BranchMerge(values.size());
  }

  @Override
  public SqlType type() {
    return result.type();
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    merge.start(batch.rowCount());
    waiting.copyFrom(rows);
    for (int branch = 0; branch < values.length && !waiting.isEmpty(); branch++) {
      if (branch == conditions.length) {
        merge.choose(branch, values[branch].evaluate(batch, waiting), waiting);
        break;
      }
      ColumnVector condition = conditions[branch].evaluate(batch, waiting);
      chosen.copyFrom(waiting);
      chosen.keepTrue(condition);
      RowSelections.keepUnless(true, condition, waiting);
      if (!chosen.isEmpty()) {
        merge.choose(branch, values[branch].evaluate(batch, chosen), chosen);
      }
    }
    merge.merge(batch.rowCount(), rows, result);
    return result;
  }
}
