package org.apache.spark.sql.hbase.engine.expression.time;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.WallClock;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;

/** {@code timestampadd}: a timestamp plus a number of units. */
final class TimestampAdd extends BinaryExpression {
  private final TimestampUnit unit;
  private final WallClock clock;

  TimestampAdd(
      TimestampUnit unit, ZoneOffsets zone, VectorExpression quantity, VectorExpression timestamp) {
    super(timestamp.type(), quantity, timestamp);
    this.unit = unit;
    this.clock = new WallClock(zone);
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    try {
      for (int k = 0; k < rows.count; k++) {
        int i = positions[k];
        result.longs[i] = plus(b.longs[i], a.longs[i]);
      }
    } catch (ArithmeticException e) {
      throw Raised.datetimeOverflow(type());
    }
  }

  private long plus(long timestamp, long quantity) {
    if (unit.months() > 0) {
      return clock.plus(timestamp, units(quantity, unit.months()), 0, 0);
    }
    if (unit.days() > 0) {
      return clock.plus(timestamp, 0, units(quantity, unit.days()), 0);
    }
    return clock.plus(timestamp, 0, 0, Math.multiplyExact(quantity, unit.micros()));
  }

  /** Months and days are 32-bit numbers. */
  private static int units(long quantity, int size) {
    return Math.multiplyExact(Math.toIntExact(quantity), size);
  }
}
