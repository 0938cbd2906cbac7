package org.apache.spark.sql.hbase.engine.expression.encoding;

import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** {@code hex}, {@code unhex}, {@code bin}, {@code chr}, {@code ascii} and {@code base64}. */
public final class EncodingFunctions implements FunctionFamily {
  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.HEX,
        Function.UNHEX,
        Function.BINARY_DIGITS,
        Function.CHARACTER,
        Function.ASCII,
        Function.BASE64);
  }

  @Override
  public boolean supports(TypedCall call) {
    SqlType text = SqlType.STRING;
    return switch (call.function()) {
      case HEX ->
          call.is(text, SqlType.BIGINT) || call.is(text, text) || call.is(text, SqlType.BINARY);
      case UNHEX -> call.is(SqlType.BINARY, text);
      case ASCII -> call.is(SqlType.INT, text);
      case BASE64 -> call.is(text, SqlType.BINARY, SqlType.BOOLEAN) && call.isValue(1);
      case BINARY_DIGITS, CHARACTER -> call.is(text, SqlType.BIGINT);
      default -> false;
    };
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    VectorExpression operand = operands.at(0);
    return switch (call.function()) {
      case HEX ->
          call.type(0).equals(SqlType.BIGINT)
              ? new NumberToText(NumberToText::hex, operand)
              : new HexText(operand);
      case UNHEX -> new BytesOfHex(operand);
      case BINARY_DIGITS -> new NumberToText(Long::toBinaryString, operand);
      case CHARACTER -> new NumberToText(NumberToText::character, operand);
      case ASCII -> new FirstCodePoint(operand);
      default -> new Base64Text(call.constant(1).low() != 0, operand);
    };
  }

  @Override
  public boolean copies(TypedCall call, int argument) {
    return argument == 0;
  }

  @Override
  public boolean takesConstant(TypedCall call, int argument) {
    return argument == 1;
  }

  @Override
  public boolean mayRaise(TypedCall call) {
    return switch (call.function()) {
      case HEX, UNHEX, BINARY_DIGITS, CHARACTER, ASCII, BASE64 -> false;
      default -> true;
    };
  }
}
