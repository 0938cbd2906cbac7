package org.apache.spark.sql.hbase.engine.expression.time;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.CivilDate;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * {@code date_add}, {@code date_sub} and {@code datediff}, which wrap around as Spark's 32-bit sums
 * do, and {@code add_months}, which raises where the date leaves the range.
 */
final class DateArithmetic extends BinaryExpression {
  private final Function function;

  DateArithmetic(SqlType type, Function function, VectorExpression left, VectorExpression right) {
    super(type, left, right);
    this.function = function;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    switch (function) {
      case DATE_ADD -> add(a.longs, b.longs, rows, result.longs);
      case ADD_MONTHS -> addMonths(a.longs, b.longs, rows, result.longs);
      case DATE_SUB, DATE_DIFF -> subtract(a.longs, b.longs, rows, result.longs);
      default -> throw new IllegalArgumentException("no arithmetic of dates: " + function);
    }
  }

  private static void add(long[] a, long[] b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = (int) (a[i] + b[i]);
    }
  }

  private static void subtract(long[] a, long[] b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = (int) (a[i] - b[i]);
    }
  }

  private void addMonths(long[] a, long[] b, SelectedRows rows, long[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long days = CivilDate.plusMonths(a[i], b[i]);
      if (days != (int) days) {
        throw Raised.timestampOverflow(type());
      }
      result[i] = days;
    }
  }
}
