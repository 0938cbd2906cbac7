package org.apache.spark.sql.hbase.engine.expression.cast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** DATE to BOOLEAN and numbers: NULL, as in Hive. */
final class CastToNull extends UnaryExpression {
  CastToNull(SqlType to, VectorExpression operand) {
    super(to, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    for (int k = 0; k < rows.count; k++) {
      result.setNull(rows.positions[k]);
    }
  }
}
