package org.apache.spark.sql.hbase.engine.expression.math;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.PlainFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Mathematical functions of DOUBLE, and {@code factorial}. None of them raises an error. */
public final class MathFunctions implements PlainFamily {
  private static final Set<Function> PLAIN =
      Collections.unmodifiableSet(
          EnumSet.of(
              Function.LN,
              Function.LOG2,
              Function.LOG10,
              Function.LOG1P,
              Function.LOGARITHM,
              Function.FACTORIAL,
              Function.RINT,
              Function.SIGNUM,
              Function.SQRT,
              Function.CBRT,
              Function.EXP,
              Function.EXPM1,
              Function.POWER,
              Function.HYPOT,
              Function.SIN,
              Function.COS,
              Function.TAN,
              Function.COT,
              Function.SEC,
              Function.CSC,
              Function.ASIN,
              Function.ACOS,
              Function.ATAN,
              Function.ATAN2,
              Function.DEGREES,
              Function.RADIANS,
              Function.SINH,
              Function.COSH,
              Function.TANH,
              Function.ASINH,
              Function.ACOSH,
              Function.ATANH));

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
  public Set<Function> plain() {
    return PLAIN;
  }
}
