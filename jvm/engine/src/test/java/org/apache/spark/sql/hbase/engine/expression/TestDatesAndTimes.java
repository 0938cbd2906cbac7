package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.castInZone;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.inZone;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Changes the time zone of the JVM for a moment. */
@Isolated
class TestDatesAndTimes {
  private static final Expression DATE = column(0, SqlType.DATE);
  private static final Expression TIMESTAMP = column(0, SqlType.TIMESTAMP);
  private static final List<String> ZONES =
      List.of("UTC", "America/Los_Angeles", "Asia/Kolkata", "America/Sao_Paulo");

  @Test
  void fieldsOfDatesAreThoseOfJavaTime() {
    checkDates(Function.YEAR, LocalDate::getYear);
    checkDates(Function.MONTH, LocalDate::getMonthValue);
    checkDates(Function.DAY_OF_MONTH, LocalDate::getDayOfMonth);
    checkDates(Function.QUARTER, date -> date.get(IsoFields.QUARTER_OF_YEAR));
    checkDates(Function.DAY_OF_YEAR, LocalDate::getDayOfYear);
    checkDates(Function.DAY_OF_WEEK, date -> date.getDayOfWeek().getValue() % 7 + 1);
  }

  private static void checkDates(Function field, ToLongFunction<LocalDate> expected) {
    Rows rows = Rows.of(SqlType.DATE);
    List<Object> values = new ArrayList<>();
    for (long day = -800_000; day < 3_000_000; day += day > -1000 && day < 40_000 ? 1 : 97) {
      rows.add(day);
      values.add(expected.applyAsLong(LocalDate.ofEpochDay(day)));
    }
    assertEquals(values, rows.evaluate(call(SqlType.INT, field, DATE)), field.toString());
  }

  @Test
  void fieldsOfTimestampsAreThoseOfTheZonesWallClock() {
    for (String zone : ZONES) {
      checkTimes(zone, inZone(SqlType.INT, Function.HOUR, zone, TIMESTAMP), ZonedDateTime::getHour);
      checkTimes(
          zone, inZone(SqlType.INT, Function.MINUTE, zone, TIMESTAMP), ZonedDateTime::getMinute);
      checkTimes(
          zone, inZone(SqlType.INT, Function.SECOND, zone, TIMESTAMP), ZonedDateTime::getSecond);
      checkTimes(
          zone, castInZone(SqlType.DATE, zone, TIMESTAMP), time -> time.toLocalDate().toEpochDay());
      checkTimes(
          zone,
          castInZone(SqlType.TIMESTAMP_NTZ, zone, TIMESTAMP),
          time -> micros(time.toLocalDateTime().toInstant(ZoneOffset.UTC)));
    }
  }

  @Test
  void theSmallestAndLargestTimestampsAreWallClockTimesInUtc() {
    Rows rows = Rows.column(SqlType.TIMESTAMP, Long.MIN_VALUE, Long.MAX_VALUE, -1);
    assertEquals(
        List.of(Long.MIN_VALUE, Long.MAX_VALUE, -1L),
        rows.evaluate(castInZone(SqlType.TIMESTAMP_NTZ, "UTC", TIMESTAMP)));
  }

  @Test
  void truncationIsThatOfJavaTime() {
    for (String zone : ZONES) {
      checkTimes(
          zone,
          truncate("hour", zone),
          time -> micros(time.truncatedTo(ChronoUnit.HOURS).toInstant()));
      checkTimes(
          zone,
          truncate("MINUTE", zone),
          time -> micros(time.truncatedTo(ChronoUnit.MINUTES).toInstant()));
      checkTimes(
          zone,
          truncate("SECOND", zone),
          time -> micros(time.truncatedTo(ChronoUnit.SECONDS).toInstant()));
      checkTimes(
          zone,
          truncate("millisecond", zone),
          time -> micros(time.truncatedTo(ChronoUnit.MILLIS).toInstant()));
      checkTimes(zone, truncate("MICROSECOND", zone), time -> micros(time.toInstant()));
      checkTimes(
          zone,
          truncate("DAY", zone),
          time -> micros(time.truncatedTo(ChronoUnit.DAYS).toInstant()));
      checkTimes(
          zone,
          truncate("WEEK", zone),
          time -> startOf(time, date -> date.with(ChronoField.DAY_OF_WEEK, 1)));
      checkTimes(
          zone, truncate("MON", zone), time -> startOf(time, date -> date.withDayOfMonth(1)));
      checkTimes(
          zone,
          truncate("QUARTER", zone),
          time -> startOf(time, date -> date.with(IsoFields.DAY_OF_QUARTER, 1)));
      checkTimes(
          zone,
          truncate("YYYY", zone),
          time -> startOf(time, date -> date.with(TemporalAdjusters.firstDayOfYear())));
    }
  }

