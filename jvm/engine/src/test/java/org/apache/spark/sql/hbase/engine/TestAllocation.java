package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.testkit.BroadcastJoins;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.JoinType;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The hot path allocates per batch and per frame, never per row. */
class TestAllocation {
  private static final int ROWS = 100_000;
  private static final int MAX_BYTES_PER_ROW = 4;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource(Layout.class)
  void decodingFilteringAndAggregatingAllocateNothingPerRow(Layout layout) throws IOException {
    FixtureTable table =
        new FixtureTable(
            List.of(
                new FixtureColumn("id", SqlType.BIGINT),
                new FixtureColumn("l", SqlType.BIGINT),
                new FixtureColumn("s", SqlType.STRING),
                new FixtureColumn("d", SqlType.DOUBLE),
                new FixtureColumn("n", SqlType.decimal(30, 2)),
                new FixtureColumn("flag", SqlType.STRING),
                new FixtureColumn("status", SqlType.STRING)),
            1,
            layout);
    for (long i = 0; i < ROWS; i++) {
      table.add(
          i,
          i % 100,
          "s" + i % 10,
          i / 2.0,
          i,
          "ANR".charAt((int) (i % 3)) + "",
          i % 2 == 0 ? "F" : "O");
    }
    Expression isBelow =
        Plans.call(
            Function.LESS_THAN,
            SqlType.BOOLEAN,
            Plans.column(table, 0),
            Plans.integer(ROWS - 10, SqlType.BIGINT));
    assertAllocatesLittle(table, Plans.aggregate(List.of(), Plans.countRows()));
    assertAllocatesLittle(table, Plans.filter(isBelow), Plans.aggregate(List.of(), sums(table)));
    assertAllocatesLittle(table, Plans.aggregate(List.of(Plans.column(table, 1)), sums(table)));
    assertAllocatesLittle(
        table,
        Plans.aggregate(List.of(Plans.column(table, 2), Plans.column(table, 1)), sums(table)));
    assertAllocatesLittle(table, Plans.topN(10, Plans.ascending(Plans.column(table, 2))));
    // Each row pushes another one out.
    assertAllocatesLittle(table, Plans.topN(10, Plans.descending(Plans.column(table, 3))));
    assertAllocatesLittle(
        table,
        BroadcastJoins.join(
            JoinType.INNER,
            Plans.column(table, 1),
            BroadcastJoins.column(SqlType.BIGINT, 1L, 2L, 2L, 90L),
            BroadcastJoins.column(SqlType.STRING, "a", "b", "c", null)),
        Plans.aggregate(List.of(Plans.column(7, SqlType.STRING)), Plans.countRows()));
    assertAllocatesLittle(
        table,
        BroadcastJoins.join(
            JoinType.LEFT_ANTI,
            Plans.column(table, 2),
            BroadcastJoins.column(SqlType.STRING, "s1", "s2")),
        Plans.aggregate(List.of(), Plans.countRows()));
    assertAllocatesLittle(
        table,
        Plans.expand(
            Plans.project(Plans.column(table, 2), Plans.column(table, 1)),
            Plans.project(Plans.nullOf(SqlType.STRING), Plans.column(table, 1))),
        Plans.aggregate(List.of(Plans.column(0, SqlType.STRING)), Plans.countRows()));
    assertAllocatesLittle(
        table,
        Plans.aggregate(List.of(Plans.column(table, 5), Plans.column(table, 6)), sums(table)));
    assertAllocatesLittle(
        table, Plans.aggregate(List.of(Plans.column(table, 5)), otherFunctions(table)));
  }

  private static AggregateCall[] sums(FixtureTable table) {
    return new AggregateCall[] {
      Plans.countRows(),
      Plans.aggregateCall(AggregateFunction.SUM, EvalMode.ANSI, Plans.column(table, 1)),
      Plans.aggregateCall(AggregateFunction.SUM, EvalMode.ANSI, Plans.column(table, 4)),
      Plans.aggregateCall(AggregateFunction.AVG, EvalMode.ANSI, Plans.column(table, 3)),
      Plans.aggregateCall(AggregateFunction.MIN, EvalMode.ANSI, Plans.column(table, 2)),
    };
  }

  private static AggregateCall[] otherFunctions(FixtureTable table) {
    Expression number = Plans.column(table, 3);
    return new AggregateCall[] {
      Plans.aggregateCall(AggregateFunction.KURTOSIS, number),
      Plans.aggregateCall(AggregateFunction.CORRELATION, number, number),
      Plans.aggregateCall(AggregateFunction.LAST, Plans.column(table, 2)),
      Plans.aggregateCall(AggregateFunction.MAX_BY, Plans.column(table, 2), number),
      Plans.aggregateCall(AggregateFunction.BIT_XOR, Plans.column(table, 1)),
      Plans.aggregateCall(
          AggregateFunction.APPROX_COUNT_DISTINCT,
          Plans.column(table, 2),
          Plans.integer(9, SqlType.INT)),
    };
  }

  private static void assertAllocatesLittle(FixtureTable table, Operator... operators)
      throws IOException {
    CompiledSubPlan plan = Plans.compile(table, operators);
    EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE);
    InMemoryRowSource source = new InMemoryRowSource(plan, table.rows());
    long before = THREADS.getCurrentThreadAllocatedBytes();
    EngineRun.of(plan, source, EngineRun.WIDE);
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertTrue(bytes < (long) MAX_BYTES_PER_ROW * ROWS, bytes + " bytes for " + ROWS + " rows");
  }
}
