package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Fields and truncation of TIMESTAMP, on the wall clock of the call's zone, and TIMESTAMP_NTZ. */
public final class TimeFunctions {
  public static final List<FunctionSpec> ALL =
      List.of(
          field(Function.HOUR),
          field(Function.MINUTE),
          field(Function.SECOND),
          FunctionSpec.ofValues(
              Function.SECOND_WITH_FRACTION,
              call -> isField(call, SecondWithFraction.TYPE),
              Errors.NEVER,
              JavaUse.NOTHING,
              (call, operands) ->
                  new SecondWithFraction(ZoneOffsets.of(call, call.type(0)), operands.at(0))),
          // The start of a unit can be out of the range of timestamps, in every mode.
          FunctionSpec.ofValues(
              Function.DATE_TRUNC,
              TimeFunctions::isTruncation,
              Errors.POSSIBLE,
              JavaUse.NOTHING,
              (call, operands) ->
                  new TruncateTime(
                      TruncationUnit.of(call.text(0)).orElseThrow(),
                      ZoneOffsets.of(call, call.result()),
                      operands.at(1))));

  private TimeFunctions() {}

  private static FunctionSpec field(Function function) {
    return FunctionSpec.ofValues(
        function,
        call -> isField(call, SqlType.INT),
        Errors.NEVER,
        JavaUse.NOTHING,
        (call, operands) ->
            new TimeField(function, ZoneOffsets.of(call, call.type(0)), operands.at(0)));
  }

  private static boolean isField(TypedCall call, SqlType field) {
    return call.argumentCount() == 1
        && call.result().equals(field)
        && isTimeInZone(call, call.type(0));
  }

  private static boolean isTruncation(TypedCall call) {
    return call.is(call.result(), SqlType.STRING, call.result())
        && isTimeInZone(call, call.result())
        && call.isValue(0)
        && TruncationUnit.of(call.text(0)).isPresent();
  }

  private static boolean isTimeInZone(TypedCall call, SqlType type) {
    return type.equals(SqlType.TIMESTAMP_NTZ) || type.equals(SqlType.TIMESTAMP) && call.hasZone();
  }
}
