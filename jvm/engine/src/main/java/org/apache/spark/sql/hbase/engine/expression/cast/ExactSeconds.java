package org.apache.spark.sql.hbase.engine.expression.cast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** The seconds of a TIMESTAMP since 1970, with their six decimals. */
final class ExactSeconds extends UnaryExpression {
  /** Every number of microseconds fits. */
  private static final SqlType TYPE = SqlType.decimal(19, 6);

  ExactSeconds(VectorExpression timestamp) {
    super(TYPE, timestamp);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      long micros = values.longs[i];
      result.setDecimal128(i, micros >> 63, micros);
    }
  }
}
