package org.apache.spark.sql.hbase.engine.expression.cast;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalVectors;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * DECIMAL, FLOAT and DOUBLE, which count seconds, to TIMESTAMP; fractions of a microsecond are cut
 * off. A DECIMAL out of range wraps around in every mode, as in Spark, whose product of seconds and
 * microseconds has 34 digits. One that needs more is rounded, which allocates.
 */
final class NumberToTimestamp extends UnaryExpression {
  private static final int MICRO_DIGITS = 6;
  private static final BigDecimal MICROS_PER_SECOND = BigDecimal.valueOf(Micros.PER_SECOND);
  private static final MathContext PRODUCT = MathContext.DECIMAL128;

  private final SqlType from;
  private final OverflowMode mode;
  private final Int128 decimal = new Int128();

  NumberToTimestamp(OverflowMode mode, VectorExpression operand) {
    super(SqlType.TIMESTAMP, operand);
    this.from = operand.type();
    this.mode = mode;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      if (values.physical() == SqlType.Physical.DOUBLE) {
        ofDouble(values.doubles[i], i, result);
      } else {
        result.longs[i] = ofDecimal(values, i);
      }
    }
  }

  private long ofDecimal(ColumnVector values, int row) {
    DecimalVectors.load(values, row, decimal);
    if (decimal.multiplyByPowerOfTen(MICRO_DIGITS) && decimal.fits(PRODUCT.getPrecision())) {
      decimal.divideByPowerOfTen(from.scale(), RoundingMode.DOWN);
      return decimal.low();
    }
    DecimalVectors.load(values, row, decimal);
    BigDecimal seconds = new BigDecimal(decimal.toBigInteger(), from.scale());
    return seconds.multiply(MICROS_PER_SECOND, PRODUCT).longValue();
  }

  private void ofDouble(double seconds, int row, ColumnVector result) {
    double micros = seconds * Micros.PER_SECOND;
    if (Double.isNaN(seconds) || Double.isInfinite(seconds)) {
      if (mode == OverflowMode.RAISE) {
        throw Raised.castInvalidInput(Double.toString(seconds), from, type());
      }
      result.setNull(row);
      return;
    }
    boolean fits = micros >= Long.MIN_VALUE && micros <= Long.MAX_VALUE;
    if (!fits && mode == OverflowMode.RAISE) {
      throw Raised.castOverflow(Double.toString(micros), SqlType.DOUBLE, SqlType.BIGINT);
    }
    result.longs[row] = (long) micros;
    if (!fits && mode == OverflowMode.NULL) {
      result.setNull(row);
    }
  }
}
