package org.apache.spark.sql.hbase.engine.expression;

import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** Code points of a STRING. */
final class LengthExpression extends UnaryExpression {
  LengthExpression(VectorExpression operand) {
    super(SqlType.INT, operand);
  }

  @Override
  void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = Utf8.length(values.data, values.offsets[i], values.offsets[i + 1]);
    }
  }
}
