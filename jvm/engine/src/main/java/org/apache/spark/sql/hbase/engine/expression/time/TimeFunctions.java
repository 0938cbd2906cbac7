package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.PlainFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Fields and truncation of TIMESTAMP, on the wall clock of the call's zone, and TIMESTAMP_NTZ. */
public final class TimeFunctions implements PlainFamily {
  private static final Set<Function> PLAIN =
      Collections.unmodifiableSet(
          EnumSet.of(
              Function.HOUR, Function.MINUTE, Function.SECOND, Function.SECOND_WITH_FRACTION));

  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.HOUR,
        Function.MINUTE,
        Function.SECOND,
        Function.SECOND_WITH_FRACTION,
        Function.DATE_TRUNC);
  }

  @Override
  public boolean supports(TypedCall call) {
    return switch (call.function()) {
      case HOUR, MINUTE, SECOND ->
          call.argumentCount() == 1
              && call.result().equals(SqlType.INT)
              && isTimeInZone(call, call.type(0));
      case SECOND_WITH_FRACTION ->
          call.argumentCount() == 1
              && call.result().equals(SecondWithFraction.TYPE)
              && isTimeInZone(call, call.type(0));
      case DATE_TRUNC ->
          call.is(call.result(), SqlType.STRING, call.result())
              && isTimeInZone(call, call.result())
              && call.isValue(0)
              && TruncationUnit.of(call.text(0)).isPresent();
      default -> false;
    };
  }

  private static boolean isTimeInZone(TypedCall call, SqlType type) {
    return type.equals(SqlType.TIMESTAMP_NTZ) || type.equals(SqlType.TIMESTAMP) && call.hasZone();
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return switch (call.function()) {
      case HOUR, MINUTE, SECOND ->
          new TimeField(call.function(), ZoneOffsets.of(call, call.type(0)), operands.at(0));
      case SECOND_WITH_FRACTION ->
          new SecondWithFraction(ZoneOffsets.of(call, call.type(0)), operands.at(0));
      default ->
          new TruncateTime(
              TruncationUnit.of(call.text(0)).orElseThrow(),
              ZoneOffsets.of(call, call.result()),
              operands.at(1));
    };
  }

  @Override
  public Set<Function> plain() {
    return PLAIN;
  }

  @Override
  public boolean copies(TypedCall call, int argument) {
    return call.function() != Function.DATE_TRUNC && PlainFamily.super.copies(call, argument);
  }
}
