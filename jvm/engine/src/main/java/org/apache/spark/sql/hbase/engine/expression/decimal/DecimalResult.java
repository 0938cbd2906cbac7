package org.apache.spark.sql.hbase.engine.expression.decimal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * Writes DECIMAL results in one result type; where a value has too many digits it raises or writes
 * NULL.
 */
public final class DecimalResult {
  private final SqlType type;
  private final OverflowMode mode;
  private final Int128 converted = new Int128();

  public DecimalResult(SqlType type, OverflowMode mode) {
    this.type = type;
    this.mode = mode;
  }

  public int scale() {
    return type.scale();
  }

  /**
   * Brings an unscaled value of another scale to the result's, rounding half up; false if it leaves
   * 128 bits.
   */
  public boolean rescale(Int128 value, int fromScale) {
    int down = fromScale - type.scale();
    if (down <= 0) {
      return value.multiplyByPowerOfTen(-down);
    }
    if (down > SqlType.MAX_PRECISION) {
      // 128 bits hold less than half of 10^39.
      value.set(0);
    } else {
      value.divideByPowerOfTen(down);
    }
    return true;
  }

  /** {@code unscaled} is in the result's scale. */
  public void set(ColumnVector result, int row, Int128 unscaled) {
    if (unscaled.fits(type.precision())) {
      DecimalVectors.store(result, row, unscaled);
    } else if (mode == OverflowMode.RAISE) {
      throw outOfRange(new BigDecimal(unscaled.toBigInteger(), type.scale()));
    } else {
      result.setNull(row);
    }
  }

  public void set(ColumnVector result, int row, BigDecimal value) {
    BigInteger unscaled = value.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
    if (converted.set(unscaled) && converted.fits(type.precision())) {
      DecimalVectors.store(result, row, converted);
    } else if (mode == OverflowMode.RAISE) {
      throw outOfRange(value);
    } else {
      result.setNull(row);
    }
  }

  private EvaluationException outOfRange(BigDecimal value) {
    return Raised.decimalOutOfRange(type, value.toPlainString());
  }
}
