package org.apache.spark.sql.hbase.engine.expression.time;

import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code date_format} of a TIMESTAMP on the wall clock of a time zone. */
final class FormatTime extends UnaryExpression {
  private final DatePattern pattern;
  private final ZoneOffsets zone;
  private final AsciiText text = new AsciiText();

  FormatTime(DatePattern pattern, ZoneOffsets zone, VectorExpression operand) {
    super(SqlType.STRING, operand);
    this.pattern = pattern;
    this.zone = zone;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long micros = values.longs[i];
      long local = zone.toLocal(Micros.seconds(micros));
      text.clear();
      pattern.format(
          Math.floorDiv(local, Micros.SECONDS_PER_DAY),
          Math.floorMod(local, Micros.SECONDS_PER_DAY),
          Micros.fraction(micros),
          text);
      result.appendEmptyUntil(i);
      result.putBytes(text.bytes, 0, text.length);
    }
  }
}
