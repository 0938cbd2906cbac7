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
 * {@code regexp_extract}: a group of the first match, the empty text without one. Bytes that are
 * not UTF-8 turn into U+FFFD, as in Spark. Works on Java strings, so each row allocates.
 */
final class ExtractMatch extends UnaryExpression {
  private final Regex regex;
  private final WorkLimit limit;
  private final int group;

  ExtractMatch(VectorExpression operand, Regex regex, int group, WorkLimit limit) {
    super(SqlType.STRING, operand);
    this.regex = regex;
    this.limit = limit;
    this.group = group;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      Matcher matcher = regex.matcher(Utf8.decode(values, i), limit);
      String found = matcher.find() ? matcher.group(group) : "";
      byte[] bytes = found.getBytes(StandardCharsets.UTF_8);
      result.appendEmptyUntil(i);
      result.putBytes(bytes, 0, bytes.length);
    }
  }
}
