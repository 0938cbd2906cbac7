package org.apache.spark.sql.hbase.engine.expression.logic;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** IS NULL and IS NOT NULL. */
final class NullTest implements VectorExpression {
  private final VectorExpression operand;
  private final boolean answerForNull;
  private final ColumnVector result = new ColumnVector(SqlType.BOOLEAN);

  private NullTest(VectorExpression operand, boolean answerForNull) {
    this.operand = operand;
    this.answerForNull = answerForNull;
  }

  static NullTest isNull(VectorExpression operand) {
    return new NullTest(operand, true);
  }

  static NullTest isNotNull(VectorExpression operand) {
    return new NullTest(operand, false);
  }

  @Override
  public SqlType type() {
    return SqlType.BOOLEAN;
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    ColumnVector values = operand.evaluate(batch, rows);
    result.reset();
    result.setSize(batch.rowCount());
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = values.nulls[i] == answerForNull ? 1 : 0;
    }
    return result;
  }
}
