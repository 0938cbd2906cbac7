package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * {@code TRIM}, {@code LTRIM} and {@code RTRIM}: removes spaces, or the code points whose bytes
 * occur in a second operand.
 */
final class TrimExpression extends TextExpression {
  private static final byte[] SPACE = {' '};

  private final boolean left;
  private final boolean right;

  /** {@code function} is TRIM, TRIM_LEFT or TRIM_RIGHT. */
  TrimExpression(Function function, List<VectorExpression> operands) {
    super(SqlType.STRING, operands);
    this.left = function != Function.TRIM_RIGHT;
    this.right = function != Function.TRIM_LEFT;
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    byte[] data = values[0].data;
    int from = values[0].offsets[row];
    int to = values[0].offsets[row + 1];
    byte[] set = SPACE;
    int setStart = 0;
    int setEnd = 1;
    if (values.length > 1) {
      set = values[1].data;
      setStart = values[1].offsets[row];
      setEnd = values[1].offsets[row + 1];
    }
    if (left) {
      from = trimLeft(data, from, to, set, setStart, setEnd);
    }
    if (right) {
      to = trimRight(data, from, to, set, setStart, setEnd);
    }
    result.putBytes(data, from, to - from);
  }

  private static int trimLeft(byte[] data, int from, int to, byte[] set, int start, int end) {
    int at = from;
    while (at < to) {
      int next = Utf8.skip(data, at, to, 1);
      if (!isIn(data, at, next, set, start, end)) {
        break;
      }
      at = next;
    }
    return at;
  }

  /**
   * Code points have to be found from the left. What is kept ends behind the last one that is not
   * in the set.
   */
  private static int trimRight(byte[] data, int from, int to, byte[] set, int start, int end) {
    int kept = from;
    for (int at = from; at < to; ) {
      int next = Utf8.skip(data, at, to, 1);
      if (!isIn(data, at, next, set, start, end)) {
        kept = next;
      }
      at = next;
    }
    return kept;
  }

  private static boolean isIn(byte[] data, int at, int next, byte[] set, int start, int end) {
    return ByteSearch.find(set, start, end, data, at, next) >= 0;
  }
}
