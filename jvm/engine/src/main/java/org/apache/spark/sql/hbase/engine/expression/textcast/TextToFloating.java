package org.apache.spark.sql.hbase.engine.expression.textcast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.value.CastText;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** STRING to FLOAT and DOUBLE: {@link CastText#readFloating}. Allocates. */
final class TextToFloating extends TextCast {
  private final CastText text = new CastText();
  private final boolean toFloat;

  TextToFloating(SqlType to, OverflowMode mode, VectorExpression operand) {
    super(to, mode, operand);
    this.toFloat = to.kind() == SqlType.Kind.FLOAT;
  }

  @Override
  boolean parse(byte[] data, int start, int end, ColumnVector result, int row) {
    boolean isRead = text.readFloating(data, start, end, toFloat);
    result.doubles[row] = text.floating();
    return isRead;
  }
}
