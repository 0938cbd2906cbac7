package org.apache.spark.sql.hbase.engine.expression.pattern;

import com.google.re2j.Matcher;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.apache.spark.sql.hbase.engine.expression.text.Utf8;

/**
 * {@code regexp_replace} by a constant text. Bytes that are not UTF-8 turn into U+FFFD, as in
 * Spark. Works on Java strings, so each row allocates.
 */
final class ReplaceMatches extends UnaryExpression {
  private final Regex regex;
  private final WorkLimit limit;
  private final String replacement;

  ReplaceMatches(VectorExpression operand, Regex regex, String replacement, WorkLimit limit) {
    super(SqlType.STRING, operand);
    this.regex = regex;
    this.limit = limit;
    this.replacement = replacement;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      byte[] bytes = replace(Utf8.decode(values, i)).getBytes(StandardCharsets.UTF_8);
      result.appendEmptyUntil(i);
      result.putBytes(bytes, 0, bytes.length);
    }
  }

  private String replace(String text) {
    Matcher matcher = regex.matcher(text, limit);
    StringBuilder replaced = new StringBuilder(text.length());
    int done = 0;
    while (matcher.find()) {
      replaced.append(text, done, matcher.start()).append(replacement);
      done = matcher.end();
    }
    return replaced.append(text, done, text.length()).toString();
  }
}
