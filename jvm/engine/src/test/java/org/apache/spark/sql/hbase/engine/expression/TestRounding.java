package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestRounding {
  private static final SqlType MONEY = SqlType.decimal(12, 2);

  @Test
  void halvesGoAwayFromZeroOrToTheEvenDigit() {
    Rows rows = Rows.column(SqlType.DOUBLE, 2.5, -2.5, 3.5, 0.125, null);
    assertEquals(Arrays.asList(3.0, -3.0, 4.0, 0.0, null), rows.evaluate(round(SqlType.DOUBLE, 0)));
    assertEquals(
        Arrays.asList(2.0, -2.0, 4.0, 0.0, null), rows.evaluate(bround(SqlType.DOUBLE, 0)));
    assertEquals(
        Arrays.asList(2.5, -2.5, 3.5, 0.13, null), rows.evaluate(round(SqlType.DOUBLE, 2)));
  }

  @Test
  void floatingPointNumbersKeepWhatIsNoNumberAndLoseTheSignOfZero() {
    Rows rows =
        Rows.column(SqlType.FLOAT, Double.NaN, Double.NEGATIVE_INFINITY, -0.0, (double) 0.35f);
    assertEquals(
        List.of(Double.NaN, Double.NEGATIVE_INFINITY, 0.0, (double) 0.3f),
        rows.evaluate(round(SqlType.FLOAT, 1)));
  }

  @Test
  void integersAreRoundedBeforeThePoint() {
    Rows rows = Rows.column(SqlType.INT, 15, -15, 25, 7, Integer.MAX_VALUE);
    assertEquals(List.of(15L, -15L, 25L, 7L, 2147483647L), rows.evaluate(round(SqlType.INT, 2)));
    assertEquals(
        List.of(20L, -20L, 20L, 10L),
        Rows.column(SqlType.INT, 15, -15, 25, 7).evaluate(bround(SqlType.INT, -1)));
    assertEquals(List.of(0L, 0L, 0L, 0L, 0L), rows.evaluate(round(SqlType.INT, -38)));
  }

  @Test
  void anIntegerThatRoundsOutOfItsTypeRaisesOrWraps() {
    for (SqlType type : List.of(SqlType.TINYINT, SqlType.SMALLINT, SqlType.INT, SqlType.BIGINT)) {
      Object largest =
          switch (type.kind()) {
            case TINYINT -> 127;
            case SMALLINT -> 32767;
            case INT -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
          };
      Rows rows = Rows.column(type, largest);
      Expression ansi = rounded(Function.ROUND, type, type, EvalMode.ANSI, -1);
      EvaluationException error =
          assertThrows(EvaluationException.class, () -> rows.evaluate(ansi));
      assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, error.code());
      assertTrue(RaisingExpressions.mayRaise(ansi));
      assertFalse(RaisingExpressions.mayRaise(round(type, -1)));
    }
    assertEquals(
        List.of(-126L), Rows.column(SqlType.TINYINT, 127).evaluate(round(SqlType.TINYINT, -1)));
    assertEquals(
        List.of(Long.MIN_VALUE + 2),
        Rows.column(SqlType.BIGINT, Long.MAX_VALUE).evaluate(round(SqlType.BIGINT, -1)));
  }

  @Test
  void decimalsAreRoundedAtAnyScale() {
    Rows rows = Rows.column(MONEY, new BigDecimal("12.35"), new BigDecimal("-12.35"), null);
    SqlType tenths = SqlType.decimal(12, 1);
    assertEquals(
        Arrays.asList(new BigDecimal("12.4"), new BigDecimal("-12.4"), null),
        rows.evaluate(rounded(Function.ROUND, tenths, MONEY, EvalMode.ANSI, 1)));
    assertEquals(
        Arrays.asList(new BigDecimal("12.4"), new BigDecimal("-12.4"), null),
        rows.evaluate(rounded(Function.BROUND, tenths, MONEY, EvalMode.ANSI, 1)));
    SqlType whole = SqlType.decimal(11, 0);
    assertEquals(
        Arrays.asList(BigDecimal.TEN, BigDecimal.TEN.negate(), null),
        rows.evaluate(rounded(Function.ROUND, whole, MONEY, EvalMode.ANSI, -1)));
    assertEquals(
        Arrays.asList(new BigDecimal("12"), new BigDecimal("-13"), null),
        rows.evaluate(call(whole, Function.FLOOR, column(0, MONEY))));
    assertEquals(
        Arrays.asList(new BigDecimal("13"), new BigDecimal("-12"), null),
        rows.evaluate(call(whole, Function.CEIL, column(0, MONEY))));
  }

  @Test
  void aDecimalThatCouldRoundOutOfItsTypeIsRefused() {
    SqlType longest = SqlType.decimal(38, 0);
    assertTrue(
        SupportedExpressions.refusal(rounded(Function.ROUND, longest, longest, EvalMode.ANSI, -1))
            .isPresent());
    assertFalse(
        SupportedExpressions.refusal(rounded(Function.ROUND, longest, longest, EvalMode.ANSI, 0))
            .isPresent());
    assertTrue(
        SupportedExpressions.refusal(
                call(SqlType.decimal(10, 0), Function.CEIL, column(0, SqlType.decimal(12, 2))))
            .isPresent());
  }

  @Test
  void floorAndCeilOfDoublesEndAtTheEndsOfBigintOrRaise() {
    Rows rows = Rows.column(SqlType.DOUBLE, -0.5, 1e300, Double.NaN, null);
    assertEquals(
        Arrays.asList(-1L, Long.MAX_VALUE, 0L, null),
        rows.evaluate(whole(Function.FLOOR, EvalMode.LEGACY)));
    assertEquals(
        Arrays.asList(0L, Long.MAX_VALUE, 0L, null),
        rows.evaluate(whole(Function.CEIL, EvalMode.LEGACY)));
    for (double large : new double[] {1e300, 0x1p63, Double.NEGATIVE_INFINITY}) {
      EvaluationException error =
          assertThrows(
              EvaluationException.class,
              () ->
                  Rows.column(SqlType.DOUBLE, large).evaluate(whole(Function.CEIL, EvalMode.ANSI)));
      assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, error.code());
    }
    assertEquals(
        List.of(0L, Long.MIN_VALUE),
        Rows.column(SqlType.DOUBLE, Double.NaN, -0x1p63)
            .evaluate(whole(Function.FLOOR, EvalMode.ANSI)));
  }

  private static Expression whole(Function function, EvalMode mode) {
    return call(SqlType.BIGINT, function, mode, column(0, SqlType.DOUBLE));
  }

  @Test
  void aScaleThatIsNoLiteralOrTooLargeIsRefused() {
    Expression byColumn =
        call(
            SqlType.DOUBLE,
            Function.ROUND,
            EvalMode.ANSI,
            column(0, SqlType.DOUBLE),
            column(1, SqlType.INT));
    assertTrue(SupportedExpressions.refusal(byColumn).isPresent());
    assertTrue(SupportedExpressions.refusal(round(SqlType.DOUBLE, 39)).isPresent());
  }

  private static Expression round(SqlType type, int scale) {
    return rounded(Function.ROUND, type, type, EvalMode.LEGACY, scale);
  }

  private static Expression bround(SqlType type, int scale) {
    return rounded(Function.BROUND, type, type, EvalMode.LEGACY, scale);
  }

  private static Expression rounded(
      Function function, SqlType result, SqlType type, EvalMode mode, int scale) {
    return call(result, function, mode, column(0, type), literal(SqlType.INT, (long) scale));
  }
}
