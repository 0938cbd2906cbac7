package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.ChaosRowSource;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.StopReason;
import org.junit.jupiter.api.Test;

class TestSubPlanRunner {
  private static final int ROWS = 100;
  private static final long MANY = Long.MAX_VALUE / 4;

  /** Row i is (i, i % 10, "text i"). */
  private final FixtureTable table =
      new FixtureTable(
          List.of(
              new FixtureColumn("id", SqlType.INT),
              new FixtureColumn("digit", SqlType.INT),
              new FixtureColumn("text", SqlType.STRING)),
          1,
          Layout.PACKED);

  TestSubPlanRunner() {
    for (int i = 0; i < ROWS; i++) {
      table.add(i, i % 10, "text " + i);
    }
  }

  @Test
  void withoutBoundsEverythingIsOneEmission() throws IOException {
    EngineRun run = run(EngineRun.WIDE);
    assertEquals(1, run.emissions().size());
    Emission emission = run.emissions().get(0);
    assertEquals(StopReason.END_OF_REGION, emission.stopReason());
    assertTrue(emission.end());
    assertArrayEquals(key(ROWS - 1), emission.lastRow());
    assertEquals(ROWS, run.rows().size());
    assertEquals(List.of(7L, 7L, "text 7"), run.rows().get(7));
  }

  @Test
  void filtersAndProjectsInTheirOrder() throws IOException {
    Operator project =
        Plans.project(call(Function.MULTIPLY, column(0), integer(2)), Plans.column(table, 2));
    Operator filterProjected =
        Plans.filter(compare(Function.LESS_THAN, Plans.column(0, SqlType.INT), integer(50)));
    EngineRun run = run(EngineRun.WIDE, digitIs(3), project, filterProjected);
    assertEquals(
        List.of(List.of(6L, "text 3"), List.of(26L, "text 13"), List.of(46L, "text 23")),
        run.rows());
  }

  @Test
  void emptyOutputStillSaysHowFarItGot() throws IOException {
    Emission emission = run(EngineRun.WIDE, digitIs(77)).emissions().get(0);
    assertEquals(0, emission.rowCount());
    assertEquals(3, emission.columns().size());
    assertArrayEquals(key(ROWS - 1), emission.lastRow());
    assertEquals(ROWS, emission.statistics().getRowsScanned());
    assertEquals(0, emission.statistics().getRowsKept());
  }

  @Test
  void withoutAnyRowThereIsNoLastRow() throws IOException {
    CompiledSubPlan plan = Plans.compile(table, Plans.aggregate(List.of(), Plans.countRows()));
    Emission emission =
        EngineRun.of(plan, new InMemoryRowSource(plan, List.of()), EngineRun.WIDE)
            .emissions()
            .get(0);
    assertNull(emission.lastRow());
    assertEquals(0, emission.rowCount());
    assertEquals(1, emission.columns().size());
  }

  @Test
  void framesEndAtTheirNumberOfRows() throws IOException {
    EngineRun run = run(new RunBounds(10, MANY, MANY, MANY, 1024));
    assertEquals(10, run.emissions().size());
    for (int i = 0; i < 9; i++) {
      Emission emission = run.emissions().get(i);
      assertEquals(StopReason.BYTES_BOUND, emission.stopReason());
      assertEquals(10, emission.rowCount());
      assertArrayEquals(key(10 * i + 9), emission.lastRow());
      assertEquals(10, emission.statistics().getRowsScanned());
      assertEquals(1, emission.statistics().getFlushes());
    }
    assertEquals(StopReason.END_OF_REGION, run.emissions().get(9).stopReason());
    assertEquals(0, run.emissions().get(9).statistics().getFlushes());
    assertEquals(run(EngineRun.WIDE).rows(), run.rows());
  }

