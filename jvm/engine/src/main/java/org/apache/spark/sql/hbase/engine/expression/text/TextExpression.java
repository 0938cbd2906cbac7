package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.StrictExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** A STRING or BINARY made row by row from operands that are not NULL. */
abstract class TextExpression extends StrictExpression {
  TextExpression(SqlType type, List<VectorExpression> operands) {
    super(type, operands);
  }

  @Override
  protected final void compute(ColumnVector[] values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.appendEmptyUntil(i);
      append(values, i, result);
    }
  }

  /** Appends the value of one row, by exactly one call of {@link ColumnVector#putBytes}. */
  abstract void append(ColumnVector[] values, int row, ColumnVector result);
}
