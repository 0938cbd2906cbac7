package org.apache.spark.sql.hbase.engine.expression.time;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** HOUR, MINUTE or SECOND on the wall clock of a time zone. */
final class TimeField extends UnaryExpression {
  private final ZoneOffsets zone;
  private final long unitSeconds;
  private final long unitsInNext;

  /** {@code zone} is UTC for TIMESTAMP_NTZ. */
  TimeField(Function field, ZoneOffsets zone, VectorExpression operand) {
    super(SqlType.INT, operand);
    this.zone = zone;
    this.unitSeconds =
        switch (field) {
          case HOUR -> 3600;
          case MINUTE -> 60;
          case SECOND -> 1;
          default -> throw new IllegalArgumentException("no field of a time: " + field);
        };
    this.unitsInNext = field == Function.HOUR ? 24 : 60;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long local = zone.toLocal(Micros.seconds(values.longs[i]));
      result.longs[i] = Math.floorMod(Math.floorDiv(local, unitSeconds), unitsInNext);
    }
  }
}
