package org.apache.spark.sql.hbase.engine.expression.logic;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code COALESCE}: the first operand that is not NULL. Later ones are not evaluated for rows that
 * have a value.
 */
final class CoalesceExpression implements VectorExpression {
  private final VectorExpression[] operands;
  private final ColumnVector result;
  private final BranchMerge merge;
  private final SelectedRows waiting = new SelectedRows(1);

  CoalesceExpression(SqlType type, List<VectorExpression> operands) {
    this.operands = operands.toArray(VectorExpression[]::new);
    this.result = new ColumnVector(type);
    this.merge = new BranchMerge(operands.size());
  }

  @Override
  public SqlType type() {
    return result.type();
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    merge.start(batch.rowCount());
    waiting.copyFrom(rows);
    for (int branch = 0; branch < operands.length && !waiting.isEmpty(); branch++) {
      ColumnVector values = operands[branch].evaluate(batch, waiting);
      // NULLs among them are overwritten by the next branch.
      merge.choose(branch, values, waiting);
      keepNull(values, waiting);
    }
    merge.merge(batch.rowCount(), rows, result);
    return result;
  }

  private static void keepNull(ColumnVector values, SelectedRows rows) {
    int kept = 0;
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      if (values.nulls[i]) {
        rows.positions[kept++] = i;
      }
    }
    rows.count = kept;
  }
}
