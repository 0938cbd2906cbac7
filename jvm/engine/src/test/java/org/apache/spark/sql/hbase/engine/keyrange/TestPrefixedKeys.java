package org.apache.spark.sql.hbase.engine.keyrange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

/** The key is (a SMALLINT, b STRING) behind a salt or hash: two bytes, text without terminator. */
class TestPrefixedKeys {
  private static final HexFormat HEX = HexFormat.of();
  private static final List<FixtureColumn> COLUMNS =
      List.of(
          new FixtureColumn("a", SqlType.SMALLINT),
          new FixtureColumn("b", SqlType.STRING),
          new FixtureColumn("v", SqlType.SMALLINT));

  /** a = 1 lies in bucket 2, a = 2 in 0, a = 3 in 2, a = 4 in 1. */
  private static final FixtureTable SALTED = table(KeyPrefix.Kind.SALT, 4, 0);

  private static final FixtureTable SALTED_BY_BOTH = table(KeyPrefix.Kind.SALT, 4, 0, 1);
  private static final FixtureTable HASHED = table(KeyPrefix.Kind.HASH, 2, 0);

  private final Expression a = Plans.column(SALTED, 0);
  private final Expression b = Plans.column(SALTED, 1);
  private final Expression v = Plans.column(SALTED, 2);

  @Test
  void aValueOfTheBucketColumnIsInOneBucket() {
    assertRanges(SALTED, "028001-028002", is(Function.EQUAL, a, number(1)));
    Expression row = and(is(Function.EQUAL, a, number(1)), is(Function.EQUAL, b, text("x")));
    assertRanges(SALTED, "02800178-0280017800", row);
  }

  @Test
  void valuesOfAListAreLookedForInTheirOwnBucketsOnly() {
    Expression list =
        or(IntStream.rangeClosed(1, 4).mapToObj(i -> is(Function.EQUAL, a, number(i))));
    assertRanges(SALTED, "008002-008003 018004-018005 028001-028002 028003-028004", list);
    Expression between =
        and(is(Function.GREATER_THAN, a, number(0)), is(Function.LESS_THAN_OR_EQUAL, a, number(4)));
    assertRanges(SALTED, "008002-008003 018004-018005 028001-028002 028003-028004", between);
  }

  @Test
  void aRangeIsRepeatedForEachBucket() {
    assertRanges(
        SALTED,
        "009000-01 019000-02 029000-03 039000-04",
        is(Function.GREATER_THAN_OR_EQUAL, a, number(0x1000)));
  }

  @Test
  void aConditionOnOtherColumnsLeavesEachBucketToItsCursor() {
    Expression text = is(Function.EQUAL, b, text("x"));
    KeyRanges ranges = ranges(SALTED, text);
    assertTrue(ranges.isAll() && ranges.haveGapsInside());
    RowCursor cursor = ranges.newCursor(new byte[0]).orElseThrow();
    assertJump("00800178", cursor, "0080010000");
    assertJump("01800178", cursor, "0180010000");
    assertTrue(holds(cursor, "01800178"));
    assertJump("02000078", cursor, "01ffff79");
  }

  @Test
  void withoutAConditionOnTheKeyEveryRowIsRead() {
    KeyRanges ranges = ranges(SALTED, is(Function.EQUAL, v, number(1)));
    assertTrue(ranges.isAll());
    assertTrue(ranges.newCursor(new byte[0]).isEmpty());
  }

  @Test
  void bucketsOfSeveralColumnsNeedAValueOfEach() {
    Expression both = and(is(Function.EQUAL, a, number(2)), is(Function.EQUAL, b, text("x")));
    assertRanges(SALTED_BY_BOTH, "02800278-0280027800", both);
    assertRanges(
        SALTED_BY_BOTH,
        "008002-008003 018002-018003 028002-028003 038002-038003",
        is(Function.EQUAL, a, number(2)));
  }

