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
 * {@code timestampdiff}: whole units from one local date and time to another, rounded towards zero.
 */
final class TimestampDifference extends BinaryExpression {
  private static final long DAYS_PER_PACKED_MONTH = 32;

  private final TimestampUnit unit;
  private final ZoneOffsets zone;

  TimestampDifference(
      TimestampUnit unit, ZoneOffsets zone, VectorExpression start, VectorExpression end) {
    super(SqlType.BIGINT, start, end);
    this.unit = unit;
    this.zone = zone;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    try {
      for (int k = 0; k < rows.count; k++) {
        int i = positions[k];
        result.longs[i] = difference(a.longs[i], b.longs[i]);
      }
    } catch (ArithmeticException e) {
      throw Raised.timestampOverflow(type());
    }
  }

  private long difference(long start, long end) {
    long startSecond = zone.toLocal(Micros.seconds(start));
    long endSecond = zone.toLocal(Micros.seconds(end));
    long startDay = Math.floorDiv(startSecond, Micros.SECONDS_PER_DAY);
    long endDay = Math.floorDiv(endSecond, Micros.SECONDS_PER_DAY);
    long days = endDay - startDay;
    long micros = microsOfDay(endSecond, end) - microsOfDay(startSecond, start);
    if (unit.micros() > 0) {
      return inMicros(days, micros);
    }
    // A day that is not complete does not count.
    if (days > 0 && micros < 0) {
      endDay--;
    } else if (days < 0 && micros > 0) {
      endDay++;
    }
    return unit.days() > 0
        ? (endDay - startDay) / unit.days()
        : months(startDay, endDay) / unit.months();
  }

  private static long microsOfDay(long localSecond, long timestamp) {
    return Math.floorMod(localSecond, Micros.SECONDS_PER_DAY) * Micros.PER_SECOND
        + Micros.fraction(timestamp);
  }

  private long inMicros(long days, long micros) {
    long wholeDays = days;
    long rest = micros;
    // Equal signs, so that rounding towards zero is right for both.
    if (wholeDays > 0 && rest < 0) {
      wholeDays--;
      rest += Micros.PER_DAY;
    } else if (wholeDays < 0 && rest > 0) {
      wholeDays++;
      rest -= Micros.PER_DAY;
    }
    long unitsPerDay = Micros.PER_DAY / unit.micros();
    return Math.addExact(Math.multiplyExact(wholeDays, unitsPerDay), rest / unit.micros());
  }

  /** Whole months between two dates. */
  private static long months(long startDay, long endDay) {
    return (packed(endDay) - packed(startDay)) / DAYS_PER_PACKED_MONTH;
  }

  private static long packed(long day) {
    return CivilDate.monthNumber(day) * DAYS_PER_PACKED_MONTH + CivilDate.dayOfMonth(day);
  }
}
