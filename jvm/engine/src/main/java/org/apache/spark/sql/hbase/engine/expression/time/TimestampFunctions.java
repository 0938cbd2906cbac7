package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.JavaRule;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.time.calendar.ZoneOffsets;
import org.apache.spark.sql.hbase.engine.expression.time.pattern.DatePattern;
import org.apache.spark.sql.hbase.engine.expression.time.pattern.FormatTime;
import org.apache.spark.sql.hbase.engine.expression.time.pattern.ParseTime;
import org.apache.spark.sql.hbase.engine.expression.time.pattern.TimeParser;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * Arithmetic on timestamps, and their text, written and read; on the wall clock of the call's zone,
 * of UTC for TIMESTAMP_NTZ. Sums, differences in microseconds and starts of days can leave the
 * range, in every mode.
 */
public final class TimestampFunctions {
  /** One letter of a date's pattern makes a year of up to seven characters, or a name. */
  private static final int BYTES_PER_PATTERN_BYTE = 16;

  public static final List<FunctionSpec> ALL =
      List.of(
          function(
              Function.ADD_INTERVAL,
              TimestampFunctions::isSum,
              Errors.POSSIBLE,
              Growth.FIXED,
              Arguments.constantFrom(1),
              JavaUse.NOTHING,
              (call, operands) ->
                  new AddInterval(
                      ZoneOffsets.of(call, call.result()),
                      call.constant(1).low(),
                      call.constant(2).low(),
                      call.constant(3).low(),
                      operands.at(0))),
          function(
              Function.TIMESTAMP_ADD,
              call ->
                  hasClock(call, call.result())
                      && call.is(call.result(), SqlType.STRING, SqlType.BIGINT, call.result())
                      && hasUnit(call),
              Errors.POSSIBLE,
              Growth.FIXED,
              Arguments.constant(0),
              JavaUse.NOTHING,
              (call, operands) ->
                  new TimestampAdd(
                      unit(call),
                      ZoneOffsets.of(call, call.result()),
                      operands.at(1),
                      operands.at(2))),
          function(
              Function.TIMESTAMP_DIFF,
              TimestampFunctions::isDifference,
              Errors.POSSIBLE,
              Growth.FIXED,
              Arguments.constant(0),
              JavaUse.NOTHING,
              (call, operands) ->
                  new TimestampDifference(
                      unit(call),
                      ZoneOffsets.of(call, call.type(1)),
                      operands.at(1),
                      operands.at(2))),
          function(
              Function.PARSE_TIMESTAMP,
              TimestampFunctions::isParsed,
              Errors.POSSIBLE,
              Growth.FIXED,
              Arguments.copied(0).withConstant(1),
              TimestampFunctions::namesOfPattern,
              (call, operands) ->
                  new ParseTime(
                      call.result(),
                      new TimeParser(DatePattern.of(call.text(1)).orElseThrow()),
                      ZoneOffsets.of(call, call.result()),
                      call.mode(),
                      operands.at(0))),
          function(
              Function.MONTHS_BETWEEN,
              Types.of(SqlType.DOUBLE, SqlType.TIMESTAMP, SqlType.TIMESTAMP, SqlType.BOOLEAN)
                  .and(call -> call.hasZone() && call.isValue(2)),
              Errors.POSSIBLE,
              Growth.FIXED,
              Arguments.constant(2),
              JavaUse.NOTHING,
              (call, operands) ->
                  new MonthsBetween(
                      ZoneOffsets.of(call.zone()),
                      call.constant(2).low() != 0,
                      operands.at(0),
                      operands.at(1))),
          function(
              Function.DATE_FORMAT,
              TimestampFunctions::isFormatted,
              Errors.NEVER,
              Growth.constant(
                  call ->
                      Growth.SHORT_TEXT_BYTES + BYTES_PER_PATTERN_BYTE * Growth.textBytes(call, 1)),
              Arguments.constant(1),
              TimestampFunctions::namesOfPattern,
              (call, operands) ->
                  new FormatTime(
                      DatePattern.of(call.text(1)).orElseThrow(),
                      ZoneOffsets.of(call, call.type(0)),
                      operands.at(0))));

  private TimestampFunctions() {}

  private static FunctionSpec function(
      Function function,
      Types types,
      Errors errors,
      Growth growth,
      Arguments arguments,
      JavaUse javaUse,
      FunctionSpec.Compilation compilation) {
    return new FunctionSpec(
        function, types, errors, Nulls.OF_ANY_ARGUMENT, growth, arguments, javaUse, compilation);
  }

  /** The names that a pattern asks for. */
  private static Set<JavaRule> namesOfPattern(TypedCall call) {
    boolean hasNames =
        IntStream.range(0, call.argumentCount())
            .filter(i -> call.type(i).equals(SqlType.STRING) && call.isValue(i))
            .mapToObj(call::text)
            .anyMatch(pattern -> pattern.contains("MMM") || pattern.matches("(?s).*[Ea].*"));
    return hasNames ? Set.of(JavaRule.NAMES) : Set.of();
  }

  private static boolean isSum(TypedCall call) {
    SqlType type = call.result();
    return hasClock(call, type)
        && call.is(type, type, SqlType.INT, SqlType.INT, SqlType.BIGINT)
        && call.isValue(1)
        && call.isValue(2)
        && call.isValue(3);
  }

  private static boolean isDifference(TypedCall call) {
    return call.argumentCount() == 3
        && hasClock(call, call.type(1))
        && call.is(SqlType.BIGINT, SqlType.STRING, call.type(1), call.type(1))
        && hasUnit(call);
  }

  private static boolean isParsed(TypedCall call) {
    SqlType type = call.result();
    return call.hasMode()
        && hasClock(call, type)
        && call.is(type, SqlType.STRING, SqlType.STRING)
        && call.isValue(1)
        && DatePattern.of(call.text(1)).filter(DatePattern::canBeParsed).isPresent();
  }

  private static boolean isFormatted(TypedCall call) {
    return (call.hasZone() && call.is(SqlType.STRING, SqlType.TIMESTAMP, SqlType.STRING)
            || call.is(SqlType.STRING, SqlType.DATE, SqlType.STRING))
        && call.isValue(1)
        && DatePattern.of(call.text(1)).isPresent();
  }

  private static boolean hasClock(TypedCall call, SqlType type) {
    return type.equals(SqlType.TIMESTAMP_NTZ) || type.equals(SqlType.TIMESTAMP) && call.hasZone();
  }

  private static boolean hasUnit(TypedCall call) {
    return call.isValue(0) && TimestampUnit.of(call.text(0)).isPresent();
  }

  private static TimestampUnit unit(TypedCall call) {
    return TimestampUnit.of(call.text(0)).orElseThrow();
  }
}
