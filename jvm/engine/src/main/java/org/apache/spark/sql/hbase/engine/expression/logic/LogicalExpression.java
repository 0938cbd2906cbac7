package org.apache.spark.sql.hbase.engine.expression.logic;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.RowSelections;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * AND and OR in three-valued logic, left to right and lazily. One value decides: FALSE for AND,
 * TRUE for OR. An operand is evaluated only for the rows that no operand before it has decided. A
 * NULL decides nothing, but an undecided row that met one is NULL.
 */
final class LogicalExpression implements VectorExpression {
  private final boolean deciding;
  private final VectorExpression[] operands;
  private final ColumnVector result = new ColumnVector(SqlType.BOOLEAN);
  private final SelectedRows undecided = new SelectedRows(1);

  private LogicalExpression(boolean deciding, List<VectorExpression> operands) {
    this.deciding = deciding;
    this.operands = operands.toArray(VectorExpression[]::new);
  }

  static LogicalExpression and(List<VectorExpression> operands) {
    return new LogicalExpression(false, operands);
  }

  static LogicalExpression or(List<VectorExpression> operands) {
    return new LogicalExpression(true, operands);
  }

  @Override
  public SqlType type() {
    return SqlType.BOOLEAN;
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    result.reset();
    result.setSize(batch.rowCount());
    for (int k = 0; k < rows.count; k++) {
      result.longs[rows.positions[k]] = deciding ? 0 : 1;
    }
    undecided.copyFrom(rows);
    for (VectorExpression operand : operands) {
      if (undecided.isEmpty()) {
        break;
      }
      ColumnVector values = operand.evaluate(batch, undecided);
      merge(values);
      RowSelections.keepUnless(deciding, values, undecided);
    }
    return result;
  }

  private void merge(ColumnVector values) {
    long decidingValue = deciding ? 1 : 0;
    int[] positions = undecided.positions;
    for (int k = 0; k < undecided.count; k++) {
      int i = positions[k];
      if (values.nulls[i]) {
        result.setNull(i);
      } else if (values.longs[i] == decidingValue) {
        result.longs[i] = decidingValue;
        result.nulls[i] = false;
      }
    }
  }
}
