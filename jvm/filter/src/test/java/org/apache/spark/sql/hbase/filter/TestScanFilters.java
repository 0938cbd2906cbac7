package org.apache.spark.sql.hbase.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The key is (a SMALLINT, b STRING, c SMALLINT); each row has cells in two families. */
class TestScanFilters {
  private static final byte[] OTHER_FAMILY = {'g'};
  private static final String[] TEXTS = {"", "a", "ab", "x", "xy"};
  private static final FixtureTable TABLE = newTable();

  private final Expression a = Plans.column(TABLE, 0);
  private final Expression b = Plans.column(TABLE, 1);
  private final Expression c = Plans.column(TABLE, 2);
  private final Expression id = Plans.column(TABLE, 3);

  private static FixtureTable newTable() {
    FixtureTable table =
        new FixtureTable(
            List.of(
                new FixtureColumn("a", SqlType.SMALLINT),
                new FixtureColumn("b", SqlType.STRING),
                new FixtureColumn("c", SqlType.SMALLINT),
                new FixtureColumn("id", SqlType.INT)),
            3,
            FixtureTable.Layout.PACKED);
    Random random = new Random(5);
    HashSet<List<Object>> keys = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      List<Object> key =
          List.of(random.nextInt(12), TEXTS[random.nextInt(TEXTS.length)], random.nextInt(10) - 5);
      if (keys.add(key)) {
        table.add(key.get(0), key.get(1), key.get(2), keys.size());
      }
    }
    return table;
  }

  private static List<List<Cell>> cells() {
    List<List<Cell>> rows = new ArrayList<>();
    for (FixtureRow row : TABLE.rows()) {
      FixtureCell cell = row.cells().get(0);
      rows.add(
          List.of(
              new KeyValue(
                  row.rowKey(), FixtureTable.FAMILY, FixtureTable.ROW_QUALIFIER, 1, cell.value()),
              new KeyValue(row.rowKey(), OTHER_FAMILY, new byte[] {'x'}, 1, new byte[3])));
    }
    return rows;
  }

  static IntStream seeds() {
    return IntStream.range(0, Integer.getInteger("filter.count", 1_000));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void filtersKeepExactlyTheRowsThatPass(int seed) throws Exception {
    Random random = new Random(seed);
    SubPlan plan = plan(predicate(random, 3));
    List<Integer> passing = passing(plan);
    for (boolean isReversed : new boolean[] {false, true}) {
      Filter exact = overTheWire(new SubPlanFilter(plan), isReversed);
      assertEquals(
          passing, inRowOrder(new FilteredWalk(exact, isReversed).over(cells()), isReversed));
      Filter skipping = overTheWire(new SkipScanFilter(plan), isReversed);
      List<Integer> held = new FilteredWalk(skipping, isReversed).over(cells());
      assertTrue(new HashSet<>(held).containsAll(passing), plan::toString);
    }
  }

  @Test
  void aSkippingScanLooksAtFewRows() throws Exception {
    SubPlan plan = plan(is(Function.EQUAL, b, Plans.string("xy")));
    List<Integer> passing = passing(plan);
    for (boolean isReversed : new boolean[] {false, true}) {
      FilteredWalk walk =
          new FilteredWalk(overTheWire(new SkipScanFilter(plan), isReversed), isReversed);
      assertEquals(passing, inRowOrder(walk.over(cells()), isReversed));
      assertTrue(walk.rowsLookedAt() <= passing.size() + 2 * 12, walk.rowsLookedAt() + " rows");
    }
  }

  @Test
  void familiesThatNoConditionLooksAtAreReadForRowsThatPass() throws Exception {
    Expression wanted = is(Function.EQUAL, id, integer(7));
    for (Expression condition :
        List.of(wanted, is(Function.AND, is(Function.LESS_THAN, a, number(5)), wanted))) {
      Filter filter = overTheWire(new SubPlanFilter(plan(condition)), false);
      assertTrue(filter.isFamilyEssential(FixtureTable.FAMILY));
      assertFalse(filter.isFamilyEssential(OTHER_FAMILY));
      Filter backward = overTheWire(new SubPlanFilter(plan(condition)), true);
      assertTrue(backward.isFamilyEssential(OTHER_FAMILY));
    }
  }

  @Test
  void allFamiliesAreReadWhereARowWithoutAValueMayPass() throws Exception {
    Expression small = is(Function.LESS_THAN, a, number(5));
    for (Expression condition :
        List.of(
            small,
            is(Function.IS_NULL, id),
            is(Function.OR, small, is(Function.IS_NOT_NULL, id)))) {
      for (Filter filter :
          List.of(new SubPlanFilter(plan(condition)), new SkipScanFilter(plan(condition)))) {
        assertTrue(overTheWire(filter, false).isFamilyEssential(OTHER_FAMILY));
      }
    }
  }

  @Test
  void aScanEndsBehindTheLastRange() throws Exception {
    Filter filter = new SkipScanFilter(plan(is(Function.LESS_THAN, a, number(3))));
    FilteredWalk walk = new FilteredWalk(filter, false);
    int rows = walk.over(cells()).size();
    assertEquals(rows + 1, walk.rowsLookedAt());
    assertTrue(filter.filterAllRemaining());
  }

  @Test
  void conditionsChooseTheFilter() {
    assertInstanceOf(
        SkipScanFilter.class, ScanFilters.of(plan(is(Function.EQUAL, a, number(1)))).get());
    assertInstanceOf(
        SubPlanFilter.class, ScanFilters.of(plan(is(Function.LESS_THAN, id, integer(1)))).get());
    assertTrue(ScanFilters.of(Plans.plan(TABLE, Plans.project(id))).isEmpty());
  }

  @Test
  void conditionsBehindOneThatMayRaiseAreLeftToThePlan() {
    Expression raising =
        Expression.newBuilder()
            .setType(SqlTypes.toWire(SqlType.INT))
            .setCall(
                Call.newBuilder()
                    .setFunction(Function.ADD)
                    .setEvalMode(EvalMode.ANSI)
                    .addArguments(id)
                    .addArguments(id))
            .build();
    Expression mayRaise = is(Function.EQUAL, raising, integer(7));
    Expression one = is(Function.EQUAL, a, number(1));
    assertTrue(ScanFilters.of(plan(is(Function.AND, mayRaise, one))).isEmpty());
    assertInstanceOf(
        SkipScanFilter.class, ScanFilters.of(plan(is(Function.AND, one, mayRaise))).get());
  }

  @Test
  void aCellThatDoesNotDecodeIsAnErrorAndNoRow() {
    Filter filter = new SubPlanFilter(plan(is(Function.LESS_THAN, id, integer(1))));
    byte[] row = TABLE.rows().get(0).rowKey();
    Cell damaged =
        new KeyValue(
            row, FixtureTable.FAMILY, FixtureTable.ROW_QUALIFIER, 1, new byte[] {99, 99, 99});
    FilteredWalk walk = new FilteredWalk(filter, false);
    IOException e = assertThrows(IOException.class, () -> walk.over(List.of(List.of(damaged))));
    assertTrue(e.getMessage().contains("row="), e.getMessage());
  }

  @Test
  void bytesThatAreNoFilterAreRefused() {
    for (byte[] bytes : List.of(new byte[] {1}, new byte[] {10, 2, 8, 9}, new byte[] {10, 50})) {
      assertThrows(DeserializationException.class, () -> SkipScanFilter.parseFrom(bytes));
      assertThrows(DeserializationException.class, () -> SubPlanFilter.parseFrom(bytes));
    }
  }

  private static Filter overTheWire(Filter filter, boolean isReversed) throws Exception {
    filter.setReversed(isReversed);
    try {
      Filter copy =
          (Filter)
              filter
                  .getClass()
                  .getMethod("parseFrom", byte[].class)
                  .invoke(null, (Object) filter.toByteArray());
      assertEquals(isReversed, copy.isReversed());
      return copy;
    } catch (InvocationTargetException e) {
      throw (Exception) e.getCause();
    }
  }

  private static List<Integer> inRowOrder(List<Integer> positions, boolean isReversed) {
    List<Integer> sorted = new ArrayList<>(positions);
    if (isReversed) {
      Collections.reverse(sorted);
    }
    return sorted;
  }

  /** Positions of the rows for which the engine finds the predicate TRUE. */
  private List<Integer> passing(SubPlan plan) throws IOException {
    List<Object> all = ids(Plans.plan(TABLE, Plans.project(id)));
    return ids(plan).stream().map(all::indexOf).toList();
  }

  private static List<Object> ids(SubPlan plan) throws IOException {
    CompiledSubPlan compiled = CompiledSubPlan.compile(plan);
    return EngineRun.of(compiled, new InMemoryRowSource(compiled, TABLE.rows()), EngineRun.WIDE)
        .rows()
        .stream()
        .map(row -> row.get(0))
        .toList();
  }

  private SubPlan plan(Expression predicate) {
    return Plans.plan(TABLE, Plans.filter(predicate), Plans.project(id));
  }

  private Expression predicate(Random random, int depth) {
    int kind = depth == 0 ? 3 : random.nextInt(7);
    return switch (kind) {
      case 0 -> is(Function.AND, predicate(random, depth - 1), predicate(random, depth - 1));
      case 1 -> is(Function.OR, predicate(random, depth - 1), predicate(random, depth - 1));
      case 2 -> is(Function.NOT, predicate(random, depth - 1));
      default -> comparison(random);
    };
  }

  private Expression comparison(Random random) {
    Function function =
        List.of(Function.EQUAL, Function.LESS_THAN, Function.GREATER_THAN_OR_EQUAL)
            .get(random.nextInt(3));
    return switch (random.nextInt(7)) {
      case 0, 1 -> is(function, a, number(random.nextInt(12)));
      case 2, 3 -> is(function, b, Plans.string(TEXTS[random.nextInt(TEXTS.length)]));
      case 4, 5 -> is(function, c, number(random.nextInt(10) - 5));
      default -> is(function, id, integer(random.nextInt(400)));
    };
  }

  private static Expression is(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  private static Expression number(int value) {
    return Plans.integer(value, SqlType.SMALLINT);
  }

  private static Expression integer(int value) {
    return Plans.integer(value, SqlType.INT);
  }
}
