package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code LPAD} and {@code RPAD} to a constant number of code points. Longer values lose their end;
 * nothing is filled up with an empty text.
 */
final class PadExpression extends TextExpression {
  private final long length;
  private final boolean onTheLeft;
  private final ByteBuilder scratch = new ByteBuilder();

  private PadExpression(
      VectorExpression operand, long length, VectorExpression fill, boolean onTheLeft) {
    super(SqlType.STRING, List.of(operand, fill));
    this.length = length;
    this.onTheLeft = onTheLeft;
  }

  static PadExpression left(VectorExpression operand, long length, VectorExpression fill) {
    return new PadExpression(operand, length, fill, true);
  }

  static PadExpression right(VectorExpression operand, long length, VectorExpression fill) {
    return new PadExpression(operand, length, fill, false);
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    byte[] data = values[0].data;
    int start = values[0].offsets[row];
    int end = values[0].offsets[row + 1];
    long missing = length - Utf8.length(data, start, end);
    if (missing <= 0 || values[1].length(row) == 0) {
      result.putBytes(data, start, Utf8.skip(data, start, end, length) - start);
      return;
    }
    scratch.reset();
    if (onTheLeft) {
      fill(values[1], row, missing);
    }
    scratch.appendBytes(data, start, end - start);
    if (!onTheLeft) {
      fill(values[1], row, missing);
    }
    result.putBytes(scratch.array(), 0, scratch.length());
  }

  private void fill(ColumnVector fill, int row, long missing) {
    int start = fill.offsets[row];
    int end = fill.offsets[row + 1];
    int codePoints = Utf8.length(fill.data, start, end);
    long rest = missing;
    for (; rest >= codePoints; rest -= codePoints) {
      scratch.appendBytes(fill.data, start, end - start);
    }
    scratch.appendBytes(fill.data, start, Utf8.skip(fill.data, start, end, rest) - start);
  }
}
