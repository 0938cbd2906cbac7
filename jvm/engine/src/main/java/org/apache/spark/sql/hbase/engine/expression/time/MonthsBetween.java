package org.apache.spark.sql.hbase.engine.expression.time;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.CivilDate;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;

/**
 * {@code months_between}: whole months between equal days of the month or two last days. Else a
 * month has 31 days and the time of day counts, in seconds.
 */
final class MonthsBetween extends BinaryExpression {
  private static final double SECONDS_PER_MONTH = 31 * Micros.SECONDS_PER_DAY;
  private static final double DIGITS = 1e8;

  private final ZoneOffsets zone;
  private final boolean rounds;

  MonthsBetween(ZoneOffsets zone, boolean rounds, VectorExpression left, VectorExpression right) {
    super(SqlType.DOUBLE, left, right);
    this.zone = zone;
    this.rounds = rounds;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    try {
      for (int k = 0; k < rows.count; k++) {
        int i = positions[k];
        result.doubles[i] = between(a.longs[i], b.longs[i]);
      }
    } catch (ArithmeticException e) {
      throw Raised.timestampOverflow(SqlType.TIMESTAMP);
    }
  }

  private double between(long left, long right) {
    long leftDay = day(left);
    long rightDay = day(right);
    double months = CivilDate.monthNumber(leftDay) - CivilDate.monthNumber(rightDay);
    int leftOfMonth = CivilDate.dayOfMonth(leftDay);
    int rightOfMonth = CivilDate.dayOfMonth(rightDay);
    boolean lastDays =
        leftOfMonth == CivilDate.lengthOfMonth(leftDay)
            && rightOfMonth == CivilDate.lengthOfMonth(rightDay);
    if (leftOfMonth == rightOfMonth || lastDays) {
      return months;
    }
    long seconds =
        (leftOfMonth - rightOfMonth) * Micros.SECONDS_PER_DAY
            + secondOfDay(left, leftDay)
            - secondOfDay(right, rightDay);
    double exact = months + seconds / SECONDS_PER_MONTH;
    return rounds ? Math.round(exact * DIGITS) / DIGITS : exact;
  }

  private long day(long micros) {
    return Math.floorDiv(zone.toLocal(Micros.seconds(micros)), Micros.SECONDS_PER_DAY);
  }

  private long secondOfDay(long micros, long day) {
    long start = Math.multiplyExact(zone.startOfDay(day), Micros.PER_SECOND);
    return (micros - start) / Micros.PER_SECOND;
  }
}
