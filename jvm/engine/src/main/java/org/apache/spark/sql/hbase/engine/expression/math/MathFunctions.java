package org.apache.spark.sql.hbase.engine.expression.math;

import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Mathematical functions of DOUBLE, and {@code factorial}. None of them raises an error. */
public final class MathFunctions implements FunctionFamily {
  @Override
  public Set<Function> functions() {
    Set<Function> functions =
        EnumSet.of(
            Function.LN,
            Function.LOG2,
            Function.LOG10,
            Function.LOG1P,
            Function.LOGARITHM,
            Function.FACTORIAL);
    functions.addAll(DoubleFunctions.unary().keySet());
    functions.addAll(DoubleFunctions.binary().keySet());
    return functions;
  }

  @Override
  public boolean supports(TypedCall call) {
    if (call.function() == Function.FACTORIAL) {
      return call.is(SqlType.BIGINT, SqlType.INT);
    }
    boolean isBinary =
        call.function() == Function.LOGARITHM
            || DoubleFunctions.binary().containsKey(call.function());
    return isBinary
        ? call.is(SqlType.DOUBLE, SqlType.DOUBLE, SqlType.DOUBLE)
        : call.is(SqlType.DOUBLE, SqlType.DOUBLE);
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    Function function = call.function();
    return switch (function) {
      case LN -> UnaryMath.above(0, StrictMath::log, operands.at(0));
      case LOG2 -> UnaryMath.above(0, x -> StrictMath.log(x) / StrictMath.log(2), operands.at(0));
      case LOG10 -> UnaryMath.above(0, StrictMath::log10, operands.at(0));
      case LOG1P -> UnaryMath.above(-1, StrictMath::log1p, operands.at(0));
      case LOGARITHM -> new Logarithm(operands.at(0), operands.at(1));
      case FACTORIAL -> new Factorial(operands.at(0));
      default ->
          call.argumentCount() == 1
              ? UnaryMath.everywhere(DoubleFunctions.unary().get(function), operands.at(0))
              : new BinaryMath(
                  DoubleFunctions.binary().get(function), operands.at(0), operands.at(1));
    };
  }

  @Override
  public boolean mayRaise(TypedCall call) {
    return switch (call.function()) {
      case LN,
          LOG2,
          LOG10,
          LOG1P,
          LOGARITHM,
          FACTORIAL,
          RINT,
          SIGNUM,
          SQRT,
          CBRT,
          EXP,
          EXPM1,
          POWER,
          HYPOT,
          SIN,
          COS,
          TAN,
          COT,
          SEC,
          CSC,
          ASIN,
          ACOS,
          ATAN,
          ATAN2,
          DEGREES,
          RADIANS,
          SINH,
          COSH,
          TANH,
          ASINH,
          ACOSH,
          ATANH ->
          false;
      default -> true;
    };
  }

  @Override
  public boolean copies(TypedCall call, int argument) {
    return switch (call.function()) {
      case LN,
          LOG2,
          LOG10,
          LOG1P,
          LOGARITHM,
          FACTORIAL,
          RINT,
          SIGNUM,
          SQRT,
          CBRT,
          EXP,
          EXPM1,
          POWER,
          HYPOT,
          SIN,
          COS,
          TAN,
          COT,
          SEC,
          CSC,
          ASIN,
          ACOS,
          ATAN,
          ATAN2,
          DEGREES,
          RADIANS,
          SINH,
          COSH,
          TANH,
          ASINH,
          ACOSH,
          ATANH ->
          false;
      default -> true;
    };
  }
}
