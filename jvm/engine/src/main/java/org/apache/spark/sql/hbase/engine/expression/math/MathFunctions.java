package org.apache.spark.sql.hbase.engine.expression.math;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * Mathematical functions of DOUBLE, each as the call of Java that Spark makes, {@code factorial}
 * and {@code width_bucket}. None of them raises an error.
 *
 * <p>StrictMath, {@code sqrt}, {@code rint} and {@code signum} are equal on every JVM. Limit: Java
 * lets the other calls of Math differ between JVMs by one or two units in the last place, and
 * {@code sin}, {@code cos} and {@code tan} do where processors differ; a region server on another
 * JVM than Spark's can then differ in the last digit, as two executors can.
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
          function(
              Function.LOGARITHM,
              OF_TWO,
              (call, operands) -> new Logarithm(operands.at(0), operands.at(1))),
          function(
              Function.FACTORIAL,
              Types.of(SqlType.BIGINT, SqlType.INT),
              (call, operands) -> new Factorial(operands.at(0))),
          function(
              Function.WIDTH_BUCKET,
              Types.of(
                  SqlType.BIGINT, SqlType.DOUBLE, SqlType.DOUBLE, SqlType.DOUBLE, SqlType.BIGINT),
              (call, operands) -> new WidthBucket(operands.all())),
          everywhere(Function.RINT, Math::rint),
          everywhere(Function.SIGNUM, Math::signum),
          everywhere(Function.SQRT, Math::sqrt),
          everywhere(Function.CBRT, Math::cbrt),
          everywhere(Function.EXP, StrictMath::exp),
          everywhere(Function.EXPM1, StrictMath::expm1),
          everywhere(Function.SIN, Math::sin),
          everywhere(Function.COS, Math::cos),
          everywhere(Function.TAN, Math::tan),
          everywhere(Function.COT, x -> 1 / Math.tan(x)),
          everywhere(Function.SEC, x -> 1 / Math.cos(x)),
          everywhere(Function.CSC, x -> 1 / Math.sin(x)),
          everywhere(Function.ASIN, Math::asin),
          everywhere(Function.ACOS, Math::acos),
          everywhere(Function.ATAN, Math::atan),
          everywhere(Function.SINH, Math::sinh),
          everywhere(Function.COSH, Math::cosh),
          everywhere(Function.TANH, Math::tanh),
          everywhere(Function.ASINH, InverseHyperbolics::asinh),
          everywhere(Function.ACOSH, InverseHyperbolics::acosh),
          everywhere(Function.ATANH, InverseHyperbolics::atanh),
          everywhere(Function.DEGREES, Math::toDegrees),
          everywhere(Function.RADIANS, Math::toRadians),
          ofTwo(Function.POWER, StrictMath::pow),
          ofTwo(Function.HYPOT, Math::hypot),
          // Adding 0.0 turns -0.0 into 0.0.
          ofTwo(Function.ATAN2, (y, x) -> Math.atan2(y + 0.0, x + 0.0)));

  private MathFunctions() {}

  private static FunctionSpec function(
      Function function, Types types, FunctionSpec.Compilation compilation) {
    return new FunctionSpec(
        function,
        types,
        Errors.NEVER,
        Nulls.OF_ANY_ARGUMENT,
        Growth.FIXED,
        Arguments.PLAIN,
        compilation);
  }

  private static FunctionSpec everywhere(Function function, DoubleUnaryOperator of) {
    return function(function, OF_ONE, (call, operands) -> UnaryMath.everywhere(of, operands.at(0)));
  }

  private static FunctionSpec above(double bound, Function function, DoubleUnaryOperator of) {
    return function(
        function, OF_ONE, (call, operands) -> UnaryMath.above(bound, of, operands.at(0)));
  }

  private static FunctionSpec ofTwo(Function function, DoubleBinaryOperator of) {
    return function(
        function, OF_TWO, (call, operands) -> new BinaryMath(of, operands.at(0), operands.at(1)));
  }
}
