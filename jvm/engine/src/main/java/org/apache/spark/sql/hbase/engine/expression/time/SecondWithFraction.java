package org.apache.spark.sql.hbase.engine.expression.time;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;

/** The seconds of the minute with their microseconds, on the wall clock of a time zone. */
final class SecondWithFraction extends UnaryExpression {
  static final SqlType TYPE = SqlType.decimal(8, 6);

  private final ZoneOffsets zone;

  /** {@code zone} is UTC for TIMESTAMP_NTZ. */
  SecondWithFraction(ZoneOffsets zone, VectorExpression operand) {
    super(TYPE, operand);
    this.zone = zone;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long micros = values.longs[i];
      long second = Math.floorMod(zone.toLocal(Micros.seconds(micros)), 60L);
      result.longs[i] = second * Micros.PER_SECOND + Micros.fraction(micros);
    }
  }
}
