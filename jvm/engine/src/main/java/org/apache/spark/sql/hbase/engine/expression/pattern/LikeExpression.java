package org.apache.spark.sql.hbase.engine.expression.pattern;

import org.apache.spark.sql.hbase.codec.bytes.Utf8Validity;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.text.Utf8;

/** LIKE with a constant pattern. Bytes that are not UTF-8 count as U+FFFD, as in Spark. */
final class LikeExpression extends UnaryExpression {
  private final LikePattern pattern;

  LikeExpression(VectorExpression operand, LikePattern pattern) {
    super(SqlType.BOOLEAN, operand);
    this.pattern = pattern;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      int start = values.offsets[i];
      int end = values.offsets[i + 1];
      boolean matches =
          Utf8Validity.isValid(values.data, start, end)
              ? pattern.matches(values.data, start, end)
              : pattern.matches(Utf8.decode(values, i));
      result.longs[i] = matches ? 1 : 0;
    }
  }
}
