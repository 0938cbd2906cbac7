package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.testkit.BroadcastJoins;
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
import org.apache.spark.sql.hbase.wire.proto.JoinType;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All that an open scan holds is counted, and where memory is short it holds little. */
class TestWorkMemory {
  private static final int ROWS = 3_000;
  private static final long MANY = Long.MAX_VALUE / 4;
  private static final RunBounds BOUNDS = new RunBounds(500, MANY, MANY, MANY, 1024);

  private final FixtureTable table =
      new FixtureTable(
          List.of(
              new FixtureColumn("id", SqlType.INT),
              new FixtureColumn("text", SqlType.STRING),
              new FixtureColumn("number", SqlType.BIGINT)),
          1,
          Layout.PACKED);

  @BeforeEach
  void fill() {
    Random random = new Random(7);
    for (int i = 0; i < ROWS; i++) {
      String text = "é".repeat(random.nextInt(40)) + i % 10;
      table.add(i, random.nextInt(9) == 0 ? null : text, (long) random.nextInt(50));
    }
  }

  @Test
  void anOpenScanIsCountedFromItsBeginning() {
    MemoryAccount server = MemoryAccount.ofLimit(MANY);
    CompiledSubPlan plan = plan();
    SubPlanRunner runner = runner(plan, server);
    long opened = server.reservedBytes();
    assertTrue(opened >= WorkMemory.OPEN_BYTES, opened + " bytes");
    SubPlanRunner other = runner(plan, server);
    assertEquals(2 * opened, server.reservedBytes());
    runner.close();
    other.close();
    assertEquals(0, server.reservedBytes());
  }

  @Test
  void aScanForWhichThereIsNoMemoryIsRefused() {
    MemoryAccount server = MemoryAccount.ofLimit(3 * WorkMemory.OPEN_BYTES);
    CompiledSubPlan plan = plan();
    SubPlanRunner first = runner(plan, server);
    SubPlanRunner second = runner(plan, server);
    long held = server.reservedBytes();
    OverloadedException e = assertThrows(OverloadedException.class, () -> runner(plan, server));
    assertEquals(ErrorCode.SERVER_OVERLOADED, e.error().code());
    assertEquals(held, server.reservedBytes());
    first.close();
    second.close();
    assertEquals(0, server.reservedBytes());
  }

  @Test
  void whatAScanKeepsBetweenTwoSlicesIsCounted() throws IOException {
    MemoryAccount server = MemoryAccount.ofLimit(MANY);
    try (SubPlanRunner runner = runner(plan(), server)) {
      long opened = server.reservedBytes();
      readFrame(runner);
      // 500 rows of three columns, and three values made of each.
      long kept = server.reservedBytes() - opened;
      assertTrue(kept > 500 * 6 * 9, kept + " bytes");
    }
    assertEquals(0, server.reservedBytes());
  }

  @Test
  void anEmissionIsCountedUntilItHasLeft() throws IOException {
    MemoryAccount server = MemoryAccount.ofLimit(MANY);
    try (SubPlanRunner runner = runner(plan(), server)) {
      assertEquals(SubPlanRunner.Step.FRAME, runner.run(Long.MAX_VALUE / 2));
      Emission emission = runner.take();
      long handedOut = server.reservedBytes();
      runner.emissionLeft();
      long left = server.reservedBytes();
      assertTrue(handedOut - left > emission.rowCount() * 8L, handedOut - left + " bytes");
      runner.emissionLeft();
      assertEquals(left, server.reservedBytes());
    }
  }

  @Test
  void whereMemoryIsShortAScanLetsGoBetweenSlices() throws IOException {
    MemoryAccount server = MemoryAccount.ofLimit(64L << 20);
    assertTrue(server.tryReserve(40L << 20));
    assertTrue(server.isShort());
    try (SubPlanRunner runner = runner(plan(), server)) {
      long opened = server.reservedBytes();
      readFrame(runner);
      long kept = server.reservedBytes() - opened;
      assertTrue(kept < 10_000, kept + " bytes");
    }
  }

  @Test
  void batchesAreSmallerWhereMemoryIsNearlySpent() throws IOException {
    CompiledSubPlan plan = plan();
    List<List<Object>> expected = rows(plan, MemoryAccount.unlimited());
    // Far less than a thousand rows take.
    MemoryAccount little = MemoryAccount.ofLimit(WorkMemory.OPEN_BYTES + 60_000);
    assertEquals(expected, rows(plan, little));
    assertEquals(0, little.reservedBytes());
  }