  @Test
  void framesGrowForAReaderThatMayStop() throws IOException {
    EngineRun run = run(new RunBounds(1000, MANY, MANY, MANY, 1024).withFirstFrameRows(8));
    assertEquals(
        List.of(8L, 8L, 16L, 32L, 36L),
        run.emissions().stream().map(e -> e.statistics().getRowsScanned()).toList());
    assertEquals(run(EngineRun.WIDE).rows(), run.rows());
  }

  @Test
  void framesThatGrowWaitForARow() throws IOException {
    RunBounds bounds = new RunBounds(1000, MANY, MANY, MANY, 1024).withFirstFrameRows(8);
    EngineRun run = run(bounds, digitIs(77));
    assertEquals(1, run.emissions().size());
    assertEquals(100, run.emissions().get(0).statistics().getRowsScanned());
  }

  @Test
  void framesEndAtTheirNumberOfBytes() throws IOException {
    EngineRun run = run(new RunBounds(1000, 200, MANY, MANY, 1));
    assertTrue(run.emissions().size() > 5);
    assertEquals(run(EngineRun.WIDE).rows(), run.rows());
  }

  @Test
  void aFrameComesAfterSomeWorkEvenIfItIsEmpty() throws IOException {
    EngineRun run = run(new RunBounds(1000, MANY, MANY, 1, 10), digitIs(77));
    assertEquals(StopReason.TIME_BOUND, run.emissions().get(0).stopReason());
    assertEquals(0, run.emissions().get(0).rowCount());
    assertArrayEquals(key(9), run.emissions().get(0).lastRow());
    assertEquals(10, run.emissions().size());
  }

  @Test
  void stateIsHandedOutWhenItReachesItsBound() throws IOException {
    // Not the row key itself, whose groups are complete one after the other.
    Expression key = Plans.call(Function.NEGATE, SqlType.INT, column(0));
    Operator aggregate = Plans.aggregate(List.of(key), Plans.countRows());
    EngineRun run = run(new RunBounds(1000, MANY, 1, MANY, 10), aggregate);
    assertEquals(10, run.emissions().size());
    assertEquals(StopReason.MEMORY_BOUND, run.emissions().get(0).stopReason());
    assertEquals(10, run.emissions().get(0).rowCount());
    assertEquals(ROWS, run.rows().size());
  }

  @Test
  void theLimitStopsTheScan() throws IOException {
    EngineRun run = run(new RunBounds(1000, MANY, MANY, MANY, 10), digitIs(3), Plans.limit(2));
    assertEquals(List.of(3L, 13L), run.rows().stream().map(row -> row.get(0)).toList());
    Emission last = run.emissions().get(0);
    assertEquals(StopReason.LIMIT_REACHED, last.stopReason());
    assertTrue(last.end());
    assertEquals(20, last.statistics().getRowsScanned());
  }

  @Test
  void aLimitWithoutFilterReadsNoRowTooMany() throws IOException {
    Emission emission = run(EngineRun.WIDE, Plans.limit(5)).emissions().get(0);
    assertEquals(5, emission.statistics().getRowsScanned());
    assertArrayEquals(key(4), emission.lastRow());
  }

  @Test
  void aLimitBehindAFilterBeginsWithASmallBatch() throws IOException {
    Emission emission = run(EngineRun.WIDE, digitIs(3), Plans.limit(2)).emissions().get(0);
    assertEquals(StopReason.LIMIT_REACHED, emission.stopReason());
    assertEquals(64, emission.statistics().getRowsScanned());
    Emission all = run(EngineRun.WIDE, digitIs(3)).emissions().get(0);
    assertEquals(ROWS, all.statistics().getRowsScanned());
  }

  @Test
  void aLimitOfZeroReadsNothing() throws IOException {
    Emission emission = run(EngineRun.WIDE, Plans.limit(0)).emissions().get(0);
    assertEquals(StopReason.LIMIT_REACHED, emission.stopReason());
    assertEquals(0, emission.statistics().getRowsScanned());
    assertNull(emission.lastRow());
    assertTrue(emission.end());
  }