  @Test
  void combinationsThatLeadToABucketAreLookedForThere() {
    Expression combinations =
        and(
            or(IntStream.of(1, 2).mapToObj(i -> is(Function.EQUAL, a, number(i)))),
            or(List.of("x", "y").stream().map(s -> is(Function.EQUAL, b, text(s)))));
    assertRanges(
        SALTED_BY_BOTH,
        "00800279-0080027900 01800178-0180017800 02800278-0280027800 03800179-0380017900",
        combinations);
  }

  @Test
  void aHashIsKnownForValuesOnly() {
    assertRanges(HASHED, "0d5d8001-0d5d8002", is(Function.EQUAL, a, number(1)));
    KeyRanges ranges = ranges(HASHED, is(Function.GREATER_THAN, a, number(1)));
    assertTrue(ranges.isAll());
    assertTrue(ranges.haveGapsInside());
    RowCursor cursor = ranges.newCursor(new byte[0]).orElseThrow();
    assertJump("00008002", cursor, "00008001");
    assertTrue(holds(cursor, "00008002"));
  }

  @Test
  void manyValuesAreOneBoxOfManyHashes() {
    int count = PrefixedBoxes.MAX_BOXES + 1;
    Expression list =
        or(IntStream.range(0, count).mapToObj(i -> is(Function.EQUAL, a, number(3 * i))));
    KeyRanges ranges = ranges(HASHED, list);
    assertTrue(ranges.ranges().size() > count / 2);
    for (int i = 0; i < count; i++) {
      byte[] row = HASHED_ROWS.get(3 * i);
      assertTrue(ranges.ranges().stream().anyMatch(range -> range.contains(row)));
    }
    assertFalse(ranges.isAll());
  }

  @Test
  void moreValuesThanAreHashedMayBeInEveryBucket() {
    Expression wide =
        and(
            is(Function.GREATER_THAN_OR_EQUAL, a, number(0)),
            is(Function.LESS_THAN_OR_EQUAL, a, number(PrefixedBoxes.MAX_COMBINATIONS)));
    assertRanges(SALTED, "008000-00c001 018000-01c001 028000-02c001 038000-03c001", wide);
  }

  private static final List<byte[]> HASHED_ROWS =
      IntStream.rangeClosed(0, 3 * PrefixedBoxes.MAX_BOXES)
          .mapToObj(
              i -> table(KeyPrefix.Kind.HASH, 2, 0).add((short) i, "", (short) 0).rows().get(0))
          .map(row -> row.rowKey())
          .toList();

  private static FixtureTable table(KeyPrefix.Kind kind, int size, Integer... parts) {
    KeyPrefix prefix = new KeyPrefix(kind, size, List.of(parts));
    return new FixtureTable(COLUMNS, 2, Layout.PACKED, Optional.of(prefix));
  }

  private static KeyRanges ranges(FixtureTable table, Expression predicate) {
    return KeyRanges.of(Plans.plan(table, Plans.filter(predicate)));
  }

  private static void assertRanges(FixtureTable table, String expected, Expression predicate) {
    assertEquals(expected, show(ranges(table, predicate)));
  }

  private static String show(KeyRanges ranges) {
    return ranges.ranges().stream()
        .map(
            range ->
                HEX.formatHex(range.start())
                    + "-"
                    + (range.stop() == null ? "" : HEX.formatHex(range.stop())))
        .collect(Collectors.joining(" "));
  }

  private static void assertJump(String expected, RowCursor cursor, String row) {
    assertFalse(holds(cursor, row), row);
    assertEquals(expected, HEX.formatHex(cursor.nextRow()));
  }

  private static boolean holds(RowCursor cursor, String row) {
    byte[] key = HEX.parseHex(row);
    return cursor.holds(key, 0, key.length);
  }

  private static Expression is(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  private static Expression and(Expression... operands) {
    return Arrays.stream(operands).reduce((x, y) -> is(Function.AND, x, y)).orElseThrow();
  }

  private static Expression or(Stream<Expression> operands) {
    return operands.reduce((x, y) -> is(Function.OR, x, y)).orElseThrow();
  }

  private static Expression number(long value) {
    return Plans.integer(value, SqlType.SMALLINT);
  }

  private static Expression text(String value) {
    return Plans.string(value);
  }
}
