package org.apache.spark.sql.hbase.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.KeyPart;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.Test;

/** The key is (a SMALLINT, b STRING, c SMALLINT). */
class TestKeyGroups {
  private static final HexFormat HEX = HexFormat.of();
  private static final FixtureTable TABLE =
      new FixtureTable(
          List.of(
              new FixtureColumn("a", SqlType.SMALLINT),
              new FixtureColumn("b", SqlType.STRING),
              new FixtureColumn("c", SqlType.SMALLINT),
              new FixtureColumn("v", SqlType.SMALLINT)),
          3,
          FixtureTable.Layout.PACKED);

  private final Expression a = Plans.column(TABLE, 0);
  private final Expression b = Plans.column(TABLE, 1);
  private final Expression c = Plans.column(TABLE, 2);
  private final Expression v = Plans.column(TABLE, 3);

  @Test
  void groupsByTheFirstColumnsOfTheKeyNeedOneRowEach() {
    assertGroupColumns(1, Plans.aggregate(List.of(a)));
    assertGroupColumns(2, Plans.aggregate(List.of(a, b)));
    // A value of b is found in each of a.
    assertGroupColumns(2, Plans.aggregate(List.of(b)));
    assertGroupColumns(2, above(b), Plans.aggregate(List.of(a)));
  }

  @Test
  void aggregatesThatTakeARowTwiceNeedOneRowOfEachGroup() {
    assertGroupColumns(1, Plans.aggregate(List.of(), call(AggregateFunction.MAX, a)));
    assertGroupColumns(1, Plans.aggregate(List.of(a), call(AggregateFunction.BIT_OR, a)));
    assertGroupColumns(2, Plans.aggregate(List.of(a), call(AggregateFunction.MAX, b)));
    AggregateCall filtered = Plans.where(call(AggregateFunction.MIN, a), notNull(b));
    assertGroupColumns(2, Plans.aggregate(List.of(), filtered));
  }

  @Test
  void theFirstRowHasTheSmallestValueOfTheNextColumn() {
    assertGroupColumns(0, Plans.aggregate(List.of(), call(AggregateFunction.MIN, a)));
    assertGroupColumns(1, Plans.aggregate(List.of(a), call(AggregateFunction.MIN, b)));
    assertGroupColumns(2, Plans.aggregate(List.of(a), call(AggregateFunction.MIN, c)));
    assertGroupColumns(
        2,
        Plans.aggregate(
            List.of(a), call(AggregateFunction.MIN, c), call(AggregateFunction.MAX, b)));
    assertGroupColumns(1, above(a), Plans.aggregate(List.of(), call(AggregateFunction.MIN, a)));
    // The first row of a group may be one that the condition drops.
    assertGroupColumns(2, above(b), Plans.aggregate(List.of(a), call(AggregateFunction.MIN, b)));
  }

  @Test
  void theFirstRowHasTheLargestValueOfADescendingColumn() {
    Column descending = TABLE.toMessage().getColumns(0);
    KeyPart part = descending.getKey().toBuilder().setDescending(true).build();
    TableLayout table =
        TABLE.toMessage().toBuilder().setColumns(0, descending.toBuilder().setKey(part)).build();
    assertEquals(OptionalInt.of(0), groupColumns(table, call(AggregateFunction.MAX, a)));
    assertEquals(OptionalInt.of(1), groupColumns(table, call(AggregateFunction.MIN, a)));
  }

  @Test
  void twoZerosAreEqualAsValuesAndNotAsBytes() {
    FixtureTable table =
        new FixtureTable(
            List.of(
                new FixtureColumn("a", SqlType.DOUBLE),
                new FixtureColumn("b", SqlType.INT),
                new FixtureColumn("v", SqlType.INT)),
            2,
            FixtureTable.Layout.PACKED);
    AggregateCall min = call(AggregateFunction.MIN, Plans.column(table, 0));
    assertEquals(OptionalInt.of(1), groupColumns(table.toMessage(), min));
  }

  @Test
  void whateverElseIsLookedAtNeedsAllRows() {
    assertAllRows(Plans.aggregate(List.of(a, b, c)));
    assertAllRows(Plans.aggregate(List.of(), call(AggregateFunction.MAX, c)));
    assertAllRows(Plans.aggregate(List.of(v)));
    assertAllRows(Plans.aggregate(List.of(), call(AggregateFunction.MIN, v)));
    assertAllRows(above(v), Plans.aggregate(List.of(a)));
    assertAllRows(Plans.aggregate(List.of(a), Plans.countRows()));
    assertAllRows(Plans.aggregate(List.of(), call(AggregateFunction.SUM, a)));
    assertAllRows(Plans.aggregate(List.of(), call(AggregateFunction.BIT_XOR, a)));
    assertAllRows(Plans.project(a));
    assertAllRows(above(a));
  }

