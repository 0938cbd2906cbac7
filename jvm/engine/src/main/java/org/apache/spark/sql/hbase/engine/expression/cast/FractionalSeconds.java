package org.apache.spark.sql.hbase.engine.expression.cast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;

/** A TIMESTAMP as seconds since 1970 with their fraction, as far as a DOUBLE holds it. */
final class FractionalSeconds extends UnaryExpression {
  FractionalSeconds(VectorExpression operand) {
    super(SqlType.DOUBLE, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.doubles[i] = values.longs[i] / (double) Micros.PER_SECOND;
    }
  }
}
