package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.cast;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.junit.jupiter.api.Test;

class TestCasts {

  @Test
  void integersThatDoNotFitRaiseWrapOrGiveNull() {
    assertEquals(List.of(44L), legacy(SqlType.INT, SqlType.TINYINT, 300));
    assertEquals(List.of(-1L), legacy(SqlType.BIGINT, SqlType.INT, Long.MAX_VALUE));
    assertEquals(Arrays.asList((Object) null), tried(SqlType.INT, SqlType.TINYINT, 300));
    assertRaises(ErrorCode.CAST_OVERFLOW, SqlType.INT, SqlType.TINYINT, 300);
    assertEquals(List.of(-128L), ansi(SqlType.INT, SqlType.TINYINT, -128));
  }

  @Test
  void fractionsAreCutOff() {
    assertEquals(List.of(-2L, 2L), ansi(SqlType.DOUBLE, SqlType.INT, -2.9, 2.9));
    assertEquals(List.of(127L, -128L), ansi(SqlType.DOUBLE, SqlType.TINYINT, 127.9, -128.9));
    assertEquals(
        List.of(-2L, 12L),
        ansi(SqlType.decimal(12, 2), SqlType.INT, new BigDecimal("-2.99"), new BigDecimal("12.5")));
  }

  @Test
  void doublesOutOfRangeSaturateThenWrapInLegacyMode() {
    assertEquals(
        List.of(2147483647L, -2147483648L, 0L),
        legacy(SqlType.DOUBLE, SqlType.INT, 3e10, -3e10, Double.NaN));
    assertEquals(
        List.of(-1L, (long) (byte) 300), legacy(SqlType.DOUBLE, SqlType.TINYINT, 3e10, 300.0));
    assertEquals(List.of(Long.MAX_VALUE), legacy(SqlType.DOUBLE, SqlType.BIGINT, 1e30));
    for (double value : new double[] {3e10, Double.NaN, Double.NEGATIVE_INFINITY}) {
      assertRaises(ErrorCode.CAST_OVERFLOW, SqlType.DOUBLE, SqlType.INT, value);
      assertEquals(Arrays.asList((Object) null), tried(SqlType.DOUBLE, SqlType.INT, value));
    }
  }

  @Test
  void secondsBecomeMicroseconds() {
    assertEquals(
        List.of(1_500_000L, -1L), ansi(SqlType.DOUBLE, SqlType.TIMESTAMP, 1.5, -0.0000019));
    SqlType decimal = SqlType.decimal(20, 7);
    assertEquals(
        List.of(1_500_000L, -1L),
        ansi(decimal, SqlType.TIMESTAMP, new BigDecimal("1.5"), new BigDecimal("-0.0000019")));
    assertEquals(List.of(1L), legacy(SqlType.BOOLEAN, SqlType.TIMESTAMP, true));
  }

  @Test
  void doublesThatAreNoTimestampHaveTwoErrors() {
    assertRaises(ErrorCode.CAST_INVALID_INPUT, SqlType.DOUBLE, SqlType.TIMESTAMP, Double.NaN);
    assertRaises(ErrorCode.CAST_OVERFLOW, SqlType.DOUBLE, SqlType.TIMESTAMP, 1e13);
    assertEquals(List.of(Long.MAX_VALUE), legacy(SqlType.DOUBLE, SqlType.TIMESTAMP, 1e13));
    List<Object> none = Arrays.asList((Object) null);
    assertEquals(none, legacy(SqlType.DOUBLE, SqlType.TIMESTAMP, Double.NaN));
    assertEquals(none, tried(SqlType.DOUBLE, SqlType.TIMESTAMP, 1e13));
  }

  @Test
  void decimalsThatAreNoTimestampWrapAround() {
    SqlType decimal = SqlType.decimal(38, 0);
    assertEquals(
        List.of(new BigInteger("12345678901234567890000000").longValue()),
        ansi(decimal, SqlType.TIMESTAMP, new BigDecimal("12345678901234567890")));
  }