  @Test
  void aLimitAboveTheRowsEndsWithTheRange() throws IOException {
    EngineRun run = run(EngineRun.WIDE, Plans.limit(ROWS + 1));
    assertEquals(ROWS, run.rows().size());
    assertEquals(StopReason.END_OF_REGION, run.emissions().get(0).stopReason());
  }

  @Test
  void aLimitHoldsWhereFramesAreSmallAndMemoryIsShort() throws IOException {
    CompiledSubPlan plan = Plans.compile(table, Plans.limit(25));
    for (long budget : new long[] {0, 500, 2000, MANY}) {
      EngineRun run =
          EngineRun.of(
              plan,
              new InMemoryRowSource(plan, table.rows()),
              new RunBounds(10, MANY, MANY, MANY, 4),
              MemoryAccount.ofLimit(budget));
      assertEquals(25, run.rows().size());
      Emission last = run.emissions().get(run.emissions().size() - 1);
      assertEquals(StopReason.LIMIT_REACHED, last.stopReason());
    }
  }

  @Test
  void anErrorBehindTheLimitIsNotRaised() throws IOException {
    Operator project = Plans.project(call(Function.INTEGRAL_DIVIDE, bigint(10), fifthIsZero()));
    assertEquals(5, run(EngineRun.WIDE, digitIsAtLeast(0), project, Plans.limit(5)).rows().size());
    EvaluationException e =
        assertThrows(
            EvaluationException.class,
            () -> run(EngineRun.WIDE, digitIsAtLeast(0), project, Plans.limit(6)));
    assertEquals(ErrorCode.DIVIDE_BY_ZERO, e.code());
  }

  @Test
  void anErrorInARowThatIsFilteredOutIsNotRaised() throws IOException {
    Operator project = Plans.project(call(Function.INTEGRAL_DIVIDE, bigint(10), fifthIsZero()));
    Operator notFive =
        Plans.filter(
            Plans.call(
                Function.NOT, SqlType.BOOLEAN, compare(Function.EQUAL, column(0), integer(5))));
    assertEquals(ROWS - 1, run(EngineRun.WIDE, notFive, project).rows().size());
  }

  @Test
  void theErrorOfTheFirstRowIsRaisedAndNotThatOfTheFirstOperator() {
    Expression overflowsAt60 =
        compare(
            Function.GREATER_THAN,
            call(Function.MULTIPLY, column(0), integer(Integer.MAX_VALUE / 59)),
            integer(-1));
    Operator project = Plans.project(call(Function.INTEGRAL_DIVIDE, bigint(10), fifthIsZero()));
    EvaluationException e =
        assertThrows(
            EvaluationException.class,
            () -> run(EngineRun.WIDE, Plans.filter(overflowsAt60), project));
    assertEquals(ErrorCode.DIVIDE_BY_ZERO, e.code());
  }

  @Test
  void anAggregateSeesOnlyTheRowsOfItsFilter() throws IOException {
    Operator aggregate =
        Plans.aggregate(
            List.of(),
            Plans.where(Plans.countRows(), compare(Function.LESS_THAN, column(1), integer(3))),
            Plans.where(
                Plans.aggregateCall(
                    AggregateFunction.MAX,
                    call(Function.INTEGRAL_DIVIDE, bigint(100), fifthIsZero())),
                compare(Function.GREATER_THAN, column(0), integer(24))),
            Plans.aggregateCall(AggregateFunction.MIN, Plans.column(table, 2)));
    assertEquals(List.of(List.of(30L, 5L, "text 0")), run(EngineRun.WIDE, aggregate).rows());
  }

  @Test
  void anAggregateWithoutKeysAndRowsHasNoOutput() throws IOException {
    assertEquals(
        List.of(),
        run(EngineRun.WIDE, digitIs(77), Plans.aggregate(List.of(), Plans.countRows())).rows());
  }

  @Test
  void groupsWithoutAggregatesAreDistinctRows() throws IOException {
    assertEquals(10, run(EngineRun.WIDE, Plans.aggregate(List.of(column(1)))).rows().size());
  }

