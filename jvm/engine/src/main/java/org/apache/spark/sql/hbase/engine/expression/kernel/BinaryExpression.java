package org.apache.spark.sql.hbase.engine.expression.kernel;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * An expression of two operands that is NULL where one of them is. As in Spark the right operand is
 * not evaluated where the left one is NULL.
 */
public abstract class BinaryExpression implements VectorExpression {
  protected final VectorExpression left;
  protected final VectorExpression right;
  protected final ColumnVector result;
  protected final SelectedRows firstNotNull = new SelectedRows(1);
  protected final SelectedRows bothNotNull = new SelectedRows(1);

  protected BinaryExpression(SqlType type, VectorExpression left, VectorExpression right) {
    this.left = left;
    this.right = right;
    this.result = new ColumnVector(type);
  }

  @Override
  public final SqlType type() {
    return result.type();
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    ColumnVector a = left.evaluate(batch, rows);
    SelectedRows live = RowSelections.notNull(a, rows, firstNotNull);
    ColumnVector b = right.evaluate(batch, live);
    live = RowSelections.notNull(b, live, bothNotNull);
    Results.prepare(result, batch.rowCount(), rows, live);
    compute(a, b, live, result);
    Results.complete(result, batch.rowCount());
    return result;
  }

  /**
   * Sets the result, or makes it NULL, at the rows: there both operands are not NULL. Bytes are
   * appended in row order, with {@link ColumnVector#appendEmptyUntil} before each of them.
   */
  protected abstract void compute(
      ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result);
}
