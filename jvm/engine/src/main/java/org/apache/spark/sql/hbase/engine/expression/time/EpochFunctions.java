package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.PlainFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Dates and timestamps as numbers since 1970, and back. */
public final class EpochFunctions implements PlainFamily {
  private static final Set<Function> PLAIN =
      Collections.unmodifiableSet(
          EnumSet.of(Function.REINTERPRET, Function.UNIX_TIMESTAMP, Function.UNIX_MILLIS));

  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.REINTERPRET,
        Function.UNIX_TIMESTAMP,
        Function.UNIX_MILLIS,
        Function.TIMESTAMP_SECONDS,
        Function.TIMESTAMP_MILLIS);
  }

  @Override
  public boolean supports(TypedCall call) {
    if (call.argumentCount() != 1) {
      return false;
    }
    SqlType from = call.type(0);
    SqlType to = call.result();
    return switch (call.function()) {
      case UNIX_TIMESTAMP, UNIX_MILLIS -> to.equals(SqlType.BIGINT) && isTimestamp(from);
      case TIMESTAMP_SECONDS, TIMESTAMP_MILLIS ->
          to.equals(SqlType.TIMESTAMP) && IntegerWidth.isInteger(from);
      case REINTERPRET ->
          from.equals(SqlType.DATE) && to.equals(SqlType.INT)
              || from.equals(SqlType.INT) && to.equals(SqlType.DATE)
              || isTimestamp(from) && (to.equals(SqlType.BIGINT) || isTimestamp(to))
              || IntegerWidth.isInteger(from) && isTimestamp(to);
      default -> false;
    };
  }

  private static boolean isTimestamp(SqlType type) {
    return type.equals(SqlType.TIMESTAMP) || type.equals(SqlType.TIMESTAMP_NTZ);
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    SqlType type = call.result();
    VectorExpression operand = operands.at(0);
    return switch (call.function()) {
      // Towards zero, unlike a cast to BIGINT.
      case UNIX_TIMESTAMP ->
          new EpochConversion(type, operand, micros -> micros / Micros.PER_SECOND);
      case UNIX_MILLIS ->
          new EpochConversion(
              type, operand, micros -> Math.floorDiv(micros, Micros.PER_MILLISECOND));
      case TIMESTAMP_SECONDS ->
          new EpochConversion(
              type, operand, seconds -> Math.multiplyExact(seconds, Micros.PER_SECOND));
      case TIMESTAMP_MILLIS ->
          new EpochConversion(
              type, operand, millis -> Math.multiplyExact(millis, Micros.PER_MILLISECOND));
      default -> new EpochConversion(type, operand, value -> value);
    };
  }

  @Override
  public Set<Function> plain() {
    return PLAIN;
  }

  @Override
  public boolean copies(TypedCall call, int argument) {
    return switch (call.function()) {
      case TIMESTAMP_SECONDS, TIMESTAMP_MILLIS -> false;
      default -> PlainFamily.super.copies(call, argument);
    };
  }
}
