package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestDateArithmetic {
  private static final Expression DATE = column(0, SqlType.DATE);
  private static final Expression NUMBER = column(1, SqlType.INT);

  @Test
  void weeksAreThoseOfIso8601() {
    check(
        call(SqlType.INT, Function.WEEK_OF_YEAR, DATE),
        d -> d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
    check(call(SqlType.INT, Function.YEAR_OF_WEEK, DATE), d -> d.get(IsoFields.WEEK_BASED_YEAR));
    check(call(SqlType.INT, Function.WEEKDAY, DATE), d -> d.getDayOfWeek().getValue() - 1);
  }

  @Test
  void daysAreMovedAsJavaTimeMovesThem() {
    check(
        call(SqlType.DATE, Function.LAST_DAY, DATE),
        d -> d.with(TemporalAdjusters.lastDayOfMonth()).toEpochDay());
    check(
        withText(Function.NEXT_DAY, "wed"),
        d -> d.with(TemporalAdjusters.next(DayOfWeek.WEDNESDAY)).toEpochDay());
    check(
        withText(Function.NEXT_DAY, "SU"),
        d -> d.with(TemporalAdjusters.next(DayOfWeek.SUNDAY)).toEpochDay());
    check(withText(Function.TRUNC, "MM"), d -> d.withDayOfMonth(1).toEpochDay());
    check(withText(Function.TRUNC, "yyyy"), d -> d.withDayOfYear(1).toEpochDay());
    check(
        withText(Function.TRUNC, "quarter"), d -> d.with(IsoFields.DAY_OF_QUARTER, 1).toEpochDay());
    check(withText(Function.TRUNC, "week"), d -> d.with(DayOfWeek.MONDAY).toEpochDay());
  }

  private static void check(Expression expression, ToLongFunction<LocalDate> expected) {
    Rows rows = Rows.of(SqlType.DATE);
    List<Object> values = new ArrayList<>();
    for (long day = -800_000; day < 3_000_000; day += day > -1000 && day < 40_000 ? 1 : 97) {
      rows.add(day);
      values.add(expected.applyAsLong(LocalDate.ofEpochDay(day)));
    }
    assertEquals(values, rows.evaluate(expression));
  }

  @Test
  void unknownNamesAndUnitsBelowAWeekAreRefused() {
    assertTrue(SupportedExpressions.refusal(withText(Function.NEXT_DAY, "xx")).isPresent());
    assertTrue(SupportedExpressions.refusal(withText(Function.TRUNC, "DAY")).isPresent());
    assertTrue(SupportedExpressions.refusal(withText(Function.TRUNC, null)).isPresent());
  }

  @Test
  void sumsOfDaysWrapAround() {
    Rows rows =
        Rows.of(SqlType.DATE, SqlType.INT).add(10, 5).add(Integer.MAX_VALUE, 1).add(null, 1);
    assertEquals(
        Arrays.asList(15L, (long) Integer.MIN_VALUE, null),
        rows.evaluate(call(SqlType.DATE, Function.DATE_ADD, DATE, NUMBER)));
    assertEquals(
        Arrays.asList(5L, Integer.MAX_VALUE - 1L, null),
        rows.evaluate(call(SqlType.DATE, Function.DATE_SUB, DATE, NUMBER)));
    assertEquals(
        List.of(-1L),
        Rows.of(SqlType.DATE, SqlType.DATE)
            .add(Integer.MAX_VALUE, Integer.MIN_VALUE)
            .evaluate(call(SqlType.INT, Function.DATE_DIFF, DATE, column(1, SqlType.DATE))));
  }

  @Test
  void monthsEndWithTheShorterMonth() {
    Rows rows = Rows.of(SqlType.DATE, SqlType.INT);
    List<Object> expected = new ArrayList<>();
    for (long day = -1_000_000; day < 2_000_000; day += 1_237) {
      for (long months : new long[] {-24_001, -13, -1, 0, 1, 11, 12, 48_000}) {
        rows.add(day, months);
        expected.add(LocalDate.ofEpochDay(day).plusMonths(months).toEpochDay());
      }
    }
    Expression addMonths = call(SqlType.DATE, Function.ADD_MONTHS, DATE, NUMBER);
    assertEquals(expected, rows.evaluate(addMonths));
    assertRaises(
        ErrorCode.ARITHMETIC_OVERFLOW,
        Rows.of(SqlType.DATE, SqlType.INT).add(Integer.MAX_VALUE, 1),
        addMonths);
    assertTrue(RaisingExpressions.mayRaise(addMonths));
  }

  @Test
  void datesThatDoNotExistRaiseOrAreNull() {
    Rows rows =
        Rows.of(SqlType.INT, SqlType.INT, SqlType.INT)
            .add(2024, 2, 29)
            .add(2023, 2, 29)
            .add(2024, 13, 1)
            .add(2024, 0, 1)
            .add(2024, 4, 31)
            .add(-4, 2, 29)
            .add(Integer.MIN_VALUE, 1, 1)
            .add(2024, null, 1);
    assertEquals(
        Arrays.asList(
            LocalDate.of(2024, 2, 29).toEpochDay(),
            null,
            null,
            null,
            null,
            LocalDate.of(-4, 2, 29).toEpochDay(),
            null,
            null),
        rows.evaluate(makeDate(EvalMode.LEGACY)));
    assertRaises(ErrorCode.DATETIME_FIELD_OUT_OF_BOUNDS, rows, makeDate(EvalMode.ANSI));
    assertRaises(
        ErrorCode.ARITHMETIC_OVERFLOW,
        Rows.of(SqlType.INT, SqlType.INT, SqlType.INT).add(9_000_000, 1, 1),
        makeDate(EvalMode.LEGACY));
  }

  private static Expression makeDate(EvalMode mode) {
    return call(
        SqlType.DATE,
        Function.MAKE_DATE,
        mode,
        column(0, SqlType.INT),
        column(1, SqlType.INT),
        column(2, SqlType.INT));
  }

  private static Expression withText(Function function, String text) {
    return call(SqlType.DATE, function, DATE, literal(SqlType.STRING, text));
  }

  private static void assertRaises(ErrorCode code, Rows rows, Expression expression) {
    assertEquals(
        code, assertThrows(EvaluationException.class, () -> rows.evaluate(expression)).code());
  }
}
