package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.Results;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.CivilDate;

/**
 * {@code make_date} of year, month and day. Each is evaluated where those before it are not NULL. A
 * date that does not exist raises in ANSI mode, else it is NULL; one beyond the range raises
 * always.
 */
final class MakeDate implements VectorExpression {
  /** The largest year of java.time, which Spark uses. */
  private static final int MAX_YEAR = 999_999_999;

  private final List<VectorExpression> fields;
  private final OverflowMode mode;
  private final ColumnVector result = new ColumnVector(SqlType.DATE);
  private final SelectedRows known = new SelectedRows(1);

  MakeDate(OverflowMode mode, List<VectorExpression> fields) {
    this.mode = mode;
    this.fields = fields;
  }

  @Override
  public SqlType type() {
    return SqlType.DATE;
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    known.copyFrom(rows);
    ColumnVector years = evaluate(0, batch);
    ColumnVector months = evaluate(1, batch);
    ColumnVector days = evaluate(2, batch);
    Results.prepare(result, batch.rowCount(), rows, known);
    for (int k = 0; k < known.count; k++) {
      int i = known.positions[k];
      set(i, years.longs[i], months.longs[i], days.longs[i]);
    }
    return result;
  }

  private ColumnVector evaluate(int field, ColumnBatch batch) {
    ColumnVector values = fields.get(field).evaluate(batch, known);
    known.keepNotNull(values);
    return values;
  }

  private void set(int row, long year, long month, long day) {
    if (Math.abs(year) > MAX_YEAR
        || month < 1
        || month > 12
        || day < 1
        || day > CivilDate.lengthOfMonth(year, (int) month)) {
      if (mode == OverflowMode.RAISE) {
        throw Raised.noSuchDate(year, month, day);
      }
      result.setNull(row);
      return;
    }
    long days = CivilDate.of(year, (int) month, (int) day);
    if (days != (int) days) {
      throw Raised.timestampOverflow(SqlType.DATE);
    }
    result.longs[row] = days;
  }
}
