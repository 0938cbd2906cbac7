package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.cast;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.castInZone;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.kernel.JavaDigits;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.FloatingDigits;
import org.junit.jupiter.api.Test;

class TestTextCasts {
  private static final SqlType SHORT_DECIMAL = SqlType.decimal(5, 2);

  @Test
  void integersAreASignAndDigits() {
    assertEquals(-128L, ansi(SqlType.TINYINT, "\t-128 "));
    assertEquals(Long.MIN_VALUE, ansi(SqlType.BIGINT, "-9223372036854775808"));
    assertEquals(7L, ansi(SqlType.INT, "+00000000000000000000007"));
    for (String text : List.of("", " ", "+", "1.5", "1e3", "0x1", "128", "9".repeat(30), "1 2")) {
      assertInvalid(SqlType.TINYINT, text);
    }
  }

  @Test
  void legacyCutsFractionsOffButTryDoesNot() {
    assertEquals(-1L, valueOf(EvalMode.LEGACY, SqlType.INT, "-1.99"));
    assertEquals(0L, valueOf(EvalMode.LEGACY, SqlType.INT, "."));
    assertNull(valueOf(EvalMode.LEGACY, SqlType.INT, "1.x"));
    assertNull(valueOf(EvalMode.TRY, SqlType.INT, "1.5"));
  }

  @Test
  void booleansAreWords() {
    assertEquals(true, ansi(SqlType.BOOLEAN, " YeS\n"));
    assertEquals(false, ansi(SqlType.BOOLEAN, "0"));
    assertInvalid(SqlType.BOOLEAN, "on");
    assertNull(valueOf(EvalMode.LEGACY, SqlType.BOOLEAN, "2"));
  }

  @Test
  void doublesAreWhatJavaParsesAndWords() {
    assertEquals(1000.0, ansi(SqlType.DOUBLE, " 1e3d "));
    assertEquals(Double.NEGATIVE_INFINITY, ansi(SqlType.DOUBLE, "-INF"));
    assertEquals(Double.NaN, ansi(SqlType.FLOAT, "nan"));
    assertEquals((double) 0.1f, ansi(SqlType.FLOAT, "0.1"));
    assertInvalid(SqlType.DOUBLE, "1e");
  }

  @Test
  void decimalsAreRounded() {
    assertEquals(new BigDecimal("999.99"), ansi(SHORT_DECIMAL, "999.994"));
    assertEquals(new BigDecimal("0.00"), ansi(SHORT_DECIMAL, "1e-999999999"));
    assertEquals(new BigDecimal("0.00"), ansi(SHORT_DECIMAL, "0e999999999"));
    assertInvalid(SHORT_DECIMAL, "1f");
  }

  @Test
  void decimalsThatDoNotFitHaveTwoErrors() {
    assertEquals(ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE, error(SHORT_DECIMAL, "999.995"));
    assertEquals(ErrorCode.NUMERIC_OUT_OF_SUPPORTED_RANGE, error(SHORT_DECIMAL, "1e38"));
    assertNull(valueOf(EvalMode.TRY, SHORT_DECIMAL, "1e38"));
    assertNull(valueOf(EvalMode.LEGACY, SHORT_DECIMAL, "1000"));
  }

  @Test
  void datesMayStopAtTheYearOrTheMonth() {
    assertEquals(LocalDate.of(2024, 2, 1).toEpochDay(), ansi(SqlType.DATE, " 2024-2"));
    assertEquals(LocalDate.of(-44, 1, 1).toEpochDay(), ansi(SqlType.DATE, "-0044"));
    assertEquals(LocalDate.of(2024, 2, 29).toEpochDay(), ansi(SqlType.DATE, "2024-02-29Tea"));
    for (String text : List.of("", "24-01-01", "2023-02-29", "2024-02-29x", "9999999-01-01")) {
      assertInvalid(SqlType.DATE, text);
    }
  }

  @Test
  void timestampsTakeTheirZoneFromTheTextOrFromTheCall() {
    long noon = Instant.parse("2024-03-10T12:00:00.5Z").toEpochMilli() * 1000;
    assertEquals(noon, timestamp("2024-03-10 05:00:00.5", "America/Los_Angeles"));
    assertEquals(noon, timestamp("2024-03-10T17:30:00.5+5:30", "America/Los_Angeles"));
    assertEquals(noon, timestamp("2024-3-10 12:0:0.5000009 UTC", "Asia/Kolkata"));
    assertThrows(EvaluationException.class, () -> timestamp("2024-03-10 12:00:00 Nowhere", "UTC"));
    assertThrows(EvaluationException.class, () -> timestamp("2024-03-10 24:00:00", "UTC"));
  }

  @Test
  void wallClocksPassOverTheZone() {
    long noon = Instant.parse("2024-03-10T12:00:00Z").toEpochMilli() * 1000;
    assertEquals(noon, ansi(SqlType.TIMESTAMP_NTZ, "2024-03-10 12:00:00+05:30"));
    assertInvalid(SqlType.TIMESTAMP_NTZ, "12:00:00");
  }

  @Test
  void timesAreWrittenWithoutZerosAtTheEndOfTheFraction() {
    Rows rows = Rows.column(SqlType.TIMESTAMP, 0L, -1L, 1_500_000L, 253402300800000000L);
    assertEquals(
        List.of(
            "1970-01-01 05:30:00",
            "1970-01-01 05:29:59.999999",
            "1970-01-01 05:30:01.5",
            "+10000-01-01 05:30:00"),
        rows.evaluate(castInZone(SqlType.STRING, "Asia/Kolkata", column(0, SqlType.TIMESTAMP))));
  }

