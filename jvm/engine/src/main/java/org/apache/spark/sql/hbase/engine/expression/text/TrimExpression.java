package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * {@code TRIM}, {@code LTRIM} and {@code RTRIM}: removes spaces, or the code points whose bytes
 * occur in a second operand.
 */
final class TrimExpression extends TextExpression {
  private static final byte[] SPACE = {' '};

  /** The number of bytes of text and set from which it pays to prepare the set. */
  private static final int LONG_BYTES = 64;

  private final boolean left;
  private final boolean right;

  private byte[] data;
  private byte[] set = SPACE;
  private int setStart;
  private int setEnd = 1;

  /** Null where text or set are short. */
  private CodePointBytes prepared;

  /** {@code function} is TRIM, TRIM_LEFT or TRIM_RIGHT. */
  TrimExpression(Function function, List<VectorExpression> operands) {
    super(SqlType.STRING, operands);
    this.left = function != Function.TRIM_RIGHT;
    this.right = function != Function.TRIM_LEFT;
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    data = values[0].data;
    int from = values[0].offsets[row];
    int to = values[0].offsets[row + 1];
    if (values.length > 1) {
      set = values[1].data;
      setStart = values[1].offsets[row];
      setEnd = values[1].offsets[row + 1];
    }
    boolean isLong = setEnd - setStart > LONG_BYTES && to - from > LONG_BYTES;
    prepared = isLong ? new CodePointBytes(set, setStart, setEnd) : null;
    if (left) {
      from = trimLeft(from, to);
    }
    if (right) {
      to = trimRight(from, to);
    }
    prepared = null;
    result.putBytes(data, from, to - from);
  }

  private int trimLeft(int from, int to) {
    int at = from;
    while (at < to) {
      int next = Utf8.skip(data, at, to, 1);
      if (!isInSet(at, next)) {
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
  private int trimRight(int from, int to) {
    int kept = from;
    for (int at = from; at < to; ) {
      int next = Utf8.skip(data, at, to, 1);
      if (!isInSet(at, next)) {
        kept = next;
      }
      at = next;
    }
    return kept;
  }

  private boolean isInSet(int at, int next) {
    boolean isWhole = next - at == Utf8.width(data[at]);
    return prepared != null && isWhole
        ? prepared.contains(data, at, next)
        : ByteSearch.find(set, setStart, setEnd, data, at, next) >= 0;
  }
}
