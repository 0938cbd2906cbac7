package org.apache.spark.sql.hbase.engine.expression.textcast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;

/** TIMESTAMP in a zone, and TIMESTAMP_NTZ, to STRING. */
final class TimeToText extends UnaryExpression {
  private final ZoneOffsets zone;
  private final DateTimeText text = new DateTimeText();

  TimeToText(ZoneOffsets zone, VectorExpression operand) {
    super(SqlType.STRING, operand);
    this.zone = zone;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long micros = values.longs[i];
      int fraction = (int) Math.floorMod(micros, Micros.PER_SECOND);
      text.setDateTime(zone.toLocal(Micros.seconds(micros)), fraction);
      result.appendEmptyUntil(i);
      text.appendTo(result);
    }
  }
}
