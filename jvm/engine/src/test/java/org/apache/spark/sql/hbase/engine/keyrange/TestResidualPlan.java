package org.apache.spark.sql.hbase.engine.keyrange;

import static org.apache.spark.sql.hbase.engine.keyrange.TwoKeys.TABLE;
import static org.apache.spark.sql.hbase.engine.keyrange.TwoKeys.is;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.Values;
import org.junit.jupiter.api.Test;

class TestResidualPlan {
  private static final byte[] END = {};

  private static final Expression V = is(Function.EQUAL, 2, 7);

  @Test
  void whatEveryRowKeyOfThePartFulfilsIsLeftOut() {
    Expression both = and(is(Function.GREATER_THAN_OR_EQUAL, 0, 3), V);
    assertRest(both, key(1), key(9), both);
    assertRest(both, key(3), key(9), V);
    assertRest(both, key(3), END, V);
    assertRest(is(Function.GREATER_THAN_OR_EQUAL, 0, 3), key(3), END, null);
  }

  @Test
  void alternativesThatNoRowKeyOfThePartFulfilsAreLeftOut() {
    Expression either =
        or(
            and(is(Function.EQUAL, 0, 1), is(Function.EQUAL, 1, 5)),
            and(is(Function.EQUAL, 0, 4), V));
    assertRest(either, key(1), key(2), is(Function.EQUAL, 1, 5));
    assertRest(either, key(4), key(5), V);
    assertRest(either, key(1), key(5), either);
    assertRest(or(is(Function.LESS_THAN, 0, 3), V), key(1), key(3), null);
    assertRest(not(is(Function.LESS_THAN, 0, 3)), key(3), key(5), null);
  }

  @Test
  void nothingIsDecidedForNull() {
    Expression withNull =
        Plans.call(
            Function.IN,
            SqlType.BOOLEAN,
            Plans.column(TABLE, 0),
            Plans.integer(3, SqlType.SMALLINT),
            Plans.nullOf(SqlType.SMALLINT));
    assertRest(not(withNull), key(5), key(9), not(withNull));
    assertRest(V, key(5), key(9), V);
  }

  @Test
  void aConditionDoesNotHideTheErrorOfOneInFrontOfIt() {
    Expression raises = is(Function.EQUAL, nextV(), 7);
    Expression first = and(raises, is(Function.LESS_THAN, 0, 3));
    assertRest(first, key(5), key(9), and(raises, literal(false)));
    assertRest(and(is(Function.LESS_THAN, 0, 3), raises), key(5), key(9), literal(false));
  }

  @Test
  void aLongListKeepsTheValuesOfThePart() {
    Expression list = in(LongStream.range(0, 1000).map(i -> 999 - i).toArray(), false);
    assertRest(and(list, V), key(100), key(200), and(in(descending(199, 100), false), V));
    assertRest(list, key(-5), key(990), in(descending(989, 0), false));
    assertRest(and(list, V), key(100), key(101), V);
    assertRest(and(list, V), key(5000), END, literal(false));
    assertRest(list, key(0), key(1000), list);
  }

  @Test
  void nullStaysInAList() {
    assertRest(in(descending(999, 0), true), key(100), key(102), in(new long[] {101, 100}, true));
  }

  @Test
  void aListForALaterColumnIsShortenedWhereAllRowKeysBeginAlike() {
    Expression list = inOf(1, descending(999, 0), false);
    assertRest(list, key(5, 100), key(5, 200), inOf(1, descending(199, 100), false));
    assertRest(list, key(5, 980), key(6), inOf(1, descending(999, 980), false));
    assertRest(list, key(5), key(6), list);
    assertRest(list, key(5, 100), key(6, 200), list);
    assertRest(list, key(5, 100), END, list);
    assertRest(list, new byte[] {(byte) 0x80}, key(5, 200), list);
    Expression both = and(is(Function.EQUAL, 0, 5), list);
    assertRest(both, key(5, 100), key(5, 200), inOf(1, descending(199, 100), false));
  }

