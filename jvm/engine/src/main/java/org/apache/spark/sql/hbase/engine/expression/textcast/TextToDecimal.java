package org.apache.spark.sql.hbase.engine.expression.textcast;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.value.DecimalText;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalResult;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** STRING to DECIMAL: what {@link DecimalText} reads, rounded half up. Allocates. */
final class TextToDecimal extends TextCast {
  private static final int MAX_DIGITS = 38;

  private final DecimalResult results;
  private final OverflowMode mode;

  TextToDecimal(SqlType to, OverflowMode mode, VectorExpression operand) {
    super(to, mode, operand);
    this.results = new DecimalResult(to, mode);
    this.mode = mode;
  }

  @Override
  boolean parse(byte[] data, int start, int end, ColumnVector result, int row) {
    String text = new String(data, start, end - start, StandardCharsets.UTF_8).trim();
    BigDecimal value;
    try {
      value = DecimalText.parse(text);
    } catch (NumberFormatException e) {
      return false;
    }
    long wholeDigits = (long) value.precision() - value.scale();
    if (value.signum() == 0 || wholeDigits < -MAX_DIGITS) {
      // Rounds to 0 without the power of ten that an exponent like E-999999999 asks for.
      results.set(result, row, BigDecimal.ZERO);
    } else if (wholeDigits <= MAX_DIGITS) {
      results.set(result, row, value);
    } else if (mode == OverflowMode.RAISE) {
      throw Raised.decimalTooLong(text);
    } else {
      result.setNull(row);
    }
    return true;
  }
}
