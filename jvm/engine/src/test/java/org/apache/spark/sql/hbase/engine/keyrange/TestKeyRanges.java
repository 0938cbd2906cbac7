package org.apache.spark.sql.hbase.engine.keyrange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyBoxes;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;

/** The key is (a SMALLINT, b STRING, c STRING): two bytes, text with terminator, text without. */
class TestKeyRanges {
  private static final FixtureTable TABLE =
      new FixtureTable(
          List.of(
              new FixtureColumn("a", SqlType.SMALLINT),
              new FixtureColumn("b", SqlType.STRING),
              new FixtureColumn("c", SqlType.STRING),
              new FixtureColumn("v", SqlType.SMALLINT)),
          3,
          Layout.PACKED);

  private final Expression a = Plans.column(TABLE, 0);
  private final Expression b = Plans.column(TABLE, 1);
  private final Expression c = Plans.column(TABLE, 2);
  private final Expression v = Plans.column(TABLE, 3);

  @Test
  void comparisonsOfTheFirstColumnAreRanges() {
    assertRanges("8005-8006", is(Function.EQUAL, a, number(5)));
    assertRanges("8006-", is(Function.GREATER_THAN, a, number(5)));
    assertRanges("8005-", is(Function.GREATER_THAN_OR_EQUAL, a, number(5)));
    assertRanges("-8005", is(Function.LESS_THAN, a, number(5)));
    assertRanges("-8006", is(Function.LESS_THAN_OR_EQUAL, a, number(5)));
    assertRanges("-8005 8006-", is(Function.NOT, is(Function.EQUAL, a, number(5))));
  }

  @Test
  void constantsMayStandOnTheLeft() {
    assertRanges("8006-", is(Function.LESS_THAN, number(5), a));
    assertRanges("-8006", is(Function.GREATER_THAN_OR_EQUAL, number(5), a));
  }

  @Test
  void theEmptyTextIsTheFirstOneAndBeginsAll() {
    assertRanges("", is(Function.LESS_THAN, b, text("")));
    assertRanges("-", is(Function.GREATER_THAN_OR_EQUAL, b, text("")));
    assertRanges("-", starts(b, ""));
    Expression five = is(Function.EQUAL, a, number(5));
    assertRanges("", and(five, is(Function.NOT, starts(b, ""))));
  }

  @Test
  void thousandsOfAlternativesDoNotFillTheStack() {
    Expression[] many =
        IntStream.range(0, 4_900)
            .mapToObj(i -> is(Function.EQUAL, a, number(2 * i)))
            .toArray(Expression[]::new);
    KeyRanges keys = KeyRanges.of(Plans.plan(TABLE, Plans.filter(is(Function.OR, many))));
    assertEquals(4_900, keys.ranges().size());
    Expression[] none =
        Arrays.stream(many).map(one -> is(Function.NOT, one)).toArray(Expression[]::new);
    Expression any = is(Function.NOT, is(Function.AND, none));
    assertEquals(keys.ranges(), KeyRanges.of(Plans.plan(TABLE, Plans.filter(any))).ranges());
  }

  @Test
  void beyondTheBoundNeighboursAreOneRange() {
    FixtureTable pairs =
        new FixtureTable(
            List.of(
                new FixtureColumn("a", SqlType.SMALLINT),
                new FixtureColumn("b", SqlType.SMALLINT),
                new FixtureColumn("v", SqlType.SMALLINT)),
            2,
            Layout.PACKED);
    // 2,000 x 1,000 points leave room for 524 ranges of b after each a.
    KeyRanges keys =
        KeyRanges.of(Plans.plan(pairs, evenNumbers(pairs, 0, 2000), evenNumbers(pairs, 1, 1000)));
    assertEquals(2000 * 524, keys.ranges().size());
    assertTrue(keys.ranges().size() <= KeyRanges.MAX_RANGES);
    assertTrue(keys.reachInto(HexFormat.of().parseHex("80028002"), new byte[0]));
    assertTrue(
        keys.reachInto(HexFormat.of().parseHex("8f9e87ce"), HexFormat.of().parseHex("8f9e87cf")));
    assertFalse(
        keys.reachInto(HexFormat.of().parseHex("80028800"), HexFormat.of().parseHex("80048000")));
  }

  private static Operator evenNumbers(FixtureTable table, int column, int count) {
    Stream<Expression> numbers =
        IntStream.range(0, count).mapToObj(i -> Plans.integer(2L * i, SqlType.SMALLINT));
    Expression[] list =
        Stream.concat(Stream.of(Plans.column(table, column)), numbers).toArray(Expression[]::new);
    return Plans.filter(is(Function.IN, list));
  }

