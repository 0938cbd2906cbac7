package org.apache.spark.sql.hbase.engine.expression.math;

import java.math.RoundingMode;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.JavaRule;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** {@code round}, {@code bround}, {@code floor} and {@code ceil}; the scale is a literal. */
public final class RoundingFunctions {
  public static final List<FunctionSpec> ALL =
      List.of(
          whole(Function.FLOOR, RoundingMode.FLOOR, WholeDouble::floor),
          whole(Function.CEIL, RoundingMode.CEILING, WholeDouble::ceil),
          rounded(Function.ROUND, RoundingMode.HALF_UP),
          rounded(Function.BROUND, RoundingMode.HALF_EVEN));

  private RoundingFunctions() {}

  private static FunctionSpec whole(
      Function function,
      RoundingMode rounding,
      BiFunction<OverflowMode, VectorExpression, VectorExpression> ofDouble) {
    return function(
        function,
        RoundingFunctions::isWhole,
        JavaUse.NOTHING,
        (call, operand) -> {
          if (call.result().kind() == SqlType.Kind.DECIMAL) {
            return new RoundDecimal(call.result(), rounding, scale(call), operand);
          }
          return isBigint(call) ? operand : ofDouble.apply(call.mode(), operand);
        });
  }

  private static FunctionSpec rounded(Function function, RoundingMode rounding) {
    return function(
        function,
        RoundingFunctions::isRounded,
        RoundingFunctions::digits,
        (call, operand) -> {
          if (call.result().kind() == SqlType.Kind.DECIMAL) {
            return new RoundDecimal(call.result(), rounding, scale(call), operand);
          }
          return IntegerWidth.isInteger(call.result())
              ? new RoundInteger(rounding, scale(call), call.mode(), operand)
              : new RoundFloating(rounding, scale(call), operand);
        });
  }

  private static FunctionSpec function(
      Function function,
      Types types,
      JavaUse javaUse,
      BiFunction<TypedCall, VectorExpression, VectorExpression> compilation) {
    return new FunctionSpec(
        function,
        types,
        RoundingFunctions::mayRaise,
        Nulls.OF_ANY_ARGUMENT,
        Growth.FIXED,
        Arguments.constant(1),
        javaUse,
        (call, operands) -> compilation.apply(call, operands.at(0)));
  }

  private static Set<JavaRule> digits(TypedCall call) {
    boolean isFloating =
        call.argumentCount() > 0
            && (call.type(0).equals(SqlType.FLOAT) || call.type(0).equals(SqlType.DOUBLE));
    return isFloating ? Set.of(JavaRule.FLOATING_DIGITS) : Set.of();
  }

  private static boolean isWhole(TypedCall call) {
    if (call.result().equals(SqlType.BIGINT)) {
      return call.hasMode() && call.is(SqlType.BIGINT, SqlType.DOUBLE) || isBigint(call);
    }
    return call.argumentCount() > 0 && hasScale(call, true) && isDecimal(call);
  }

  /** Nothing is left to do. */
  private static boolean isBigint(TypedCall call) {
    return call.is(SqlType.BIGINT, SqlType.BIGINT);
  }

  private static boolean isRounded(TypedCall call) {
    SqlType type = call.result();
    return call.argumentCount() > 0
        && hasScale(call, false)
        && call.hasMode()
        && (type.kind() == SqlType.Kind.DECIMAL
            ? isDecimal(call)
            : type.equals(call.type(0)) && IntegerWidth.isNumber(type));
  }

  private static boolean isDecimal(TypedCall call) {
    return call.result().kind() == SqlType.Kind.DECIMAL
        && call.type(0).kind() == SqlType.Kind.DECIMAL
        && RoundDecimal.hasRoom(call.result(), call.type(0), scale(call));
  }

  private static boolean hasScale(TypedCall call, boolean isOptional) {
    if (call.argumentCount() == 1) {
      return isOptional;
    }
    return call.argumentCount() == 2
        && call.type(1).equals(SqlType.INT)
        && call.isValue(1)
        && Math.abs(call.constant(1).low()) <= SqlType.MAX_PRECISION;
  }

  private static int scale(TypedCall call) {
    return call.argumentCount() == 1 ? 0 : (int) call.constant(1).low();
  }

  /**
   * Digits before the point can carry an integer over the end of its type, and a DOUBLE can be
   * larger than any BIGINT.
   */
  private static boolean mayRaise(TypedCall call) {
    boolean isRounded = IntegerWidth.isInteger(call.result()) && scale(call) < 0;
    return call.isAnsi() && (isRounded || call.is(SqlType.BIGINT, SqlType.DOUBLE));
  }
}
