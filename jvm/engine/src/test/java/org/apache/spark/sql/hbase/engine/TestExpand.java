package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.testkit.ChaosRowSource;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.testkit.StateMerger;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code GROUP BY ROLLUP(text, number)} as a sub-plan: an Expand under an Aggregate. */
class TestExpand {
  private static final long MANY = Long.MAX_VALUE / 4;
  private static final int ROWS = 300;
  private final FixtureTable table =
      new FixtureTable(
          List.of(
              new FixtureColumn("id", SqlType.INT),
              new FixtureColumn("number", SqlType.BIGINT),
              new FixtureColumn("text", SqlType.STRING)),
          1,
          Layout.PACKED);

  private Operator rollup() {
    return Plans.expand(
        Plans.project(id(), Plans.column(table, 2), Plans.column(table, 1), gid(0)),
        Plans.project(id(), Plans.column(table, 2), Plans.nullOf(SqlType.BIGINT), gid(1)),
        Plans.project(id(), Plans.nullOf(SqlType.STRING), Plans.nullOf(SqlType.BIGINT), gid(3)));
  }

  private static Operator countAndSum() {
    return Plans.aggregate(
        List.of(
            Plans.column(1, SqlType.STRING),
            Plans.column(2, SqlType.BIGINT),
            Plans.column(3, SqlType.BIGINT)),
        Plans.countRows(),
        Plans.aggregateCall(AggregateFunction.SUM, Plans.column(0, SqlType.INT)));
  }

  private Expression id() {
    return Plans.column(table, 0);
  }

  private static Expression gid(long value) {
    return Plans.integer(value, SqlType.BIGINT);
  }

  @Test
  void eachProjectionIsGrouped() throws IOException {
    table.add(1, 10L, "a");
    table.add(2, 20L, "a");
    table.add(4, null, null);
    CompiledSubPlan plan = Plans.compile(table, rollup(), countAndSum());
    EngineRun run = EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE);
    List<String> rows = run.rows().stream().map(Object::toString).sorted().toList();
    assertEquals(
        List.of(
            "[a, 10, 0, 1, 1]",
            "[a, 20, 0, 1, 2]",
            "[a, null, 1, 2, 3]",
            "[null, null, 0, 1, 4]",
            "[null, null, 1, 1, 4]",
            "[null, null, 3, 3, 7]"),
        rows);
    assertEquals(3, run.emissions().get(0).statistics().getRowsKept());
  }

  @Test
  void expandedRowsAreFilteredAndProjectedBeforeTheyAreGrouped() throws IOException {
    table.add(1, 10L, "a");
    table.add(2, 20L, "a");
    table.add(3, null, "b");
    Operator isOfNumbers =
        Plans.filter(
            Plans.call(Function.IS_NOT_NULL, SqlType.BOOLEAN, Plans.column(2, SqlType.BIGINT)));
    Operator textAndId =
        Plans.project(Plans.column(1, SqlType.STRING), Plans.column(0, SqlType.INT));
    Operator sums =
        Plans.aggregate(
            List.of(Plans.column(0, SqlType.STRING)),
            Plans.countRows(),
            Plans.aggregateCall(AggregateFunction.SUM, Plans.column(1, SqlType.INT)));
    CompiledSubPlan plan = Plans.compile(table, rollup(), isOfNumbers, textAndId, sums);
    EngineRun run = EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE);
    assertEquals("[[a, 2, 3]]", run.rows().toString());
    assertEquals(3, run.emissions().get(0).statistics().getRowsKept());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void framesCoverWholeRowsWhateverTheBoundsAndTheMemory(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < ROWS; i++) {
      table.add(i, (long) random.nextInt(20), random.nextInt(5) == 0 ? null : "t" + i % 7);
    }
    Operator filter =
        Plans.filter(
            Plans.call(
                Function.GREATER_THAN,
                SqlType.BOOLEAN,
                Plans.column(table, 1),
                Plans.integer(3, SqlType.BIGINT)));
    CompiledSubPlan plan = Plans.compile(table, filter, rollup(), countAndSum());
    Map<List<Object>, List<Object>> expected =
        merge(EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE));
    for (int i = 0; i < 10; i++) {
      RunBounds bounds =
          new RunBounds(
              1 + random.nextInt(200),
              1 + random.nextInt(20_000),
              1 + random.nextInt(20_000),
              random.nextBoolean() ? MANY : 1 + random.nextInt(500_000),
              1 + random.nextInt(100),
              1 + random.nextInt(1000));
      MemoryAccount account =
          MemoryAccount.ofLimit(random.nextBoolean() ? random.nextInt(40_000) : MANY);
      ChaosRowSource source = ChaosRowSource.of(plan, table.rows(), random.nextLong());
      EngineRun run = EngineRun.of(plan, source, bounds, account);
      assertEquals(expected, merge(run), bounds.toString());
      assertEachPrefixCoversWholeRows(run);
      assertEquals(0, account.reservedBytes());
    }
  }

  private static Map<List<Object>, List<Object>> merge(EngineRun run) {
    return StateMerger.merge(countAndSum().getAggregate(), run.rows());
  }

  /** Every input row is in the three projections of one frame. */
  private static void assertEachPrefixCoversWholeRows(EngineRun run) {
    for (Emission emission : run.emissions()) {
      List<List<Object>> rows = new ArrayList<>(new EngineRun(List.of(emission)).rows());
      long[] counts = new long[4];
      rows.forEach(row -> counts[Math.toIntExact((Long) row.get(2))] += (Long) row.get(3));
      assertEquals(emission.statistics().getRowsKept(), counts[0]);
      assertEquals(counts[0], counts[1]);
      assertEquals(counts[0], counts[3]);
    }
  }
}
