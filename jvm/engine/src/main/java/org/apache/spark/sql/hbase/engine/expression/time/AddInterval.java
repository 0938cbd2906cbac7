package org.apache.spark.sql.hbase.engine.expression.time;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.WallClock;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;

/** A timestamp plus a constant interval. */
final class AddInterval extends UnaryExpression {
  private final WallClock clock;
  private final long months;
  private final long days;
  private final long micros;

  AddInterval(ZoneOffsets zone, long months, long days, long micros, VectorExpression operand) {
    super(operand.type(), operand);
    this.clock = new WallClock(zone);
    this.months = months;
    this.days = days;
    this.micros = micros;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    try {
      for (int k = 0; k < rows.count; k++) {
        int i = positions[k];
        result.longs[i] = clock.plus(values.longs[i], months, days, micros);
      }
    } catch (ArithmeticException e) {
      throw Raised.timestampOverflow(type());
    }
  }
}
