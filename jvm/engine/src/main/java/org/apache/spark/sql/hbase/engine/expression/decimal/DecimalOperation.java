package org.apache.spark.sql.hbase.engine.expression.decimal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * Arithmetic of two DECIMAL: the exact result, rounded half up to the scale of the result type. It
 * is NULL or an error where it has too many digits. Computed in 128 bits; a step that needs more
 * goes through BigDecimal, which allocates.
 */
public abstract sealed class DecimalOperation {
  /** The type of whole quotients. */
  public static final SqlType WHOLE = SqlType.decimal(SqlType.MAX_PRECISION, 0);

  final Int128 value = new Int128();
  final int scaleA;
  final int scaleB;
  final DecimalResult results;

  private final Int128 operandA = new Int128();
  private final Int128 operandB = new Int128();

  private DecimalOperation(SqlType a, SqlType b, SqlType type, OverflowMode mode) {
    this.scaleA = a.scale();
    this.scaleB = b.scale();
    this.results = new DecimalResult(type, mode);
  }

  public static DecimalOperation add(SqlType a, SqlType b, SqlType type, OverflowMode mode) {
    return new Addition(a, b, type, mode, false);
  }

  public static DecimalOperation subtract(SqlType a, SqlType b, SqlType type, OverflowMode mode) {
    return new Addition(a, b, type, mode, true);
  }

  public static DecimalOperation multiply(SqlType a, SqlType b, SqlType type, OverflowMode mode) {
    return new Multiplication(a, b, type, mode);
  }

  /** Divisors must not be zero. */
  public static DecimalOperation divide(SqlType a, SqlType b, SqlType type, OverflowMode mode) {
    return new Division(a, b, type, mode);
  }

  /** Divisors must not be zero. */
  public static DecimalOperation remainder(SqlType a, SqlType b, SqlType type, OverflowMode mode) {
    return new RemainderOperation(a, b, type, mode, false);
  }

  /** {@code div}, to {@link #WHOLE}. Divisors must not be zero. */
  public static DecimalOperation integralDivide(SqlType a, SqlType b, OverflowMode mode) {
    return new IntegralDivision(a, b, mode);
  }

  /** {@code pmod}. Divisors must not be zero. */
  public static DecimalOperation positiveRemainder(
      SqlType a, SqlType b, SqlType type, OverflowMode mode) {
    return new RemainderOperation(a, b, type, mode, true);
  }

