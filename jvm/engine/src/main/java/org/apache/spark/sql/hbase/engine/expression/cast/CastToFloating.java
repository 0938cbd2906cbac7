package org.apache.spark.sql.hbase.engine.expression.cast;

import java.math.BigDecimal;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalVectors;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.types.Int128;

/** BOOLEAN and numbers to FLOAT and DOUBLE, rounded once to the nearest. */
final class CastToFloating extends UnaryExpression {
  /**
   * Up to here powers of ten, and unscaled values below 2^53, are exact doubles: their quotient
   * rounds once.
   */
  private static final int MAX_EXACT_POWER = 22;

  private static final long MAX_EXACT = 1L << 53;

  /** The bits of a double's mantissa that a float does not have. */
  private static final long BITS_BELOW_FLOAT = (1L << 29) - 1;

  private static final long HALF_OF_FLOAT = 1L << 28;

  private static final double[] POWERS = new double[MAX_EXACT_POWER + 1];

  static {
    for (int i = 0; i <= MAX_EXACT_POWER; i++) {
      POWERS[i] = Double.parseDouble("1e" + i);
    }
  }

  private final SqlType from;
  private final boolean toFloat;
  private final Int128 decimal = new Int128();

  CastToFloating(SqlType to, VectorExpression operand) {
    super(to, operand);
    this.from = operand.type();
    this.toFloat = to.kind() == SqlType.Kind.FLOAT;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    if (from.kind() == SqlType.Kind.DECIMAL) {
      ofDecimals(values, rows, result.doubles);
    } else if (values.physical() == SqlType.Physical.DOUBLE) {
      ofDoubles(values.doubles, rows, result.doubles);
    } else {
      ofLongs(values.longs, rows, result.doubles);
    }
  }

  private void ofLongs(long[] values, SelectedRows rows, double[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = toFloat ? (float) values[i] : (double) values[i];
    }
  }

  private void ofDoubles(double[] values, SelectedRows rows, double[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result[i] = toFloat ? (float) values[i] : values[i];
    }
  }

  private void ofDecimals(ColumnVector values, SelectedRows rows, double[] result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      DecimalVectors.load(values, i, decimal);
      boolean exact =
          decimal.isLong()
              && Math.abs(decimal.low()) < MAX_EXACT
              && from.scale() <= MAX_EXACT_POWER;
      double quotient = exact ? decimal.low() / POWERS[from.scale()] : 0;
      if (!exact || toFloat && isBetweenFloats(quotient)) {
        result[i] = viaBigDecimal();
      } else {
        result[i] = toFloat ? (float) quotient : quotient;
      }
    }
  }

  /**
   * Whether a double lies in the middle between two floats, where only the digits that it lost say
   * which is nearer. Elsewhere rounding twice is rounding once. Not for less than the smallest
   * normal float, which no quotient here is.
   */
  private static boolean isBetweenFloats(double value) {
    return (Double.doubleToRawLongBits(value) & BITS_BELOW_FLOAT) == HALF_OF_FLOAT;
  }

  private double viaBigDecimal() {
    BigDecimal value = new BigDecimal(decimal.toBigInteger(), from.scale());
    return toFloat ? value.floatValue() : value.doubleValue();
  }
}
