package org.apache.spark.sql.hbase.engine.expression.textcast;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * STRING to FLOAT and DOUBLE: what Java parses, hexadecimal numbers and a type letter at the end
 * included, and words for infinity and NaN in any case. Allocates.
 */
final class TextToFloating extends TextCast {
  private final boolean toFloat;

  TextToFloating(SqlType to, OverflowMode mode, VectorExpression operand) {
    super(to, mode, operand);
    this.toFloat = to.kind() == SqlType.Kind.FLOAT;
  }

  @Override
  boolean parse(byte[] data, int start, int end, ColumnVector result, int row) {
    String text = new String(data, start, end - start, StandardCharsets.UTF_8);
    try {
      result.doubles[row] = toFloat ? Float.parseFloat(text) : Double.parseDouble(text);
      return true;
    } catch (NumberFormatException e) {
      return parseWord(text.trim().toLowerCase(Locale.ROOT), result, row);
    }
  }

  private static boolean parseWord(String word, ColumnVector result, int row) {
    switch (word) {
      case "inf", "+inf", "infinity", "+infinity" -> result.doubles[row] = Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> result.doubles[row] = Double.NEGATIVE_INFINITY;
      case "nan" -> result.doubles[row] = Double.NaN;
      default -> {
        return false;
      }
    }
    return true;
  }
}
