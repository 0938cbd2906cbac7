package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code REPEAT} a constant number of times; the empty text for less than once. */
final class RepeatExpression extends TextExpression {
  private final long times;
  private final ByteBuilder scratch = new ByteBuilder();

  RepeatExpression(VectorExpression operand, long times) {
    super(SqlType.STRING, List.of(operand));
    this.times = times;
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    scratch.reset();
    for (long i = 0; i < times; i++) {
      scratch.appendBytes(values[0].data, values[0].offsets[row], values[0].length(row));
    }
    result.putBytes(scratch.array(), 0, scratch.length());
  }
}
