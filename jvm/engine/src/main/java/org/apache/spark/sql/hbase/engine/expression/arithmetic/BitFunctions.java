package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.PlainFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Operations on the bits of integers. None of them raises an error. */
public final class BitFunctions implements PlainFamily {
  private static final Set<Function> PLAIN =
      Collections.unmodifiableSet(
          EnumSet.of(
              Function.BITWISE_AND,
              Function.BITWISE_OR,
              Function.BITWISE_XOR,
              Function.BITWISE_NOT,
              Function.SHIFT_LEFT,
              Function.SHIFT_RIGHT,
              Function.SHIFT_RIGHT_UNSIGNED,
              Function.BITWISE_COUNT,
              Function.BITWISE_GET));

  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.BITWISE_AND,
        Function.BITWISE_OR,
        Function.BITWISE_XOR,
        Function.BITWISE_NOT,
        Function.SHIFT_LEFT,
        Function.SHIFT_RIGHT,
        Function.SHIFT_RIGHT_UNSIGNED,
        Function.BITWISE_COUNT,
        Function.BITWISE_GET);
  }

  @Override
  public boolean supports(TypedCall call) {
    SqlType type = call.result();
    boolean isInteger = IntegerWidth.isInteger(type);
    return switch (call.function()) {
      case BITWISE_AND, BITWISE_OR, BITWISE_XOR -> isInteger && call.is(type, type, type);
      case BITWISE_NOT -> isInteger && call.is(type, type);
      case SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED ->
          (type.equals(SqlType.INT) || type.equals(SqlType.BIGINT))
              && call.is(type, type, SqlType.INT);
      case BITWISE_COUNT ->
          call.argumentCount() == 1
              && call.is(SqlType.INT, call.type(0))
              && (IntegerWidth.isInteger(call.type(0)) || call.type(0).equals(SqlType.BOOLEAN));
      case BITWISE_GET -> isBitGet(call);
      default -> false;
    };
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

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return switch (call.function()) {
      case BITWISE_AND, BITWISE_OR, BITWISE_XOR ->
          new BitwiseExpression(call.function(), operands.at(0), operands.at(1));
      case BITWISE_NOT -> BitExpression.not(operands.at(0));
      case SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED ->
          new ShiftExpression(call.function(), operands.at(0), operands.at(1));
      case BITWISE_COUNT -> BitExpression.count(operands.at(0));
      default -> BitExpression.get(operands.at(0), (int) call.constant(1).low());
    };
  }

  @Override
  public boolean takesConstant(TypedCall call, int argument) {
    return call.function() == Function.BITWISE_GET && argument == 1;
  }

  @Override
  public Set<Function> plain() {
    return PLAIN;
  }
}
