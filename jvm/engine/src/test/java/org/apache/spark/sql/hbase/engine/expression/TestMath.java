package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestMath {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  @Test
  void logarithmsAreNullWhereTheyDoNotExist() {
    for (Function function : List.of(Function.LN, Function.LOG2, Function.LOG10)) {
      assertEquals(
          Arrays.asList(0.0, null, null, null, Double.NaN, INFINITY),
          unary(function, 1.0, 0.0, -0.0, -INFINITY, Double.NaN, INFINITY),
          function.name());
    }
    assertEquals(Arrays.asList(0.0, null), unary(Function.LOG1P, 0.0, -1.0));
    assertEquals(List.of(3.0, 10.0), unary(Function.LOG2, 8.0, 1024.0));
  }

  @Test
  void aLogarithmNeedsAPositiveBaseAndValue() {
    Rows rows =
        Rows.of(SqlType.DOUBLE, SqlType.DOUBLE)
            .add(2.0, 8.0)
            .add(0.0, 8.0)
            .add(2.0, -1.0)
            .add(1.0, 1.0)
            .add(null, 1.0);
    assertEquals(
        Arrays.asList(StrictMath.log(8) / StrictMath.log(2), null, null, Double.NaN, null),
        rows.evaluate(binary(Function.LOGARITHM)));
  }

  @Test
  void anglesAndPowersFollowJava() {
    assertEquals(List.of(INFINITY, 1.0), unary(Function.EXP, INFINITY, 0.0));
    assertEquals(List.of(-0.0, -2.0), unary(Function.CBRT, -0.0, -8.0));
    assertEquals(List.of(Double.NaN, 3.0), unary(Function.SQRT, -1.0, 9.0));
    assertEquals(List.of(-1.0, -0.0, Double.NaN), unary(Function.SIGNUM, -3.5, -0.0, Double.NaN));
    assertEquals(List.of(2.0, 4.0), unary(Function.RINT, 2.5, 3.5));
    Rows zeros = Rows.of(SqlType.DOUBLE, SqlType.DOUBLE).add(-0.0, -0.0).add(0.0, -1.0);
    assertEquals(List.of(0.0, Math.PI), zeros.evaluate(binary(Function.ATAN2)));
    assertEquals(List.of(1.0, INFINITY), zeros.evaluate(binary(Function.POWER)));
  }

  @Test
  void inverseHyperbolicsKeepTheirSignAndSize() {
    assertEquals(
        List.of(-0.0, -INFINITY, INFINITY, Double.NaN, 0x1p-40),
        unary(Function.ASINH, -0.0, -INFINITY, INFINITY, Double.NaN, 0x1p-40));
    assertEquals(
        List.of(0.0, Double.NaN, INFINITY, Double.NaN),
        unary(Function.ACOSH, 1.0, 0.5, INFINITY, Double.NaN));
    for (double value : new double[] {1e-5, 0.7, 1.5, 3, 1e5, 1e12}) {
      double asinh = (double) unary(Function.ASINH, value).get(0);
      assertEquals(value, Math.sinh(asinh), value * 1e-14);
      double acosh = (double) unary(Function.ACOSH, value + 1).get(0);
      assertEquals(value + 1, Math.cosh(acosh), (value + 1) * 1e-14);
    }
    assertEquals(List.of(INFINITY, Double.NaN), unary(Function.ATANH, 1.0, 1.5));
  }

  @Test
  void factorialsThatDoNotFitAreNull() {
    Expression factorial = call(SqlType.BIGINT, Function.FACTORIAL, column(0, SqlType.INT));
    assertEquals(
        Arrays.asList(1L, 120L, 2432902008176640000L, null, null, null),
        Rows.column(SqlType.INT, 0, 5, 20, 21, -1, null).evaluate(factorial));
  }

  @Test
  void bucketsAscendOrDescendBetweenTheirBounds() {
    Expression bucket =
        call(
            SqlType.BIGINT,
            Function.WIDTH_BUCKET,
            column(0, SqlType.DOUBLE),
            column(1, SqlType.DOUBLE),
            column(2, SqlType.DOUBLE),
            column(3, SqlType.BIGINT));
    Rows rows =
        Rows.of(SqlType.DOUBLE, SqlType.DOUBLE, SqlType.DOUBLE, SqlType.BIGINT)
            .add(5.35, 0.024, 10.06, 5L)
            .add(-0.1, 0.0, 10.0, 5L)
            .add(10.0, 0.0, 10.0, 5L)
            .add(8.1, 10.0, 0.0, 4L)
            .add(11.0, 10.0, 0.0, 4L)
            .add(0.0, 10.0, 0.0, 4L)
            .add(Double.POSITIVE_INFINITY, 0.0, 1.0, Long.MAX_VALUE - 1)
            .add(Double.NaN, 0.0, 1.0, 5L)
            .add(1.0, 2.0, 2.0, 5L)
            .add(1.0, 0.0, Double.POSITIVE_INFINITY, 5L)
            .add(1.0, 0.0, 2.0, 0L)
            .add(1.0, 0.0, 2.0, Long.MAX_VALUE)
            .add(null, 0.0, 2.0, 5L)
            .add(1.0, 0.0, 2.0, null);
    assertEquals(
        Arrays.asList(
            3L, 0L, 6L, 1L, 0L, 5L, Long.MAX_VALUE, null, null, null, null, null, null, null),
        rows.evaluate(bucket));
  }

  private static List<Object> unary(Function function, Double... values) {
    return Rows.column(SqlType.DOUBLE, (Object[]) values)
        .evaluate(call(SqlType.DOUBLE, function, column(0, SqlType.DOUBLE)));
  }

  private static Expression binary(Function function) {
    return call(SqlType.DOUBLE, function, column(0, SqlType.DOUBLE), column(1, SqlType.DOUBLE));
  }
}
