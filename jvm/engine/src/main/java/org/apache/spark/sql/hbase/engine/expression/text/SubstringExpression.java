package org.apache.spark.sql.hbase.engine.expression.text;

import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code SUBSTRING} with a constant position and length, in code points. Position 1, and 0 too, is
 * the first code point; a negative one counts from the end, and one before the first takes from the
 * length.
 */
final class SubstringExpression extends UnaryExpression {
  private final long position;
  private final long length;

  SubstringExpression(VectorExpression operand, long position, long length) {
    super(SqlType.STRING, operand);
    this.position = position;
    this.length = length;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    byte[] data = values.data;
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      int start = values.offsets[i];
      int end = values.offsets[i + 1];
      long first = Math.max(position - 1, 0);
      if (position < 0) {
        first = Utf8.length(data, start, end) + position;
      }
      // Exclusive, and below the first for lengths of zero and less.
      long last = first + length;
      int from = Utf8.skip(data, start, end, first);
      int to = Utf8.skip(data, from, end, last - Math.max(first, 0));
      result.appendEmptyUntil(i);
      result.putBytes(data, from, to - from);
    }
  }
}
