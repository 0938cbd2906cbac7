package org.apache.spark.sql.hbase.engine.expression.textcast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.value.CastText;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** STRING to an integer: {@link CastText#readInteger}, with a fraction in mode LEGACY. */
final class TextToInteger extends TextCast {
  private final CastText text = new CastText();
  private final IntegerWidth width;
  private final boolean takesFraction;

  TextToInteger(SqlType to, OverflowMode mode, VectorExpression operand) {
    super(to, mode, operand);
    this.width = IntegerWidth.of(to);
    this.takesFraction = mode == OverflowMode.WRAP;
  }

  @Override
  boolean parse(byte[] data, int start, int end, ColumnVector result, int row) {
    boolean isRead = text.readInteger(data, start, end, takesFraction);
    result.longs[row] = text.number();
    return isRead && width.holds(text.number());
  }
}
