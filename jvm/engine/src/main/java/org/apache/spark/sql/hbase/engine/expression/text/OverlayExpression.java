package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code OVERLAY}, in code points of a STRING and in bytes of a BINARY. What stands before the
 * position and what stands behind the replaced part are found as {@code SUBSTRING} finds them. So
 * nothing stands before a negative position, and what stands behind one counts from the end.
 */
final class OverlayExpression extends TextExpression {
  private final TextUnits units;
  private final ByteBuilder scratch = new ByteBuilder();

  /** Takes four operands: the value, the replacement, the position and the length. */
  OverlayExpression(SqlType type, List<VectorExpression> operands) {
    super(type, operands);
    this.units = new TextUnits(type);
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    byte[] data = values[0].data;
    int start = values[0].offsets[row];
    int end = values[0].offsets[row + 1];
    byte[] replacement = values[1].data;
    int from = values[1].offsets[row];
    int to = values[1].offsets[row + 1];
    long position = values[2].longs[row];
    long length = values[3].longs[row];
    long behind = position + (length < 0 ? units.count(replacement, from, to) : length);
    long first = behind < 0 ? behind + units.count(data, start, end) : behind - 1;
    int rest = units.skip(data, start, end, first);
    scratch.reset();
    scratch.appendBytes(data, start, units.skip(data, start, end, position - 1) - start);
    scratch.appendBytes(replacement, from, to - from);
    scratch.appendBytes(data, rest, end - rest);
    result.putBytes(scratch.array(), 0, scratch.length());
  }
}