  @Test
  void decimalsToTimestampHaveThe34DigitsOfTheirProduct() {
    Random random = new Random(6);
    BigDecimal million = BigDecimal.valueOf(1_000_000);
    for (int scale = 0; scale <= 38; scale++) {
      SqlType type = SqlType.decimal(38, scale);
      for (int digits = 1; digits <= 38; digits++) {
        BigDecimal value = new BigDecimal(new BigInteger(digits * 3, random), scale).negate();
        long micros = value.multiply(million, MathContext.DECIMAL128).longValue();
        assertEquals(List.of(micros), ansi(type, SqlType.TIMESTAMP, value));
      }
    }
  }

  @Test
  void decimalsToIntegersAreCutOffAndWrapAround() {
    Random random = new Random(7);
    for (int scale = 0; scale <= 38; scale++) {
      SqlType type = SqlType.decimal(38, scale);
      for (int digits = 1; digits <= 38; digits++) {
        BigDecimal value = new BigDecimal(new BigInteger(digits * 3, random), scale).negate();
        BigInteger whole = value.toBigInteger();
        assertEquals(List.of(whole.longValue()), legacy(type, SqlType.BIGINT, value));
        assertEquals(List.of((long) whole.intValue()), legacy(type, SqlType.INT, value));
        Long kept = whole.bitLength() < Long.SIZE ? whole.longValue() : null;
        assertEquals(Arrays.asList(kept), tried(type, SqlType.BIGINT, value));
      }
    }
  }

  @Test
  void datesAreNoNumbersInLegacyMode() {
    assertEquals(Arrays.asList((Object) null), legacy(SqlType.DATE, SqlType.INT, 5));
    assertEquals(Arrays.asList((Object) null), legacy(SqlType.DATE, SqlType.BOOLEAN, 5));
  }

  @Test
  void twoToThe63PassesAsTheLargestBigint() {
    assertEquals(List.of(Long.MAX_VALUE), ansi(SqlType.DOUBLE, SqlType.BIGINT, 0x1p63));
    assertRaises(ErrorCode.CAST_OVERFLOW, SqlType.DOUBLE, SqlType.BIGINT, 0x1.0000000000001p63);
  }

  @Test
  void longDecimalsToBigintAreExact() {
    SqlType type = SqlType.decimal(38, 10);
    BigDecimal edge = new BigDecimal("9223372036854775807.9999999999");
    assertEquals(
        List.of(Long.MAX_VALUE, -7L), ansi(type, SqlType.BIGINT, edge, new BigDecimal("-7.9")));
    BigDecimal above = new BigDecimal("9223372036854775808");
    assertRaises(ErrorCode.CAST_OVERFLOW, type, SqlType.BIGINT, above);
    assertEquals(List.of(Long.MIN_VALUE), legacy(type, SqlType.BIGINT, above));
    assertEquals(List.of(0L), ansi(SqlType.decimal(38, 38), SqlType.BIGINT, new BigDecimal("0.9")));
  }

  @Test
  void booleansAreOneAndZero() {
    assertEquals(List.of(1L, 0L), ansi(SqlType.BOOLEAN, SqlType.INT, true, false));
    assertEquals(List.of(1.0, 0.0), ansi(SqlType.BOOLEAN, SqlType.DOUBLE, true, false));
    assertEquals(
        List.of(new BigDecimal("1.00"), new BigDecimal("0.00")),
        ansi(SqlType.BOOLEAN, SqlType.decimal(5, 2), true, false));
    assertEquals(List.of(true, false), ansi(SqlType.BIGINT, SqlType.BOOLEAN, -3, 0));
    assertEquals(
        List.of(false, true, true), ansi(SqlType.DOUBLE, SqlType.BOOLEAN, -0.0, Double.NaN, 0.1));
    BigDecimal large = new BigDecimal("18446744073709551616");
    assertEquals(
        List.of(true, false),
        ansi(SqlType.decimal(38, 0), SqlType.BOOLEAN, large, BigDecimal.ZERO));
  }

