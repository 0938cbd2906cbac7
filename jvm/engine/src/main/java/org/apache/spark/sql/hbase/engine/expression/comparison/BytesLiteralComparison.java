package org.apache.spark.sql.hbase.engine.expression.comparison;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * Compares STRING or BINARY with a constant, which may be long and is therefore not spread over a
 * vector.
 */
final class BytesLiteralComparison extends UnaryExpression {
  private final Comparison comparison;
  private final byte[] constant;

  BytesLiteralComparison(Comparison comparison, VectorExpression operand, byte[] constant) {
    super(SqlType.BOOLEAN, operand);
    this.comparison = comparison;
    this.constant = constant;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    byte[] data = values.data;
    int[] offsets = values.offsets;
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      int order =
          Arrays.compareUnsigned(data, offsets[i], offsets[i + 1], constant, 0, constant.length);
      result.longs[i] = comparison.test(Integer.signum(order));
    }
  }
}
