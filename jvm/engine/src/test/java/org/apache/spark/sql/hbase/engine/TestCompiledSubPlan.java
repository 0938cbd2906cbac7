package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;

class TestCompiledSubPlan {
  private final FixtureTable table =
      new FixtureTable(
          List.of(
              new FixtureColumn("id", SqlType.INT),
              new FixtureColumn("name", SqlType.STRING),
              new FixtureColumn("price", SqlType.decimal(12, 2)),
              new FixtureColumn("qty", SqlType.INT)),
          1,
          Layout.PACKED);

  @Test
  void withoutOperatorsTheOutputIsTheTable() {
    CompiledSubPlan plan = Plans.compile(table);
    assertEquals(List.of("id", "name", "price", "qty"), plan.outputNames());
    assertEquals(SqlType.decimal(12, 2), plan.outputTypes().get(2));
    assertFalse(plan.partialAggregate());
    assertEquals(List.of(true, true, true, true), needed(plan));
  }

  @Test
  void anAggregateYieldsItsKeysAndStates() {
    AggregateCall sum = Plans.aggregateCall(AggregateFunction.SUM, Plans.column(table, 2));
    CompiledSubPlan plan =
        Plans.compile(table, Plans.aggregate(List.of(Plans.column(table, 1), doubled(3)), sum));
    assertEquals(List.of("name", "_1", "_2", "_3"), plan.outputNames());
    assertEquals(
        List.of(SqlType.STRING, SqlType.INT, SqlType.decimal(22, 2), SqlType.BOOLEAN),
        plan.outputTypes());
    assertTrue(plan.partialAggregate());
  }

  @Test
  void onlyColumnsThatAreLookedAtAreDecoded() {
    Operator filter = Plans.filter(isPositive(3));
    assertEquals(
        List.of(false, true, false, true),
        needed(Plans.compile(table, filter, Plans.project(Plans.column(table, 1)))));
    AggregateCall filtered =
        Plans.where(
            Plans.aggregateCall(AggregateFunction.MAX, Plans.column(table, 0)), isPositive(3));
    assertEquals(
        List.of(true, false, false, true),
        needed(Plans.compile(table, Plans.aggregate(List.of(), filtered))));
    assertEquals(
        List.of(false, false, false, false),
        needed(Plans.compile(table, Plans.aggregate(List.of(), Plans.countRows()))));
  }

  @Test
  void columnsOfAProjectAreNotThoseOfTheTable() {
    Operator project = Plans.project(Plans.column(table, 3));
    Operator second = Plans.project(Plans.column(0, SqlType.INT));
    CompiledSubPlan plan = Plans.compile(table, project, second);
    assertEquals(List.of("qty"), plan.outputNames());
    assertEquals(List.of(false, false, false, true), needed(plan));
  }

  @Test
  void aLimitOverAnAggregateIsRefused() {
    PlanException e =
        assertThrows(
            PlanException.class,
            () ->
                Plans.compile(
                    table, Plans.aggregate(List.of(), Plans.countRows()), Plans.limit(1)));
    assertEquals(ErrorCode.UNSUPPORTED_FEATURE, e.code());
  }

  @Test
  void stateTypesThatAreNotTheEnginesAreRefused() {
    AggregateCall call =
        Plans.countRows().toBuilder().setStateTypes(0, SqlTypes.toWire(SqlType.INT)).build();
    PlanException e =
        assertThrows(
            PlanException.class, () -> Plans.compile(table, Plans.aggregate(List.of(), call)));
    assertEquals(ErrorCode.INVALID_PLAN, e.code());
  }

  /** Before anything is inferred from its filters, which takes the arguments to be there. */
  @Test
  void aCallWithFewerArgumentsThanItNeedsIsRefused() {
    for (Function function : Function.values()) {
      if (function != Function.UNRECOGNIZED) {
        assertTrue(isRefused(Plans.call(function, SqlType.STRING)), function.name());
        assertTrue(isRefused(Plans.call(function, SqlType.INT)), function.name());
      }
    }
    Expression name = Plans.column(table, 1);
    for (Function function : List.of(Function.SPLIT_PART, Function.REPLACE, Function.TRANSLATE)) {
      assertTrue(isRefused(Plans.call(function, SqlType.STRING, name)), function.name());
      assertTrue(isRefused(Plans.call(function, SqlType.STRING, name, name)), function.name());
    }
  }

  /** Throws what is no {@link PlanException}. */
  private boolean isRefused(Expression argument) {
    Expression predicate = Plans.call(Function.IS_NOT_NULL, SqlType.BOOLEAN, argument);
    try {
      Plans.compile(table, Plans.filter(predicate));
      return false;
    } catch (PlanException e) {
      return true;
    }
  }

  @Test
  void aListOfValuesIsPreparedOnceForAllThatRunThePlan() {
    Expression[] list =
        Stream.concat(
                Stream.of(Plans.column(table, 3)),
                IntStream.range(0, 1000).mapToObj(i -> Plans.integer(7 * i, SqlType.INT)))
            .toArray(Expression[]::new);
    Operator filter = Plans.filter(Plans.call(Function.IN, SqlType.BOOLEAN, list));
    CompiledSubPlan plan = Plans.compile(table, filter);
    long heldBytes = plan.heldBytes();
    assertTrue(heldBytes > 0 && heldBytes <= 4 * 1000 * Long.BYTES, () -> "held: " + heldBytes);
    for (int run = 0; run < 3; run++) {
      plan.newPipeline(MemoryAccount.ofLimit(0), 1, WorkLimit.none());
    }
    assertEquals(heldBytes, plan.heldBytes());
    long ofTable = Plans.compile(table).heldBytes();
    assertTrue(ofTable >= 32 * table.columns().size(), () -> "held: " + ofTable);
    long ofOneCall = Plans.compile(table, Plans.filter(isPositive(3))).heldBytes() - ofTable;
    assertTrue(ofOneCall > 0 && ofOneCall < 1000, () -> "held: " + ofOneCall);
  }

  private Expression isPositive(int ordinal) {
    return Plans.call(
        Function.GREATER_THAN,
        SqlType.BOOLEAN,
        Plans.column(table, ordinal),
        Plans.integer(0, SqlType.INT));
  }

  private Expression doubled(int ordinal) {
    return Plans.call(
        Function.ADD, SqlType.INT, Plans.column(table, ordinal), Plans.column(table, ordinal));
  }

  private static List<Boolean> needed(CompiledSubPlan plan) {
    ColumnBatch batch = plan.newInputBatch(1, ColumnBatch.FULL_AT_DATA_BYTES);
    return IntStream.range(0, batch.columnCount()).mapToObj(i -> batch.column(i) != null).toList();
  }
}
