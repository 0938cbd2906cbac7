package org.apache.spark.sql.hbase.engine.expression.time;

import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code trunc} of a DATE to the first day of its week, month, quarter or year. */
final class TruncateDate extends UnaryExpression {
  private final TruncationUnit unit;

  TruncateDate(TruncationUnit unit, VectorExpression operand) {
    super(SqlType.DATE, operand);
    this.unit = unit;
  }

  static boolean supports(TruncationUnit unit) {
    return unit.compareTo(TruncationUnit.WEEK) >= 0;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = truncate(values.longs[i]);
    }
  }

  private long truncate(long days) {
    return switch (unit) {
      case WEEK -> CivilDate.mondayOfWeek(days);
      case MONTH -> CivilDate.firstOfMonth(days);
      case QUARTER -> CivilDate.firstOfQuarter(days);
      default -> CivilDate.firstOfYear(days);
    };
  }
}
