package org.apache.spark.sql.hbase.engine.expression.pattern;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.apache.spark.sql.hbase.engine.expression.text.Utf8;

/**
 * RLIKE with a constant pattern. Bytes that are not UTF-8 count as U+FFFD, as in Spark. Makes a
 * Java string of each row, because the matcher takes no part of an array.
 */
final class RegexExpression extends UnaryExpression {
  private final Regex regex;
  private final WorkLimit limit;

  RegexExpression(VectorExpression operand, Regex regex, WorkLimit limit) {
    super(SqlType.BOOLEAN, operand);
    this.regex = regex;
    this.limit = limit;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = regex.isFoundIn(Utf8.decode(values, i), limit) ? 1 : 0;
    }
  }
}
