package org.apache.spark.sql.hbase.engine.expression.time.pattern;

import java.time.DateTimeException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.text.Utf8;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;

/**
 * STRING to TIMESTAMP, on the wall clock of a zone, or TIMESTAMP_NTZ, by a pattern. What the
 * pattern does not match raises in ANSI mode, and is NULL otherwise. Allocates.
 */
public final class ParseTime extends UnaryExpression {
  private final TimeParser parser;
  private final ZoneOffsets zone;
  private final boolean raises;

  public ParseTime(
      SqlType to,
      TimeParser parser,
      ZoneOffsets zone,
      OverflowMode mode,
      VectorExpression operand) {
    super(to, operand);
    this.parser = parser;
    this.zone = zone;
    this.raises = mode == OverflowMode.RAISE;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      String text = Utf8.decode(values, i);
      try {
        result.longs[i] = parser.parse(text, zone);
      } catch (DateTimeException e) {
        if (raises) {
          throw Raised.cannotParseTime(text);
        }
        result.setNull(i);
      } catch (ArithmeticException e) {
        throw Raised.timestampOverflow(type());
      }
    }
  }
}