  @Test
  void bigintsRoundOnceToFloat() {
    long value = (1L << 53) + (1L << 29) + 1;
    assertEquals(List.of((double) (float) value), ansi(SqlType.BIGINT, SqlType.FLOAT, value));
    assertEquals(List.of((double) 0.1f), ansi(SqlType.DOUBLE, SqlType.FLOAT, 0.1));
  }

  @Test
  void decimalsToDoubleRoundToNearest() {
    Random random = new Random(5);
    for (int scale = 0; scale <= 38; scale++) {
      SqlType type = SqlType.decimal(38, scale);
      for (int digits = 1; digits <= 38; digits++) {
        BigDecimal value = new BigDecimal(new BigInteger(digits * 3, random), scale);
        assertEquals(List.of(value.doubleValue()), ansi(type, SqlType.DOUBLE, value));
        assertEquals(List.of((double) value.floatValue()), ansi(type, SqlType.FLOAT, value));
      }
    }
  }

  /** As doubles they lie between two floats, or so near to that that a double does not tell. */
  @Test
  void decimalsNearTheMiddleOfTwoFloatsRoundOnce() {
    SqlType type = SqlType.decimal(38, 9);
    for (long middle = (1L << 24) + 1; middle < (1L << 24) + 200; middle += 2) {
      for (int billionths = -2; billionths <= 2; billionths++) {
        BigDecimal value = BigDecimal.valueOf(middle * 1_000_000_000L + billionths, 9);
        assertEquals(List.of((double) value.floatValue()), ansi(type, SqlType.FLOAT, value));
        BigDecimal small = BigDecimal.valueOf((middle << 28) + billionths, 9);
        assertEquals(List.of((double) small.floatValue()), ansi(type, SqlType.FLOAT, small));
      }
    }
  }

  @Test
  void decimalsRoundHalfUpToTheNewScale() {
    SqlType from = SqlType.decimal(20, 4);
    assertEquals(
        List.of(new BigDecimal("1.24"), new BigDecimal("-1.24"), new BigDecimal("1.23")),
        ansi(
            from,
            SqlType.decimal(5, 2),
            new BigDecimal("1.2350"),
            new BigDecimal("-1.2350"),
            new BigDecimal("1.2349")));
    assertRaises(
        ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE,
        from,
        SqlType.decimal(5, 2),
        new BigDecimal("999.995"));
    assertEquals(
        Arrays.asList((Object) null),
        legacy(from, SqlType.decimal(5, 2), new BigDecimal("999.995")));
    BigDecimal wide = new BigDecimal("12345678901234567890123456789012345678");
    assertRaises(
        ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE, SqlType.decimal(38, 0), SqlType.decimal(38, 6), wide);
  }

  @Test
  void doublesBecomeDecimalsByTheirShortestText() {
    SqlType to = SqlType.decimal(20, 17);
    assertEquals(List.of(new BigDecimal("0.10000000000000000")), ansi(SqlType.DOUBLE, to, 0.1));
    assertEquals(
        Arrays.asList(null, null), ansi(SqlType.DOUBLE, to, Double.NaN, Double.POSITIVE_INFINITY));
    assertEquals(
        List.of(new BigDecimal("0.10000000149011612")), ansi(SqlType.FLOAT, to, (double) 0.1f));
  }

  @Test
  void integersBecomeDecimalsOfAnyScale() {
    assertEquals(
        List.of(new BigDecimal("9223372036854775807.00")),
        ansi(SqlType.BIGINT, SqlType.decimal(38, 2), Long.MAX_VALUE));
    assertRaises(ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE, SqlType.INT, SqlType.decimal(4, 2), 100);
  }

