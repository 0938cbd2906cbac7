package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code SUBSTRING}, in code points of a STRING and in bytes of a BINARY. Position 1, and 0 too, is
 * the first one; a negative one counts from the end, and one before the first takes from the
 * length.
 */
final class SubstringExpression extends TextExpression {
  private final TextUnits units;

  /** Takes three operands: the value, the position and the length. */
  SubstringExpression(SqlType type, List<VectorExpression> operands) {
    super(type, operands);
    this.units = new TextUnits(type);
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    byte[] data = values[0].data;
    int start = values[0].offsets[row];
    int end = values[0].offsets[row + 1];
    long position = values[1].longs[row];
    long first = Math.max(position - 1, 0);
    if (position < 0) {
      first = position + units.count(data, start, end);
    }
    // Exclusive, and below the first for lengths of zero and less.
    long last = first + values[2].longs[row];
    int from = units.skip(data, start, end, first);
    int to = units.skip(data, from, end, last - Math.max(first, 0));
    result.putBytes(data, from, to - from);
  }
}
