package org.apache.spark.sql.hbase.engine.expression.encoding;

import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.text.Utf8;

/** {@code ascii}: the first code point, U+FFFD where it is not UTF-8; 0 for the empty text. */
final class FirstCodePoint extends UnaryExpression {
  FirstCodePoint(VectorExpression operand) {
    super(SqlType.INT, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      int length = values.length(i);
      byte first = length == 0 ? 0 : values.data[values.offsets[i]];
      result.longs[i] = first >= 0 ? first : codePoint(values.data, values.offsets[i], length);
    }
  }

  private static int codePoint(byte[] data, int start, int length) {
    int width = Math.min(Utf8.width(data[start]), length);
    return new String(data, start, width, StandardCharsets.UTF_8).codePointAt(0);
  }
}
