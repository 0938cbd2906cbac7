package org.apache.spark.sql.hbase.engine.expression.cast;

import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;

/**
 * Casts among DATE, TIMESTAMP and TIMESTAMP_NTZ, between TIMESTAMP and BIGINT, which is in seconds,
 * and from BOOLEAN, where TRUE is the first microsecond of 1970. What leaves the range of the type
 * is NULL in TRY mode and raises in the others.
 */
final class CastTime extends UnaryExpression {
  private final Conversion conversion;
  private final boolean raises;

  private CastTime(SqlType to, OverflowMode mode, VectorExpression operand, Conversion conversion) {
    super(to, operand);
    this.conversion = conversion;
    this.raises = mode != OverflowMode.NULL;
  }

  /** One value; throws ArithmeticException if the answer does not fit. */
  private interface Conversion {
    long apply(long value);
  }

  /**
   * {@code zone} is looked at only if one of the types is TIMESTAMP and the other is not BIGINT.
   */
  static CastTime of(SqlType to, OverflowMode mode, ZoneOffsets zone, VectorExpression operand) {
    return new CastTime(to, mode, operand, conversion(operand.type().kind(), to.kind(), zone));
  }

  private static Conversion conversion(SqlType.Kind from, SqlType.Kind to, ZoneOffsets zone) {
    return switch (from) {
      case DATE ->
          to == SqlType.Kind.TIMESTAMP
              ? days -> Math.multiplyExact(zone.startOfDay(days), Micros.PER_SECOND)
              : days -> Math.multiplyExact(days, Micros.PER_DAY);
      case TIMESTAMP ->
          switch (to) {
            case DATE ->
                micros ->
                    Math.floorDiv(zone.toLocal(Micros.seconds(micros)), Micros.SECONDS_PER_DAY);
            case BIGINT -> Micros::seconds;
            default -> micros -> Micros.of(zone.toLocal(Micros.seconds(micros)), micros);
          };
      case TIMESTAMP_NTZ ->
          to == SqlType.Kind.DATE
              ? micros -> Math.floorDiv(micros, Micros.PER_DAY)
              : micros -> Micros.of(zone.toInstant(Micros.seconds(micros)), micros);
      case BOOLEAN -> micros -> micros;
      default -> TimeUnit.SECONDS::toMicros;
    };
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      try {
        result.longs[i] = conversion.apply(values.longs[i]);
      } catch (ArithmeticException e) {
        if (raises) {
          throw Raised.timestampOverflow(type());
        }
        result.setNull(i);
      }
    }
  }
}
