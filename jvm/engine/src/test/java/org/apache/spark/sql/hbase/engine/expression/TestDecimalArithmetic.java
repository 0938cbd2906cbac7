package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestDecimalArithmetic {
  private static final List<SqlType> TYPES =
      List.of(
          SqlType.decimal(5, 2),
          SqlType.decimal(12, 2),
          SqlType.decimal(18, 0),
          SqlType.decimal(18, 18),
          SqlType.decimal(19, 4),
          SqlType.decimal(26, 4),
          SqlType.decimal(38, 0),
          SqlType.decimal(38, 10),
          SqlType.decimal(38, 38));

  private final Random random = new Random(11);

  @Test
  void equalsBigDecimalRoundedHalfUpForAllPairsOfTypes() {
    for (SqlType a : TYPES) {
      for (SqlType b : TYPES) {
        for (Function function :
            List.of(
                Function.ADD,
                Function.SUBTRACT,
                Function.MULTIPLY,
                Function.DIVIDE,
                Function.REMAINDER,
                Function.PMOD)) {
          if (isRemainder(function) && !hasWholeQuotient(a, b)) {
            assertRefused(function, a, b);
            continue;
          }
          check(function, a, b, SqlType.decimal(38, 6));
          check(function, a, b, SqlType.decimal(38, Math.max(a.scale(), b.scale())));
          check(function, a, b, SqlType.decimal(18, 3));
          check(function, a, b, naturalSum(a, b));
          check(function, a, b, naturalProduct(a, b));
        }
      }
    }
  }

  private static boolean isRemainder(Function function) {
    return function == Function.REMAINDER || function == Function.PMOD;
  }

  private static boolean hasWholeQuotient(SqlType a, SqlType b) {
    return a.precision() - a.scale() + b.scale() <= 38;
  }

  private static void assertRefused(Function function, SqlType a, SqlType b) {
    Expression expression =
        call(SqlType.decimal(38, 6), function, EvalMode.LEGACY, column(0, a), column(1, b));
    assertTrue(SupportedExpressions.refusal(expression).isPresent());
  }

  /** The type that holds every sum, as far as there is one. */
  private static SqlType naturalSum(SqlType a, SqlType b) {
    int scale = Math.max(a.scale(), b.scale());
    int whole = Math.max(a.precision() - a.scale(), b.precision() - b.scale());
    return SqlType.decimal(Math.min(38, whole + scale + 1), scale);
  }

  /** The type that holds every product, as far as there is one. */
  private static SqlType naturalProduct(SqlType a, SqlType b) {
    int precision = Math.min(38, a.precision() + b.precision());
    return SqlType.decimal(precision, Math.min(precision, a.scale() + b.scale()));
  }

  private void check(Function function, SqlType a, SqlType b, SqlType result) {
    Rows rows = Rows.of(a, b);
    List<Object> expected = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      BigDecimal x = randomDecimal(a);
      BigDecimal y = randomDecimal(b);
      rows.add(x, y);
      expected.add(reference(function, x, y, result));
    }
    Expression expression = call(result, function, EvalMode.LEGACY, column(0, a), column(1, b));
    assertEquals(
        expected, rows.evaluate(expression), function + " of " + a + " and " + b + " as " + result);
  }

  private static BigDecimal reference(
      Function function, BigDecimal a, BigDecimal b, SqlType result) {
    boolean divides = function == Function.DIVIDE || isRemainder(function);
    if (divides && b.signum() == 0) {
      return null;
    }
    BigDecimal exact =
        switch (function) {
          case ADD -> a.add(b);
          case SUBTRACT -> a.subtract(b);
          case MULTIPLY -> a.multiply(b);
          case DIVIDE -> a.divide(b, result.scale(), RoundingMode.HALF_UP);
          case REMAINDER -> a.remainder(b);
          default ->
              a.remainder(b).signum() < 0 ? a.remainder(b).add(b).remainder(b) : a.remainder(b);
        };
    BigDecimal rounded = exact.setScale(result.scale(), RoundingMode.HALF_UP);
    return rounded.precision() > result.precision() ? null : rounded;
  }

  @Test
  void tooManyDigitsRaiseInAnsiModeAndElseGiveNull() {
    SqlType type = SqlType.decimal(38, 0);
    BigDecimal largest = new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE));
    Rows rows = Rows.of(type, type).add(largest, BigDecimal.ONE).add(largest, BigDecimal.ZERO);
    for (EvalMode mode : List.of(EvalMode.LEGACY, EvalMode.TRY)) {
      Expression sum = call(type, Function.ADD, mode, column(0, type), column(1, type));
      assertEquals(Arrays.asList(null, largest), rows.evaluate(sum));
    }
    Expression sum = call(type, Function.ADD, EvalMode.ANSI, column(0, type), column(1, type));
    EvaluationException error = assertThrows(EvaluationException.class, () -> rows.evaluate(sum));
    assertEquals(ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE, error.code());
    assertEquals("100000000000000000000000000000000000000", error.values().get("value"));
  }

  @Test
  void zeroDivisorsOfDecimalsFollowTheMode() {
    for (SqlType type : List.of(SqlType.decimal(12, 2), SqlType.decimal(38, 2))) {
      Rows rows = Rows.of(type, type).add(BigDecimal.ONE, BigDecimal.ZERO);
      Expression legacy =
          call(type, Function.DIVIDE, EvalMode.LEGACY, column(0, type), column(1, type));
      assertEquals(Arrays.asList((Object) null), rows.evaluate(legacy));
      Expression ansi =
          call(type, Function.REMAINDER, EvalMode.ANSI, column(0, type), column(1, type));
      EvaluationException error =
          assertThrows(EvaluationException.class, () -> rows.evaluate(ansi));
      assertEquals(ErrorCode.REMAINDER_BY_ZERO, error.code());
    }
  }

  @Test
  void wholeQuotientsKeepTheirLowSixtyFourBits() {
    for (SqlType a : TYPES) {
      for (SqlType b : TYPES) {
        if (hasWholeQuotient(a, b)) {
          checkWholeQuotients(a, b);
        } else {
          assertRefused(Function.INTEGRAL_DIVIDE, a, b);
        }
      }
    }
  }

  private void checkWholeQuotients(SqlType a, SqlType b) {
    Rows rows = Rows.of(a, b);
    List<Object> expected = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      BigDecimal x = randomDecimal(a);
      BigDecimal y = randomDecimal(b);
      rows.add(x, y);
      expected.add(y.signum() == 0 ? null : x.divideToIntegralValue(y).toBigInteger().longValue());
    }
    Expression quotient =
        call(SqlType.BIGINT, Function.INTEGRAL_DIVIDE, EvalMode.TRY, column(0, a), column(1, b));
    assertEquals(expected, rows.evaluate(quotient), a + " div " + b);
  }

  @Test
  void negatesAndTakesAbsoluteValuesWhereSparkDoesNotRoundThem() {
    for (SqlType type : TYPES) {
      Expression negative = call(type, Function.NEGATE, EvalMode.ANSI, column(0, type));
      if (type.precision() > 34) {
        assertTrue(SupportedExpressions.refusal(negative).isPresent());
        continue;
      }
      BigDecimal value = randomDecimal(type);
      Rows rows = Rows.column(type, value, value.negate());
      assertEquals(List.of(value.negate(), value), rows.evaluate(negative));
      assertEquals(
          List.of(value.abs(), value.abs()),
          rows.evaluate(call(type, Function.ABS, EvalMode.ANSI, column(0, type))));
    }
  }

  @Test
  void changesOfSignThatSparkRoundsAreRefused() {
    for (Function function : List.of(Function.NEGATE, Function.ABS)) {
      SqlType longest = SqlType.decimal(34, 2);
      SqlType rounded = SqlType.decimal(35, 2);
      assertTrue(isSupported(call(longest, function, EvalMode.ANSI, column(0, longest))));
      assertFalse(isSupported(call(rounded, function, EvalMode.ANSI, column(0, rounded))));
    }
  }

  private static boolean isSupported(Expression expression) {
    return SupportedExpressions.refusal(expression).isEmpty();
  }

  @Test
  void unscaledValueIsTheNumberWithoutItsPoint() {
    SqlType type = SqlType.decimal(12, 2);
    Rows rows = Rows.column(type, new BigDecimal("-3.07"), null);
    Expression unscaled = call(SqlType.BIGINT, Function.UNSCALED_VALUE, column(0, type));
    assertEquals(Arrays.asList(-307L, null), rows.evaluate(unscaled));
  }

  /**
   * Makes a decimal of few or many digits, so that the 128-bit and the longer calculations are both
   * met.
   */
  private BigDecimal randomDecimal(SqlType type) {
    int digits = 1 + random.nextInt(type.precision());
    BigInteger bound = BigInteger.TEN.pow(digits);
    BigInteger unscaled =
        switch (random.nextInt(8)) {
          case 0 -> BigInteger.ZERO;
          case 1 -> bound.subtract(BigInteger.ONE);
          default -> new BigInteger(bound.bitLength() + 8, random).mod(bound);
        };
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }
}
