package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.function.LongUnaryOperator;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** One number since 1970 from another. */
final class EpochConversion extends UnaryExpression {
  private final LongUnaryOperator conversion;

  /**
   * @param conversion of one value; throws ArithmeticException if the answer does not fit
   */
  EpochConversion(SqlType type, VectorExpression operand, LongUnaryOperator conversion) {
    super(type, operand);
    this.conversion = conversion;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    try {
      for (int k = 0; k < rows.count; k++) {
        int i = positions[k];
        result.longs[i] = conversion.applyAsLong(values.longs[i]);
      }
    } catch (ArithmeticException e) {
      throw Raised.datetimeOverflow(type());
    }
  }
}
