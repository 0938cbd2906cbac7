package org.apache.spark.sql.hbase.engine.expression.encoding;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code unhex}: the bytes of hexadecimal digits, of which the first stands alone if their number
 * is odd; NULL where there is anything else.
 */
final class BytesOfHex extends UnaryExpression {
  private byte[] bytes = new byte[64];

  BytesOfHex(VectorExpression operand) {
    super(SqlType.BINARY, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      int length = (values.length(i) + 1) / 2;
      if (bytes.length < length) {
        bytes = new byte[Math.max(length, 2 * bytes.length)];
      }
      boolean isHex = decode(values.data, values.offsets[i], values.offsets[i + 1]);
      result.appendEmptyUntil(i);
      result.putBytes(bytes, 0, isHex ? length : 0);
      if (!isHex) {
        result.setNull(i);
      }
    }
  }

  private boolean decode(byte[] digits, int start, int end) {
    int missing = (end - start) % 2;
    for (int at = start; at < end; at++) {
      int digit = digits[at] < 0 ? -1 : Character.digit(digits[at], 16);
      if (digit < 0) {
        return false;
      }
      int place = at - start + missing;
      boolean isHigh = place % 2 == 0;
      int before = at == start || isHigh ? 0 : bytes[place / 2];
      bytes[place / 2] = (byte) (isHigh ? digit << 4 : before | digit);
    }
    return true;
  }
}
