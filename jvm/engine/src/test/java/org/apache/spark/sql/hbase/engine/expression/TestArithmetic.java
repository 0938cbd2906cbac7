package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestArithmetic {
  private static final List<SqlType> INTEGERS =
      List.of(SqlType.TINYINT, SqlType.SMALLINT, SqlType.INT, SqlType.BIGINT);

  @Test
  void integersOverflowAtTheirOwnWidth() {
    for (SqlType type : INTEGERS) {
      IntegerWidth width = IntegerWidth.of(type);
      long[] edges = {
        width.smallest(), width.smallest() + 1, -1, 0, 1, 2, width.largest() - 1, width.largest()
      };
      for (Function function : List.of(Function.ADD, Function.SUBTRACT, Function.MULTIPLY)) {
        for (long a : edges) {
          for (long b : edges) {
            checkInteger(function, type, a, b);
          }
        }
      }
    }
  }

  private static void checkInteger(Function function, SqlType type, long a, long b) {
    BigInteger x = BigInteger.valueOf(a);
    BigInteger y = BigInteger.valueOf(b);
    BigInteger exact =
        switch (function) {
          case ADD -> x.add(y);
          case SUBTRACT -> x.subtract(y);
          default -> x.multiply(y);
        };
    IntegerWidth width = IntegerWidth.of(type);
    boolean fits = exact.bitLength() <= 63 && width.holds(exact.longValue());
    Rows rows = Rows.of(type, type).add(a, b);
    String what = a + " " + function + " " + b + " in " + type;
    assertEquals(
        List.of(width.wrap(exact.longValue())),
        rows.evaluate(binary(function, type, EvalMode.LEGACY)),
        what);
    Long tried = fits ? exact.longValue() : null;
    assertEquals(Arrays.asList(tried), rows.evaluate(binary(function, type, EvalMode.TRY)), what);
    if (fits) {
      assertEquals(
          List.of(exact.longValue()), rows.evaluate(binary(function, type, EvalMode.ANSI)), what);
    } else {
      boolean narrow = type.equals(SqlType.TINYINT) || type.equals(SqlType.SMALLINT);
      assertRaises(
          narrow ? ErrorCode.BINARY_ARITHMETIC_OVERFLOW : ErrorCode.ARITHMETIC_OVERFLOW,
          rows,
          binary(function, type, EvalMode.ANSI));
    }
  }

  @Test
  void integersOverflowOnlyInRowsThatCount() {
    for (SqlType type : INTEGERS) {
      IntegerWidth width = IntegerWidth.of(type);
      Rows rows =
          Rows.of(type, type)
              .add(7, 2)
              .add(width.smallest(), width.largest())
              .add(5, 4)
              .add(width.largest(), width.largest())
              .add(9, 3)
              .add(null, 3)
              .add(6, 5);
      checkRows(rows, Function.ADD, type, List.of(9L, 9L, 12L, 11L), Arrays.asList(-1L, null));
      checkRows(rows, Function.SUBTRACT, type, List.of(5L, 1L, 6L, 1L), Arrays.asList(null, 0L));
      checkRows(
          rows, Function.MULTIPLY, type, List.of(14L, 20L, 27L, 30L), Arrays.asList(null, null));
    }
  }

  /** {@code edges} are the results of rows 1 and 3; row 5 is NULL. */
  private static void checkRows(
      Rows rows, Function function, SqlType type, List<Long> results, List<Long> edges) {
    Expression raising = binary(function, type, EvalMode.ANSI);
    String what = function + " of " + type;
    assertEquals(results, rows.evaluate(raising, 0, 2, 4, 6), what);
    assertEquals(List.of(results.get(0), results.get(3)), rows.evaluate(raising, 0, 6), what);
    assertEquals(
        Arrays.asList(results.get(2), null, results.get(3)), rows.evaluate(raising, 4, 5, 6), what);
    assertEquals(List.of(), rows.evaluate(raising, new int[0]), what);
    assertEquals(
        Arrays.asList(
            results.get(0),
            edges.get(0),
            results.get(1),
            edges.get(1),
            results.get(2),
            null,
            results.get(3)),
        rows.evaluate(binary(function, type, EvalMode.TRY)),
        what);
  }

  @Test
  void productsOfLargeIntegersThatFitAreExact() {
    long large = 3_000_000_000L;
    Rows rows =
        Rows.of(SqlType.BIGINT, SqlType.BIGINT)
            .add(large, large)
            .add(-large, 2)
            .add(1L << 31, 1L << 31)
            .add(-1L << 31, -1L << 31)
            .add(-1L << 32, 1L << 31);
    assertEquals(
        List.of(large * large, -2 * large, 1L << 62, 1L << 62, Long.MIN_VALUE),
        rows.evaluate(binary(Function.MULTIPLY, SqlType.BIGINT, EvalMode.ANSI)));
  }

  @Test
  void divisionAndRemainderTruncateTowardsZero() {
    Rows rows = Rows.of(SqlType.BIGINT, SqlType.BIGINT).add(-5, 2).add(5, -3).add(-5, 3);
    assertEquals(
        List.of(-2L, -1L, -1L),
        rows.evaluate(binary(Function.INTEGRAL_DIVIDE, SqlType.BIGINT, EvalMode.ANSI)));
    assertEquals(
        List.of(-1L, 2L, -2L),
        rows.evaluate(binary(Function.REMAINDER, SqlType.BIGINT, EvalMode.ANSI)));
  }

  @Test
  void smallestBigintDividedByMinusOneOverflows() {
    Rows rows = Rows.of(SqlType.BIGINT, SqlType.BIGINT).add(Long.MIN_VALUE, -1);
    assertRaises(
        ErrorCode.ARITHMETIC_OVERFLOW,
        rows,
        binary(Function.INTEGRAL_DIVIDE, SqlType.BIGINT, EvalMode.ANSI));
    assertEquals(
        List.of(Long.MIN_VALUE),
        rows.evaluate(binary(Function.INTEGRAL_DIVIDE, SqlType.BIGINT, EvalMode.LEGACY)));
    assertEquals(
        List.of(0L), rows.evaluate(binary(Function.REMAINDER, SqlType.BIGINT, EvalMode.ANSI)));
  }

  @Test
  void zeroDivisorsRaiseInAnsiModeAndElseGiveNull() {
    Rows longs = Rows.of(SqlType.BIGINT, SqlType.BIGINT).add(1, 0);
    assertRaises(
        ErrorCode.DIVIDE_BY_ZERO,
        longs,
        binary(Function.INTEGRAL_DIVIDE, SqlType.BIGINT, EvalMode.ANSI));
    assertRaises(
        ErrorCode.REMAINDER_BY_ZERO,
        longs,
        binary(Function.REMAINDER, SqlType.BIGINT, EvalMode.ANSI));
    Rows doubles = Rows.of(SqlType.DOUBLE, SqlType.DOUBLE).add(1.0, -0.0).add(1.0, 4.0);
    assertRaises(
        ErrorCode.DIVIDE_BY_ZERO, doubles, binary(Function.DIVIDE, SqlType.DOUBLE, EvalMode.ANSI));
    assertEquals(
        Arrays.asList(null, 0.25),
        doubles.evaluate(binary(Function.DIVIDE, SqlType.DOUBLE, EvalMode.LEGACY)));
    assertEquals(
        Arrays.asList(null, 1.0),
        doubles.evaluate(binary(Function.REMAINDER, SqlType.DOUBLE, EvalMode.TRY)));
  }

  @Test
  void aNullDividendHidesAZeroDivisor() {
    Rows rows = Rows.of(SqlType.BIGINT, SqlType.BIGINT).add(null, 0).add(4, null);
    assertEquals(
        Arrays.asList(null, null),
        rows.evaluate(binary(Function.INTEGRAL_DIVIDE, SqlType.BIGINT, EvalMode.ANSI)));
  }

  @Test
  void theRightOperandIsNotEvaluatedWhereTheLeftIsNull() {
    Rows rows = Rows.of(SqlType.BIGINT, SqlType.BIGINT).add(null, 0);
    Expression raising =
        call(
            SqlType.BIGINT,
            Function.REMAINDER,
            EvalMode.ANSI,
            column(1, SqlType.BIGINT),
            column(1, SqlType.BIGINT));
    Expression sum =
        call(SqlType.BIGINT, Function.ADD, EvalMode.ANSI, column(0, SqlType.BIGINT), raising);
    assertEquals(Arrays.asList((Object) null), rows.evaluate(sum));
  }

  @Test
  void floatArithmeticRoundsToFloat() {
    double a = 16_777_216f;
    double b = 0.1f;
    Rows rows = Rows.of(SqlType.FLOAT, SqlType.FLOAT).add(a, 1.0).add(b, (double) 0.2f);
    assertEquals(
        List.of((double) ((float) a + 1f), (double) (0.1f + 0.2f)),
        rows.evaluate(binary(Function.ADD, SqlType.FLOAT, EvalMode.ANSI)));
    assertEquals(
        List.of(a, (double) (0.1f * 0.2f)),
        Rows.of(SqlType.FLOAT, SqlType.FLOAT)
            .add(a, 1.0)
            .add(b, (double) 0.2f)
            .evaluate(binary(Function.MULTIPLY, SqlType.FLOAT, EvalMode.ANSI)));
  }

  @Test
  void onlyTheSmallestIntegerHasNoOpposite() {
    for (SqlType type : INTEGERS) {
      long smallest = IntegerWidth.of(type).smallest();
      Rows rows = Rows.column(type, smallest + 1, 7, null);
      Rows edge = Rows.column(type, smallest);
      for (Function function : List.of(Function.NEGATE, Function.ABS)) {
        long opposite = function == Function.ABS ? 7 : -7;
        assertEquals(
            Arrays.asList(-(smallest + 1), opposite, null),
            rows.evaluate(unary(function, type, EvalMode.ANSI)));
        assertRaises(ErrorCode.ARITHMETIC_OVERFLOW, edge, unary(function, type, EvalMode.ANSI));
        assertEquals(List.of(smallest), edge.evaluate(unary(function, type, EvalMode.LEGACY)));
      }
    }
  }

  @Test
  void doublesKeepTheSignOfZero() {
    Rows rows = Rows.column(SqlType.DOUBLE, 0.0, -2.5);
    assertEquals(
        List.of(-0.0, 2.5), rows.evaluate(unary(Function.NEGATE, SqlType.DOUBLE, EvalMode.ANSI)));
    assertEquals(
        List.of(0.0, 2.5), rows.evaluate(unary(Function.ABS, SqlType.DOUBLE, EvalMode.ANSI)));
  }

  private static Expression binary(Function function, SqlType type, EvalMode mode) {
    return call(type, function, mode, column(0, type), column(1, type));
  }

  private static Expression unary(Function function, SqlType type, EvalMode mode) {
    return call(type, function, mode, column(0, type));
  }

  private static void assertRaises(ErrorCode code, Rows rows, Expression expression) {
    EvaluationException error =
        assertThrows(EvaluationException.class, () -> rows.evaluate(expression));
    assertEquals(code, error.code());
  }
}
