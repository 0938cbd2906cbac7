package org.apache.spark.sql.hbase.engine.expression.cast;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalVectors;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * BOOLEAN and numbers to integers; fractions are cut off. What does not fit raises, gives NULL, or
 * in LEGACY mode turns into what Java's casts make of it.
 */
final class CastToInteger extends UnaryExpression {
  private final SqlType from;
  private final IntegerWidth width;
  private final OverflowMode mode;
  private final Int128 decimal = new Int128();

  CastToInteger(SqlType to, OverflowMode mode, VectorExpression operand) {
    super(to, operand);
    this.from = operand.type();
    this.width = IntegerWidth.of(to);
    this.mode = mode;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    if (from.kind() == SqlType.Kind.DECIMAL) {
      ofDecimals(values, rows, result);
    } else if (values.physical() == SqlType.Physical.DOUBLE) {
      ofDoubles(values.doubles, rows, result);
    } else {
      ofLongs(values.longs, rows, result);
    }
  }

  private void ofLongs(long[] values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = values[i];
      if (!width.holds(values[i])) {
        overflow(result, i, values[i]);
      }
    }
  }

  private void ofDoubles(double[] values, SelectedRows rows, ColumnVector result) {
    // As in Spark, 2^63 passes for BIGINT, because the bound rounds up to it.
    double smallest = width.smallest();
    double largest = width.largest();
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      double value = values[i];
      result.longs[i] = width == IntegerWidth.BIGINT ? (long) value : (int) value;
      boolean fits = Math.floor(value) <= largest && Math.ceil(value) >= smallest;
      if (!fits) {
        overflow(result, i, value);
      }
    }
  }

  private void ofDecimals(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      DecimalVectors.load(values, i, decimal);
      decimal.divideByPowerOfTen(from.scale(), RoundingMode.DOWN);
      result.longs[i] = decimal.low();
      if (!decimal.isLong() || !width.holds(decimal.low())) {
        overflow(values, i, result);
      }
    }
  }

  private void overflow(ColumnVector decimals, int row, ColumnVector result) {
    if (mode == OverflowMode.RAISE) {
      DecimalVectors.load(decimals, row, decimal);
      overflow(result, row, new BigDecimal(decimal.toBigInteger(), from.scale()));
    } else {
      overflow(result, row, 0);
    }
  }

  private void overflow(ColumnVector result, int row, Number value) {
    switch (mode) {
      case RAISE -> throw Raised.castOverflow(value.toString(), from, type());
      case WRAP -> result.longs[row] = width.wrap(result.longs[row]);
      case NULL -> result.setNull(row);
    }
  }
}
