package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.testkit.ChaosRowSource;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.NullOrder;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SortDirection;
import org.apache.spark.sql.hbase.wire.proto.SortKey;
import org.apache.spark.sql.hbase.wire.proto.StopReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * TopN in whole sub-plans: which rows it leaves, under which bounds, and what a consumer merges.
 */
class TestTopN {
  private static final long MANY = Long.MAX_VALUE / 4;
  private static final int ROWS = 300;
  private static final int ID = 0;
  private static final int NUMBER = 1;
  private static final int TEXT = 2;
  private final FixtureTable table =
      new FixtureTable(
          List.of(
              new FixtureColumn("id", SqlType.INT),
              new FixtureColumn("number", SqlType.BIGINT),
              new FixtureColumn("text", SqlType.STRING)),
          1,
          Layout.PACKED);

  private SortKey ascending(int column) {
    return Plans.ascending(Plans.column(table, column));
  }

  private SortKey descending(int column) {
    return Plans.descending(Plans.column(table, column));
  }

  @Test
  void keepsTheFirstRowsInRowKeyOrder() throws IOException {
    addNumbers(5L, 1L, null, 4L, 2L);
    assertEquals(List.of(1L, 2L, 4L), ids(Plans.topN(3, ascending(NUMBER))));
    assertEquals(List.of(0L, 3L), ids(Plans.topN(2, descending(NUMBER))));
  }

  @Test
  void ofEqualRowsTheFirstByRowKeyStay() throws IOException {
    addNumbers(7L, 7L, 3L, 7L, 3L);
    assertEquals(List.of(0L, 2L, 4L), ids(Plans.topN(3, ascending(NUMBER))));
    assertEquals(List.of(0L, 1L), ids(Plans.topN(2, descending(NUMBER))));
  }

  @Test
  void ordersByExpressionsAndAfterFiltersAndProjections() throws IOException {
    addTexts("ccc", "a", "bb", "", "dddd");
    SortKey byLength =
        Plans.descending(Plans.call(Function.LENGTH, SqlType.INT, Plans.column(table, TEXT)));
    assertEquals(List.of(0L, 4L), ids(Plans.topN(2, byLength)));
    SortKey ofProjection = Plans.descending(Plans.column(1, SqlType.STRING));
    assertEquals(
        List.of(List.of(2L, "bb"), List.of(4L, "dddd")),
        run(
                Plans.filter(
                    Plans.call(
                        Function.GREATER_THAN,
                        SqlType.BOOLEAN,
                        Plans.column(table, ID),
                        Plans.integer(0, SqlType.INT))),
                Plans.project(Plans.column(table, ID), Plans.column(table, TEXT)),
                Plans.topN(2, ofProjection))
            .rows());
  }

  @Test
  void zeroRowsReadNothing() throws IOException {
    addNumbers(1L, 2L);
    EngineRun run = run(Plans.topN(0, ascending(NUMBER)));
    assertEquals(List.of(), run.rows());
    assertEquals(StopReason.LIMIT_REACHED, run.emissions().get(0).stopReason());
    assertEquals(0, run.emissions().get(0).statistics().getRowsScanned());
  }

  @Test
  void moreThanThereAreIsAllThereAre() throws IOException {
    addNumbers(3L, null, 1L);
    assertEquals(List.of(0L, 1L, 2L), ids(Plans.topN(Long.MAX_VALUE, ascending(NUMBER))));
    assertEquals(List.of(), ids(filterNothing(), Plans.topN(5, ascending(NUMBER))));
  }

  private Operator filterNothing() {
    return Plans.filter(
        Plans.call(
            Function.LESS_THAN,
            SqlType.BOOLEAN,
            Plans.column(table, ID),
            Plans.integer(0, SqlType.INT)));
  }

