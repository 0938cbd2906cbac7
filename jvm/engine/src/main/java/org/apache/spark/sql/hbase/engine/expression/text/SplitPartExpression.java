package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code SPLIT_PART} with a constant part, counted from 1 or from -1 at the end; the empty text
 * beyond the parts. Nothing is split by an empty delimiter; otherwise bytes that are not UTF-8 turn
 * into U+FFFD first, as in Spark.
 */
final class SplitPartExpression extends TextExpression {
  private final long part;

  SplitPartExpression(VectorExpression operand, VectorExpression delimiter, long part) {
    super(SqlType.STRING, List.of(operand, delimiter));
    this.part = part;
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    int delimiterLength = values[1].length(row);
    byte[] data = values[0].data;
    int start = values[0].offsets[row];
    int end = values[0].offsets[row + 1];
    byte[] delimiter = values[1].data;
    int delimiterStart = values[1].offsets[row];
    if (delimiterLength > 0) {
      if (!Utf8.isValid(data, start, end)) {
        data = Utf8.validBytes(values[0], row);
        start = 0;
        end = data.length;
      }
      if (!Utf8.isValid(delimiter, delimiterStart, delimiterStart + delimiterLength)) {
        delimiter = Utf8.validBytes(values[1], row);
        delimiterStart = 0;
        delimiterLength = delimiter.length;
      }
    }
    append(data, start, end, delimiter, delimiterStart, delimiterStart + delimiterLength, result);
  }

  private void append(
      byte[] data,
      int start,
      int end,
      byte[] delimiter,
      int delimiterStart,
      int delimiterEnd,
      ColumnVector result) {
    long index = part > 0 ? part - 1 : part;
    if (index < 0) {
      index += 1 + delimiters(data, start, end, delimiter, delimiterStart, delimiterEnd);
      if (index < 0) {
        result.putBytes(data, start, 0);
        return;
      }
    }
    int from = start;
    for (long i = 0; i < index; i++) {
      int found = find(data, from, end, delimiter, delimiterStart, delimiterEnd);
      if (found < 0) {
        result.putBytes(data, start, 0);
        return;
      }
      from = found + delimiterEnd - delimiterStart;
    }
    int next = find(data, from, end, delimiter, delimiterStart, delimiterEnd);
    result.putBytes(data, from, (next < 0 ? end : next) - from);
  }

  private static long delimiters(
      byte[] data, int start, int end, byte[] delimiter, int delimiterStart, int delimiterEnd) {
    long count = 0;
    int found = find(data, start, end, delimiter, delimiterStart, delimiterEnd);
    while (found >= 0) {
      count++;
      int from = found + delimiterEnd - delimiterStart;
      found = find(data, from, end, delimiter, delimiterStart, delimiterEnd);
    }
    return count;
  }

  private static int find(
      byte[] data, int from, int end, byte[] delimiter, int delimiterStart, int delimiterEnd) {
    return delimiterStart == delimiterEnd
        ? -1
        : ByteSearch.find(data, from, end, delimiter, delimiterStart, delimiterEnd);
  }
}
