package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

/** The key is (a SMALLINT, b STRING, c SMALLINT): two bytes, text with terminator, two bytes. */
class TestRangeCursor {
  private static final HexFormat HEX = HexFormat.of();
  private static final FixtureTable TABLE =
      new FixtureTable(
          List.of(
              new FixtureColumn("a", SqlType.SMALLINT),
              new FixtureColumn("b", SqlType.STRING),
              new FixtureColumn("c", SqlType.SMALLINT),
              new FixtureColumn("v", SqlType.SMALLINT)),
          3,
          Layout.PACKED);

  private final Expression a = Plans.column(TABLE, 0);
  private final Expression b = Plans.column(TABLE, 1);
  private final Expression c = Plans.column(TABLE, 2);
  private final Expression v = Plans.column(TABLE, 3);

  @Test
  void conditionsThatSayNothingOfTheKeyNeedNoCursor() {
    assertTrue(cursorOf(is(Function.EQUAL, v, number(1))).isEmpty());
    assertTrue(cursorOf(is(Function.IS_NOT_NULL, a)).isEmpty());
  }

  @Test
  void aGapBetweenRangesOfTheFirstColumnIsJumpedOver() {
    RowCursor cursor =
        cursor(
            or(
                is(Function.EQUAL, a, number(3)),
                is(Function.EQUAL, a, number(5)),
                is(Function.GREATER_THAN, a, number(8))));
    assertJump("8003", cursor, "8001780000");
    assertHeld(cursor, "8003780000");
    assertHeld(cursor, "8003ffffff");
    assertJump("8005", cursor, "8004");
    assertHeld(cursor, "8005");
    assertJump("8009", cursor, "8008");
    assertHeld(cursor, "9000");
  }

  @Test
  void withoutAConditionOnTheFirstColumnTheNextOfItsValuesIsTried() {
    RowCursor cursor = cursor(is(Function.EQUAL, b, text("x")));
    assertJump("80017800", cursor, "800161008001");
    assertHeld(cursor, "800178008001");
    assertHeld(cursor, "800178008002");
    assertJump("80027800", cursor, "800179008001");
    // There is no a = 2: the row that comes says which one is next.
    assertJump("80077800", cursor, "800761008001");
    assertHeld(cursor, "800778008001");
    assertJump("81007800", cursor, "80ff79008001");
    assertJump(null, cursor, "ffff79008001");
  }

  @Test
  void aConditionOnTheLastColumnAloneIsFollowedToo() {
    RowCursor cursor = cursor(is(Function.EQUAL, c, number(1)));
    assertJump("800161008001", cursor, "800161008000");
    assertHeld(cursor, "800161008001");
    // Behind the text a comes a text that nobody knows.
    assertJump("80016101", cursor, "800161008002");
    assertJump("800162008001", cursor, "800162007fff");
    assertHeld(cursor, "800162008001");
  }

  @Test
  void conditionsOnAllColumnsMultiplyWithoutBeingListed() {
    Expression even =
        or(
            IntStream.range(0, 60)
                .mapToObj(i -> is(Function.EQUAL, a, number(2 * i)))
                .toArray(Expression[]::new));
    Expression texts = or(is(Function.EQUAL, b, text("p")), is(Function.EQUAL, b, text("q")));
    RowCursor cursor =
        cursor(and(and(even, texts), is(Function.GREATER_THAN_OR_EQUAL, c, number(7))));
    assertJump("800070008007", cursor, "7fff");
    assertHeld(cursor, "800070008009");
    assertJump("800071008007", cursor, "800070809000");
    assertJump("800271008007", cursor, "800271007000");
    assertJump("807670008007", cursor, "8075");
    assertJump(null, cursor, "80767200");
  }

  @Test
  void comparisonsOfRowValuesAreOneRange() {
    RowCursor cursor =
        cursor(
            or(
                is(Function.GREATER_THAN, a, number(5)),
                and(is(Function.EQUAL, a, number(5)), is(Function.GREATER_THAN, b, text("x")))));
    assertJump("80057801", cursor, "800578008000");
    assertHeld(cursor, "800579008000");
    assertHeld(cursor, "8006");
    assertHeld(cursor, "ffff");
  }

  @Test
  void nothingIsHeldIfNothingCanPass() {
    assertJump(null, cursor(is(Function.IS_NULL, b)), "8000");
  }

  @Test
  void noJumpLeadsToTheStopRowOrBeyond() {
    Expression either = or(is(Function.EQUAL, a, number(5)), is(Function.EQUAL, a, number(7)));
    KeyRanges ranges = KeyRanges.of(Plans.plan(TABLE, Plans.filter(either)));
    RowCursor cursor = ranges.newCursor(HEX.parseHex("8007")).orElseThrow();
    assertJump("8005", cursor, "8001");
    assertHeld(cursor, "8005");
    assertJump(null, cursor, "8006");
    assertTrue(cursor.isAtEnd());
  }

  @Test
  void aRowKeyThatEndsEarlyIsLeftToTheDecoder() {
    RowCursor cursor = cursor(is(Function.EQUAL, c, number(1)));
    assertHeld(cursor, "80");
    assertHeld(cursor, "800161");
    assertJump("800161008001", cursor, "800161007f00");
  }

  @Test
  void noJumpLeadsToARowKeyThatHBaseCannotHold() {
    String longest = "y".repeat(RowKeys.MAX_BYTES - 2);
    RowCursor cursor =
        cursor(
            and(
                is(Function.GREATER_THAN_OR_EQUAL, b, text(longest)),
                is(Function.EQUAL, c, number(1))));
    assertFalse(holds(cursor, "80017800"));
    byte[] next = cursor.nextRow();
    assertEquals(RowKeys.MAX_BYTES, next.length);
    assertEquals("8001" + "79".repeat(next.length - 3) + "7a", HEX.formatHex(next));
  }

  private static void assertHeld(RowCursor cursor, String row) {
    assertTrue(holds(cursor, row), row);
  }

  private static void assertJump(String expected, RowCursor cursor, String row) {
    assertFalse(holds(cursor, row), row);
    byte[] next = cursor.nextRow();
    if (expected == null) {
      assertNull(next);
    } else {
      assertEquals(expected, HEX.formatHex(next));
    }
  }

  private static boolean holds(RowCursor cursor, String row) {
    byte[] key = HEX.parseHex("ee" + row + "ee");
    return cursor.holds(key, 1, key.length - 2);
  }

  private static RowCursor cursor(Expression predicate) {
    return cursorOf(predicate).orElseThrow();
  }

  private static Optional<RowCursor> cursorOf(Expression predicate) {
    return KeyRanges.of(Plans.plan(TABLE, Plans.filter(predicate))).newCursor(new byte[0]);
  }

  private static Expression is(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  private static Expression and(Expression left, Expression right) {
    return is(Function.AND, left, right);
  }

  private static Expression or(Expression... operands) {
    return Arrays.stream(operands).reduce((x, y) -> is(Function.OR, x, y)).orElseThrow();
  }

  private static Expression number(long value) {
    return Plans.integer(value, SqlType.SMALLINT);
  }

  private static Expression text(String value) {
    return Plans.string(value);
  }
}
