package org.apache.spark.sql.hbase.engine.keyrange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.RowRange;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/** The key is (a SMALLINT, b SMALLINT, c STRING), 8000 0000 and up for zero. */
class TestRowKeyTuples {
  private static final HexFormat HEX = HexFormat.of();
  private static final List<FixtureColumn> COLUMNS =
      List.of(
          new FixtureColumn("a", SqlType.SMALLINT),
          new FixtureColumn("b", SqlType.SMALLINT),
          new FixtureColumn("c", SqlType.STRING),
          new FixtureColumn("v", SqlType.SMALLINT));
  private static final FixtureTable TABLE = new FixtureTable(COLUMNS, 3, Layout.PACKED);

  @Test
  void tuplesAreNoProduct() {
    KeyRanges keys = keys(TABLE, listed(0, 1, 9), listed(1, 8, 2));
    assertEquals("80018008-80018009 80098002-80098003", shown(keys.ranges().stream()));
    assertEquals(Optional.empty(), keys.rowKeys(100));
  }

  @Test
  void theOrderOfTheListsIsThatOfTheCallerAndNeighboursAreOneRange() {
    KeyRanges keys = keys(TABLE, listed(1, 8, 2, 9), listed(0, 1, 9, 1));
    assertEquals("80018008-8001800a 80098002-80098003", shown(keys.ranges().stream()));
  }

  @Test
  void tuplesOfTheWholeKeyAreRowKeys() {
    KeyRanges keys = keys(TABLE, listed(0, 9, 1), listed(1, 2, 8), texts("y", "x"));
    assertEquals(Optional.of("8001800878 8009800279"), keys.rowKeys(2).map(this::shown));
    assertEquals(Optional.empty(), keys.rowKeys(1));
    assertEquals(2, keys.mostRows());
    assertEquals("8001800878-800180087800 8009800279-800980027900", shown(keys.ranges().stream()));
  }

  @Test
  void tuplesAndAConditionThatPinsTheRestAreRowKeys() {
    SubPlan plan = plan(TABLE, listed(0, 9, 1), listed(1, 2, 8));
    KeyRanges keys =
        KeyRanges.of(plan.toBuilder().addOperators(1, Plans.filter(texts("x"))).build());
    assertEquals(Optional.of("8001800878 8009800278"), keys.rowKeys(4).map(this::shown));
  }

  @Test
  void tuplesAndOtherConditionsBothCount() {
    Expression isAbove =
        Plans.call(
            Function.GREATER_THAN, SqlType.BOOLEAN, Plans.column(TABLE, 2), Plans.string("m"));
    SubPlan plan = plan(TABLE, listed(0, 1, 9), listed(1, 8, 2));
    KeyRanges keys = KeyRanges.of(plan.toBuilder().addOperators(1, Plans.filter(isAbove)).build());
    RowCursor cursor = keys.newCursor(new byte[0]).orElseThrow();
    assertEquals("800180086d00", nextAfter(cursor, "8000"));
    assertEquals("800980026d00", nextAfter(cursor, "8001800900"));
    byte[] held = HEX.parseHex("800980027a");
    assertTrue(cursor.holds(held, 0, held.length));
    assertEquals("", nextAfter(cursor, "800a"));
    assertTrue(cursor.isAtEnd());
  }

  @Test
  void eachTupleHasItsSalt() {
    FixtureTable salted =
        new FixtureTable(
            COLUMNS,
            3,
            Layout.PACKED,
            Optional.of(new KeyPrefix(KeyPrefix.Kind.SALT, 4, List.of(0))));
    KeyRanges keys = keys(salted, listed(0, 2, 1), listed(1, 8, 2));
    assertEquals("0080028008-0080028009 0280018002-0280018003", shown(keys.ranges().stream()));
  }

  @Test
  void columnsThatDoNotBeginTheKeySayNothing() {
    assertEquals(Optional.empty(), ranges(TABLE, listed(1, 8, 2), texts("x", "y")));
    assertEquals(Optional.empty(), ranges(TABLE, listed(0, 8, 2)));
    assertEquals(Optional.empty(), ranges(TABLE, listed(0, 8, 2), listed(0, 8, 2)));
    assertEquals(Optional.empty(), ranges(TABLE, listed(0, 8, 2), listed(3, 8, 2)));
  }

