package org.apache.spark.sql.hbase.engine.expression.math;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * The functions of one and two DOUBLE that are defined everywhere, each as the call of Java that
 * Spark makes. StrictMath, {@code sqrt}, {@code rint} and {@code signum} are equal on every JVM.
 * Limit: Java lets the other calls of Math differ between JVMs by one or two units in the last
 * place, and {@code sin}, {@code cos} and {@code tan} do where processors differ; a region server
 * on another JVM than Spark's can then differ in the last digit, as two executors can.
 */
final class DoubleFunctions {
  private static final Map<Function, DoubleUnaryOperator> UNARY = new EnumMap<>(Function.class);
  private static final Map<Function, DoubleBinaryOperator> BINARY = new EnumMap<>(Function.class);

  static {
    UNARY.put(Function.RINT, Math::rint);
    UNARY.put(Function.SIGNUM, Math::signum);
    UNARY.put(Function.SQRT, Math::sqrt);
    UNARY.put(Function.CBRT, Math::cbrt);
    UNARY.put(Function.EXP, StrictMath::exp);
    UNARY.put(Function.EXPM1, StrictMath::expm1);
    UNARY.put(Function.SIN, Math::sin);
    UNARY.put(Function.COS, Math::cos);
    UNARY.put(Function.TAN, Math::tan);
    UNARY.put(Function.COT, x -> 1 / Math.tan(x));
    UNARY.put(Function.SEC, x -> 1 / Math.cos(x));
    UNARY.put(Function.CSC, x -> 1 / Math.sin(x));
    UNARY.put(Function.ASIN, Math::asin);
    UNARY.put(Function.ACOS, Math::acos);
    UNARY.put(Function.ATAN, Math::atan);
    UNARY.put(Function.SINH, Math::sinh);
    UNARY.put(Function.COSH, Math::cosh);
    UNARY.put(Function.TANH, Math::tanh);
    UNARY.put(Function.ASINH, InverseHyperbolics::asinh);
    UNARY.put(Function.ACOSH, InverseHyperbolics::acosh);
    UNARY.put(Function.ATANH, InverseHyperbolics::atanh);
    UNARY.put(Function.DEGREES, Math::toDegrees);
    UNARY.put(Function.RADIANS, Math::toRadians);

    BINARY.put(Function.POWER, StrictMath::pow);
    BINARY.put(Function.HYPOT, Math::hypot);
    // Adding 0.0 turns -0.0 into 0.0.
    BINARY.put(Function.ATAN2, (y, x) -> Math.atan2(y + 0.0, x + 0.0));
  }

  private DoubleFunctions() {}

  static Map<Function, DoubleUnaryOperator> unary() {
    return UNARY;
  }

  static Map<Function, DoubleBinaryOperator> binary() {
    return BINARY;
  }
}
