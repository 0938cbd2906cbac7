package org.apache.spark.sql.hbase.engine.expression.encoding;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.LongFunction;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** A BIGINT as a short text: {@code hex}, {@code bin} and {@code chr}. Allocates. */
final class NumberToText extends UnaryExpression {
  private final LongFunction<String> rule;

  NumberToText(LongFunction<String> rule, VectorExpression operand) {
    super(SqlType.STRING, operand);
    this.rule = rule;
  }

  /** Returns the two's complement in hexadecimal digits, without leading zeros. */
  static String hex(long value) {
    return Long.toHexString(value).toUpperCase(Locale.ROOT);
  }

  /** The character of Latin-1 that the low byte stands for; nothing for negative numbers. */
  static String character(long value) {
    return value < 0 ? "" : String.valueOf((char) (value & 0xFF));
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      byte[] text = rule.apply(values.longs[i]).getBytes(StandardCharsets.UTF_8);
      result.appendEmptyUntil(i);
      result.putBytes(text, 0, text.length);
    }
  }
}