  @Test
  void decimalsAreWrittenPlainExceptInLegacyMode() {
    SqlType type = SqlType.decimal(18, 9);
    Rows rows = Rows.column(type, new BigDecimal("0.000000001"));
    assertEquals(
        List.of("0.000000001"),
        rows.evaluate(cast(SqlType.STRING, EvalMode.ANSI, column(0, type))));
    assertEquals(
        List.of("1E-9"), rows.evaluate(cast(SqlType.STRING, EvalMode.LEGACY, column(0, type))));
  }

  @Test
  void binaryKeepsItsBytes() {
    byte[] bytes = {(byte) 0xFF, 0, 'a'};
    Rows rows = Rows.column(SqlType.STRING, (Object) bytes);
    Expression toBinary = cast(SqlType.BINARY, EvalMode.ANSI, column(0, SqlType.STRING));
    assertArrayEquals(bytes, (byte[]) rows.evaluate(toBinary).get(0));
  }

  @Test
  void onlyTextThatIsReadInAnsiModeMayRaise() {
    Expression text = column(0, SqlType.STRING);
    assertTrue(RaisingExpressions.mayRaise(cast(SqlType.INT, EvalMode.ANSI, text)));
    assertFalse(RaisingExpressions.mayRaise(cast(SqlType.INT, EvalMode.LEGACY, text)));
    assertFalse(RaisingExpressions.mayRaise(castInZone(SqlType.BINARY, "UTC", text)));
    Expression time = column(0, SqlType.TIMESTAMP);
    assertFalse(RaisingExpressions.mayRaise(castInZone(SqlType.STRING, "UTC", time)));
  }

  @Test
  void floatingPointIsWrittenAsThisJavaWritesIt() {
    assertEquals(
        List.of("0.1", "-0.0", "1.0E10", "NaN", "-Infinity", "4.9E-324", Double.toString(2e23)),
        Rows.column(
                SqlType.DOUBLE,
                0.1,
                -0.0,
                1e10,
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                4.9e-324,
                2e23)
            .evaluate(cast(SqlType.STRING, EvalMode.ANSI, column(0, SqlType.DOUBLE))));
    assertEquals(
        List.of("0.1", "3.4028235E38"),
        Rows.column(SqlType.FLOAT, (double) 0.1f, (double) Float.MAX_VALUE)
            .evaluate(cast(SqlType.STRING, EvalMode.ANSI, column(0, SqlType.FLOAT))));
  }

  @Test
  void digitsOfAnotherJavaAreRefused() {
    for (SqlType to : List.of(SqlType.STRING, SqlType.decimal(10, 2))) {
      Expression cast = cast(to, EvalMode.ANSI, column(0, SqlType.DOUBLE));
      for (FloatingDigits digits :
          List.of(FloatingDigits.SHORTEST_DIGITS, FloatingDigits.SOME_LONGER_DIGITS)) {
        Expression.Builder spelled = cast.toBuilder();
        spelled.getCallBuilder().setFloatingDigits(digits);
        Optional<String> refusal = SupportedExpressions.refusal(spelled.build());
        assertEquals(digits != JavaDigits.own(), refusal.isPresent());
        refusal.ifPresent(why -> assertTrue(why.contains("another Java version"), why));
      }
    }
  }

  @Test
  void integersAreBytesInLegacyMode() {
    assertArrayEquals(new byte[] {-1, -2}, bytesOf(SqlType.SMALLINT, -2));
    assertArrayEquals(new byte[] {-128}, bytesOf(SqlType.TINYINT, -128));
    assertArrayEquals(new byte[] {0, 0, 1, 0}, bytesOf(SqlType.INT, 256));
    assertArrayEquals(new byte[] {-128, 0, 0, 0, 0, 0, 0, 0}, bytesOf(SqlType.BIGINT, 1L << 63));
    Expression ansi = cast(SqlType.BINARY, EvalMode.ANSI, column(0, SqlType.INT));
    assertTrue(SupportedExpressions.refusal(ansi).isPresent());
  }

  private static byte[] bytesOf(SqlType from, long value) {
    return (byte[])
        Rows.column(from, value)
            .evaluate(cast(SqlType.BINARY, EvalMode.LEGACY, column(0, from)))
            .get(0);
  }

  private static Object ansi(SqlType to, String text) {
    return valueOf(EvalMode.ANSI, to, text);
  }

  private static Object valueOf(EvalMode mode, SqlType to, String text) {
    return Rows.column(SqlType.STRING, text)
        .evaluate(cast(to, mode, column(0, SqlType.STRING)))
        .get(0);
  }

  private static Object timestamp(String text, String zone) {
    return Rows.column(SqlType.STRING, text)
        .evaluate(castInZone(SqlType.TIMESTAMP, zone, column(0, SqlType.STRING)))
        .get(0);
  }

  private static void assertInvalid(SqlType to, String text) {
    assertEquals(ErrorCode.CAST_INVALID_INPUT, error(to, text), text);
  }

  private static ErrorCode error(SqlType to, String text) {
    return assertThrows(EvaluationException.class, () -> ansi(to, text)).code();
  }
}
