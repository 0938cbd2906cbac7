package org.apache.spark.sql.hbase.engine.expression.cast;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.CivilDate;

/** BOOLEAN, integers and DATE to STRING. */
final class CastToString extends UnaryExpression {
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
  private static final int MAX_DIGITS = 20;

  private final SqlType.Kind from;
  private final byte[] text = new byte[MAX_DIGITS];

  CastToString(VectorExpression operand) {
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
        case DATE -> appendDate(value, result);
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

  private void appendDate(long days, ColumnVector result) {
    int year = CivilDate.year(days);
    if (year < 0 || year > 9999) {
      append(LocalDate.ofEpochDay(days).toString().getBytes(StandardCharsets.US_ASCII), result);
      return;
    }
    twoDigits(0, year / 100);
    twoDigits(2, year % 100);
    text[4] = '-';
    twoDigits(5, CivilDate.month(days));
    text[7] = '-';
    twoDigits(8, CivilDate.dayOfMonth(days));
    result.putBytes(text, 0, 10);
  }

  private void twoDigits(int at, int number) {
    text[at] = (byte) ('0' + number / 10);
    text[at + 1] = (byte) ('0' + number % 10);
  }
}
