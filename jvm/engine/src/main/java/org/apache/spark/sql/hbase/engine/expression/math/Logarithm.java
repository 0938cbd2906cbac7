package org.apache.spark.sql.hbase.engine.expression.math;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code log(base, value)}: NULL where one of them is zero or negative. */
final class Logarithm extends BinaryExpression {
  Logarithm(VectorExpression base, VectorExpression value) {
    super(SqlType.DOUBLE, base, value);
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      double base = a.doubles[i];
      double value = b.doubles[i];
      if (base <= 0 || value <= 0) {
        result.setNull(i);
      } else {
        result.doubles[i] = StrictMath.log(value) / StrictMath.log(base);
      }
    }
  }
}