  @Test
  void wholeKeysBoundTheNumberOfRows() {
    Expression five = is(Function.EQUAL, a, number(5));
    Expression upToSeven =
        and(
            is(Function.GREATER_THAN_OR_EQUAL, a, number(5)),
            is(Function.LESS_THAN_OR_EQUAL, a, number(7)));
    Expression xy = and(equal(b, "x"), equal(c, "y"));
    assertEquals(1, mostRows(five, xy));
    assertEquals(3, mostRows(upToSeven, xy));
    assertEquals(6, mostRows(upToSeven, or(equal(b, "x"), equal(b, "z")), equal(c, "y")));
    assertEquals(0, mostRows(five, is(Function.GREATER_THAN, a, number(6))));
    assertEquals(1 << 16, mostRows(xy));
  }

  @Test
  void textsBetweenTwoTextsAreWithoutNumber() {
    Expression five = is(Function.EQUAL, a, number(5));
    assertEquals(Long.MAX_VALUE, mostRows(five));
    assertEquals(Long.MAX_VALUE, mostRows(five, starts(b, "x"), equal(c, "y")));
    assertEquals(Long.MAX_VALUE, mostRows(equal(b, "x"), starts(c, "y")));
    assertEquals(Long.MAX_VALUE, KeyRanges.ALL.mostRows());
  }

  @Test
  void allLongsAreTooManyToCount() {
    FixtureTable longs =
        new FixtureTable(
            List.of(
                new FixtureColumn("k", SqlType.BIGINT), new FixtureColumn("v", SqlType.SMALLINT)),
            1,
            Layout.PACKED);
    Expression k = Plans.column(longs, 0);
    Expression above =
        is(Function.GREATER_THAN, k, Plans.integer(Long.MAX_VALUE - 4, SqlType.BIGINT));
    assertEquals(4, KeyRanges.of(Plans.plan(longs, Plans.filter(above))).mostRows());
    assertEquals(Long.MAX_VALUE, KeyRanges.of(Plans.plan(longs)).mostRows());
  }

  private static long mostRows(Expression... conjuncts) {
    return ranges(Arrays.stream(conjuncts).map(Plans::filter).toArray(Operator[]::new)).mostRows();
  }

  @Test
  void theLargestValueEndsTheTable() {
    assertRanges("ffff-", is(Function.EQUAL, a, number(Short.MAX_VALUE)));
    assertRanges("", is(Function.GREATER_THAN, a, number(Short.MAX_VALUE)));
  }

  @Test
  void conditionsAreIntersectedAndUnited() {
    Expression from = is(Function.GREATER_THAN_OR_EQUAL, a, number(3));
    Expression to = is(Function.LESS_THAN, a, number(9));
    assertRanges("8003-8009", and(from, to));
    assertRanges("-", or(from, to));
    Expression below = is(Function.LESS_THAN, a, number(3));
    Expression above = is(Function.GREATER_THAN_OR_EQUAL, a, number(9));
    assertRanges("-8003 8009-", or(below, above));
    assertRanges("", and(below, above));
  }

  @Test
  void equalLeadingColumnsLeadToTheNext() {
    Expression five = is(Function.EQUAL, a, number(5));
    assertRanges("80057800-80057801", and(five, equal(b, "x")));
    assertRanges("800578007900-800578007901", and(five, equal(b, "x"), starts(c, "y\0")));
    assertRanges("8005780079-800578007900", and(five, equal(b, "x"), equal(c, "y")));
    assertRanges("8005617a-8005617b", and(five, starts(b, "az")));
    assertRanges("80057801-8006", and(five, is(Function.GREATER_THAN, b, text("x"))));
  }

  @Test
  void aGapStopsTheProduct() {
    assertRanges("8005-8006", and(is(Function.EQUAL, a, number(5)), equal(c, "y")));
    assertRanges("-", equal(b, "x"));
    assertRanges("8005-", and(is(Function.GREATER_THAN_OR_EQUAL, a, number(5)), equal(b, "x")));
  }

  @Test
  void listsMultiply() {
    Expression either = or(is(Function.EQUAL, a, number(7)), is(Function.EQUAL, a, number(5)));
    assertRanges("8005-8006 8007-8008", either);
    assertRanges(
        "80057800-80057801 80057900-80057901 80077800-80077801 80077900-80077901",
        and(either, or(equal(b, "y"), equal(b, "x"))));
  }

