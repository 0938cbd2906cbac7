package org.apache.spark.sql.hbase.engine.expression.textcast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.value.CastText;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** STRING to DATE: {@link CastText#readDate}. */
final class TextToDate extends TextCast {
  private final CastText text = new CastText();

  TextToDate(OverflowMode mode, VectorExpression operand) {
    super(SqlType.DATE, mode, operand);
  }

  @Override
  boolean parse(byte[] data, int start, int end, ColumnVector result, int row) {
    boolean isRead = text.readDate(data, start, end);
    result.longs[row] = text.number();
    return isRead;
  }
}
