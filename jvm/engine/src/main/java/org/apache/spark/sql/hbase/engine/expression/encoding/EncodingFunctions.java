package org.apache.spark.sql.hbase.engine.expression.encoding;

import java.util.List;
import java.util.function.BiFunction;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * {@code hex}, {@code unhex}, {@code bin}, {@code chr}, {@code ascii} and {@code base64}. None of
 * them raises an error.
 */
public final class EncodingFunctions {
  private static final Growth TWO_FOR_ONE = Growth.ofFirst(2, Growth.SHORT_TEXT_BYTES);
  private static final Growth SHORT = Growth.constant(Growth.SHORT_TEXT_BYTES);
  private static final Types TEXT_OF_NUMBER = Types.of(SqlType.STRING, SqlType.BIGINT);

  public static final List<FunctionSpec> ALL =
      List.of(
          function(
              Function.HEX,
              TEXT_OF_NUMBER
                  .or(Types.of(SqlType.STRING, SqlType.STRING))
                  .or(Types.of(SqlType.STRING, SqlType.BINARY)),
              TWO_FOR_ONE,
              (call, operand) ->
                  call.type(0).equals(SqlType.BIGINT)
                      ? new NumberToText(NumberToText::hex, operand)
                      : new HexText(operand)),
          function(
              Function.UNHEX,
              Types.of(SqlType.BINARY, SqlType.STRING),
              TWO_FOR_ONE,
              (call, operand) -> new BytesOfHex(operand)),
          function(
              Function.BINARY_DIGITS,
              TEXT_OF_NUMBER,
              SHORT,
              (call, operand) -> new NumberToText(Long::toBinaryString, operand)),
          function(
              Function.CHARACTER,
              TEXT_OF_NUMBER,
              SHORT,
              (call, operand) -> new NumberToText(NumberToText::character, operand)),
          function(
              Function.ASCII,
              Types.of(SqlType.INT, SqlType.STRING),
              Growth.FIXED,
              (call, operand) -> new FirstCodePoint(operand)),
          function(
              Function.BASE64,
              Types.of(SqlType.STRING, SqlType.BINARY, SqlType.BOOLEAN)
                  .and(call -> call.isValue(1)),
              TWO_FOR_ONE,
              (call, operand) -> new Base64Text(call.constant(1).low() != 0, operand)));

  private EncodingFunctions() {}

  private static FunctionSpec function(
      Function function,
      Types types,
      Growth growth,
      BiFunction<TypedCall, VectorExpression, VectorExpression> compilation) {
    return new FunctionSpec(
        function,
        types,
        Errors.NEVER,
        Nulls.OF_ANY_ARGUMENT,
        growth,
        Arguments.copied(0).withConstant(1),
        JavaUse.NOTHING,
        (call, operands) -> compilation.apply(call, operands.at(0)));
  }
}