  @Test
  void passesTheDeadlineOnToItsCaller() throws IOException {
    CompiledSubPlan plan = Plans.compile(table);
    try (SubPlanRunner runner =
        new SubPlanRunner(
            plan,
            new InMemoryRowSource(plan, table.rows()),
            new RunBounds(1000, MANY, MANY, MANY, 10),
            MemoryAccount.ofLimit(MANY),
            MemoryAccount.unlimited())) {
      for (int i = 0; i < 9; i++) {
        assertEquals(SubPlanRunner.Step.YIELD, runner.run(System.nanoTime()));
        assertThrows(IllegalStateException.class, runner::take);
      }
      assertEquals(SubPlanRunner.Step.FRAME, runner.run(System.nanoTime()));
      assertThrows(IllegalStateException.class, () -> runner.run(System.nanoTime()));
      assertEquals(ROWS, runner.take().rowCount());
      assertThrows(IllegalStateException.class, () -> runner.run(System.nanoTime()));
    }
  }

  @Test
  void countsCellsAndBytesBetweenFrames() throws IOException {
    EngineRun run = run(new RunBounds(30, MANY, MANY, MANY, 30));
    long cells = 0;
    for (Emission emission : run.emissions()) {
      assertEquals(emission.statistics().getRowsScanned(), emission.statistics().getCellsScanned());
      assertTrue(emission.statistics().getBytesScanned() > 0);
      cells += emission.statistics().getCellsScanned();
    }
    assertEquals(ROWS, cells);
  }

  @Test
  void returnsItsMemoryWhenItIsClosed() throws IOException {
    MemoryAccount server = MemoryAccount.ofLimit(MANY);
    CompiledSubPlan plan =
        Plans.compile(table, Plans.aggregate(List.of(column(0)), Plans.countRows()));
    SubPlanRunner runner =
        new SubPlanRunner(
            plan,
            new InMemoryRowSource(plan, table.rows()),
            new RunBounds(1000, MANY, MANY, MANY, 10),
            server.newChild(MANY),
            server.newChild(MANY));
    runner.run(System.nanoTime());
    assertTrue(server.reservedBytes() > 0);
    runner.close();
    runner.close();
    assertEquals(0, server.reservedBytes());
  }

  @Test
  void anErrorOfTheSourceIsPassedOn() {
    CompiledSubPlan plan = Plans.compile(table);
    assertThrows(
        IOException.class,
        () ->
            EngineRun.of(
                plan, ChaosRowSource.failingAt(plan, table.rows(), 1, 50), EngineRun.WIDE));
  }

  private EngineRun run(RunBounds bounds, Operator... operators) throws IOException {
    CompiledSubPlan plan = Plans.compile(table, operators);
    return EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), bounds);
  }

  private byte[] key(int row) {
    return table.rows().get(row).rowKey();
  }

  private Expression column(int ordinal) {
    return Plans.column(table, ordinal);
  }

  private static Expression integer(int value) {
    return Plans.integer(value, SqlType.INT);
  }

  private static Expression bigint(long value) {
    return Plans.integer(value, SqlType.BIGINT);
  }

  private static Expression compare(Function function, Expression left, Expression right) {
    return Plans.call(function, SqlType.BOOLEAN, left, right);
  }

  private static Expression call(Function function, Expression left, Expression right) {
    return Plans.call(function, SqlTypes.of(left.getType()), left, right);
  }

  private Operator digitIs(int digit) {
    return Plans.filter(compare(Function.EQUAL, column(1), integer(digit)));
  }

  private Operator digitIsAtLeast(int digit) {
    return Plans.filter(compare(Function.GREATER_THAN_OR_EQUAL, column(1), integer(digit)));
  }

  /** {@code cast(id as bigint) - 5}. */
  private Expression fifthIsZero() {
    return call(Function.SUBTRACT, Plans.call(Function.CAST, SqlType.BIGINT, column(0)), bigint(5));
  }
}
