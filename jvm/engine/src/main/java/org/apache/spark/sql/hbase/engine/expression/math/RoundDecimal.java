package org.apache.spark.sql.hbase.engine.expression.math;

import java.math.RoundingMode;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalVectors;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * {@code round}, {@code bround}, {@code floor} and {@code ceil} of a DECIMAL at a scale. A negative
 * scale rounds digits before the point. The result type has room for every result.
 */
final class RoundDecimal extends UnaryExpression {
  private final RoundingMode rounding;
  private final int dropped;
  private final int zeros;
  private final Int128 value = new Int128();

  /**
   * @param scale at which the value is rounded
   */
  RoundDecimal(SqlType type, RoundingMode rounding, int scale, VectorExpression operand) {
    super(type, operand);
    this.rounding = rounding;
    this.dropped = Math.max(0, operand.type().scale() - scale);
    this.zeros = type.scale() - (operand.type().scale() - dropped);
  }

  /**
   * True if values of a type, rounded at a scale, have the result type's scale and fit it. One
   * digit more than before the point can come up, and a rounded digit in front of all of them.
   */
  static boolean hasRoom(SqlType result, SqlType operand, int scale) {
    if (result.scale() != Math.max(0, Math.min(operand.scale(), scale))) {
      return false;
    }
    int before = operand.precision() - operand.scale();
    int needed = scale >= operand.scale() ? before : Math.max(before, -scale) + 1;
    return result.precision() - result.scale() >= needed;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      DecimalVectors.load(values, i, value);
      value.divideByPowerOfTen(dropped, rounding);
      value.multiplyByPowerOfTen(zeros);
      DecimalVectors.store(result, i, value);
    }
  }
}
