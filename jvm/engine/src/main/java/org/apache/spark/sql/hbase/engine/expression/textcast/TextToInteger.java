package org.apache.spark.sql.hbase.engine.expression.textcast;

import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * STRING to an integer: a sign and digits. LEGACY takes a point and more digits too, and cuts them
 * off; there a point alone is 0.
 */
final class TextToInteger extends TextCast {
  private final IntegerWidth width;
  private final boolean takesFraction;

  TextToInteger(SqlType to, OverflowMode mode, VectorExpression operand) {
    super(to, mode, operand);
    this.width = IntegerWidth.of(to);
    this.takesFraction = mode == OverflowMode.WRAP;
  }

  @Override
  boolean parse(byte[] data, int start, int end, ColumnVector result, int row) {
    int at = trimmedStart(data, start, end);
    int to = trimmedEnd(data, at, end);
    boolean isNegative = at < to && data[at] == '-';
    if (isNegative || at < to && data[at] == '+') {
      at++;
    }
    if (at == to) {
      return false;
    }
    // Negative, because the smallest number has no positive counterpart.
    long value = 0;
    for (; at < to && isDigit(data[at]); at++) {
      int digit = data[at] - '0';
      if (value < (Long.MIN_VALUE + digit) / 10) {
        return false;
      }
      value = value * 10 - digit;
    }
    if (at < to && !isFraction(data, at, to)) {
      return false;
    }
    if (!isNegative && value == Long.MIN_VALUE) {
      return false;
    }
    result.longs[row] = isNegative ? value : -value;
    return width.holds(result.longs[row]);
  }

  private boolean isFraction(byte[] data, int from, int to) {
    if (!takesFraction || data[from] != '.') {
      return false;
    }
    for (int at = from + 1; at < to; at++) {
      if (!isDigit(data[at])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
