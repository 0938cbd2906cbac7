package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestLogic {
  private static final Expression A = column(0, SqlType.BOOLEAN);
  private static final Expression B = column(1, SqlType.BOOLEAN);

  private final Rows allPairs = pairs();

  @Test
  void andFollowsThreeValuedLogic() {
    assertEquals(
        Arrays.asList(true, false, null, false, false, false, null, false, null),
        allPairs.evaluate(call(SqlType.BOOLEAN, Function.AND, A, B)));
  }

  @Test
  void orFollowsThreeValuedLogic() {
    assertEquals(
        Arrays.asList(true, true, true, true, false, null, true, null, null),
        allPairs.evaluate(call(SqlType.BOOLEAN, Function.OR, A, B)));
  }

  @Test
  void notKeepsNull() {
    Rows rows = Rows.column(SqlType.BOOLEAN, true, false, null);
    assertEquals(
        Arrays.asList(false, true, null), rows.evaluate(call(SqlType.BOOLEAN, Function.NOT, A)));
  }

  @Test
  void nullTestsNeverAnswerNull() {
    Rows rows = Rows.column(SqlType.STRING, "a", null, "");
    Expression column = column(0, SqlType.STRING);
    assertEquals(
        List.of(false, true, false),
        rows.evaluate(call(SqlType.BOOLEAN, Function.IS_NULL, column)));
    assertEquals(
        List.of(true, false, true),
        rows.evaluate(call(SqlType.BOOLEAN, Function.IS_NOT_NULL, column)));
  }

  @Test
  void laterOperandsSeeOnlyUndecidedRows() {
    Rows rows = Rows.of(SqlType.BOOLEAN, SqlType.BIGINT).add(false, 0).add(true, 4).add(null, 2);
    Expression raisesForZero =
        call(SqlType.BOOLEAN, Function.EQUAL, oneOver(1), literal(SqlType.BIGINT, 0));
    assertEquals(
        Arrays.asList(false, true, null),
        rows.evaluate(call(SqlType.BOOLEAN, Function.AND, A, raisesForZero)));

    Expression notA = call(SqlType.BOOLEAN, Function.NOT, A);
    assertEquals(
        Arrays.asList(true, true, true),
        rows.evaluate(call(SqlType.BOOLEAN, Function.OR, notA, raisesForZero)));
  }

  @Test
  void aNullOperandOfAndDoesNotShieldTheNextOne() {
    Rows rows = Rows.of(SqlType.BOOLEAN, SqlType.BIGINT).add(null, 0);
    Expression raises =
        call(SqlType.BOOLEAN, Function.EQUAL, oneOver(1), literal(SqlType.BIGINT, 0));
    Expression and = call(SqlType.BOOLEAN, Function.AND, A, raises);
    EvaluationException error = assertThrows(EvaluationException.class, () -> rows.evaluate(and));
    assertEquals(ErrorCode.DIVIDE_BY_ZERO, error.code());
  }

  @Test
  void predicateKeepsOnlyTrueAndShieldsLaterConjuncts() {
    Rows rows =
        Rows.of(SqlType.BOOLEAN, SqlType.BIGINT)
            .add(true, 1)
            .add(null, 0)
            .add(false, 0)
            .add(true, 5);
    Expression small =
        call(SqlType.BOOLEAN, Function.EQUAL, oneOver(1), literal(SqlType.BIGINT, 0));
    assertEquals(List.of(3), rows.where(call(SqlType.BOOLEAN, Function.AND, A, small)));
    assertEquals(List.of(0, 3), rows.where(A));
  }

  @Test
  void nothingIsEvaluatedForRowsThatAreNotSelected() {
    Rows rows = Rows.of(SqlType.BOOLEAN, SqlType.BIGINT).add(true, 0).add(true, 1).add(true, 0);
    assertEquals(List.of(1L), rows.evaluate(oneOver(1), 1));
  }

  private static Expression oneOver(int column) {
    return call(
        SqlType.BIGINT,
        Function.INTEGRAL_DIVIDE,
        EvalMode.ANSI,
        literal(SqlType.BIGINT, 1),
        column(column, SqlType.BIGINT));
  }

  private static Rows pairs() {
    Rows rows = Rows.of(SqlType.BOOLEAN, SqlType.BOOLEAN);
    for (Boolean a : new Boolean[] {true, false, null}) {
      for (Boolean b : new Boolean[] {true, false, null}) {
        rows.add(a, b);
      }
    }
    return rows;
  }
}
