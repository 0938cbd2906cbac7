package org.apache.spark.sql.hbase.coprocessor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.wire.PlanException;
import org.apache.spark.sql.hbase.wire.SubPlans;
import org.apache.spark.sql.hbase.wire.proto.BuildColumn;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.JoinType;
import org.apache.spark.sql.hbase.wire.proto.LookupJoin;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.Values;
import org.junit.jupiter.api.Test;

class TestCompiledPlanCache {
  private final AtomicInteger compilations = new AtomicInteger();

  @Test
  void compilesTheSameBytesOnce() {
    CompiledPlanCache cache = cache(10_000);

    CompiledSubPlan first = cache.get(plan(1));

    assertSame(first, cache.get(plan(1)));
    assertNotSame(first, cache.get(plan(2)));
    assertEquals(2, compilations.get());
  }

  @Test
  void forgetsThePlanThatWasNotUsedForLongest() {
    CompiledPlanCache cache = cache(2L * plan(1).length);
    CompiledSubPlan first = cache.get(plan(1));
    CompiledSubPlan second = cache.get(plan(2));
    cache.get(plan(1));

    cache.get(plan(3));

    assertEquals(2, cache.size());
    assertSame(first, cache.get(plan(1)));
    assertNotSame(second, cache.get(plan(2)));
  }

  @Test
  void runsAPlanThatIsTooLargeToKeep() {
    CompiledPlanCache cache = cache(1);

    cache.get(plan(1));

    assertEquals(0, cache.size());
  }

  @Test
  void countsTheBuildRowsOfJoins() {
    byte[] joined = joined();
    CompiledPlanCache small = cache(joined.length);
    small.get(joined);
    assertEquals(0, small.size());
    CompiledPlanCache large = cache(joined.length + small.get(joined).heldBytes());
    large.get(joined);
    assertEquals(1, large.size());
  }

  private static byte[] joined() {
    SubPlan plan = Plans.firstRows(NumbersTable.notCreated(NumbersTable.Layout.COLUMNS), 1);
    DataType key = plan.getTable().getColumns(0).getType();
    LookupJoin join =
        LookupJoin.newBuilder()
            .setType(JoinType.LEFT_SEMI)
            .addKeys(Expression.newBuilder().setType(key).setColumn(0))
            .addBuildKeys(
                BuildColumn.newBuilder().setType(key).setValues(Values.newBuilder().addIntegers(1)))
            .build();
    return plan.toBuilder()
        .setOperators(0, Operator.newBuilder().setLookupJoin(join))
        .build()
        .toByteArray();
  }

  @Test
  void doesNotRememberWhatDoesNotCompile() {
    CompiledPlanCache cache = cache(10_000);

    assertThrows(PlanException.class, () -> cache.get(new byte[] {1}));
    assertThrows(PlanException.class, () -> cache.get(new byte[] {1}));
    assertEquals(0, cache.size());
    assertEquals(2, compilations.get());
  }

  private CompiledPlanCache cache(long maxBytes) {
    return new CompiledPlanCache(
        maxBytes,
        bytes -> {
          compilations.incrementAndGet();
          return CompiledSubPlan.compile(SubPlans.parse(bytes));
        });
  }

  /** All of the same size. */
  private static byte[] plan(long limit) {
    return Plans.firstRows(NumbersTable.notCreated(NumbersTable.Layout.COLUMNS), limit)
        .toByteArray();
  }
}
