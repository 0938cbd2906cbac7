package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.Locale;
import java.util.OptionalInt;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code next_day}: the first day with a given name that is later than a DATE. */
final class NextDay extends UnaryExpression {
  static final int MONDAY = 4;

  private final int dayOfWeek;

  /**
   * @param dayOfWeek of {@link #dayOfWeek}
   */
  NextDay(int dayOfWeek, VectorExpression operand) {
    super(SqlType.DATE, operand);
    this.dayOfWeek = dayOfWeek;
  }

  /**
   * By Spark's names, in any case: days after a Thursday, which 1970-01-01 was. Empty for others.
   */
  static OptionalInt dayOfWeek(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "TH", "THU", "THURSDAY" -> OptionalInt.of(0);
      case "FR", "FRI", "FRIDAY" -> OptionalInt.of(1);
      case "SA", "SAT", "SATURDAY" -> OptionalInt.of(2);
      case "SU", "SUN", "SUNDAY" -> OptionalInt.of(3);
      case "MO", "MON", "MONDAY" -> OptionalInt.of(MONDAY);
      case "TU", "TUE", "TUESDAY" -> OptionalInt.of(5);
      case "WE", "WED", "WEDNESDAY" -> OptionalInt.of(6);
      default -> OptionalInt.empty();
    };
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = after((int) values.longs[i], dayOfWeek);
    }
  }

  /** Sums wrap around as in Spark, which then finds other days of the week. */
  static int after(int days, int dayOfWeek) {
    return days + 1 + Math.floorMod(dayOfWeek - 1 - days, 7);
  }
}
