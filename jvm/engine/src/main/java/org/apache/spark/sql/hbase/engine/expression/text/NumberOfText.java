package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.StrictExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** An INT or BOOLEAN that follows from the bytes of one or two operands, row by row. */
final class NumberOfText extends StrictExpression {
  private final Rule rule;

  NumberOfText(SqlType type, Rule rule, List<VectorExpression> operands) {
    super(type, operands);
    this.rule = rule;
  }

  /** Looks at {@code first[start..end)} and at the bytes of the second operand, if there is one. */
  @FunctionalInterface
  interface Rule {
    long apply(byte[] first, int start, int end, byte[] second, int secondStart, int secondEnd);
  }

  @Override
  protected void compute(ColumnVector[] values, SelectedRows rows, ColumnVector result) {
    ColumnVector first = values[0];
    ColumnVector second = values[values.length - 1];
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] =
          rule.apply(
              first.data,
              first.offsets[i],
              first.offsets[i + 1],
              second.data,
              second.offsets[i],
              second.offsets[i + 1]);
    }
  }
}
