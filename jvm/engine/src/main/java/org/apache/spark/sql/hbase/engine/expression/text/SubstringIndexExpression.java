package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code SUBSTRING_INDEX}: the text before a number of delimiters, or behind it where it is
 * negative and they are counted from the right. It is all if there are fewer. Unlike the parts of a
 * split, occurrences may overlap.
 */
final class SubstringIndexExpression extends TextExpression {
  /** Takes three operands: the text, the delimiter and the number. */
  SubstringIndexExpression(List<VectorExpression> operands) {
    super(SqlType.STRING, operands);
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    byte[] data = values[0].data;
    int start = values[0].offsets[row];
    int end = values[0].offsets[row + 1];
    byte[] delimiter = values[1].data;
    int delimiterStart = values[1].offsets[row];
    int delimiterEnd = values[1].offsets[row + 1];
    long count = values[2].longs[row];
    int length = delimiterEnd - delimiterStart;
    if (length == 0 || count == 0) {
      result.putBytes(data, start, 0);
    } else if (length > ByteSearch.LONG_PATTERN) {
      appendByLong(data, start, end, delimiter, delimiterStart, delimiterEnd, count, result);
    } else if (count > 0) {
      int found = start - 1;
      for (long i = 0; i < count && (found >= start || i == 0); i++) {
        found = ByteSearch.find(data, found + 1, end, delimiter, delimiterStart, delimiterEnd);
      }
      result.putBytes(data, start, (found < 0 ? end : found) - start);
    } else {
      int found = end - length + 1;
      for (long i = 0; i > count && found >= start; i--) {
        found =
            ByteSearch.findLast(
                data, start, found - 1, end, delimiter, delimiterStart, delimiterEnd);
      }
      int from = found < start ? start : found + length;
      result.putBytes(data, from, end - from);
    }
  }

  private static void appendByLong(
      byte[] data,
      int start,
      int end,
      byte[] delimiter,
      int delimiterStart,
      int delimiterEnd,
      long count,
      ColumnVector result) {
    long number = count;
    if (count < 0) {
      number += 1 + LinearSearch.count(data, start, end, delimiter, delimiterStart, delimiterEnd);
    }
    int found =
        LinearSearch.find(data, start, end, delimiter, delimiterStart, delimiterEnd, number);
    int from = count < 0 && found >= 0 ? found + delimiterEnd - delimiterStart : start;
    int to = count > 0 && found >= 0 ? found : end;
    result.putBytes(data, from, to - from);
  }
}
