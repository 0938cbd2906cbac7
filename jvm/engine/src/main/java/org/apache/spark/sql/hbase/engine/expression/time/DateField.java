package org.apache.spark.sql.hbase.engine.expression.time;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.CivilDate;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** A value that follows from one DATE: a field of it, or the last day of its month. */
final class DateField extends UnaryExpression {
  private final Function field;

  DateField(Function field, VectorExpression operand) {
    super(field == Function.LAST_DAY ? SqlType.DATE : SqlType.INT, operand);
    this.field = field;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = of(values.longs[i]);
    }
  }

  private int of(long days) {
    return switch (field) {
      case YEAR -> CivilDate.year(days);
      case QUARTER -> CivilDate.quarter(days);
      case MONTH -> CivilDate.month(days);
      case DAY_OF_MONTH -> CivilDate.dayOfMonth(days);
      case DAY_OF_WEEK -> CivilDate.dayOfWeek(days);
      case WEEKDAY -> (int) (days - CivilDate.mondayOfWeek(days));
      case WEEK_OF_YEAR -> CivilDate.weekOfYear(days);
      case YEAR_OF_WEEK -> CivilDate.yearOfWeek(days);
      case LAST_DAY -> (int) days - CivilDate.dayOfMonth(days) + CivilDate.lengthOfMonth(days);
      case DAY_OF_YEAR -> CivilDate.dayOfYear(days);
      default -> throw new IllegalArgumentException("no field of a date: " + field);
    };
  }
}