  public final void compute(
      ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      compute(a, b, positions[k], result);
    }
  }

  final void compute(ColumnVector a, ColumnVector b, int row, ColumnVector result) {
    DecimalVectors.load(a, row, operandA);
    DecimalVectors.load(b, row, operandB);
    if (compute(operandA, operandB)) {
      results.set(result, row, value);
    } else {
      results.set(result, row, inBigDecimal(decimal(operandA, scaleA), decimal(operandB, scaleB)));
    }
  }

  /**
   * Sets {@link #value} to the unscaled result in the result's scale; false if that needs more than
   * 128 bits.
   */
  abstract boolean compute(Int128 a, Int128 b);

  /** Computes the result with {@link BigDecimal}, exactly or rounded to the scale of the result. */
  abstract BigDecimal inBigDecimal(BigDecimal a, BigDecimal b);

  private static BigDecimal decimal(Int128 unscaled, int scale) {
    BigInteger digits = unscaled.toBigInteger();
    return new BigDecimal(digits, scale);
  }

  private static final class Addition extends DecimalOperation {
    private final boolean negative;
    private final int commonScale;
    private final Int128 second = new Int128();

    Addition(SqlType a, SqlType b, SqlType type, OverflowMode mode, boolean negative) {
      super(a, b, type, mode);
      this.negative = negative;
      this.commonScale = Math.max(scaleA, scaleB);
    }

    @Override
    boolean compute(Int128 a, Int128 b) {
      value.set(a.high(), a.low());
      second.set(b.high(), b.low());
      return value.multiplyByPowerOfTen(commonScale - scaleA)
          && second.multiplyByPowerOfTen(commonScale - scaleB)
          && (negative
              ? value.subtract(second.high(), second.low())
              : value.add(second.high(), second.low()))
          && results.rescale(value, commonScale);
    }

    @Override
    BigDecimal inBigDecimal(BigDecimal a, BigDecimal b) {
      return negative ? a.subtract(b) : a.add(b);
    }
  }

  private static final class Multiplication extends DecimalOperation {
    Multiplication(SqlType a, SqlType b, SqlType type, OverflowMode mode) {
      super(a, b, type, mode);
    }

    @Override
    boolean compute(Int128 a, Int128 b) {
      value.set(a.high(), a.low());
      return value.multiply(b.high(), b.low()) && results.rescale(value, scaleA + scaleB);
    }

    @Override
    BigDecimal inBigDecimal(BigDecimal a, BigDecimal b) {
      return a.multiply(b);
    }
  }

  private static final class Division extends DecimalOperation {
    /**
     * The dividend is multiplied by ten to this power, so that the quotient has the result's scale.
     */
    private final int shift;

    Division(SqlType a, SqlType b, SqlType type, OverflowMode mode) {
      super(a, b, type, mode);
      this.shift = type.scale() - scaleA + scaleB;
    }

    @Override
    boolean compute(Int128 a, Int128 b) {
      if (shift < 0 || shift > SqlType.MAX_PRECISION || !b.isLong() || b.low() == Long.MIN_VALUE) {
        return false;
      }
      value.set(a.high(), a.low());
      if (!value.multiplyByPowerOfTen(shift)) {
        return false;
      }
      value.divide(b.low(), RoundingMode.HALF_UP);
      return true;
    }

    @Override
    BigDecimal inBigDecimal(BigDecimal a, BigDecimal b) {
      return a.divide(b, results.scale(), RoundingMode.HALF_UP);
    }
  }

  /** The whole part of a quotient that needs no more than 38 digits. */
  private static final class IntegralDivision extends DecimalOperation {
    private final int commonScale;
    private final Int128 divisor = new Int128();

    IntegralDivision(SqlType a, SqlType b, OverflowMode mode) {
      super(a, b, WHOLE, mode);
      this.commonScale = Math.max(scaleA, scaleB);
    }

    @Override
    boolean compute(Int128 a, Int128 b) {
      value.set(a.high(), a.low());
      divisor.set(b.high(), b.low());
      boolean small =
          value.multiplyByPowerOfTen(commonScale - scaleA)
              && divisor.multiplyByPowerOfTen(commonScale - scaleB)
              && divisor.isLong()
              && divisor.low() != Long.MIN_VALUE;
      if (small) {
        value.divide(divisor.low(), RoundingMode.DOWN);
      }
      return small;
    }

    @Override
    BigDecimal inBigDecimal(BigDecimal a, BigDecimal b) {
      return a.divideToIntegralValue(b);
    }
  }

  private static final class RemainderOperation extends DecimalOperation {
    private final int commonScale;
    private final boolean positive;
    private final Int128 divisor = new Int128();

    RemainderOperation(SqlType a, SqlType b, SqlType type, OverflowMode mode, boolean positive) {
      super(a, b, type, mode);
      this.commonScale = Math.max(scaleA, scaleB);
      this.positive = positive;
    }

    @Override
    boolean compute(Int128 a, Int128 b) {
      value.set(a.high(), a.low());
      divisor.set(b.high(), b.low());
      boolean small =
          value.multiplyByPowerOfTen(commonScale - scaleA)
              && divisor.multiplyByPowerOfTen(commonScale - scaleB)
              && value.isLong()
              && divisor.isLong();
      if (!small) {
        return false;
      }
      long remainder = value.low() % divisor.low();
      // For a negative divisor (r + divisor) % divisor is r again.
      boolean moves = positive && remainder < 0 && divisor.low() > 0;
      value.set(moves ? remainder + divisor.low() : remainder);
      return results.rescale(value, commonScale);
    }

    @Override
    BigDecimal inBigDecimal(BigDecimal a, BigDecimal b) {
      BigDecimal remainder = a.remainder(b);
      boolean moves = positive && remainder.signum() < 0 && b.signum() > 0;
      return moves ? remainder.add(b) : remainder;
    }
  }
}
