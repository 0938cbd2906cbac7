package org.apache.spark.sql.hbase.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.row.ColumnRange;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;

class TestColumnRanges {
  private static final long MIN = Long.MIN_VALUE;
  private static final long MAX = Long.MAX_VALUE;

  private final Expression a = Plans.column(0, SqlType.INT);
  private final Expression b = Plans.column(1, SqlType.INT);
  private final Expression text = Plans.column(2, SqlType.STRING);

  @Test
  void comparisonsWithConstantsAreRanges() {
    assertRange(range(0, 7, 7), test(Function.EQUAL, a, number(7)));
    assertRange(range(0, 7, 7), test(Function.EQUAL_NULL_SAFE, a, number(7)));
    assertRange(range(0, MIN, 7), test(Function.LESS_THAN_OR_EQUAL, a, number(7)));
    assertRange(range(0, 7, MAX), test(Function.GREATER_THAN_OR_EQUAL, a, number(7)));
    assertRange(range(0, MIN, MAX), test(Function.IS_NOT_NULL, a));
  }

  @Test
  void aConstantOnTheLeftTurnsTheComparisonRound() {
    assertRange(range(0, 7, MAX), test(Function.LESS_THAN_OR_EQUAL, number(7), a));
    assertRange(range(0, MIN, 7), test(Function.GREATER_THAN, number(7), a));
  }

  @Test
  void boundsOfDoublesAreInSparksOrder() {
    Expression d = Plans.column(3, SqlType.DOUBLE);
    long half = ColumnRange.ordered(0.5);
    assertRange(range(3, half, MAX), test(Function.GREATER_THAN, d, Plans.floating(0.5)));
    assertRange(range(3, MIN, half), test(Function.GREATER_THAN, Plans.floating(0.5), d));
    assertRange(range(3, MIN, MAX), test(Function.IS_NOT_NULL, d));
    long zero = ColumnRange.ordered(-0.0);
    assertRange(range(3, zero, zero), test(Function.EQUAL, d, Plans.floating(0.0)));
  }

  @Test
  void rangesOfOneColumnAreIntersected() {
    Expression from = test(Function.GREATER_THAN_OR_EQUAL, a, number(3));
    Expression to = test(Function.LESS_THAN_OR_EQUAL, a, number(9));
    Expression other = test(Function.EQUAL, b, number(1));
    List<ColumnRange> expected = List.of(range(0, 3, 9), range(1, 1, 1));
    assertEquals(expected, ranges(Plans.filter(test(Function.AND, from, to, other))));
    assertEquals(expected, ranges(Plans.filter(from), Plans.filter(test(Function.AND, to, other))));
  }

  @Test
  void otherPredicatesSayNothing() {
    Expression equal = test(Function.EQUAL, a, number(7));
    assertNoRange(test(Function.NOT, equal));
    assertNoRange(test(Function.OR, equal, equal));
    assertNoRange(test(Function.EQUAL, a, b));
    assertNoRange(test(Function.EQUAL, a, Plans.nullOf(SqlType.INT)));
    Expression nothing = Plans.nullOf(SqlType.INT);
    assertNoRange(test(Function.EQUAL_NULL_SAFE, a, nothing));
    assertNoRange(test(Function.EQUAL_NULL_SAFE, nothing, a));
    assertNoRange(test(Function.NOT, test(Function.EQUAL_NULL_SAFE, a, nothing)));
    assertNoRange(
        test(
            Function.NOT,
            test(Function.EQUAL_NULL_SAFE, test(Function.EQUAL_NULL_SAFE, a, number(7)), equal)));
    assertNoRange(test(Function.EQUAL, text, Plans.string("x")));
    assertNoRange(test(Function.IS_NOT_NULL, text));
    assertEquals(List.of(), ranges());
  }

  @Test
  void whatComesAfterAnErrorThatMayBeRaisedDoesNotCount() {
    Call sum =
        Call.newBuilder()
            .setFunction(Function.ADD)
            .setEvalMode(EvalMode.ANSI)
            .addArguments(a)
            .addArguments(b)
            .build();
    Expression raising =
        Expression.newBuilder().setType(SqlTypes.toWire(SqlType.INT)).setCall(sum).build();
    Expression mayRaise = test(Function.EQUAL, raising, number(1));
    Expression first = test(Function.EQUAL, a, number(7));
    Expression second = test(Function.EQUAL, b, number(8));
    assertRange(range(0, 7, 7), test(Function.AND, first, mayRaise, second));
    assertEquals(
        List.of(range(0, 7, 7)),
        ranges(Plans.filter(first), Plans.filter(mayRaise), Plans.filter(second)));
  }

  /**
   * Tests that comparisons are found beside any other condition, even with functions that the
   * engine does not know.
   */
  @Test
  void comparisonsAreFoundWithoutCompilingAnything() {
    Expression unknown = test(Function.LIKE, a, b);
    Expression first = test(Function.EQUAL, a, number(7));
    Expression second = test(Function.LESS_THAN_OR_EQUAL, b, number(8));
    assertEquals(
        List.of(range(0, 7, 7), range(1, MIN, 8)),
        ColumnRanges.ofComparisons(
            List.of(
                Plans.filter(test(Function.AND, test(Function.NOT, unknown), first)),
                Plans.filter(unknown),
                Plans.filter(second),
                Plans.limit(1))));
    assertEquals(
        List.of(), ColumnRanges.ofComparisons(List.of(Plans.limit(1), Plans.filter(first))));
  }

  @Test
  void filtersOverOtherColumnsThanTheTablesDoNotCount() {
    Operator filter = Plans.filter(test(Function.EQUAL, a, number(7)));
    assertEquals(List.of(), ranges(Plans.project(b, a), filter));
  }

  private static void assertRange(ColumnRange expected, Expression predicate) {
    assertEquals(List.of(expected), ranges(Plans.filter(predicate)));
  }

  private static void assertNoRange(Expression predicate) {
    assertEquals(List.of(), ranges(Plans.filter(predicate)));
  }

  private static List<ColumnRange> ranges(Operator... operators) {
    return ColumnRanges.of(List.of(operators));
  }

  private static ColumnRange range(int column, long min, long max) {
    return new ColumnRange(column, min, max);
  }

  private static Expression number(long value) {
    return Plans.integer(value, SqlType.INT);
  }

  private static Expression test(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }
}
