package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * An expression of any number of operands that is NULL where one of them is. As in Spark an operand
 * is evaluated only where those before it are not NULL.
 */
public abstract class StrictExpression implements VectorExpression {
  private final VectorExpression[] operands;
  private final ColumnVector[] values;
  private final SelectedRows[] notNull;
  private final ColumnVector result;

  protected StrictExpression(SqlType type, List<VectorExpression> operands) {
    this.operands = operands.toArray(VectorExpression[]::new);
    this.values = new ColumnVector[this.operands.length];
    this.notNull = new SelectedRows[this.operands.length];
    for (int i = 0; i < notNull.length; i++) {
      notNull[i] = new SelectedRows(1);
    }
    this.result = new ColumnVector(type);
  }

  @Override
  public final SqlType type() {
    return result.type();
  }

  @Override
  public final ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    SelectedRows live = rows;
    for (int i = 0; i < operands.length; i++) {
      values[i] = operands[i].evaluate(batch, live);
      live = RowSelections.notNull(values[i], live, notNull[i]);
    }
    Results.prepare(result, batch.rowCount(), rows, live);
    compute(values, live, result);
    Results.complete(result, batch.rowCount());
    return result;
  }

  /**
   * Sets the result, or makes it NULL, at the rows: there no operand is NULL. Bytes are appended in
   * row order, with {@link ColumnVector#appendEmptyUntil} before each of them.
   *
   * @param values of the operands, in order
   */
  protected abstract void compute(ColumnVector[] values, SelectedRows rows, ColumnVector result);
}
