package org.apache.spark.sql.hbase.engine.expression.lettercase;

import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.text.Utf8;

/**
 * A STRING in upper or lower case. ASCII is mapped byte by byte. Of other values the parts that are
 * not UTF-8 turn into U+FFFD, as in Spark, and a Java string is made of each.
 */
final class LetterCaseExpression extends UnaryExpression {
  private final boolean toUpper;
  private byte[] mapped = new byte[64];

  private LetterCaseExpression(VectorExpression operand, boolean toUpper) {
    super(SqlType.STRING, operand);
    this.toUpper = toUpper;
  }

  static LetterCaseExpression upper(VectorExpression operand) {
    return new LetterCaseExpression(operand, true);
  }

  static LetterCaseExpression lower(VectorExpression operand) {
    return new LetterCaseExpression(operand, false);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.appendEmptyUntil(i);
      int start = values.offsets[i];
      int end = values.offsets[i + 1];
      if (Utf8.isAscii(values.data, start, end)) {
        appendAscii(values.data, start, end, result);
      } else {
        String text = Utf8.decodeByMaximalParts(values.data, start, end);
        byte[] bytes =
            (toUpper ? LetterCases.upper(text) : LetterCases.lower(text))
                .getBytes(StandardCharsets.UTF_8);
        result.putBytes(bytes, 0, bytes.length);
      }
    }
  }

  private void appendAscii(byte[] data, int start, int end, ColumnVector result) {
    int length = end - start;
    if (mapped.length < length) {
      mapped = new byte[Math.max(length, 2 * mapped.length)];
    }
    byte first = (byte) (toUpper ? 'a' : 'A');
    byte last = (byte) (toUpper ? 'z' : 'Z');
    for (int i = 0; i < length; i++) {
      byte letter = data[start + i];
      mapped[i] = letter >= first && letter <= last ? (byte) (letter ^ 0x20) : letter;
    }
    result.putBytes(mapped, 0, length);
  }
}
