package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code REVERSE} of a STRING: its code points from the last to the first. */
final class ReverseExpression extends TextExpression {
  private byte[] reversed = new byte[64];

  ReverseExpression(VectorExpression operand) {
    super(SqlType.STRING, List.of(operand));
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    byte[] data = values[0].data;
    int start = values[0].offsets[row];
    int end = values[0].offsets[row + 1];
    int length = end - start;
    if (reversed.length < length) {
      reversed = new byte[Math.max(length, 2 * reversed.length)];
    }
    for (int at = start; at < end; ) {
      int next = Utf8.skip(data, at, end, 1);
      System.arraycopy(data, at, reversed, end - next, next - at);
      at = next;
    }
    result.putBytes(reversed, 0, length);
  }
}