  /** {@code (a, b) > (5, 'x')}. */
  @Test
  void comparisonsOfRowValuesAreExact() {
    Expression behind = is(Function.GREATER_THAN, a, number(5));
    Expression equal =
        and(is(Function.EQUAL, a, number(5)), is(Function.GREATER_THAN, b, text("x")));
    assertRanges("80057801-", or(behind, equal));
  }

  @Test
  void nullsAndConstantsFollowThreeValuedLogic() {
    Expression unknown = is(Function.EQUAL, a, Plans.nullOf(SqlType.SMALLINT));
    assertRanges("", unknown);
    assertRanges("", is(Function.NOT, unknown));
    assertRanges("", is(Function.IS_NULL, a));
    assertRanges("-", is(Function.IS_NOT_NULL, a));
    Expression equal = is(Function.EQUAL_NULL_SAFE, a, Plans.nullOf(SqlType.SMALLINT));
    assertRanges("", equal);
    assertRanges("-", is(Function.NOT, equal));
  }

  @Test
  void bytesThatNoValueHasAreNotRead() {
    assertRanges("0001-", is(Function.NOT, is(Function.EQUAL, a, number(Short.MIN_VALUE))));
    Expression five = is(Function.EQUAL, a, number(5));
    assertRanges("800501-8006", and(five, is(Function.NOT, equal(b, ""))));
    Expression behind = is(Function.GREATER_THAN, b, text("x"));
    assertRanges("", and(five, behind, is(Function.LESS_THAN, b, text("x\u0001"))));
  }

  @Test
  void aFlagByItselfIsARange() {
    FixtureTable flags =
        new FixtureTable(
            List.of(
                new FixtureColumn("flag", SqlType.BOOLEAN),
                new FixtureColumn("v", SqlType.SMALLINT)),
            1,
            Layout.PACKED);
    Expression flag = Plans.column(flags, 0);
    assertRanges(flags, "01-02", flag);
    assertRanges(flags, "00-01", is(Function.NOT, flag));
    assertRanges(flags, "-", or(flag, is(Function.NOT, flag)));
    assertRanges(flags, "", and(flag, is(Function.NOT, flag)));
  }

  @Test
  void predicatesOnOtherColumnsKeepEverythingThatTheyMayKeep() {
    Expression other = is(Function.EQUAL, v, number(1));
    Expression five = is(Function.EQUAL, a, number(5));
    assertRanges("-", other);
    assertRanges("8005-8006", and(other, five));
    assertRanges("-", or(other, five));
    assertRanges("-8005 8006-", is(Function.NOT, or(other, five)));
    assertRanges("-", is(Function.NOT, and(other, five)));
  }

  @Test
  void whatComesAfterAnErrorThatMayBeRaisedDoesNotCount() {
    Call sum =
        Call.newBuilder()
            .setFunction(Function.ADD)
            .setEvalMode(EvalMode.ANSI)
            .addArguments(v)
            .addArguments(v)
            .build();
    Expression raising =
        Expression.newBuilder().setType(SqlTypes.toWire(SqlType.SMALLINT)).setCall(sum).build();
    Expression mayRaise = is(Function.EQUAL, raising, number(1));
    Expression five = is(Function.EQUAL, a, number(5));
    assertRanges("-", and(mayRaise, five));
    assertRanges("8005-8006", and(five, mayRaise));
    assertRanges("-", or(five, mayRaise));
  }

  @Test
  void aTextThatNoKeyCanHoldEqualsNone() {
    assertRanges("", and(is(Function.EQUAL, a, number(5)), equal(b, "x\0y")));
    assertRanges(
        "8005-8006",
        and(is(Function.EQUAL, a, number(5)), is(Function.GREATER_THAN, b, text("x\0y"))));
  }

  @Test
  void aPatternLimitsWhatTextsStartWith() {
    Expression five = is(Function.EQUAL, a, number(5));
    assertRanges("80056162-80056163", and(five, like("ab%c_")));
    assertRanges("800561-800562", and(five, is(Function.LIKE, b, text("a#_b"), text("#"))));
    assertRanges("8005-8006", and(five, like("%ab")));
    assertRanges("8005-8006", and(five, is(Function.NOT, like("ab%c_"))));
    // Bytes that are not UTF-8 are matched as if they were this.
    assertRanges("800561-800562", and(five, like("a\uFFFD%")));
  }

