package org.apache.spark.sql.hbase.engine.expression.text;

import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** Code points of a STRING. */
final class LengthExpression extends UnaryExpression {
  LengthExpression(VectorExpression operand) {
    super(SqlType.INT, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = Utf8.length(values.data, values.offsets[i], values.offsets[i + 1]);
    }
  }
}
