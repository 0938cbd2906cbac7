package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.inZone;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

/** Timestamps as text and as numbers. */
class TestTimeTexts {
  private static final Expression TIMESTAMP = column(0, SqlType.TIMESTAMP);

  @Test
  void textsAreThoseOfJavaTime() {
    for (String pattern :
        List.of(
            "uuuu-MM-dd HH:mm:ss.SSSSSS",
            "u/M/d H:m:s.S",
            "uu",
            "h:mm hh a",
            "K KK k kk",
            "EEEE, d MMMM E MMM EEE",
            "D DD",
            "DDD",
            "uuuu-MM-dd'T'HH",
            "SSSSSSSSS, 'Uhr'")) {
      for (String zone : List.of("UTC", "America/Los_Angeles", "Asia/Kolkata")) {
        check(pattern, zone);
      }
    }
  }

  /** Spark's y is java.time's u. */
  private static void check(String pattern, String zone) {
    DateTimeFormatter formatter =
        DateTimeFormatter.ofPattern(pattern, Locale.US).withZone(ZoneId.of(zone));
    Rows rows = Rows.of(SqlType.TIMESTAMP);
    List<Object> expected = new ArrayList<>();
    for (long micros = -200_000_000_000_000_000L;
        micros < 300_000_000_000_000_000L;
        micros += 1_234_567_890_123_457L) {
      rows.add(micros);
      expected.add(formatter.format(Instant.EPOCH.plus(micros, ChronoUnit.MICROS)));
    }
    assertEquals(expected, rows.evaluate(format(pattern.replace('u', 'y'), zone)), pattern);
  }

  @Test
  void nullsAndRowsThatAreNotSelectedHaveNoText() {
    Rows rows = Rows.column(SqlType.TIMESTAMP, 0, null, 86_400_000_000L, 1);
    Expression day = format("dd", "UTC");
    assertEquals(Arrays.asList("01", null, "02", "01"), rows.evaluate(day));
    assertEquals(Arrays.asList(null, "01"), rows.evaluate(day, 1, 3));
  }

  @Test
  void datesHaveAWallClockOfTheirOwn() {
    Expression format =
        call(
            SqlType.STRING,
            Function.DATE_FORMAT,
            column(0, SqlType.DATE),
            literal(SqlType.STRING, "E dd MMM yyyy HH"));
    assertEquals(
        List.of("Thu 01 Jan 1970 00", "Wed 31 Dec 1969 00"),
        Rows.column(SqlType.DATE, 0, -1).evaluate(format));
  }

  @Test
  void textsAreReadStrictlyOnTheWallClockOfAZone() {
    assertEquals(
        Arrays.asList(0L, 5_400_123_000L, null, null, null),
        Rows.column(
                SqlType.STRING,
                "1970-01-01 05:30:00.0",
                "1970-01-01 07:00:00.123",
                "1970-01-01 07:00:00.1234",
                "1970-02-29 00:00:00.0",
                "1970-1-1 00:00:00.0")
            .evaluate(parse("yyyy-MM-dd HH:mm:ss.SSS", EvalMode.LEGACY)));
    assertEquals(
        List.of(-19_800_000_000L),
        Rows.column(SqlType.STRING, "1 JANUARY 1970").evaluate(parse("d MMMM y", EvalMode.TRY)));
  }

  @Test
  void whatIsReadInVainRaisesInAnsiMode() {
    Rows rows = Rows.column(SqlType.STRING, "noon");
    EvaluationException error =
        assertThrows(EvaluationException.class, () -> rows.evaluate(parse("HH", EvalMode.ANSI)));
    assertEquals(ErrorCode.CANNOT_PARSE_TIMESTAMP, error.code());
    Rows late = Rows.column(SqlType.STRING, "+300000");
    assertThrows(EvaluationException.class, () -> late.evaluate(parse("yyyy", EvalMode.LEGACY)));
    for (String pattern : List.of("E", "DDD", "zz")) {
      assertTrue(SupportedExpressions.refusal(parse(pattern, EvalMode.ANSI)).isPresent(), pattern);
    }
  }

  private static Expression parse(String pattern, EvalMode mode) {
    Expression.Builder parse =
        call(
            SqlType.TIMESTAMP,
            Function.PARSE_TIMESTAMP,
            mode,
            column(0, SqlType.STRING),
            literal(SqlType.STRING, pattern))
            .toBuilder();
    parse.getCallBuilder().setTimeZone("Asia/Kolkata");
    return parse.build();
  }

  @Test
  void lettersThatAreUnknownAreRefused() {
    for (String pattern :
        List.of(
            "MMMMM", "EEEEE", "aa", "DDDD", "L", "z", "G yyyy", "yyy", "YYYY", "ww", "[HH]",
            "'open", "''", "é", "")) {
      assertTrue(SupportedExpressions.refusal(format(pattern, "UTC")).isPresent(), pattern);
    }
  }

  private static Expression format(String pattern, String zone) {
    return inZone(
        SqlType.STRING, Function.DATE_FORMAT, zone, TIMESTAMP, literal(SqlType.STRING, pattern));
  }

  @Test
  void secondsKeepTheirFraction() {
    Rows rows = Rows.column(SqlType.TIMESTAMP, -1, 61_000_001);
    assertEquals(
        List.of(new BigDecimal("59.999999"), new BigDecimal("1.000001")),
        rows.evaluate(
            inZone(
                SqlType.decimal(8, 6), Function.SECOND_WITH_FRACTION, "Asia/Kolkata", TIMESTAMP)));
  }

  @Test
  void numbersRoundDownOrTowardsZeroAsInSpark() {
    Rows rows = Rows.column(SqlType.TIMESTAMP, -1_500_001, 1_500_001, null);
    assertEquals(
        Arrays.asList(-1L, 1L, null),
        rows.evaluate(call(SqlType.BIGINT, Function.UNIX_TIMESTAMP, TIMESTAMP)));
    assertEquals(
        Arrays.asList(-1501L, 1500L, null),
        rows.evaluate(call(SqlType.BIGINT, Function.UNIX_MILLIS, TIMESTAMP)));
    assertEquals(
        Arrays.asList(-1_500_001L, 1_500_001L, null),
        rows.evaluate(call(SqlType.BIGINT, Function.REINTERPRET, TIMESTAMP)));
    assertEquals(
        List.of(2_000_000L),
        Rows.column(SqlType.INT, 2)
            .evaluate(call(SqlType.TIMESTAMP, Function.TIMESTAMP_SECONDS, column(0, SqlType.INT))));
  }
}
