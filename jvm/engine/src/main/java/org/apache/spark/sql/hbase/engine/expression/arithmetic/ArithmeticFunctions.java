package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalArithmetic;
import org.apache.spark.sql.hbase.engine.expression.decimal.ShortDecimalArithmetic;
import org.apache.spark.sql.hbase.engine.expression.decimal.UnscaledValue;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
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
        Function.INTEGRAL_DIVIDE,
        Function.UNSCALED_VALUE);
  }

  @Override
  public boolean supports(TypedCall call) {
    return switch (call.function()) {
      case ADD, SUBTRACT, MULTIPLY, REMAINDER ->
          isBinary(call, IntegerWidth.isNumber(call.result()));
      case DIVIDE -> isBinary(call, call.result().equals(SqlType.DOUBLE));
      case INTEGRAL_DIVIDE ->
          call.hasMode() && call.is(SqlType.BIGINT, SqlType.BIGINT, SqlType.BIGINT);
      case NEGATE, ABS ->
          call.hasMode()
              && call.types().equals(List.of(call.result()))
              && IntegerWidth.isNumber(call.result())
              && call.result().precision() <= MAX_NEGATED_DIGITS;
      default ->
          call.argumentCount() == 1
              && call.type(0).kind() == SqlType.Kind.DECIMAL
              && call.is(SqlType.BIGINT, call.type(0))
              && call.type(0).precision() <= SqlType.MAX_LONG_PRECISION;
    };
  }

  private static boolean isBinary(TypedCall call, boolean computesOwnType) {
    if (!call.hasMode() || call.argumentCount() != 2) {
      return false;
    }
    if (call.result().kind() == SqlType.Kind.DECIMAL) {
      return call.types().stream().allMatch(type -> type.kind() == SqlType.Kind.DECIMAL);
    }
    return computesOwnType && call.allAre(call.result());
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return switch (call.function()) {
      case NEGATE -> SignExpression.negate(call.mode(), operands.at(0));
      case ABS -> SignExpression.abs(call.mode(), operands.at(0));
      case UNSCALED_VALUE -> new UnscaledValue(operands.at(0));
      case DIVIDE -> new Divide(call.result(), call.mode(), operands.at(0), operands.at(1));
      case REMAINDER -> new Remainder(call.result(), call.mode(), operands.at(0), operands.at(1));
      case INTEGRAL_DIVIDE -> new IntegralDivide(call.mode(), operands.at(0), operands.at(1));
      default -> sumOrProduct(call, operands.at(0), operands.at(1));
    };
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

  @Override
  public boolean mayRaise(TypedCall call) {
    return switch (call.function()) {
      case DIVIDE, INTEGRAL_DIVIDE, REMAINDER -> call.isAnsi();
      case UNSCALED_VALUE -> false;
      default -> call.isAnsi() && call.result().physical() != SqlType.Physical.DOUBLE;
    };
  }
}