  @Test
  void manyAlternativesOverTwoColumnsAreNoProduct() {
    Expression[] pairs =
        IntStream.range(0, 2 * KeyBoxes.MAX_BOXES)
            .mapToObj(i -> and(is(Function.EQUAL, a, number(i)), equal(b, "x" + i)))
            .toArray(Expression[]::new);
    KeyRanges keys = ranges(Plans.filter(or(pairs)));
    assertEquals(pairs.length, keys.ranges().size());
    RowCursor cursor = keys.newCursor(new byte[0]).orElseThrow();
    byte[] ofAPair = HexFormat.of().parseHex("8003" + "783300");
    byte[] ofNone = HexFormat.of().parseHex("8003" + "783400");
    assertTrue(keys.ranges().stream().anyMatch(range -> range.contains(ofAPair)));
    assertTrue(cursor.holds(ofAPair, 0, ofAPair.length));
    assertFalse(keys.ranges().stream().anyMatch(range -> range.contains(ofNone)));
    assertFalse(cursor.holds(ofNone, 0, ofNone.length));
  }

  @Test
  void aRegionIsReadFromItsFirstRangeToItsLast() {
    KeyRanges ranges =
        ranges(
            Plans.filter(
                or(
                    is(Function.EQUAL, a, number(3)),
                    is(Function.EQUAL, a, number(5)),
                    is(Function.EQUAL, a, number(9)))));
    assertWithin("8003-800a", ranges, "", "", 1);
    assertWithin("8003-8006", ranges, "", "8009", 1);
    assertWithin("8003-8006", ranges, "7000", "8008", 1);
    assertWithin("8005-8005ff", ranges, "8004", "8005ff", 1);
    assertWithin("800500-800a", ranges, "800500", "", 1);
    assertWithin("", ranges, "8004", "8005", 1);
    assertWithin("", ranges, "8006", "8009", 1);
    assertWithin("", ranges, "800a", "", 1);
    assertWithin("8003-", ranges(Plans.filter(is(Function.IS_NOT_NULL, a))), "8003", "", 1);
    assertTrue(ranges.reachInto(new byte[0], new byte[0]));
    assertFalse(ranges.reachInto(HexFormat.of().parseHex("800a"), new byte[0]));
  }

  @Test
  void aLargeRegionIsReadInParts() {
    Expression[] odd =
        IntStream.range(0, 5)
            .mapToObj(i -> is(Function.EQUAL, a, number(2 * i + 1)))
            .toArray(Expression[]::new);
    KeyRanges ranges = ranges(Plans.filter(or(odd)));
    assertWithin("8001-8002 8003-8004 8005-8006 8007-8008 8009-800a", ranges, "", "", 9);
    assertWithin("8001-8004 8005-800a", ranges, "", "", 2);
    assertWithin("800300-8004 8005-8006 8007-800700", ranges, "800300", "800700", 3);
    assertWithin("800300-8004 8005-800700", ranges, "800300", "800700", 2);
  }

  private static void assertWithin(
      String expected, KeyRanges ranges, String start, String stop, int maxParts) {
    HexFormat hex = HexFormat.of();
    List<KeyRange> parts = ranges.within(hex.parseHex(start), hex.parseHex(stop), maxParts);
    assertEquals(expected, String.join(" ", parts.stream().map(TestKeyRanges::shown).toList()));
  }

  private static String shown(KeyRange range) {
    HexFormat hex = HexFormat.of();
    return hex.formatHex(range.start())
        + "-"
        + (range.stop() == null ? "" : hex.formatHex(range.stop()));
  }

  private static void assertRanges(String expected, Expression predicate) {
    assertRanges(TABLE, expected, predicate);
  }

  private static void assertRanges(FixtureTable table, String expected, Expression predicate) {
    List<KeyRange> ranges = KeyRanges.of(Plans.plan(table, Plans.filter(predicate))).ranges();
    String found = String.join(" ", ranges.stream().map(TestKeyRanges::shown).toList());
    assertEquals(expected, found);
  }

  private static KeyRanges ranges(Operator... operators) {
    return KeyRanges.of(Plans.plan(TABLE, operators));
  }

  private static Expression is(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  private static Expression equal(Expression column, String value) {
    return is(Function.EQUAL, column, text(value));
  }

  private static Expression starts(Expression column, String value) {
    return is(Function.STARTS_WITH, column, text(value));
  }

  private Expression like(String pattern) {
    return is(Function.LIKE, b, text(pattern));
  }

  private static Expression and(Expression... operands) {
    return reduce(Function.AND, operands);
  }

  private static Expression or(Expression... operands) {
    return reduce(Function.OR, operands);
  }

  private static Expression reduce(Function function, Expression... operands) {
    return Arrays.stream(operands).reduce((x, y) -> is(function, x, y)).orElseThrow();
  }

  private static Expression number(long value) {
    return Plans.integer(value, SqlType.SMALLINT);
  }

  private static Expression text(String value) {
    return Plans.string(value);
  }
}
