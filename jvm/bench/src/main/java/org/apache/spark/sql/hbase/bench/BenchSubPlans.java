package org.apache.spark.sql.hbase.bench;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Whole sub-plans over rows in memory, from the cells to the frame's columns: what the engine costs
 * without HBase. Starting a plan is in it, spread over the rows.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(LineItems.ROWS * BenchSubPlans.PASSES)
public class BenchSubPlans {
  static final int PASSES = 16;

  /** The query that is sent to the table. */
  public enum Query {
    COUNT,
    SUM_BY_TWO_FLAGS,
    SUM_BY_SHIP_MODE,
    SUM_BY_UNIQUE_KEY,
    ROWS_UNCHANGED
  }

  @Param public Query query;
  @Param public FixtureTable.Layout layout;

  private FixtureTable table;
  private CompiledSubPlan plan;

  @Setup
  public void compile() {
    table = LineItems.table(layout);
    plan = plan();
  }

  private CompiledSubPlan plan() {
    Expression price = Plans.column(table, LineItems.PRICE);
    return switch (query) {
      case COUNT -> Plans.compile(table, Plans.aggregate(List.of(), Plans.countRows()));
      case SUM_BY_TWO_FLAGS ->
          Plans.compile(
              table,
              Plans.aggregate(
                  List.of(
                      Plans.column(table, LineItems.RETURN_FLAG),
                      Plans.column(table, LineItems.LINE_STATUS)),
                  Plans.aggregateCall(AggregateFunction.SUM, price),
                  Plans.countRows()));
      case SUM_BY_SHIP_MODE ->
          Plans.compile(
              table,
              Plans.aggregate(
                  List.of(Plans.column(table, LineItems.SHIP_MODE)),
                  Plans.aggregateCall(AggregateFunction.SUM, price)));
      case SUM_BY_UNIQUE_KEY ->
          Plans.compile(
              table,
              Plans.aggregate(
                  List.of(Plans.column(LineItems.KEY, SqlType.BIGINT)),
                  Plans.aggregateCall(AggregateFunction.SUM, price)));
      case ROWS_UNCHANGED ->
          Plans.compile(table, Plans.project(Plans.column(LineItems.KEY, SqlType.BIGINT), price));
    };
  }

  @Benchmark
  public EngineRun run() throws IOException {
    EngineRun last = null;
    for (int i = 0; i < PASSES; i++) {
      last = EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), EngineRun.WIDE);
    }
    return last;
  }
}
