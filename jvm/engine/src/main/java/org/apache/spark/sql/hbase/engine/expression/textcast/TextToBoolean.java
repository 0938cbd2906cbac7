package org.apache.spark.sql.hbase.engine.expression.textcast;

import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** STRING to BOOLEAN: one of five words for each value, in any case. */
final class TextToBoolean extends TextCast {
  private static final byte[][] TRUE = words("true", "t", "yes", "y", "1");
  private static final byte[][] FALSE = words("false", "f", "no", "n", "0");

  TextToBoolean(OverflowMode mode, VectorExpression operand) {
    super(SqlType.BOOLEAN, mode, operand);
  }

  private static byte[][] words(String... words) {
    byte[][] bytes = new byte[words.length][];
    for (int i = 0; i < words.length; i++) {
      bytes[i] = words[i].getBytes(StandardCharsets.US_ASCII);
    }
    return bytes;
  }

  @Override
  boolean parse(byte[] data, int start, int end, ColumnVector result, int row) {
    int from = trimmedStart(data, start, end);
    int to = trimmedEnd(data, from, end);
    result.longs[row] = isOneOf(TRUE, data, from, to) ? 1 : 0;
    return result.longs[row] == 1 || isOneOf(FALSE, data, from, to);
  }

  private static boolean isOneOf(byte[][] words, byte[] data, int from, int to) {
    for (byte[] word : words) {
      if (word.length == to - from && equalsIgnoringCase(word, data, from)) {
        return true;
      }
    }
    return false;
  }

  private static boolean equalsIgnoringCase(byte[] word, byte[] data, int from) {
    for (int i = 0; i < word.length; i++) {
      byte b = data[from + i];
      if ((b >= 'A' && b <= 'Z' ? b + 0x20 : b) != word[i]) {
        return false;
      }
    }
    return true;
  }
}
