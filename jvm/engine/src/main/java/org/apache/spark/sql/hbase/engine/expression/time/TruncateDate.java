package org.apache.spark.sql.hbase.engine.expression.time;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.CivilDate;

/**
 * {@code trunc} of a DATE to the first day of its week, month, quarter or year. Before the first
 * date there is, weeks, months and years wrap around as Spark's 32-bit differences do; quarters
 * raise.
 */
final class TruncateDate extends UnaryExpression {
  private final TruncationUnit unit;

  TruncateDate(TruncationUnit unit, VectorExpression operand) {
    super(SqlType.DATE, operand);
    this.unit = unit;
  }

  static boolean supports(TruncationUnit unit) {
    return unit.compareTo(TruncationUnit.WEEK) >= 0;
  }

  static boolean mayRaise(TruncationUnit unit) {
    return unit == TruncationUnit.QUARTER;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = truncate((int) values.longs[i]);
    }
  }

  private int truncate(int days) {
    return switch (unit) {
      case WEEK -> NextDay.after(days - 7, NextDay.MONDAY);
      case MONTH -> (int) CivilDate.firstOfMonth(days);
      case QUARTER -> firstOfQuarter(days);
      case YEAR -> (int) CivilDate.firstOfYear(days);
      default -> throw new IllegalArgumentException("no unit of days: " + unit);
    };
  }

  private int firstOfQuarter(int days) {
    long first = CivilDate.firstOfQuarter(days);
    if (first < Integer.MIN_VALUE) {
      throw Raised.timestampOverflow(type());
    }
    return (int) first;
  }
}
