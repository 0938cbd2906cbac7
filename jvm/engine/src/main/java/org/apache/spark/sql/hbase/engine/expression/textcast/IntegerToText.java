package org.apache.spark.sql.hbase.engine.expression.textcast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** BOOLEAN, integers and DATE to STRING. */
final class IntegerToText extends UnaryExpression {
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
  private static final int MAX_DIGITS = 20;

  private final SqlType.Kind from;
  private final byte[] text = new byte[MAX_DIGITS];
  private final DateTimeText dates = new DateTimeText();

  IntegerToText(VectorExpression operand) {
    super(SqlType.STRING, operand);
    this.from = operand.type().kind();
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long value = values.longs[i];
      result.appendEmptyUntil(i);
      switch (from) {
        case BOOLEAN -> append(value != 0 ? TRUE : FALSE, result);
        case DATE -> {
          dates.setDate(value);
          dates.appendTo(result);
        }
        default -> appendInteger(value, result);
      }
    }
  }

  private static void append(byte[] constant, ColumnVector result) {
    result.putBytes(constant, 0, constant.length);
  }

  private void appendInteger(long value, ColumnVector result) {
    int start = MAX_DIGITS;
    long rest = value;
    do {
      text[--start] = (byte) ('0' + Math.abs(rest % 10));
      rest /= 10;
    } while (rest != 0);
    if (value < 0) {
      text[--start] = '-';
    }
    result.putBytes(text, start, MAX_DIGITS - start);
  }
}
