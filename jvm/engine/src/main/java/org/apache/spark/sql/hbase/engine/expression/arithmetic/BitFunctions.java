package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Operations on the bits of integers. None of them raises an error. */
public final class BitFunctions {
  public static final List<FunctionSpec> ALL =
      List.of(
          bitwise(Function.BITWISE_AND),
          bitwise(Function.BITWISE_OR),
          bitwise(Function.BITWISE_XOR),
          function(
              Function.BITWISE_NOT,
              call -> isInteger(call) && call.is(call.result(), call.result()),
              Arguments.PLAIN,
              (call, operands) -> BitExpression.not(operands.at(0))),
          shift(Function.SHIFT_LEFT),
          shift(Function.SHIFT_RIGHT),
          shift(Function.SHIFT_RIGHT_UNSIGNED),
          function(
              Function.BITWISE_COUNT,
              BitFunctions::isBitCount,
              Arguments.PLAIN,
              (call, operands) -> BitExpression.count(operands.at(0))),
          function(
              Function.BITWISE_GET,
              BitFunctions::isBitGet,
              Arguments.constant(1),
              (call, operands) -> BitExpression.get(operands.at(0), (int) call.constant(1).low())));

  private BitFunctions() {}

  private static FunctionSpec bitwise(Function function) {
    return function(
        function,
        call -> isInteger(call) && call.is(call.result(), call.result(), call.result()),
        Arguments.PLAIN,
        (call, operands) -> new BitwiseExpression(function, operands.at(0), operands.at(1)));
  }

  private static FunctionSpec shift(Function function) {
    return function(
        function,
        Types.of(SqlType.INT, SqlType.INT, SqlType.INT)
            .or(Types.of(SqlType.BIGINT, SqlType.BIGINT, SqlType.INT)),
        Arguments.PLAIN,
        (call, operands) -> new ShiftExpression(function, operands.at(0), operands.at(1)));
  }

  private static FunctionSpec function(
      Function function, Types types, Arguments arguments, FunctionSpec.Compilation compilation) {
    return new FunctionSpec(
        function,
        types,
        Errors.NEVER,
        Nulls.OF_ANY_ARGUMENT,
        Growth.FIXED,
        arguments,
        JavaUse.NOTHING,
        compilation);
  }

  private static boolean isInteger(TypedCall call) {
    return IntegerWidth.isInteger(call.result());
  }

  private static boolean isBitCount(TypedCall call) {
    return call.argumentCount() == 1
        && call.is(SqlType.INT, call.type(0))
        && (IntegerWidth.isInteger(call.type(0)) || call.type(0).equals(SqlType.BOOLEAN));
  }

  /** A position outside the type would raise. */
  private static boolean isBitGet(TypedCall call) {
    if (call.argumentCount() != 2
        || !call.is(SqlType.TINYINT, call.type(0), SqlType.INT)
        || !IntegerWidth.isInteger(call.type(0))
        || !call.isValue(1)) {
      return false;
    }
    long position = call.constant(1).low();
    return position >= 0 && position < IntegerWidth.of(call.type(0)).bits();
  }
}
