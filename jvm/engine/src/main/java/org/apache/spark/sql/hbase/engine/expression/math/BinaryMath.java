package org.apache.spark.sql.hbase.engine.expression.math;

import java.util.function.DoubleBinaryOperator;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** A function of two DOUBLE. */
final class BinaryMath extends BinaryExpression {
  private final DoubleBinaryOperator function;

  BinaryMath(DoubleBinaryOperator function, VectorExpression left, VectorExpression right) {
    super(SqlType.DOUBLE, left, right);
    this.function = function;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.doubles[i] = function.applyAsDouble(a.doubles[i], b.doubles[i]);
    }
  }
}
