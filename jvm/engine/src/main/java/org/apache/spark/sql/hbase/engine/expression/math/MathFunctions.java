package org.apache.spark.sql.hbase.engine.expression.math;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * Mathematical functions of DOUBLE, each as the call of Java that Spark makes, {@code factorial}
 * and {@code width_bucket}. None of them raises an error.
 *
 * <p>StrictMath, {@code sqrt}, {@code rint} and {@code signum} are equal on every JVM. Limit: Java
 * lets the other calls of Math differ between JVMs by one or two units in the last place. {@code
 * sin}, {@code cos} and {@code tan} do so if processors differ. A region server on another JVM than
 * Spark's can then differ in the last digit, as two executors can.
 */
public final class MathFunctions {
  private static final Types OF_ONE = Types.of(SqlType.DOUBLE, SqlType.DOUBLE);
  private static final Types OF_TWO = Types.of(SqlType.DOUBLE, SqlType.DOUBLE, SqlType.DOUBLE);

  public static final List<FunctionSpec> ALL =
      List.of(
          above(0, Function.LN, StrictMath::log),
          above(0, Function.LOG2, x -> StrictMath.log(x) / StrictMath.log(2)),
          above(0, Function.LOG10, StrictMath::log10),
          above(-1, Function.LOG1P, StrictMath::log1p),
          FunctionSpec.ofValues(
              Function.LOGARITHM,
              OF_TWO,
              Errors.NEVER,
              JavaUse.NOTHING,
              (call, operands) -> new Logarithm(operands.at(0), operands.at(1))),
          FunctionSpec.ofValues(
              Function.FACTORIAL,
              Types.of(SqlType.BIGINT, SqlType.INT),
              Errors.NEVER,
              JavaUse.NOTHING,
              (call, operands) -> new Factorial(operands.at(0))),
          FunctionSpec.ofValues(
              Function.WIDTH_BUCKET,
              Types.of(
                  SqlType.BIGINT, SqlType.DOUBLE, SqlType.DOUBLE, SqlType.DOUBLE, SqlType.BIGINT),
              Errors.NEVER,
              JavaUse.NOTHING,
              (call, operands) -> new WidthBucket(operands.all())),
          everywhere(Function.RINT, JavaUse.NOTHING, Math::rint),
          everywhere(Function.SIGNUM, JavaUse.NOTHING, Math::signum),
          everywhere(Function.SQRT, JavaUse.NOTHING, Math::sqrt),
          everywhere(Function.CBRT, JavaUse.DOUBLE_FUNCTIONS, Math::cbrt),
          everywhere(Function.EXP, JavaUse.NOTHING, StrictMath::exp),
          everywhere(Function.EXPM1, JavaUse.NOTHING, StrictMath::expm1),
          everywhere(Function.SIN, JavaUse.DOUBLE_FUNCTIONS, Math::sin),
          everywhere(Function.COS, JavaUse.DOUBLE_FUNCTIONS, Math::cos),
          everywhere(Function.TAN, JavaUse.DOUBLE_FUNCTIONS, Math::tan),
          everywhere(Function.COT, JavaUse.DOUBLE_FUNCTIONS, x -> 1 / Math.tan(x)),
          everywhere(Function.SEC, JavaUse.DOUBLE_FUNCTIONS, x -> 1 / Math.cos(x)),
          everywhere(Function.CSC, JavaUse.DOUBLE_FUNCTIONS, x -> 1 / Math.sin(x)),
          everywhere(Function.ASIN, JavaUse.DOUBLE_FUNCTIONS, Math::asin),
          everywhere(Function.ACOS, JavaUse.DOUBLE_FUNCTIONS, Math::acos),
          everywhere(Function.ATAN, JavaUse.DOUBLE_FUNCTIONS, Math::atan),
          everywhere(Function.SINH, JavaUse.DOUBLE_FUNCTIONS, Math::sinh),
          everywhere(Function.COSH, JavaUse.DOUBLE_FUNCTIONS, Math::cosh),
          everywhere(Function.TANH, JavaUse.DOUBLE_FUNCTIONS, Math::tanh),
          everywhere(Function.ASINH, JavaUse.NOTHING, InverseHyperbolics::asinh),
          everywhere(Function.ACOSH, JavaUse.NOTHING, InverseHyperbolics::acosh),
          everywhere(Function.ATANH, JavaUse.NOTHING, InverseHyperbolics::atanh),
          everywhere(Function.DEGREES, JavaUse.DOUBLE_FUNCTIONS, Math::toDegrees),
          everywhere(Function.RADIANS, JavaUse.DOUBLE_FUNCTIONS, Math::toRadians),
          ofTwo(Function.POWER, JavaUse.NOTHING, StrictMath::pow),
          ofTwo(Function.HYPOT, JavaUse.DOUBLE_FUNCTIONS, Math::hypot),
          // Adding 0.0 turns -0.0 into 0.0.
          ofTwo(Function.ATAN2, JavaUse.DOUBLE_FUNCTIONS, (y, x) -> Math.atan2(y + 0.0, x + 0.0)));

  private MathFunctions() {}

  private static FunctionSpec everywhere(
      Function function, JavaUse javaUse, DoubleUnaryOperator of) {
    return FunctionSpec.ofValues(
        function,
        OF_ONE,
        Errors.NEVER,
        javaUse,
        (call, operands) -> UnaryMath.everywhere(of, operands.at(0)));
  }

  private static FunctionSpec above(double bound, Function function, DoubleUnaryOperator of) {
    return FunctionSpec.ofValues(
        function,
        OF_ONE,
        Errors.NEVER,
        JavaUse.NOTHING,
        (call, operands) -> UnaryMath.above(bound, of, operands.at(0)));
  }

  private static FunctionSpec ofTwo(Function function, JavaUse javaUse, DoubleBinaryOperator of) {
    return FunctionSpec.ofValues(
        function,
        OF_TWO,
        Errors.NEVER,
        javaUse,
        (call, operands) -> new BinaryMath(of, operands.at(0), operands.at(1)));
  }
}
