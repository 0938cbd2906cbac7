package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.bytes.Utf8Validity;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * One part of a text that is split by a delimiter. Nothing is split by an empty delimiter;
 * otherwise bytes that are not UTF-8 turn into U+FFFD first, as in Spark.
 */
final class SplitExpression extends TextExpression {
  private final PartNumber number;

  // Of the row at hand.
  private byte[] data;
  private int start;
  private int end;
  private byte[] delimiter;
  private int delimiterStart;
  private int delimiterEnd;

  /** Takes three operands: the text, the delimiter and the number of the part. */
  SplitExpression(PartNumber number, List<VectorExpression> operands) {
    super(SqlType.STRING, operands);
    this.number = number;
  }

  @Override
  void append(ColumnVector[] values, int row, ColumnVector result) {
    bind(values[0], values[1], row);
    long part = values[2].longs[row];
    long index = number.isFromTheEnd(part) ? number.index(part, count()) : number.index(part, 0);
    int from = index < 0 ? -1 : startOf(index);
    if (from >= 0) {
      int next = find(from);
      result.putBytes(data, from, (next < 0 ? end : next) - from);
      return;
    }
    boolean isNull = number.isNullBeyondTheParts(part, this::count);
    result.putBytes(data, start, 0);
    if (isNull) {
      result.setNull(row);
    }
  }

  private void bind(ColumnVector text, ColumnVector separator, int row) {
    data = text.data;
    start = text.offsets[row];
    end = text.offsets[row + 1];
    delimiter = separator.data;
    delimiterStart = separator.offsets[row];
    delimiterEnd = separator.offsets[row + 1];
    if (delimiterStart == delimiterEnd) {
      return;
    }
    if (!Utf8Validity.isValid(data, start, end)) {
      data = Utf8.validBytes(text, row);
      start = 0;
      end = data.length;
    }
    if (!Utf8Validity.isValid(delimiter, delimiterStart, delimiterEnd)) {
      delimiter = Utf8.validBytes(separator, row);
      delimiterStart = 0;
      delimiterEnd = delimiter.length;
    }
  }

  /** Returns the start of a part, counted from 0; -1 if the text has fewer parts. */
  private int startOf(long index) {
    int from = start;
    for (long i = 0; i < index; i++) {
      int found = find(from);
      if (found < 0) {
        return -1;
      }
      from = found + delimiterEnd - delimiterStart;
    }
    return from;
  }

  private int count() {
    int count = 1;
    for (int found = find(start); found >= 0; count++) {
      found = find(found + delimiterEnd - delimiterStart);
    }
    return count;
  }

  private int find(int from) {
    return delimiterStart == delimiterEnd
        ? -1
        : ByteSearch.find(data, from, end, delimiter, delimiterStart, delimiterEnd);
  }
}
