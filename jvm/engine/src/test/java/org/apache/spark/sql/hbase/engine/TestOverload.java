package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;

/** Tests that the work on one batch ends in bounded time, for any sub-plan. */
class TestOverload {
  private static final long MANY = Long.MAX_VALUE / 4;
  private static final RunBounds UNLIMITED = new RunBounds(1 << 16, MANY, MANY, MANY, 1024);
  private static final RunBounds LIMITED = UNLIMITED.withMaxBatchNanos(1);

  /** Nearly all of its states are alive at each character. */
  private static final String COSTLY = "((a{0,30}){0,30})b";

  private final FixtureTable table =
      new FixtureTable(
          List.of(new FixtureColumn("id", SqlType.INT), new FixtureColumn("text", SqlType.STRING)),
          1,
          Layout.PACKED);

  @Test
  void aRegularExpressionOverALongTextIsLeftToTheClient() throws IOException {
    table.add(1, "a".repeat(2_000));
    Operator filter = Plans.filter(matches(COSTLY));
    MemoryAccount server = MemoryAccount.ofLimit(MANY);
    OverloadedException e =
        assertThrows(OverloadedException.class, () -> run(LIMITED, server, filter));
    assertEquals(ErrorCode.SERVER_OVERLOADED, e.error().code());
    assertEquals(0, server.reservedBytes());
    assertEquals(List.of(), run(UNLIMITED, server, filter).rows());
  }

  @Test
  void soAreVeryManyExpressionsOverABatch() throws IOException {
    for (int i = 0; i < 500; i++) {
      table.add(i, "text");
    }
    Expression[] lengths =
        Collections.nCopies(100, Plans.call(Function.LENGTH, SqlType.INT, Plans.column(table, 1)))
            .toArray(Expression[]::new);
    MemoryAccount server = MemoryAccount.ofLimit(MANY);
    Operator project = Plans.project(lengths);
    assertThrows(OverloadedException.class, () -> run(LIMITED, server, project));
    assertEquals(0, server.reservedBytes());
    assertEquals(500, run(UNLIMITED, server, project).rows().size());
  }

  @Test
  void theFirstBatchIsSmallBecauseNobodyKnowsWhatARowCosts() throws IOException {
    for (int i = 0; i < 1_000; i++) {
      table.add(i, "text");
    }
    Operator project =
        Plans.project(Plans.call(Function.LENGTH, SqlType.INT, Plans.column(table, 1)));
    RunBounds aFramePerBatch = new RunBounds(1 << 16, 1, MANY, MANY, 1024);
    EngineRun run = run(aFramePerBatch, MemoryAccount.ofLimit(MANY), project);
    int first = run.emissions().get(0).rowCount();
    assertTrue(first <= 64, first + " rows at first");
    assertEquals(1_000, run.rows().size());
  }

  @Test
  void theFilterOfAScanGivesUpAfterSuchARow() {
    table.add(1, "x");
    table.add(2, "a".repeat(20_000));
    table.add(3, "x");
    RowFilter filter = new RowFilter(Plans.compile(table, Plans.filter(matches(COSTLY))));
    assertEquals(
        List.of(false, true, true),
        table.rows().stream()
            .map(
                row -> {
                  row.decode(filter.decoder());
                  return filter.accepts();
                })
            .toList());
  }

  @Test
  void patternsThatAreLargeTogetherAreRefusedBeforeTheyAreCompiled() {
    assertTooLarge(40, matches(COSTLY));
    Expression like =
        Plans.call(
            Function.LIKE, SqlType.BOOLEAN, Plans.column(table, 1), Plans.string("a%".repeat(500)));
    assertTooLarge(40, like);
    assertTooLarge(1_000, matches("a"));
  }

  private void assertTooLarge(int times, Expression one) {
    Plans.compile(table, Plans.project(one));
    Expression[] many = Collections.nCopies(times, one).toArray(Expression[]::new);
    PlanException e =
        assertThrows(PlanException.class, () -> Plans.compile(table, Plans.project(many)));
    assertEquals(ErrorCode.PLAN_TOO_LARGE, e.error().code());
    assertTrue(e.getMessage().contains("states of patterns"), e.getMessage());
  }

  @Test
  void whatARegularExpressionHoldsIsCountedAndSharedByAllThatRunThePlan() throws IOException {
    CompiledSubPlan small = Plans.compile(table, Plans.filter(matches("ab")));
    CompiledSubPlan large = Plans.compile(table, Plans.filter(matches(COSTLY)));
    long held = large.heldBytes();
    assertTrue(held > small.heldBytes() + 100_000, held + " bytes");
    EngineRun.of(large, new InMemoryRowSource(large, table.rows()), UNLIMITED);
    assertEquals(held, large.heldBytes());
  }

  private EngineRun run(RunBounds bounds, MemoryAccount server, Operator... operators)
      throws IOException {
    CompiledSubPlan plan = Plans.compile(table, operators);
    InMemoryRowSource source = new InMemoryRowSource(plan, table.rows());
    return EngineRun.of(plan, source, bounds, server.newChild(MANY), server.newChild(MANY));
  }

  private Expression matches(String regex) {
    return Plans.call(Function.RLIKE, SqlType.BOOLEAN, Plans.column(table, 1), Plans.string(regex));
  }
}
