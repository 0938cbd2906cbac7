package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalArithmetic;
import org.apache.spark.sql.hbase.engine.expression.decimal.ShortDecimalArithmetic;
import org.apache.spark.sql.hbase.engine.expression.decimal.UnscaledValue;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Arithmetic on numbers of one type, and on decimals, whose result type is Spark's. */
public final class ArithmeticFunctions implements FunctionFamily {
  /** Spark rounds longer decimals when it changes their sign. */
  private static final int MAX_NEGATED_DIGITS = 34;

  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.ADD,
        Function.SUBTRACT,
        Function.MULTIPLY,
        Function.DIVIDE,
        Function.NEGATE,
        Function.ABS,
        Function.REMAINDER,
        Function.PMOD,
        Function.INTEGRAL_DIVIDE,
        Function.UNSCALED_VALUE);
  }

  @Override
  public boolean supports(TypedCall call) {
    return switch (call.function()) {
      case ADD, SUBTRACT, MULTIPLY, REMAINDER, PMOD ->
          isBinary(call, IntegerWidth.isNumber(call.result()));
      case DIVIDE -> isBinary(call, call.result().equals(SqlType.DOUBLE));
      case INTEGRAL_DIVIDE -> isIntegralDivide(call);
      case NEGATE, ABS ->
          call.hasMode()
              && call.types().equals(List.of(call.result()))
              && IntegerWidth.isNumber(call.result())
              && call.result().precision() <= MAX_NEGATED_DIGITS;
      case UNSCALED_VALUE ->
          call.argumentCount() == 1
              && call.type(0).kind() == SqlType.Kind.DECIMAL
              && call.is(SqlType.BIGINT, call.type(0))
              && call.type(0).precision() <= SqlType.MAX_LONG_PRECISION;
      default -> false;
    };
  }

  private static boolean isBinary(TypedCall call, boolean computesOwnType) {
    if (!call.hasMode() || call.argumentCount() != 2) {
      return false;
    }
    if (call.result().kind() == SqlType.Kind.DECIMAL) {
      boolean divides = call.function() == Function.REMAINDER || call.function() == Function.PMOD;
      return areDecimals(call) && (!divides || hasWholeQuotient(call));
    }
    return computesOwnType && call.allAre(call.result());
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

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return switch (call.function()) {
      case NEGATE -> SignExpression.negate(call.mode(), operands.at(0));
      case ABS -> SignExpression.abs(call.mode(), operands.at(0));
      case UNSCALED_VALUE -> new UnscaledValue(operands.at(0));
      case DIVIDE -> new Divide(call.result(), call.mode(), operands.at(0), operands.at(1));
      case REMAINDER -> new Remainder(call.result(), call.mode(), operands.at(0), operands.at(1));
      case PMOD ->
          new PositiveRemainder(call.result(), call.mode(), operands.at(0), operands.at(1));
      case INTEGRAL_DIVIDE -> integralDivide(call.mode(), operands.at(0), operands.at(1));
      default -> sumOrProduct(call, operands.at(0), operands.at(1));
    };
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

  @Override
  public boolean mayRaise(TypedCall call) {
    return switch (call.function()) {
      case REMAINDER, PMOD -> call.isAnsi() && !hasDivisor(call);
      case DIVIDE, INTEGRAL_DIVIDE -> call.isAnsi();
      case UNSCALED_VALUE -> false;
      case ADD, SUBTRACT, MULTIPLY, NEGATE, ABS ->
          call.isAnsi() && call.result().physical() != SqlType.Physical.DOUBLE;
      default -> true;
    };
  }

  @Override
  public boolean copies(TypedCall call, int argument) {
    return switch (call.function()) {
      case ADD,
          SUBTRACT,
          MULTIPLY,
          DIVIDE,
          NEGATE,
          ABS,
          REMAINDER,
          PMOD,
          INTEGRAL_DIVIDE,
          UNSCALED_VALUE ->
          false;
      default -> true;
    };
  }
}