  @Test
  void bucketsOfASaltedTableShareAList() {
    KeyPrefix salt = new KeyPrefix(KeyPrefix.Kind.SALT, 4, List.of(0));
    FixtureTable salted =
        new FixtureTable(TABLE.columns(), 2, FixtureTable.Layout.PACKED, Optional.of(salt));
    SubPlan plan = Plans.plan(salted, Plans.filter(in(descending(999, 0), false)));
    ResidualPlan parts = ResidualPlan.of(plan);
    List<Long> values = new ArrayList<>();
    for (int bucket = 0; bucket < 4; bucket++) {
      byte[] middle = ByteStrings.concat(new byte[] {(byte) bucket}, key(500));
      byte[] stop = bucket == 3 ? END : new byte[] {(byte) (bucket + 1)};
      List<Long> lower = list(parts.within(new byte[] {(byte) bucket}, middle));
      List<Long> upper = list(parts.within(middle, stop));
      assertTrue(lower.stream().allMatch(value -> value < 500), () -> "" + lower);
      assertTrue(upper.stream().allMatch(value -> value >= 500), () -> "" + upper);
      values.addAll(lower);
      values.addAll(upper);
    }
    assertEquals(LongStream.range(0, 1000).boxed().toList(), values.stream().sorted().toList());
  }

  /** Returns the list of the first filter. */
  private static List<Long> list(SubPlan plan) {
    Expression in = plan.getOperators(0).getFilter().getPredicate();
    return in.getCall().getArguments(1).getValues().getIntegersList();
  }

  @Test
  void filtersBehindAnotherOperatorStay() {
    Expression always = is(Function.GREATER_THAN_OR_EQUAL, 0, 3);
    SubPlan plan =
        Plans.plan(
            TABLE,
            Plans.filter(always),
            Plans.filter(V),
            Plans.project(Plans.column(TABLE, 0)),
            Plans.filter(always));
    assertEquals(
        plan.getOperatorsList().subList(1, 4),
        ResidualPlan.of(plan).within(key(3), END).getOperatorsList());
  }

  /** {@code rest} is null if nothing is left. */
  private static void assertRest(Expression whole, byte[] start, byte[] stop, Expression rest) {
    SubPlan plan = Plans.plan(TABLE, Plans.filter(whole), Plans.filter(V));
    SubPlan found = ResidualPlan.of(plan).within(start, stop);
    if (rest == null) {
      assertEquals(List.of(Plans.filter(V)), found.getOperatorsList());
    } else if (rest == whole) {
      assertSame(plan, found);
    } else {
      assertEquals(List.of(Plans.filter(rest), Plans.filter(V)), found.getOperatorsList());
    }
  }

  /** The first row key with that {@code a}. */
  private static byte[] key(int a) {
    return new byte[] {(byte) (a >> 8 ^ 0x80), (byte) a};
  }

  private static byte[] key(int a, int b) {
    return ByteStrings.concat(key(a), key(b));
  }

  private static long[] descending(long from, long to) {
    return LongStream.rangeClosed(to, from).map(i -> from + to - i).toArray();
  }

  private static Expression in(long[] values, boolean hasNull) {
    return inOf(0, values, hasNull);
  }

  private static Expression inOf(int column, long[] values, boolean hasNull) {
    Values.Builder list = Values.newBuilder().setHasNull(hasNull);
    LongStream.of(values).forEach(list::addIntegers);
    Expression key = Plans.column(TABLE, column);
    return Plans.call(
        Function.IN,
        SqlType.BOOLEAN,
        key,
        Expression.newBuilder().setType(key.getType()).setValues(list).build());
  }

  /** Raises where v is the largest SMALLINT. */
  private static Expression nextV() {
    return Plans.call(
        Function.ADD, SqlType.SMALLINT, Plans.column(TABLE, 2), Plans.integer(1, SqlType.SMALLINT));
  }

  private static Expression and(Expression... conditions) {
    return Plans.call(Function.AND, SqlType.BOOLEAN, conditions);
  }

  private static Expression or(Expression... conditions) {
    return Plans.call(Function.OR, SqlType.BOOLEAN, conditions);
  }

  private static Expression not(Expression condition) {
    return Plans.call(Function.NOT, SqlType.BOOLEAN, condition);
  }

  private static Expression literal(boolean value) {
    return Plans.number(value ? 1 : 0, SqlType.BOOLEAN);
  }
}
