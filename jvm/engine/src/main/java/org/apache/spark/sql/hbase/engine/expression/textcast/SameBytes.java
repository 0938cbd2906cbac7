package org.apache.spark.sql.hbase.engine.expression.textcast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** STRING to BINARY and back: the bytes stay what they are, UTF-8 or not. */
final class SameBytes extends UnaryExpression {
  SameBytes(SqlType to, VectorExpression operand) {
    super(to, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.appendEmptyUntil(i);
      result.putBytes(values.data, values.offsets[i], values.length(i));
    }
  }
}