  /** Expressions are made anew after each batch; groups, rows and limits stay. */
  @Test
  void answersAreTheSameWhereMemoryIsShort() throws IOException {
    Expression text = Plans.column(table, 1);
    Expression number = Plans.column(table, 2);
    Expression upper = Plans.call(Function.UPPER, SqlType.STRING, text);
    Operator filter =
        Plans.filter(
            Plans.call(
                Function.LESS_THAN, SqlType.BOOLEAN, number, Plans.number(40, SqlType.BIGINT)));
    Operator project = Plans.project(upper, number);
    Expression projected = Plans.column(0, SqlType.STRING);
    Expression projectedNumber = Plans.column(1, SqlType.BIGINT);
    Operator groups =
        Plans.aggregate(
            List.of(projected),
            Plans.countRows(),
            Plans.aggregateCall(AggregateFunction.SUM, projectedNumber),
            Plans.aggregateCall(AggregateFunction.MAX, projected));
    Operator join =
        BroadcastJoins.join(
            JoinType.LEFT_OUTER,
            number,
            BroadcastJoins.column(SqlType.BIGINT, 1L, 7L, 7L, 49L),
            BroadcastJoins.column(SqlType.STRING, "one", "seven", "sieben", null));
    Operator expand = Plans.expand(project, Plans.project(text, number));
    List<List<Operator>> plans =
        List.of(
            List.of(filter, project),
            List.of(filter, project, Plans.limit(777)),
            List.of(filter, project, groups),
            List.of(join),
            List.of(filter, expand, groups),
            List.of(filter, Plans.topN(20, Plans.descending(upper), Plans.ascending(number))));
    for (List<Operator> operators : plans) {
      CompiledSubPlan plan = Plans.compile(table, operators.toArray(Operator[]::new));
      List<String> expected = inOrder(rows(plan, MemoryAccount.unlimited()));
      assertFalse(expected.isEmpty());
      MemoryAccount server = MemoryAccount.ofLimit(64L << 20);
      assertTrue(server.tryReserve(40L << 20));
      List<String> found = inOrder(rows(plan, server.newChild(MANY)));
      assertTrue(expected.equals(found), () -> operators + " gave other rows");
      assertEquals(40L << 20, server.reservedBytes());
    }
  }

  @Test
  void aPlanIsCountedOnceForAllOfItsOpenScans() {
    CompiledSubPlan plan = plan();
    MemoryAccount server = MemoryAccount.ofLimit(plan.heldBytes());
    plan.opened(server);
    plan.opened(server);
    assertEquals(plan.heldBytes(), server.reservedBytes());
    CompiledSubPlan other = plan();
    assertThrows(OverloadedException.class, () -> other.opened(server));
    plan.closed(server);
    assertEquals(plan.heldBytes(), server.reservedBytes());
    plan.closed(server);
    assertEquals(0, server.reservedBytes());
    other.opened(server);
    assertEquals(other.heldBytes(), server.reservedBytes());
  }

  /** Groups come in the order in which batches bring them. */
  private static List<String> inOrder(List<List<Object>> rows) {
    return rows.stream().map(Object::toString).sorted().toList();
  }

  private CompiledSubPlan plan() {
    Expression text = Plans.column(table, 1);
    return Plans.compile(
        table,
        Plans.project(
            Plans.call(Function.UPPER, SqlType.STRING, text),
            Plans.call(Function.LENGTH, SqlType.INT, text),
            Plans.column(table, 2)));
  }

  private SubPlanRunner runner(CompiledSubPlan plan, MemoryAccount server) {
    return new SubPlanRunner(
        plan,
        new InMemoryRowSource(plan, table.rows()),
        BOUNDS,
        MemoryAccount.ofLimit(MANY),
        server.newChild(MANY));
  }

  private static void readFrame(SubPlanRunner runner) throws IOException {
    assertEquals(SubPlanRunner.Step.FRAME, runner.run(Long.MAX_VALUE / 2));
    runner.take();
    runner.emissionLeft();
  }

  private List<List<Object>> rows(CompiledSubPlan plan, MemoryAccount work) throws IOException {
    InMemoryRowSource source = new InMemoryRowSource(plan, table.rows());
    return EngineRun.of(plan, source, BOUNDS, MemoryAccount.ofLimit(MANY), work).rows();
  }
}
