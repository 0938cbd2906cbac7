package org.apache.spark.sql.hbase.engine.expression.time;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.CivilDate;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;

/** {@code date_trunc} of a timestamp on the wall clock of a time zone. */
final class TruncateTime extends UnaryExpression {
  private final TruncationUnit unit;
  private final ZoneOffsets zone;

  /** {@code zone} is UTC for TIMESTAMP_NTZ. */
  TruncateTime(TruncationUnit unit, ZoneOffsets zone, VectorExpression operand) {
    super(operand.type(), operand);
    this.unit = unit;
    this.zone = zone;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    try {
      for (int k = 0; k < rows.count; k++) {
        int i = positions[k];
        result.longs[i] = truncate(values.longs[i]);
      }
    } catch (ArithmeticException e) {
      throw Raised.timestampOverflow(type());
    }
  }

  private long truncate(long micros) {
    return switch (unit) {
      case MICROSECOND -> micros;
      case MILLISECOND -> Math.subtractExact(micros, Math.floorMod(micros, Micros.PER_MILLISECOND));
      case SECOND -> Math.subtractExact(micros, Math.floorMod(micros, Micros.PER_SECOND));
      case MINUTE -> within(micros, 60);
      case HOUR -> within(micros, 3600);
      case DAY -> within(micros, Micros.SECONDS_PER_DAY);
      case WEEK -> startOf(CivilDate.mondayOfWeek(day(micros)));
      case MONTH -> startOf(CivilDate.firstOfMonth(day(micros)));
      case QUARTER -> startOf(CivilDate.firstOfQuarter(day(micros)));
      case YEAR -> startOf(CivilDate.firstOfYear(day(micros)));
    };
  }

  /**
   * As java.time truncates: where the local time occurs twice, the offset of the timestamp is kept.
   */
  private long within(long micros, long unitSeconds) {
    long second = Micros.seconds(micros);
    int offset = zone.atInstant(second);
    long local = second + offset;
    long truncated = zone.toInstant(local - Math.floorMod(local, unitSeconds), offset);
    return Math.multiplyExact(truncated, Micros.PER_SECOND);
  }

  private long startOf(long day) {
    return Math.multiplyExact(zone.startOfDay(day), Micros.PER_SECOND);
  }

  private long day(long micros) {
    return Math.floorDiv(zone.toLocal(Micros.seconds(micros)), Micros.SECONDS_PER_DAY);
  }
}
