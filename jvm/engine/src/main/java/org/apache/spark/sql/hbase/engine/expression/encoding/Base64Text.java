package org.apache.spark.sql.hbase.engine.expression.encoding;

import java.util.Arrays;
import java.util.Base64;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code base64}, in one line or in lines of 76 characters. Allocates. */
final class Base64Text extends UnaryExpression {
  private final Base64.Encoder encoder;

  Base64Text(boolean breaksLines, VectorExpression operand) {
    super(SqlType.STRING, operand);
    this.encoder = breaksLines ? Base64.getMimeEncoder() : Base64.getEncoder();
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      byte[] bytes = Arrays.copyOfRange(values.data, values.offsets[i], values.offsets[i + 1]);
      byte[] text = encoder.encode(bytes);
      result.appendEmptyUntil(i);
      result.putBytes(text, 0, text.length);
    }
  }
}
