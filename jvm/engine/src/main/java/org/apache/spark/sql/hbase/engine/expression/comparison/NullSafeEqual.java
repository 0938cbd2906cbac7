package org.apache.spark.sql.hbase.engine.expression.comparison;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code <=>}: as {@code =}, but NULL equals NULL and the answer is never NULL. Both operands are
 * evaluated.
 */
final class NullSafeEqual implements VectorExpression {
  private final VectorExpression left;
  private final VectorExpression right;
  private final ColumnVector result = new ColumnVector(SqlType.BOOLEAN);

  NullSafeEqual(VectorExpression left, VectorExpression right) {
    this.left = left;
    this.right = right;
  }

  @Override
  public SqlType type() {
    return SqlType.BOOLEAN;
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    ColumnVector a = left.evaluate(batch, rows);
    ColumnVector b = right.evaluate(batch, rows);
    result.reset();
    result.setSize(batch.rowCount());
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      boolean hasNull = a.nulls[i] || b.nulls[i];
      boolean equal = hasNull ? a.nulls[i] == b.nulls[i] : Comparison.compare(a, b, i) == 0;
      result.longs[i] = equal ? 1 : 0;
    }
    return result;
  }
}
