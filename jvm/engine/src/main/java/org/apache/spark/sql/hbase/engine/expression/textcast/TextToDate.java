package org.apache.spark.sql.hbase.engine.expression.textcast;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * STRING to DATE: a year of four to seven digits, perhaps with a sign, then perhaps a month and a
 * day of one or two digits. Behind a whole date a space or a T may begin anything.
 */
final class TextToDate extends TextCast {
  private static final int MAX_YEAR_DIGITS = 7;

  /** Year, month, day. */
  private final int[] fields = new int[3];

  TextToDate(OverflowMode mode, VectorExpression operand) {
    super(SqlType.DATE, mode, operand);
  }

  @Override
  boolean parse(byte[] data, int start, int end, ColumnVector result, int row) {
    int at = trimmedStart(data, start, end);
    int to = trimmedEnd(data, at, end);
    if (at == to || !readFields(data, at, to)) {
      return false;
    }
    try {
      long days = LocalDate.of(fields[0], fields[1], fields[2]).toEpochDay();
      result.longs[row] = days;
      return days == (int) days;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private boolean readFields(byte[] data, int start, int end) {
    fields[1] = 1;
    fields[2] = 1;
    boolean hasSign = data[start] == '-' || data[start] == '+';
    int at = hasSign ? start + 1 : start;
    for (int field = 0; field < fields.length; field++) {
      int first = at;
      int value = 0;
      for (; at < end && data[at] >= '0' && data[at] <= '9'; at++) {
        value = value * 10 + data[at] - '0';
      }
      if (!isLength(field, at - first)) {
        return false;
      }
      fields[field] = field == 0 && data[start] == '-' ? -value : value;
      if (at == end) {
        return true;
      }
      if (field < 2 && data[at++] != '-') {
        return false;
      }
    }
    return data[at] == ' ' || data[at] == 'T';
  }

  private static boolean isLength(int field, int digits) {
    return field == 0 ? digits >= 4 && digits <= MAX_YEAR_DIGITS : digits == 1 || digits == 2;
  }
}
