package org.apache.spark.sql.hbase.engine.expression.textcast;

import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** FLOAT and DOUBLE to STRING, in the digits of this Java. Allocates. */
final class FloatingToText extends UnaryExpression {
  private final boolean isFloat;

  FloatingToText(VectorExpression operand) {
    super(SqlType.STRING, operand);
    this.isFloat = operand.type().equals(SqlType.FLOAT);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      double value = values.doubles[i];
      byte[] text =
          (isFloat ? Float.toString((float) value) : Double.toString(value))
              .getBytes(StandardCharsets.US_ASCII);
      result.appendEmptyUntil(i);
      result.putBytes(text, 0, text.length);
    }
  }
}
