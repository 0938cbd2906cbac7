package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.testkit.ChaosRowSource;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.testkit.StateMerger;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.StopReason;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the merged result equals a run without bounds, for any bounds, memory and source. */
class TestSubPlanRunnerBounds {
  private static final long MANY = Long.MAX_VALUE / 4;
  private static final int ROWS = 300;
  private static final List<FixtureColumn> COLUMNS =
      List.of(
          new FixtureColumn("id", SqlType.INT),
          new FixtureColumn("l", SqlType.BIGINT),
          new FixtureColumn("s", SqlType.STRING),
          new FixtureColumn("d", SqlType.DOUBLE),
          new FixtureColumn("n", SqlType.decimal(12, 2)),
          new FixtureColumn("w", SqlType.decimal(30, 5)),
          new FixtureColumn("t", SqlType.TIMESTAMP));

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void mergedStateIsThatOfOnePiece(long seed) throws IOException {
    Random random = new Random(seed);
    FixtureTable table = randomTable(random);
    List<Expression> keys = new ArrayList<>();
    for (int key : random.ints(random.nextInt(4), 0, 4).distinct().toArray()) {
      keys.add(Plans.column(table, key));
    }
    Operator aggregate = Plans.aggregate(keys, calls(table));
    CompiledSubPlan plan = Plans.compile(table, aggregate);
    Map<List<Object>, List<Object>> expected =
        merge(
            aggregate,
            EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE));
    assertEquals(bruteForceCounts(keys, table), counts(expected));
    for (int i = 0; i < 10; i++) {
      RunBounds bounds = randomBounds(random);
      MemoryAccount server =
          MemoryAccount.ofLimit(random.nextBoolean() ? random.nextInt(60_000) : MANY);
      MemoryAccount account = server.newChild(MANY);
      ChaosRowSource source = ChaosRowSource.of(plan, table.rows(), random.nextLong());
      EngineRun run = EngineRun.of(plan, source, bounds, account);
      assertEquals(expected, merge(aggregate, run), bounds.toString());
      assertCovers(run, table.rows());
      assertEquals(0, server.reservedBytes());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void rowsAreThoseOfOnePieceInTheirOrder(long seed) throws IOException {
    Random random = new Random(seed);
    FixtureTable table = randomTable(random);
    Expression isPositive =
        Plans.call(
            Function.GREATER_THAN,
            SqlType.BOOLEAN,
            Plans.column(table, 1),
            Plans.integer(0, SqlType.BIGINT));
    CompiledSubPlan plan = Plans.compile(table, Plans.filter(isPositive));
    List<List<Object>> expected =
        EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE).rows();
    for (int i = 0; i < 10; i++) {
      MemoryAccount account =
          MemoryAccount.ofLimit(random.nextBoolean() ? random.nextInt(30_000) : MANY);
      ChaosRowSource source = ChaosRowSource.of(plan, table.rows(), random.nextLong());
      EngineRun run = EngineRun.of(plan, source, randomBounds(random), account);
      assertEquals(expected, run.rows());
      assertCovers(run, table.rows());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 50})
  void noFrameHasMoreRowsThanItMay(int maxFrameRows) throws IOException {
    FixtureTable table = randomTable(new Random(maxFrameRows));
    Expression isPositive =
        Plans.call(
            Function.GREATER_THAN,
            SqlType.BOOLEAN,
            Plans.column(table, 1),
            Plans.integer(0, SqlType.BIGINT));
    CompiledSubPlan plan = Plans.compile(table, Plans.filter(isPositive));
    RunBounds bounds = new RunBounds(maxFrameRows, MANY, MANY, MANY, 16);
    EngineRun run = EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), bounds);
    int most = run.emissions().stream().mapToInt(Emission::rowCount).max().getAsInt();
    assertTrue(most <= maxFrameRows, () -> most + " rows");
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32})
  void whatWasEmittedBeforeARestartAndWhatComesAfterItAreTheWhole(long seed) throws IOException {
    Random random = new Random(seed);
    FixtureTable table = randomTable(random);
    Operator aggregate = Plans.aggregate(List.of(Plans.column(table, 2)), calls(table));
    CompiledSubPlan plan = Plans.compile(table, aggregate);
    Map<List<Object>, List<Object>> expected =
        merge(
            aggregate,
            EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE));
    RunBounds bounds = new RunBounds(50, MANY, 1500, MANY, 16);
    EngineRun first = EngineRun.of(plan, ChaosRowSource.of(plan, table.rows(), seed), bounds);
    for (int kept = 0; kept < first.emissions().size() - 1; kept += 3) {
      byte[] resumeRow = first.emissions().get(kept).lastRow();
      List<FixtureRow> rest =
          table.rows().stream()
              .filter(row -> Arrays.compareUnsigned(row.rowKey(), resumeRow) > 0)
              .toList();
      EngineRun second = EngineRun.of(plan, ChaosRowSource.of(plan, rest, seed + kept), bounds);
      List<List<Object>> rows =
          new ArrayList<>(new EngineRun(first.emissions().subList(0, kept + 1)).rows());
      rows.addAll(second.rows());
      assertEquals(expected, StateMerger.merge(aggregate.getAggregate(), rows));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 100, 3000, 20_000})
  void neverReservesMoreThanItsBudget(long budget) throws IOException {
    FixtureTable table = randomTable(new Random(budget));
    Operator aggregate = Plans.aggregate(List.of(Plans.column(table, 0)), calls(table));
    CompiledSubPlan plan = Plans.compile(table, aggregate);
    MemoryAccount account = MemoryAccount.ofLimit(budget);
    long largest = 0;
    int rows = 0;
    try (SubPlanRunner runner =
        new SubPlanRunner(
            plan,
            new InMemoryRowSource(plan, table.rows()),
            new RunBounds(1000, MANY, MANY, MANY, 8, MANY),
            account,
            MemoryAccount.unlimited())) {
      boolean isEnded = false;
      while (!isEnded) {
        SubPlanRunner.Step step = runner.run(System.nanoTime());
        largest = Math.max(largest, account.reservedBytes());
        if (step == SubPlanRunner.Step.FRAME) {
          Emission emission = runner.take();
          assertEquals(0, account.reservedBytes());
          rows += emission.rowCount();
          isEnded = emission.end();
          assertTrue(isEnded || emission.stopReason() == StopReason.MEMORY_BOUND);
        }
      }
    }
    assertEquals(ROWS, rows);
    assertTrue(largest <= budget, largest + " > " + budget);
    assertTrue(budget < 20_000 || largest > 0);
  }

  private static FixtureTable randomTable(Random random) {
    FixtureTable table =
        new FixtureTable(COLUMNS, 1, random.nextBoolean() ? Layout.COLUMNS : Layout.PACKED);
    double[] doubles = {0.0, -0.0, Double.NaN, 1.5, -2.25, Double.POSITIVE_INFINITY};
    for (int i = 0; i < ROWS; i++) {
      table.add(
          i,
          orNull(random, (long) random.nextInt(40) - 20),
          orNull(random, "s".repeat(random.nextInt(4)) + random.nextInt(30)),
          orNull(random, doubles[random.nextInt(doubles.length)]),
          orNull(random, random.nextInt()),
          orNull(random, random.nextLong()),
          orNull(random, random.nextLong()));
    }
    return table;
  }

  private static Object orNull(Random random, Object value) {
    return random.nextInt(8) == 0 ? null : value;
  }

  private static RunBounds randomBounds(Random random) {
    return new RunBounds(
        1 + random.nextInt(200),
        1 + random.nextInt(20_000),
        1 + random.nextInt(20_000),
        random.nextBoolean() ? MANY : 1 + random.nextInt(500_000),
        1 + random.nextInt(100),
        1 + random.nextInt(1000));
  }

  /** Sums of doubles are left out: their last digits depend on the order. */
  private static AggregateCall[] calls(FixtureTable table) {
    List<AggregateCall> calls = new ArrayList<>();
    calls.add(Plans.countRows());
    for (int column = 1; column < COLUMNS.size(); column++) {
      Expression argument = Plans.column(table, column);
      calls.add(Plans.aggregateCall(AggregateFunction.COUNT, argument));
      calls.add(Plans.aggregateCall(AggregateFunction.MIN, argument));
      calls.add(Plans.aggregateCall(AggregateFunction.MAX, argument));
    }
    for (int column : new int[] {1, 4, 5}) {
      calls.add(Plans.aggregateCall(AggregateFunction.SUM, Plans.column(table, column)));
      calls.add(Plans.aggregateCall(AggregateFunction.AVG, Plans.column(table, column)));
    }
    for (AggregateFunction function :
        List.of(
            AggregateFunction.BIT_XOR, AggregateFunction.FIRST, AggregateFunction.LAST_NOT_NULL)) {
      calls.add(Plans.aggregateCall(function, Plans.column(table, 1)));
    }
    for (int value = 1; value < COLUMNS.size(); value++) {
      Expression ordering = Plans.column(table, COLUMNS.size() - value);
      calls.add(
          Plans.aggregateCall(AggregateFunction.MAX_BY, Plans.column(table, value), ordering));
    }
    calls.add(
        Plans.aggregateCall(
            AggregateFunction.APPROX_COUNT_DISTINCT,
            Plans.column(table, 1),
            Plans.integer(5, SqlType.INT)));
    Expression isNull = Plans.call(Function.IS_NULL, SqlType.BOOLEAN, Plans.column(table, 1));
    calls.add(
        Plans.where(Plans.aggregateCall(AggregateFunction.SUM, Plans.column(table, 4)), isNull));
    return calls.toArray(AggregateCall[]::new);
  }

  private static Map<List<Object>, List<Object>> merge(Operator aggregate, EngineRun run) {
    return StateMerger.merge(aggregate.getAggregate(), run.rows());
  }

  /**
   * Each row is scanned in exactly one frame, and each frame's last row is the last one scanned.
   */
  private static void assertCovers(EngineRun run, List<FixtureRow> rows) {
    int covered = 0;
    for (Emission emission : run.emissions()) {
      covered += (int) emission.statistics().getRowsScanned();
      assertArrayEquals(covered == 0 ? null : rows.get(covered - 1).rowKey(), emission.lastRow());
    }
    assertEquals(rows.size(), covered);
  }

  private static Map<List<Object>, Long> counts(Map<List<Object>, List<Object>> groups) {
    Map<List<Object>, Long> counts = new HashMap<>();
    groups.forEach((key, state) -> counts.put(key, (Long) state.get(0)));
    return counts;
  }

  private static Map<List<Object>, Long> bruteForceCounts(List<Expression> keys, FixtureTable table)
      throws IOException {
    CompiledSubPlan plan = Plans.compile(table, Plans.project(keys.toArray(Expression[]::new)));
    Map<List<Object>, Long> counts = new HashMap<>();
    for (List<Object> row :
        EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE).rows()) {
      List<Object> key = new ArrayList<>(row);
      key.replaceAll(TestSubPlanRunnerBounds::withoutSign);
      counts.merge(key, 1L, Long::sum);
    }
    return counts;
  }

  private static Object withoutSign(Object value) {
    return value instanceof Double number && number == 0 ? Double.valueOf(0) : value;
  }
}
