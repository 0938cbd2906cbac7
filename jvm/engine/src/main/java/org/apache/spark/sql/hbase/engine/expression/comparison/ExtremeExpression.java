package org.apache.spark.sql.hbase.engine.expression.comparison;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.Results;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * GREATEST and LEAST: NULLs are left out, of equal values (0.0 and -0.0) the first one stays. All
 * operands are evaluated.
 */
final class ExtremeExpression implements VectorExpression {
  private static final int NONE = -1;

  private final VectorExpression[] operands;
  private final int wantedOrder;
  private final ColumnVector[] values;
  private final ColumnVector result;

  private ExtremeExpression(SqlType type, List<VectorExpression> operands, int wantedOrder) {
    this.operands = operands.toArray(VectorExpression[]::new);
    this.wantedOrder = wantedOrder;
    this.values = new ColumnVector[operands.size()];
    this.result = new ColumnVector(type);
  }

  static ExtremeExpression greatest(SqlType type, List<VectorExpression> operands) {
    return new ExtremeExpression(type, operands, 1);
  }

  static ExtremeExpression least(SqlType type, List<VectorExpression> operands) {
    return new ExtremeExpression(type, operands, -1);
  }

  @Override
  public SqlType type() {
    return result.type();
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    for (int operand = 0; operand < operands.length; operand++) {
      values[operand] = operands[operand].evaluate(batch, rows);
    }
    Results.prepare(result, batch.rowCount(), rows, rows);
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      int extreme = extreme(i);
      if (extreme == NONE) {
        result.setNull(i);
      } else {
        Results.copy(values[extreme], i, result);
      }
    }
    Results.complete(result, batch.rowCount());
    return result;
  }

  /** The operand that holds the extreme value of a row. */
  private int extreme(int row) {
    int extreme = NONE;
    for (int operand = 0; operand < operands.length; operand++) {
      if (!values[operand].nulls[row]
          && (extreme == NONE
              || Comparison.compare(values[operand], values[extreme], row) == wantedOrder)) {
        extreme = operand;
      }
    }
    return extreme;
  }
}
