package org.apache.spark.sql.hbase.engine.expression.time;

import java.util.EnumSet;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * Arithmetic on timestamps, and their text, written and read; on the wall clock of the call's zone,
 * of UTC for TIMESTAMP_NTZ.
 */
public final class TimestampFunctions implements FunctionFamily {
  @Override
  public Set<Function> functions() {
    return EnumSet.of(
        Function.ADD_INTERVAL,
        Function.TIMESTAMP_ADD,
        Function.TIMESTAMP_DIFF,
        Function.MONTHS_BETWEEN,
        Function.DATE_FORMAT,
        Function.PARSE_TIMESTAMP);
  }

  @Override
  public boolean supports(TypedCall call) {
    SqlType type = call.result();
    return switch (call.function()) {
      case ADD_INTERVAL ->
          hasClock(call, type)
              && call.is(type, type, SqlType.INT, SqlType.INT, SqlType.BIGINT)
              && call.isValue(1)
              && call.isValue(2)
              && call.isValue(3);
      case TIMESTAMP_ADD ->
          hasClock(call, type)
              && call.is(type, SqlType.STRING, SqlType.BIGINT, type)
              && hasUnit(call);
      case TIMESTAMP_DIFF ->
          call.argumentCount() == 3
              && hasClock(call, call.type(1))
              && call.is(SqlType.BIGINT, SqlType.STRING, call.type(1), call.type(1))
              && hasUnit(call);
      case PARSE_TIMESTAMP ->
          call.hasMode()
              && hasClock(call, type)
              && call.is(type, SqlType.STRING, SqlType.STRING)
              && call.isValue(1)
              && DatePattern.of(call.text(1)).filter(DatePattern::canBeParsed).isPresent();
      case MONTHS_BETWEEN ->
          call.hasZone()
              && call.is(SqlType.DOUBLE, SqlType.TIMESTAMP, SqlType.TIMESTAMP, SqlType.BOOLEAN)
              && call.isValue(2);
      case DATE_FORMAT ->
          (call.hasZone() && call.is(SqlType.STRING, SqlType.TIMESTAMP, SqlType.STRING)
                  || call.is(SqlType.STRING, SqlType.DATE, SqlType.STRING))
              && call.isValue(1)
              && DatePattern.of(call.text(1)).isPresent();
      default -> false;
    };
  }

  private static boolean hasClock(TypedCall call, SqlType type) {
    return type.equals(SqlType.TIMESTAMP_NTZ) || type.equals(SqlType.TIMESTAMP) && call.hasZone();
  }

  private static boolean hasUnit(TypedCall call) {
    return call.isValue(0) && TimestampUnit.of(call.text(0)).isPresent();
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    return switch (call.function()) {
      case ADD_INTERVAL ->
          new AddInterval(
              ZoneOffsets.of(call, call.result()),
              call.constant(1).low(),
              call.constant(2).low(),
              call.constant(3).low(),
              operands.at(0));
      case TIMESTAMP_ADD ->
          new TimestampAdd(
              unit(call), ZoneOffsets.of(call, call.result()), operands.at(1), operands.at(2));
      case TIMESTAMP_DIFF ->
          new TimestampDifference(
              unit(call), ZoneOffsets.of(call, call.type(1)), operands.at(1), operands.at(2));
      case PARSE_TIMESTAMP ->
          new ParseTime(
              call.result(),
              new TimeParser(DatePattern.of(call.text(1)).orElseThrow()),
              ZoneOffsets.of(call, call.result()),
              call.mode(),
              operands.at(0));
      case MONTHS_BETWEEN ->
          new MonthsBetween(
              ZoneOffsets.of(call.zone()),
              call.constant(2).low() != 0,
              operands.at(0),
              operands.at(1));
      default ->
          new FormatTime(
              DatePattern.of(call.text(1)).orElseThrow(),
              ZoneOffsets.of(call, call.type(0)),
              operands.at(0));
    };
  }

  private static TimestampUnit unit(TypedCall call) {
    return TimestampUnit.of(call.text(0)).orElseThrow();
  }

  /** Sums, differences in microseconds and starts of days can leave the range, in every mode. */
  @Override
  public boolean mayRaise(TypedCall call) {
    return call.function() != Function.DATE_FORMAT;
  }

  @Override
  public boolean copies(TypedCall call, int argument) {
    return switch (call.function()) {
      case ADD_INTERVAL, TIMESTAMP_ADD, TIMESTAMP_DIFF, MONTHS_BETWEEN, DATE_FORMAT -> false;
      default -> argument == 0;
    };
  }

  @Override
  public boolean takesConstant(TypedCall call, int argument) {
    return switch (call.function()) {
      case ADD_INTERVAL -> argument > 0;
      case MONTHS_BETWEEN -> argument == 2;
      case DATE_FORMAT, PARSE_TIMESTAMP -> argument == 1;
      default -> argument == 0;
    };
  }
}
