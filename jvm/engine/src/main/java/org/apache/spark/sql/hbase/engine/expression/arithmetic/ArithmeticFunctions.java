package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalArithmetic;
import org.apache.spark.sql.hbase.engine.expression.decimal.ShortDecimalArithmetic;
import org.apache.spark.sql.hbase.engine.expression.decimal.UnscaledValue;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Arithmetic on numbers of one type, and on decimals, whose result type is Spark's. */
public final class ArithmeticFunctions {
  /** Spark rounds longer decimals when it changes their sign. */
  private static final int MAX_NEGATED_DIGITS = 34;

  /** Floating point has a value for everything. */
  private static final Errors OF_EXACT_NUMBERS =
      call -> call.isAnsi() && call.result().physical() != SqlType.Physical.DOUBLE;

  private static final Errors WITHOUT_DIVISOR = call -> call.isAnsi() && !hasDivisor(call);

  public static final List<FunctionSpec> ALL =
      List.of(
          sumOrProduct(Function.ADD),
          sumOrProduct(Function.SUBTRACT),
          sumOrProduct(Function.MULTIPLY),
          binary(
              Function.DIVIDE,
              call -> isBinary(call, call.result().equals(SqlType.DOUBLE)),
              Errors.IN_ANSI_MODE,
              (call, a, b) -> new Divide(call.result(), call.mode(), a, b)),
          binary(
              Function.REMAINDER,
              ArithmeticFunctions::isRemainder,
              WITHOUT_DIVISOR,
              (call, a, b) -> new Remainder(call.result(), call.mode(), a, b)),
          binary(
              Function.PMOD,
              ArithmeticFunctions::isRemainder,
              WITHOUT_DIVISOR,
              (call, a, b) -> new PositiveRemainder(call.result(), call.mode(), a, b)),
          binary(
              Function.INTEGRAL_DIVIDE,
              ArithmeticFunctions::isIntegralDivide,
              Errors.IN_ANSI_MODE,
              (call, a, b) -> integralDivide(call.mode(), a, b)),
          unary(
              Function.NEGATE,
              ArithmeticFunctions::isSigned,
              OF_EXACT_NUMBERS,
              (call, operand) -> SignExpression.negate(call.mode(), operand)),
          unary(
              Function.ABS,
              ArithmeticFunctions::isSigned,
              OF_EXACT_NUMBERS,
              (call, operand) -> SignExpression.abs(call.mode(), operand)),
          unary(
              Function.UNSCALED_VALUE,
              ArithmeticFunctions::isUnscaledValue,
              Errors.NEVER,
              (call, operand) -> new UnscaledValue(operand)));

  private ArithmeticFunctions() {}

  private static FunctionSpec sumOrProduct(Function function) {
    return binary(
        function,
        call -> isBinary(call, IntegerWidth.isNumber(call.result())),
        OF_EXACT_NUMBERS,
        ArithmeticFunctions::sumOrProduct);
  }

  private static FunctionSpec binary(
      Function function, Types types, Errors errors, Binary compilation) {
    return FunctionSpec.ofValues(
        function,
        types,
        errors,
        JavaUse.NOTHING,
        (call, operands) -> compilation.compile(call, operands.at(0), operands.at(1)));
  }

  private static FunctionSpec unary(
      Function function, Types types, Errors errors, Unary compilation) {
    return FunctionSpec.ofValues(
        function,
        types,
        errors,
        JavaUse.NOTHING,
        (call, operands) -> compilation.compile(call, operands.at(0)));
  }

  private static boolean isRemainder(TypedCall call) {
    return isBinary(call, IntegerWidth.isNumber(call.result()))
        && (call.result().kind() != SqlType.Kind.DECIMAL || hasWholeQuotient(call));
  }

  private static boolean isBinary(TypedCall call, boolean computesOwnType) {
    if (!call.hasMode() || call.argumentCount() != 2) {
      return false;
    }
    return call.result().kind() == SqlType.Kind.DECIMAL
        ? areDecimals(call)
        : computesOwnType && call.allAre(call.result());
  }

  private static boolean isIntegralDivide(TypedCall call) {
    return call.hasMode()
        && call.argumentCount() == 2
        && call.result().equals(SqlType.BIGINT)
        && (call.allAre(SqlType.BIGINT) || areDecimals(call) && hasWholeQuotient(call));
  }

  private static boolean areDecimals(TypedCall call) {
    return call.types().stream().allMatch(type -> type.kind() == SqlType.Kind.DECIMAL);
  }

  /**
   * True if the whole part of every quotient has at most 38 digits; with more of them Spark fails
   * with an error of Java's BigDecimal.
   */
  private static boolean hasWholeQuotient(TypedCall call) {
    SqlType a = call.type(0);
    return a.precision() - a.scale() + call.type(1).scale() <= SqlType.MAX_PRECISION;
  }

  private static boolean isSigned(TypedCall call) {
    return call.hasMode()
        && call.types().equals(List.of(call.result()))
        && IntegerWidth.isNumber(call.result())
        && call.result().precision() <= MAX_NEGATED_DIGITS;
  }

  private static boolean isUnscaledValue(TypedCall call) {
    return call.argumentCount() == 1
        && call.type(0).kind() == SqlType.Kind.DECIMAL
        && call.is(SqlType.BIGINT, call.type(0))
        && call.type(0).precision() <= SqlType.MAX_LONG_PRECISION;
  }

  private static VectorExpression integralDivide(
      OverflowMode mode, VectorExpression left, VectorExpression right) {
    return left.type().kind() == SqlType.Kind.DECIMAL
        ? new IntegralDecimalDivide(mode, left, right)
        : new IntegralDivide(mode, left, right);
  }

  private static VectorExpression sumOrProduct(
      TypedCall call, VectorExpression left, VectorExpression right) {
    SqlType type = call.result();
    if (type.kind() == SqlType.Kind.DECIMAL) {
      return ShortDecimalArithmetic.isEnough(call.function(), left.type(), right.type(), type)
          ? new ShortDecimalArithmetic(call.function(), type, left, right)
          : new DecimalArithmetic(call.function(), type, call.mode(), left, right);
    }
    return type.physical() == SqlType.Physical.DOUBLE
        ? new FloatingArithmetic(call.function(), type, left, right)
        : new IntegerArithmetic(call.function(), type, call.mode(), left, right);
  }

  /** True if the divisor is an integer that is known and not zero. */
  private static boolean hasDivisor(TypedCall call) {
    return IntegerWidth.isInteger(call.type(1)) && call.isValue(1) && call.constant(1).low() != 0;
  }

  private interface Unary {
    VectorExpression compile(TypedCall call, VectorExpression operand);
  }

  private interface Binary {
    VectorExpression compile(TypedCall call, VectorExpression left, VectorExpression right);
  }
}
