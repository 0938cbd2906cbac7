package org.apache.spark.sql.hbase.engine.expression.math;

/**
 * {@code asinh}, {@code acosh} and {@code atanh} by the formulas of fdlibm, chosen by the size of
 * the argument as fdlibm and Spark choose them. StrictMath makes the last digit the same
 * everywhere.
 */
final class InverseHyperbolics {
  /** From here on {@code 1 + x * x} is {@code x * x}. */
  private static final double LARGE = 0x1p28;

  /** Below, {@code asinh(x)} is x. */
  private static final double TINY = 0x1p-28;

  private static final double LN2 = StrictMath.log(2);

  private InverseHyperbolics() {}

  static double asinh(double x) {
    return Math.copySign(asinhOfMagnitude(Math.abs(x), x * x), x);
  }

  private static double asinhOfMagnitude(double magnitude, double square) {
    if (magnitude < TINY || magnitude == Double.POSITIVE_INFINITY || Double.isNaN(magnitude)) {
      return magnitude;
    }
    if (magnitude > LARGE) {
      return StrictMath.log(magnitude) + LN2;
    }
    double root = Math.sqrt(square + 1);
    return magnitude > 2
        ? StrictMath.log(2 * magnitude + 1 / (root + magnitude))
        : StrictMath.log1p(magnitude + square / (1 + root));
  }

  static double acosh(double x) {
    if (x < 1) {
      return Double.NaN;
    }
    if (x >= LARGE) {
      return StrictMath.log(x) + LN2;
    }
    if (x > 2) {
      return StrictMath.log(2 * x - 1 / (x + Math.sqrt(x * x - 1)));
    }
    double aboveOne = x - 1;
    return StrictMath.log1p(aboveOne + Math.sqrt(2 * aboveOne + aboveOne * aboveOne));
  }

  static double atanh(double x) {
    return 0.5 * (StrictMath.log1p(x) - StrictMath.log1p(-x));
  }
}
