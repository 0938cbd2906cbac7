package org.apache.spark.sql.hbase.engine.expression.time.pattern;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;

/** {@code date_format} of a DATE, or of a TIMESTAMP on the wall clock of a time zone. */
public final class FormatTime extends UnaryExpression {
  private final DatePattern pattern;
  private final ZoneOffsets zone;
  private final boolean isDate;
  private final AsciiText text = new AsciiText();

  public FormatTime(DatePattern pattern, ZoneOffsets zone, VectorExpression operand) {
    super(SqlType.STRING, operand);
    this.pattern = pattern;
    this.zone = zone;
    this.isDate = operand.type().equals(SqlType.DATE);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      text.clear();
      if (isDate) {
        pattern.format(values.longs[i], 0, 0, text);
      } else {
        format(values.longs[i]);
      }
      result.appendEmptyUntil(i);
      result.putBytes(text.bytes, 0, text.length);
    }
  }

  private void format(long micros) {
    long local = zone.toLocal(Micros.seconds(micros));
    pattern.format(
        Math.floorDiv(local, Micros.SECONDS_PER_DAY),
        Math.floorMod(local, Micros.SECONDS_PER_DAY),
        Micros.fraction(micros),
        text);
  }
}
