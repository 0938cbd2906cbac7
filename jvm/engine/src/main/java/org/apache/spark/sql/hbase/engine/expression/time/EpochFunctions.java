package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.List;
import java.util.function.LongUnaryOperator;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.Micros;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Dates and timestamps as numbers since 1970, and back. */
public final class EpochFunctions {
  private static final Types OF_TIMESTAMP =
      call ->
          call.argumentCount() == 1
              && call.result().equals(SqlType.BIGINT)
              && isTimestamp(call.type(0));

  private static final Types TO_TIMESTAMP =
      call ->
          call.argumentCount() == 1
              && call.result().equals(SqlType.TIMESTAMP)
              && IntegerWidth.isInteger(call.type(0));

  public static final List<FunctionSpec> ALL =
      List.of(
          function(
              Function.REINTERPRET, EpochFunctions::isReinterpreted, Errors.NEVER, value -> value),
          // Towards zero, unlike a cast to BIGINT.
          function(
              Function.UNIX_TIMESTAMP,
              OF_TIMESTAMP,
              Errors.NEVER,
              micros -> micros / Micros.PER_SECOND),
          function(
              Function.UNIX_MILLIS,
              OF_TIMESTAMP,
              Errors.NEVER,
              micros -> Math.floorDiv(micros, Micros.PER_MILLISECOND)),
          function(
              Function.TIMESTAMP_SECONDS,
              TO_TIMESTAMP,
              Errors.POSSIBLE,
              seconds -> Math.multiplyExact(seconds, Micros.PER_SECOND)),
          function(
              Function.TIMESTAMP_MILLIS,
              TO_TIMESTAMP,
              Errors.POSSIBLE,
              millis -> Math.multiplyExact(millis, Micros.PER_MILLISECOND)));

  private EpochFunctions() {}

  private static FunctionSpec function(
      Function function, Types types, Errors errors, LongUnaryOperator conversion) {
    return FunctionSpec.ofValues(
        function,
        types,
        errors,
        JavaUse.NOTHING,
        (call, operands) -> new EpochConversion(call.result(), operands.at(0), conversion));
  }

  private static boolean isReinterpreted(TypedCall call) {
    if (call.argumentCount() != 1) {
      return false;
    }
    SqlType from = call.type(0);
    SqlType to = call.result();
    return from.equals(SqlType.DATE) && to.equals(SqlType.INT)
        || from.equals(SqlType.INT) && to.equals(SqlType.DATE)
        || isTimestamp(from) && (to.equals(SqlType.BIGINT) || isTimestamp(to))
        || IntegerWidth.isInteger(from) && isTimestamp(to);
  }

  private static boolean isTimestamp(SqlType type) {
    return type.equals(SqlType.TIMESTAMP) || type.equals(SqlType.TIMESTAMP_NTZ);
  }
}