  @Test
  void aSaltBelongsToTheGroup() {
    KeyPrefix salt = new KeyPrefix(KeyPrefix.Kind.SALT, 8, List.of(1));
    FixtureTable salted =
        new FixtureTable(TABLE.columns(), 3, FixtureTable.Layout.PACKED, Optional.of(salt));
    assertEquals(OptionalInt.of(2), columnsOf(Plans.plan(salted, Plans.aggregate(List.of(a)))));
    assertEquals(OptionalInt.empty(), columnsOf(Plans.plan(salted, Plans.aggregate(List.of(v)))));
    // The smallest value of each bucket.
    Operator smallest = Plans.aggregate(List.of(), call(AggregateFunction.MIN, a));
    assertEquals(OptionalInt.of(1), columnsOf(Plans.plan(salted, smallest)));
    RowCursor cursor =
        Plans.compile(salted, Plans.aggregate(List.of(a))).newRowCursor(new byte[0]).orElseThrow();
    deliver(cursor, "03800178008000");
    assertFalse(holds(cursor, "03800179008000"));
    assertArrayEquals(HEX.parseHex("038002"), cursor.nextRow());
    // The same value behind another salt: Spark puts both together.
    assertTrue(holds(cursor, "04800178008000"));
  }

  @Test
  void aGroupIsPassedOnceARowOfItWasDelivered() {
    RowCursor cursor = cursor(HEX.parseHex("8009"));
    assertTrue(holds(cursor, "800178008000"));
    // That row turned out not to exist.
    assertTrue(holds(cursor, "800178008001"));
    deliver(cursor, "800178008001");
    assertFalse(holds(cursor, "800178008002"));
    assertArrayEquals(HEX.parseHex("8002"), cursor.nextRow());
    assertTrue(holds(cursor, "800361008000"));
    deliver(cursor, "800361008000");
    assertFalse(holds(cursor, "800378008000"));
    assertTrue(holds(cursor, "800861008000"));
    deliver(cursor, "800861008000");
    assertFalse(holds(cursor, "800862008000"));
    assertNull(cursor.nextRow());
    assertTrue(cursor.isAtEnd());
  }

  @Test
  void oneRowIsEnoughWithoutGroups() {
    RowCursor cursor =
        cursor(new byte[0], Plans.aggregate(List.of(), call(AggregateFunction.MIN, a)));
    assertTrue(holds(cursor, "800178008000"));
    deliver(cursor, "800178008000");
    assertFalse(holds(cursor, "800178008001"));
    assertNull(cursor.nextRow());
    assertTrue(cursor.isAtEnd());
  }

  private static RowCursor cursor(byte[] stopRow) {
    return cursor(stopRow, Plans.aggregate(List.of(Plans.column(TABLE, 0))));
  }

  private static RowCursor cursor(byte[] stopRow, Operator aggregate) {
    return Plans.compile(TABLE, aggregate).newRowCursor(stopRow).orElseThrow();
  }

  private static boolean holds(RowCursor cursor, String row) {
    byte[] key = HEX.parseHex("ee" + row + "ee");
    return cursor.holds(key, 1, key.length - 2);
  }

  private static void deliver(RowCursor cursor, String row) {
    byte[] key = HEX.parseHex("ee" + row + "ee");
    cursor.delivered(key, 1, key.length - 2);
  }

  private static Operator above(Expression column) {
    return Plans.filter(notNull(column));
  }

  private static Expression notNull(Expression column) {
    return Plans.call(Function.IS_NOT_NULL, SqlType.BOOLEAN, column);
  }

  private static AggregateCall call(AggregateFunction function, Expression argument) {
    return Plans.aggregateCall(function, argument);
  }

  private static void assertGroupColumns(int expected, Operator... operators) {
    assertEquals(OptionalInt.of(expected), columnsOf(Plans.plan(TABLE, operators)));
  }

  private static void assertAllRows(Operator... operators) {
    assertEquals(OptionalInt.empty(), columnsOf(Plans.plan(TABLE, operators)));
  }

  private static OptionalInt groupColumns(TableLayout table, AggregateCall call) {
    return columnsOf(Plans.plan(table, Plans.aggregate(List.of(), call)));
  }

  static OptionalInt columnsOf(SubPlan plan) {
    return KeyGroups.columnsOf(plan, OperatorSpecs.of(plan.getOperatorsList()));
  }
}
