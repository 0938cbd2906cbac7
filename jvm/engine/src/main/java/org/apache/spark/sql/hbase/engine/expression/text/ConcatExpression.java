package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code CONCAT} of STRING or of BINARY. */
final class ConcatExpression extends TextExpression {
  private final ByteBuilder scratch = new ByteBuilder();

  ConcatExpression(SqlType type, List<VectorExpression> operands) {
    super(type, operands);
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    scratch.reset();
    for (ColumnVector value : values) {
      scratch.appendBytes(value.data, value.offsets[row], value.length(row));
    }
    result.putBytes(scratch.array(), 0, scratch.length());
  }
}