  private static long startOf(ZonedDateTime time, UnaryOperator<LocalDate> first) {
    return micros(first.apply(time.toLocalDate()).atStartOfDay(time.getZone()).toInstant());
  }

  private static void checkTimes(
      String zone, Expression expression, ToLongFunction<ZonedDateTime> expected) {
    Rows rows = Rows.of(SqlType.TIMESTAMP);
    List<Object> values = new ArrayList<>();
    for (long micros : timestamps()) {
      rows.add(micros);
      Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
      values.add(expected.applyAsLong(instant.atZone(ZoneId.of(zone))));
    }
    assertEquals(
        values, rows.evaluate(expression), expression.getCall().getFunction() + " " + zone);
  }

  @Test
  void datesBecomeTheFirstInstantOfTheDay() {
    for (String zone : ZONES) {
      Rows rows = Rows.of(SqlType.DATE);
      List<Object> expected = new ArrayList<>();
      for (long day = -40_000; day < 60_000; day += 3) {
        rows.add(day);
        expected.add(micros(LocalDate.ofEpochDay(day).atStartOfDay(ZoneId.of(zone)).toInstant()));
      }
      assertEquals(expected, rows.evaluate(castInZone(SqlType.TIMESTAMP, zone, DATE)));
    }
    assertEquals(
        List.of(-86_400_000_000L),
        Rows.column(SqlType.DATE, -1).evaluate(castInZone(SqlType.TIMESTAMP_NTZ, "UTC", DATE)));
  }

  @Test
  void wallClocksBecomeInstants() {
    Expression local = column(0, SqlType.TIMESTAMP_NTZ);
    for (String zone : ZONES) {
      Rows rows = Rows.of(SqlType.TIMESTAMP_NTZ);
      List<Object> expected = new ArrayList<>();
      for (long micros : timestamps()) {
        rows.add(micros);
        LocalDateTime wall =
            LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC).plus(micros, ChronoUnit.MICROS);
        expected.add(micros(wall.atZone(ZoneId.of(zone)).toInstant()));
      }
      assertEquals(expected, rows.evaluate(castInZone(SqlType.TIMESTAMP, zone, local)));
    }
    Rows rows = Rows.column(SqlType.TIMESTAMP_NTZ, -1);
    assertEquals(List.of(-1L), rows.evaluate(castInZone(SqlType.DATE, "", local)));
    assertEquals(List.of(23L), rows.evaluate(call(SqlType.INT, Function.HOUR, local)));
  }

  @Test
  void timestampsAndBigintsConvertBySeconds() {
    Rows timestamps = Rows.column(SqlType.TIMESTAMP, -1, 1_999_999);
    assertEquals(List.of(-1L, 1L), timestamps.evaluate(castInZone(SqlType.BIGINT, "", TIMESTAMP)));
    Rows seconds = Rows.column(SqlType.BIGINT, -2, Long.MAX_VALUE);
    assertEquals(
        List.of(-2_000_000L, Long.MAX_VALUE),
        seconds.evaluate(castInZone(SqlType.TIMESTAMP, "", column(0, SqlType.BIGINT))));
  }

  @Test
  void aTimestampBelowTheSmallestRaises() {
    Rows rows = Rows.column(SqlType.TIMESTAMP, Long.MIN_VALUE);
    for (String unit :
        List.of(
            "MILLISECOND", "SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR")) {
      EvaluationException error =
          assertThrows(EvaluationException.class, () -> rows.evaluate(truncate(unit, "UTC")), unit);
      assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, error.code(), unit);
    }
  }

  @Test
  void theDefaultZoneOfTheJvmDoesNotMatter() {
    TimeZone before = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
      Rows rows = Rows.column(SqlType.TIMESTAMP, 0);
      assertEquals(
          List.of(0L), rows.evaluate(inZone(SqlType.INT, Function.HOUR, "UTC", TIMESTAMP)));
      assertEquals(List.of(0L), rows.evaluate(truncate("DAY", "UTC")));
    } finally {
      TimeZone.setDefault(before);
    }
  }

  private static Expression truncate(String format, String zone) {
    return inZone(
        SqlType.TIMESTAMP, Function.DATE_TRUNC, zone, literal(SqlType.STRING, format), TIMESTAMP);
  }

  /** Every 23 hours and a bit over some years, and at random before and after. */
  private static List<Long> timestamps() {
    List<Long> micros = new ArrayList<>();
    for (long at = 1_500_000_000_000_000L; at < 1_700_000_000_000_000L; at += 82_800_654_321L) {
      micros.add(at);
    }
    Random random = new Random(2);
    for (int i = 0; i < 500; i++) {
      micros.add(random.nextLong(-62_135_596_800_000_000L, 253_402_300_800_000_000L));
    }
    return micros;
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
  }
}