  @Test
  void aPartOfTheTableGetsItsOwnTuples() {
    SubPlan plan = plan(TABLE, listed(0, 1, 2, 9), listed(1, 8, 8, 2));
    SubPlan part = ResidualPlan.of(plan).within(HEX.parseHex("8002"), HEX.parseHex("8005"));
    assertEquals("80028008-80028009", shown(KeyRanges.of(part).ranges().stream()));
    SubPlan none = ResidualPlan.of(plan).within(HEX.parseHex("8003"), HEX.parseHex("8005"));
    assertTrue(KeyRanges.of(none).within(HEX.parseHex("8003"), HEX.parseHex("8005"), 9).isEmpty());
  }

  @Test
  void manyAlternativesOfTheWholeKeyAreRowKeys() {
    KeyRanges keys = alternatives(i -> List.of(number(0, i), number(1, 100 - i), texts("x")));
    assertEquals(70, keys.rowKeys(70).orElseThrow().size());
    assertEquals(Optional.empty(), keys.rowKeys(69));
  }

  @Test
  void anAlternativeThatSaysNothingOfTheKeyIsAllRows() {
    assertTrue(
        alternatives(i -> i == 3 ? List.of(number(3, 1)) : List.of(number(0, i), number(1, -i)))
            .isAll());
  }

  @Test
  void alternativesOfVeryManyValuesAreAProduct() {
    IntFunction<List<Expression>> conditions =
        i ->
            List.of(
                listed(0, LongStream.range(0, 20).map(k -> 40 * i + 2 * k).toArray()),
                listed(1, LongStream.range(0, 60).map(k -> 2 * i + 200 * k).toArray()));
    RowCursor cursor = alternatives(conditions).newCursor(new byte[0]).orElseThrow();
    byte[] ofNone = HEX.parseHex("80008002");
    assertTrue(cursor.holds(ofNone, 0, ofNone.length));
  }

  private static KeyRanges alternatives(IntFunction<List<Expression>> conditions) {
    Expression[] all =
        IntStream.range(0, 70)
            .mapToObj(conditions)
            .map(each -> is(Function.AND, each.toArray(Expression[]::new)))
            .toArray(Expression[]::new);
    return KeyRanges.of(Plans.plan(TABLE, Plans.filter(is(Function.OR, all))));
  }

  private static Expression number(int column, int value) {
    return is(Function.EQUAL, Plans.column(TABLE, column), Plans.integer(value, SqlType.SMALLINT));
  }

  private static Expression is(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  private static Optional<List<RowRange>> ranges(FixtureTable table, Expression... lists) {
    return RowKeyTuples.ranges(Plans.plan(table).getTable(), List.of(lists));
  }

  private static SubPlan plan(FixtureTable table, Expression... lists) {
    Expression all = Plans.call(Function.AND, SqlType.BOOLEAN, lists);
    SubPlan.Builder plan = Plans.plan(table, Plans.filter(all)).toBuilder();
    plan.getOperatorsBuilder(0)
        .getFilterBuilder()
        .setOptional(true)
        .addAllRowRanges(ranges(table, lists).orElseThrow());
    return SubPlans.parse(plan.build().toByteArray());
  }

  private static KeyRanges keys(FixtureTable table, Expression... lists) {
    return KeyRanges.of(plan(table, lists));
  }

  private static Expression listed(int column, long... values) {
    return in(
        column, Arrays.stream(values).mapToObj(value -> Plans.integer(value, SqlType.SMALLINT)));
  }

  private static Expression texts(String... values) {
    return in(2, Arrays.stream(values).map(Plans::string));
  }

  private static Expression in(int column, Stream<Expression> values) {
    return Plans.call(
        Function.IN,
        SqlType.BOOLEAN,
        Stream.concat(Stream.of(Plans.column(TABLE, column)), values).toArray(Expression[]::new));
  }

  /** The row key to seek to from one that is not held. */
  private static String nextAfter(RowCursor cursor, String rowKey) {
    byte[] row = HEX.parseHex(rowKey);
    assertEquals(false, cursor.holds(row, 0, row.length));
    byte[] next = cursor.nextRow();
    return next == null ? "" : HEX.formatHex(next);
  }

  private static String shown(Stream<KeyRange> ranges) {
    return ranges
        .map(range -> HEX.formatHex(range.start()) + "-" + HEX.formatHex(range.stop()))
        .collect(Collectors.joining(" "));
  }

  private String shown(List<byte[]> rowKeys) {
    return rowKeys.stream().map(HEX::formatHex).collect(Collectors.joining(" "));
  }
}