  @Test
  void textOfIntegersBooleansAndDates() {
    assertEquals(
        List.of("-9223372036854775808", "0", "42"),
        ansi(SqlType.BIGINT, SqlType.STRING, Long.MIN_VALUE, 0, 42));
    assertEquals(
        Arrays.asList("true", null, "false"),
        ansi(SqlType.BOOLEAN, SqlType.STRING, true, null, false));
    for (String date : List.of("1970-01-01", "0001-02-03", "9999-12-31", "0000-01-01")) {
      assertEquals(
          List.of(date), ansi(SqlType.DATE, SqlType.STRING, LocalDate.parse(date).toEpochDay()));
    }
    assertEquals(
        List.of("+10000-01-01", "-0044-03-15"),
        ansi(
            SqlType.DATE,
            SqlType.STRING,
            LocalDate.of(10_000, 1, 1).toEpochDay(),
            LocalDate.of(-44, 3, 15).toEpochDay()));
  }

  private static List<Object> ansi(SqlType from, SqlType to, Object... values) {
    return Rows.column(from, values).evaluate(cast(to, EvalMode.ANSI, column(0, from)));
  }

  private static List<Object> legacy(SqlType from, SqlType to, Object... values) {
    return Rows.column(from, values).evaluate(cast(to, EvalMode.LEGACY, column(0, from)));
  }

  private static List<Object> tried(SqlType from, SqlType to, Object... values) {
    return Rows.column(from, values).evaluate(cast(to, EvalMode.TRY, column(0, from)));
  }

  private static void assertRaises(ErrorCode code, SqlType from, SqlType to, Object value) {
    EvaluationException error =
        assertThrows(EvaluationException.class, () -> ansi(from, to, value));
    assertEquals(code, error.code());
  }

  @Test
  void timestampsAreSecondsWithOrWithoutTheirFraction() {
    Expression timestamp = column(0, SqlType.TIMESTAMP);
    Rows rows = Rows.column(SqlType.TIMESTAMP, -500_000, 1_250_000, null);
    assertEquals(
        Arrays.asList(-1L, 1L, null), rows.evaluate(cast(SqlType.INT, EvalMode.ANSI, timestamp)));
    assertEquals(
        Arrays.asList(-0.5, 1.25, null),
        rows.evaluate(cast(SqlType.DOUBLE, EvalMode.ANSI, timestamp)));
    assertEquals(
        Arrays.asList(new BigDecimal("-0.5"), new BigDecimal("1.3"), null),
        rows.evaluate(cast(SqlType.decimal(4, 1), EvalMode.ANSI, timestamp)));
    Rows late = Rows.column(SqlType.TIMESTAMP, 3_000_000_000_000_000L);
    assertEquals(
        Arrays.asList((Object) null), late.evaluate(cast(SqlType.INT, EvalMode.TRY, timestamp)));
    assertEquals(
        ErrorCode.CAST_OVERFLOW,
        assertThrows(
                EvaluationException.class,
                () -> late.evaluate(cast(SqlType.INT, EvalMode.ANSI, timestamp)))
            .code());
  }

  @Test
  void daysWithoutATimestampRaiseExceptInTryMode() {
    Rows rows = Rows.column(SqlType.DATE, 0, Integer.MAX_VALUE);
    Expression days = column(0, SqlType.DATE);
    assertEquals(
        Arrays.asList(0L, null), rows.evaluate(cast(SqlType.TIMESTAMP_NTZ, EvalMode.TRY, days)));
    for (EvalMode mode : List.of(EvalMode.ANSI, EvalMode.LEGACY)) {
      Expression cast = cast(SqlType.TIMESTAMP_NTZ, mode, days);
      assertTrue(RaisingExpressions.mayRaise(cast));
      EvaluationException error =
          assertThrows(EvaluationException.class, () -> rows.evaluate(cast));
      assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, error.code());
    }
    assertFalse(RaisingExpressions.mayRaise(cast(SqlType.TIMESTAMP_NTZ, EvalMode.TRY, days)));
  }
}
