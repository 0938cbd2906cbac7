package org.apache.spark.sql.hbase.engine.expression.kernel;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** An expression of one operand that is NULL where the operand is NULL. */
public abstract class UnaryExpression implements VectorExpression {
  private final VectorExpression operand;
  private final ColumnVector result;
  private final SelectedRows notNull = new SelectedRows(1);

  protected UnaryExpression(SqlType type, VectorExpression operand) {
    this.operand = operand;
    this.result = new ColumnVector(type);
  }

  @Override
  public final SqlType type() {
    return result.type();
  }

  @Override
  public final ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    ColumnVector values = operand.evaluate(batch, rows);
    SelectedRows live = RowSelections.notNull(values, rows, notNull);
    Results.prepare(result, batch.rowCount(), rows, live);
    compute(values, live, result);
    Results.complete(result, batch.rowCount());
    return result;
  }

  /**
   * Sets the result, or makes it NULL, at the rows: there the operand is not NULL. Bytes are
   * appended in row order, with {@link ColumnVector#appendEmptyUntil} before each of them.
   */
  protected abstract void compute(ColumnVector values, SelectedRows rows, ColumnVector result);
}
