package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestBranches {
  private static final Expression NUMBER = column(0, SqlType.BIGINT);

  @Test
  void caseTakesTheFirstTrueCondition() {
    Rows rows = Rows.column(SqlType.BIGINT, 5, 15, 25, null);
    Expression text =
        call(
            SqlType.STRING,
            Function.CASE_WHEN,
            lessThan(10),
            literal(SqlType.STRING, "small"),
            lessThan(20),
            literal(SqlType.STRING, "medium"),
            literal(SqlType.STRING, "else"));
    assertEquals(List.of("small", "medium", "else", "else"), rows.evaluate(text));
    assertEquals(List.of("medium", "else"), rows.evaluate(text, 1, 3));
  }

  @Test
  void caseWithoutElseGivesNull() {
    Rows rows = Rows.column(SqlType.BIGINT, 5, 15);
    Expression number = call(SqlType.BIGINT, Function.CASE_WHEN, lessThan(10), NUMBER);
    assertEquals(Arrays.asList(5L, null), rows.evaluate(number));
  }

  @Test
  void valuesAreEvaluatedOnlyWhereTheirConditionIsTrue() {
    Rows rows = Rows.column(SqlType.BIGINT, 0, 4);
    Expression isZero = call(SqlType.BOOLEAN, Function.EQUAL, NUMBER, literal(SqlType.BIGINT, 0));
    Expression safe =
        call(
            SqlType.BIGINT,
            Function.CASE_WHEN,
            isZero,
            literal(SqlType.BIGINT, -1),
            hundredOver(NUMBER));
    assertEquals(List.of(-1L, 25L), rows.evaluate(safe));
  }

  @Test
  void coalesceEvaluatesLaterOperandsOnlyForNulls() {
    Rows rows = Rows.of(SqlType.BIGINT, SqlType.BIGINT).add(7, 0).add(null, 4).add(null, null);
    Expression first =
        call(SqlType.BIGINT, Function.COALESCE, NUMBER, hundredOver(column(1, SqlType.BIGINT)));
    assertEquals(Arrays.asList(7L, 25L, null), rows.evaluate(first));
  }

  @Test
  void branchesOfEveryPhysicalKindAreCopied() {
    SqlType wide = SqlType.decimal(30, 1);
    BigDecimal big = new BigDecimal("-12345678901234567890.5");
    assertEquals(
        List.of(big),
        Rows.column(wide, big).evaluate(call(wide, Function.COALESCE, column(0, wide))));
    assertEquals(
        List.of(-0.0), Rows.column(SqlType.DOUBLE, -0.0).evaluate(coalesce(SqlType.DOUBLE)));
    assertEquals(
        Arrays.asList("", null, "x"),
        Rows.column(SqlType.STRING, "", null, "x").evaluate(coalesce(SqlType.STRING)));
  }

  private static Expression coalesce(SqlType type) {
    return call(type, Function.COALESCE, column(0, type));
  }

  private static Expression lessThan(long bound) {
    return call(SqlType.BOOLEAN, Function.LESS_THAN, NUMBER, literal(SqlType.BIGINT, bound));
  }

  private static Expression hundredOver(Expression divisor) {
    return call(
        SqlType.BIGINT,
        Function.INTEGRAL_DIVIDE,
        EvalMode.ANSI,
        literal(SqlType.BIGINT, 100),
        divisor);
  }
}
