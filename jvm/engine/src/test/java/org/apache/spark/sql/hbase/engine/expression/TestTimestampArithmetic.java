package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.inZone;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestTimestampArithmetic {
  private static final Expression FIRST = column(0, SqlType.TIMESTAMP);
  private static final Expression SECOND = column(1, SqlType.TIMESTAMP);
  private static final List<String> ZONES =
      List.of("UTC", "America/Los_Angeles", "Asia/Kolkata", "America/Sao_Paulo", "Europe/London");

  @Test
  void monthsAndDaysKeepTheTimeOfTheClock() {
    for (String zone : ZONES) {
      for (int months : new int[] {-14, -1, 0, 1, 1200}) {
        for (int days : new int[] {-400, -1, 0, 1, 40_000}) {
          for (long micros : new long[] {-1, 0, 86_400_000_001L}) {
            checkSums(
                zone,
                interval(zone, months, days, micros),
                time -> time.plusMonths(months).plusDays(days).plus(micros, ChronoUnit.MICROS));
          }
        }
      }
    }
  }

  @Test
  void unitsFromDaysOnCountOnTheClockAndShorterOnesPassEvenly() {
    for (String zone : ZONES) {
      checkSums(zone, add(zone, "day", 1), time -> time.plusDays(1));
      checkSums(zone, add(zone, "WEEK", -3), time -> time.plusDays(-21));
      checkSums(zone, add(zone, "MONTH", 1), time -> time.plusMonths(1));
      checkSums(zone, add(zone, "QUARTER", 5), time -> time.plusMonths(15));
      checkSums(zone, add(zone, "YEAR", -4), time -> time.plusYears(-4));
      checkSums(zone, add(zone, "HOUR", 24), time -> time.plusHours(24));
      checkSums(zone, add(zone, "MICROSECOND", -7), time -> time.plus(-7, ChronoUnit.MICROS));
    }
  }

  private static void checkSums(
      String zone, Expression sum, UnaryOperator<ZonedDateTime> expected) {
    List<Object> values = new ArrayList<>();
    Rows rows = Rows.of(SqlType.TIMESTAMP);
    for (long micros : instants(zone)) {
      rows.add(micros);
      values.add(micros(expected.apply(instant(micros).atZone(ZoneId.of(zone))).toInstant()));
    }
    assertEquals(values, rows.evaluate(sum), zone + " " + sum);
  }

  @Test
  void differencesAreThoseOfLocalDatesAndTimes() {
    for (String zone : ZONES) {
      check(zone, "MICROSECOND", ChronoUnit.MICROS);
      check(zone, "MILLISECOND", ChronoUnit.MILLIS);
      check(zone, "SECOND", ChronoUnit.SECONDS);
      check(zone, "MINUTE", ChronoUnit.MINUTES);
      check(zone, "HOUR", ChronoUnit.HOURS);
      check(zone, "DAY", ChronoUnit.DAYS);
      check(zone, "WEEK", ChronoUnit.WEEKS);
      check(zone, "MONTH", ChronoUnit.MONTHS);
      check(zone, "QUARTER", IsoFields.QUARTER_YEARS);
      check(zone, "YEAR", ChronoUnit.YEARS);
    }
  }

  private static void check(String zone, String unit, TemporalUnit expected) {
    Rows rows = Rows.of(SqlType.TIMESTAMP, SqlType.TIMESTAMP);
    List<Object> values = new ArrayList<>();
    List<Long> instants = instants(zone);
    for (int i = 0; i < instants.size(); i++) {
      long start = instants.get(i);
      long end = instants.get((i * 7 + 3) % instants.size());
      rows.add(start, end);
      values.add(expected.between(local(start, zone), local(end, zone)));
    }
    Expression difference =
        inZone(
            SqlType.BIGINT,
            Function.TIMESTAMP_DIFF,
            zone,
            literal(SqlType.STRING, unit),
            FIRST,
            SECOND);
    assertEquals(values, rows.evaluate(difference), zone + " " + unit);
  }

  @Test
  void equalDaysAndLastDaysAreWholeMonthsApart() {
    Rows rows =
        Rows.of(SqlType.TIMESTAMP, SqlType.TIMESTAMP)
            .add(utc("2024-03-31T10:00"), utc("2024-02-29T23:00"))
            .add(utc("2024-05-15T00:00"), utc("2024-03-15T23:59"))
            .add(utc("1997-02-28T10:30"), utc("1996-10-30T00:00"));
    assertEquals(List.of(1.0, 2.0, 3.94959677), rows.evaluate(monthsBetween(true)));
    assertEquals(List.of(1.0, 2.0, 3.9495967741935485), rows.evaluate(monthsBetween(false)));
  }

  private static Expression monthsBetween(boolean rounds) {
    return inZone(
        SqlType.DOUBLE,
        Function.MONTHS_BETWEEN,
        "UTC",
        FIRST,
        SECOND,
        literal(SqlType.BOOLEAN, rounds));
  }

  @Test
  void sumsBeyondTheRangeRaise() {
    Rows last = Rows.column(SqlType.TIMESTAMP, Long.MAX_VALUE);
    assertRaises(ErrorCode.ARITHMETIC_OVERFLOW, last, interval("UTC", 0, 0, 1));
    assertRaises(ErrorCode.ARITHMETIC_OVERFLOW, last, interval("UTC", 1, 0, 0));
    assertRaises(ErrorCode.DATETIME_OVERFLOW, last, add("UTC", "DAY", 1));
    assertRaises(ErrorCode.DATETIME_OVERFLOW, last, add("UTC", "YEAR", Long.MAX_VALUE));
    assertRaises(ErrorCode.DATETIME_OVERFLOW, last, add("UTC", "HOUR", Long.MAX_VALUE));
    assertTrue(RaisingExpressions.mayRaise(interval("UTC", 0, 0, 1)));
    assertEquals(
        List.of(Long.MIN_VALUE),
        Rows.column(SqlType.TIMESTAMP, Long.MIN_VALUE + 1).evaluate(interval("UTC", 0, 0, -1)));
  }

  private static void assertRaises(ErrorCode code, Rows rows, Expression expression) {
    assertEquals(
        code, assertThrows(EvaluationException.class, () -> rows.evaluate(expression)).code());
  }

  private static Expression interval(String zone, long months, long days, long micros) {
    return inZone(
        SqlType.TIMESTAMP,
        Function.ADD_INTERVAL,
        zone,
        FIRST,
        literal(SqlType.INT, months),
        literal(SqlType.INT, days),
        literal(SqlType.BIGINT, micros));
  }

  private static Expression add(String zone, String unit, long quantity) {
    return inZone(
        SqlType.TIMESTAMP,
        Function.TIMESTAMP_ADD,
        zone,
        literal(SqlType.STRING, unit),
        literal(SqlType.BIGINT, quantity),
        FIRST);
  }

  /** Around every kind of change of the clock, before 1582, after 2100, and at random. */
  private static List<Long> instants(String zone) {
    List<Long> micros = new ArrayList<>();
    for (String start :
        List.of("1900-01-01", "1974-01-01", "2010-01-01", "2018-06-01", "2150-01-01")) {
      Instant from = Instant.parse(start + "T00:00:00Z");
      var change = ZoneId.of(zone).getRules().nextTransition(from);
      long second = change == null ? from.getEpochSecond() : change.toEpochSecond();
      for (long delta = -90_000; delta <= 90_000; delta += 1_800) {
        micros.add((second + delta) * 1_000_000 + (delta == 0 ? 1 : 0));
      }
    }
    Random random = new Random(5);
    for (int i = 0; i < 100; i++) {
      micros.add((random.nextLong() >> 3) / 20);
    }
    return micros;
  }

  private static LocalDateTime local(long micros, String zone) {
    return LocalDateTime.ofInstant(instant(micros), ZoneId.of(zone));
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
  }

  private static long utc(String text) {
    return micros(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
  }
}
