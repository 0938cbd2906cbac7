package org.apache.spark.sql.hbase.engine.expression.encoding;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code hex} of STRING and BINARY: two digits for each byte. */
final class HexText extends UnaryExpression {
  private static final byte[] DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'
  };

  private byte[] text = new byte[64];

  HexText(VectorExpression operand) {
    super(SqlType.STRING, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      int length = 2 * values.length(i);
      if (text.length < length) {
        text = new byte[Math.max(length, 2 * text.length)];
      }
      int start = values.offsets[i];
      for (int at = 0; at < length; at += 2) {
        int b = values.data[start + at / 2] & 0xFF;
        text[at] = DIGITS[b >> 4];
        text[at + 1] = DIGITS[b & 0xF];
      }
      result.appendEmptyUntil(i);
      result.putBytes(text, 0, length);
    }
  }
}