  @Test
  void aFrameLeavesOutWhatIsBehindAFullOneBeforeIt() throws IOException {
    addNumbers(3L, 9L, 1L, 2L);
    addNumbers(3L, 0L, 3L, 4L);
    addNumbers(7L, 7L, 7L, 7L);
    CompiledSubPlan plan = Plans.compile(table, Plans.topN(3, ascending(NUMBER)));
    RunBounds afterEachBatch = new RunBounds(1, MANY, 1, MANY, 4);
    EngineRun run = EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), afterEachBatch);
    assertEquals(
        List.of(List.of(0L, 2L, 3L), List.of(5L), List.of()),
        run.emissions().stream()
            .map(e -> new EngineRun(List.of(e)).rows().stream().map(row -> row.get(ID)).toList())
            .toList());
  }

  @Test
  void aKeyThatRaisesFailsTheSubPlan() {
    addNumbers(1L, Long.MAX_VALUE);
    SortKey next =
        Plans.ascending(
            Plans.call(
                Function.ADD,
                SqlType.BIGINT,
                Plans.column(table, NUMBER),
                Plans.integer(1, SqlType.BIGINT)));
    assertThrows(EvaluationException.class, () -> run(Plans.topN(1, next)));
  }

  @Test
  void nestedValuesHaveNoOrderHere() {
    SqlType list = SqlType.array(SqlType.INT);
    FixtureTable nested =
        new FixtureTable(
            List.of(new FixtureColumn("id", SqlType.INT), new FixtureColumn("list", list)),
            1,
            Layout.PACKED);
    Operator byList = Plans.topN(1, Plans.ascending(Plans.column(1, list)));
    PlanException refused = assertThrows(PlanException.class, () -> Plans.compile(nested, byList));
    assertEquals(ErrorCode.UNSUPPORTED_FUNCTION, refused.code());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void mergedFramesHoldTheFirstRowsWhateverTheBoundsAndTheMemory(long seed) throws IOException {
    Random random = new Random(seed);
    addRandomRows(random);
    SortKey[] keys = randomKeys(random);
    long rows = random.nextInt(3) == 0 ? random.nextInt(2 * ROWS) : random.nextInt(12);
    List<List<Object>> expected = first(rows, keys, run().rows());
    CompiledSubPlan plan = Plans.compile(table, Plans.topN(rows, keys));
    for (int i = 0; i < 10; i++) {
      MemoryAccount server =
          MemoryAccount.ofLimit(random.nextBoolean() ? random.nextInt(40_000) : MANY);
      RunBounds bounds = randomBounds(random);
      ChaosRowSource source = ChaosRowSource.of(plan, table.rows(), random.nextLong());
      EngineRun run = EngineRun.of(plan, source, bounds, server.newChild(MANY));
      assertEquals(expected, first(rows, keys, run.rows()), bounds.toString());
      assertEquals(0, server.reservedBytes());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33, 34})
  void aReaderThatGoesOnElsewhereAfterAnyFrameMissesNothing(long seed) throws IOException {
    Random random = new Random(seed);
    addRandomRows(random);
    SortKey[] keys = randomKeys(random);
    List<List<Object>> expected = first(10, keys, run().rows());
    CompiledSubPlan plan = Plans.compile(table, Plans.topN(10, keys));
    RunBounds bounds = new RunBounds(50, MANY, 150, MANY, 16);
    EngineRun whole = EngineRun.of(plan, ChaosRowSource.of(plan, table.rows(), seed), bounds);
    assertTrue(whole.emissions().size() > 2);
    for (int kept = 0; kept < whole.emissions().size() - 1; kept += 2) {
      byte[] resumeRow = whole.emissions().get(kept).lastRow();
      List<FixtureRow> rest =
          table.rows().stream()
              .filter(row -> Arrays.compareUnsigned(row.rowKey(), resumeRow) > 0)
              .toList();
      EngineRun second = EngineRun.of(plan, ChaosRowSource.of(plan, rest, seed + kept), bounds);
      List<List<Object>> rows =
          new ArrayList<>(new EngineRun(whole.emissions().subList(0, kept + 1)).rows());
      rows.addAll(second.rows());
      assertEquals(expected, first(10, keys, rows));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 200, 3000, 20_000})
  void neverReservesMoreThanItsBudget(long budget) throws IOException {
    addRandomRows(new Random(budget));
    CompiledSubPlan plan = Plans.compile(table, Plans.topN(200, ascending(TEXT)));
    MemoryAccount account = MemoryAccount.ofLimit(budget);
    RunBounds bounds = new RunBounds(1000, MANY, MANY, MANY, 8);
    long largest = 0;
    try (SubPlanRunner runner =
        new SubPlanRunner(
            plan,
            new InMemoryRowSource(plan, table.rows()),
            bounds,
            account,
            MemoryAccount.unlimited())) {
      boolean isEnded = false;
      while (!isEnded) {
        SubPlanRunner.Step step = runner.run(System.nanoTime());
        largest = Math.max(largest, account.reservedBytes());
        if (step == SubPlanRunner.Step.FRAME) {
          isEnded = runner.take().end();
          assertEquals(0, account.reservedBytes());
        }
      }
    }
    assertTrue(largest <= budget, largest + " > " + budget);
    assertTrue(budget < 3000 || largest > 0);
  }

  private void addNumbers(Long... numbers) {
    for (Long number : numbers) {
      table.add(table.rows().size(), number, null);
    }
  }

  private void addTexts(String... texts) {
    for (String text : texts) {
      table.add(table.rows().size(), null, text);
    }
  }

  private void addRandomRows(Random random) {
    for (int i = 0; i < ROWS; i++) {
      Long number = random.nextInt(8) == 0 ? null : (long) random.nextInt(40);
      String text = random.nextInt(8) == 0 ? null : "s".repeat(random.nextInt(9));
      table.add(i, number, text);
    }
  }

  private SortKey[] randomKeys(Random random) {
    return random
        .ints(1 + random.nextInt(3), NUMBER, TEXT + 1)
        .mapToObj(
            column ->
                Plans.sortKey(
                    Plans.column(table, column),
                    random.nextBoolean() ? SortDirection.ASCENDING : SortDirection.DESCENDING,
                    random.nextBoolean() ? NullOrder.NULLS_FIRST : NullOrder.NULLS_LAST))
        .toArray(SortKey[]::new);
  }

  private static RunBounds randomBounds(Random random) {
    return new RunBounds(
        1 + random.nextInt(200),
        1 + random.nextInt(20_000),
        1 + random.nextInt(20_000),
        random.nextBoolean() ? MANY : 1 + random.nextInt(500_000),
        1 + random.nextInt(100));
  }

  private EngineRun run(Operator... operators) throws IOException {
    CompiledSubPlan plan = Plans.compile(table, operators);
    return EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE);
  }

  private List<Object> ids(Operator... operators) throws IOException {
    return run(operators).rows().stream().map(row -> row.get(ID)).toList();
  }

  /**
   * Does the work of a consumer: all rows in order, rows of equal keys in row-key order, the first
   * few.
   */
  private static List<List<Object>> first(long count, SortKey[] keys, List<List<Object>> rows) {
    Comparator<List<Object>> order = (a, b) -> 0;
    for (SortKey key : keys) {
      order = order.thenComparing(byKey(key));
    }
    return rows.stream()
        .sorted(order.thenComparing(row -> (Long) row.get(ID)))
        .limit(count)
        .toList();
  }

  @SuppressWarnings("unchecked")
  private static Comparator<List<Object>> byKey(SortKey key) {
    Comparator<Object> values = (a, b) -> ((Comparable<Object>) a).compareTo(b);
    if (key.getDirection() == SortDirection.DESCENDING) {
      values = values.reversed();
    }
    Comparator<Object> withNulls =
        key.getNulls() == NullOrder.NULLS_FIRST
            ? Comparator.nullsFirst(values)
            : Comparator.nullsLast(values);
    return Comparator.comparing(row -> row.get(key.getExpression().getColumn()), withNulls);
  }
}
