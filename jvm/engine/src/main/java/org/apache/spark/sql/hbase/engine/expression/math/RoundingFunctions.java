package org.apache.spark.sql.hbase.engine.expression.math;

import java.math.RoundingMode;
import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** {@code round}, {@code bround}, {@code floor} and {@code ceil}; the scale is a literal. */
public final class RoundingFunctions implements FunctionFamily {
  @Override
  public Set<Function> functions() {
    return EnumSet.of(Function.ROUND, Function.BROUND, Function.FLOOR, Function.CEIL);
  }

  @Override
  public boolean supports(TypedCall call) {
    SqlType type = call.result();
    boolean isWhole = call.function() == Function.FLOOR || call.function() == Function.CEIL;
    if (isWhole && type.equals(SqlType.BIGINT)) {
      return call.hasMode() && call.is(type, SqlType.DOUBLE) || isBigint(call);
    }
    if (call.argumentCount() == 0 || !hasScale(call, isWhole)) {
      return false;
    }
    SqlType operand = call.type(0);
    if (type.kind() == SqlType.Kind.DECIMAL) {
      return operand.kind() == SqlType.Kind.DECIMAL
          && (isWhole || call.hasMode())
          && RoundDecimal.hasRoom(type, operand, scale(call));
    }
    return !isWhole && call.hasMode() && type.equals(operand) && IntegerWidth.isNumber(type);
  }

  /** Nothing is left to do. */
  private static boolean isBigint(TypedCall call) {
    return call.is(SqlType.BIGINT, SqlType.BIGINT);
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

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    RoundingMode rounding =
        switch (call.function()) {
          case FLOOR -> RoundingMode.FLOOR;
          case CEIL -> RoundingMode.CEILING;
          case ROUND -> RoundingMode.HALF_UP;
          default -> RoundingMode.HALF_EVEN;
        };
    VectorExpression operand = operands.at(0);
    if (call.result().kind() == SqlType.Kind.DECIMAL) {
      return new RoundDecimal(call.result(), rounding, scale(call), operand);
    }
    if (rounding == RoundingMode.FLOOR || rounding == RoundingMode.CEILING) {
      return isBigint(call) ? operand : wholeDouble(call, operand);
    }
    return IntegerWidth.isInteger(call.result())
        ? new RoundInteger(rounding, scale(call), call.mode(), operand)
        : new RoundFloating(rounding, scale(call), operand);
  }

  private static VectorExpression wholeDouble(TypedCall call, VectorExpression operand) {
    return call.function() == Function.FLOOR
        ? WholeDouble.floor(call.mode(), operand)
        : WholeDouble.ceil(call.mode(), operand);
  }

  /**
   * Digits before the point can carry an integer over the end of its type, and a DOUBLE can be
   * larger than any BIGINT.
   */
  @Override
  public boolean mayRaise(TypedCall call) {
    boolean isRounded = IntegerWidth.isInteger(call.result()) && scale(call) < 0;
    return call.isAnsi() && (isRounded || call.is(SqlType.BIGINT, SqlType.DOUBLE));
  }

  @Override
  public boolean takesConstant(TypedCall call, int argument) {
    return argument == 1;
  }

  @Override
  public boolean copies(TypedCall call, int argument) {
    return switch (call.function()) {
      case ROUND, BROUND, FLOOR, CEIL -> false;
      default -> true;
    };
  }
}
