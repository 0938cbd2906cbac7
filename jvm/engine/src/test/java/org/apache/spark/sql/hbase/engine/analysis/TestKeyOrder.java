package org.apache.spark.sql.hbase.engine.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.RunBounds;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.Test;

class TestKeyOrder {
  /** The first two columns are the row key. */
  private final FixtureTable table =
      new FixtureTable(
          List.of(
              new FixtureColumn("a", SqlType.STRING),
              new FixtureColumn("b", SqlType.INT),
              new FixtureColumn("v", SqlType.INT)),
          2,
          FixtureTable.Layout.PACKED);

  private final Expression a = Plans.column(table, 0);
  private final Expression b = Plans.column(table, 1);
  private final Expression v = Plans.column(table, 2);

  @Test
  void leadingKeyColumnsOrderGroups() {
    assertTrue(orders(groupBy(a)));
    assertTrue(orders(groupBy(a, b)));
    assertTrue(orders(groupBy(b, a, a)));
  }

  @Test
  void otherColumnsDoNot() {
    assertFalse(orders(groupBy(b)));
    assertFalse(orders(groupBy(v)));
    assertFalse(orders(groupBy(a, v)));
    assertFalse(orders(groupBy()));
    assertFalse(orders(groupBy(Plans.call(Function.NEGATE, SqlType.INT, b))));
    assertFalse(orders());
  }

  @Test
  void behindASaltOnlyGroupsThatHoldItsColumnsAreOrdered() {
    KeyPrefix saltOfB = new KeyPrefix(KeyPrefix.Kind.SALT, 8, List.of(1));
    TableLayout salted =
        new FixtureTable(table.columns(), 2, FixtureTable.Layout.PACKED, Optional.of(saltOfB))
            .toMessage();
    assertTrue(KeyOrder.ordersGroups(salted, OperatorSpecs.of(List.of(groupBy(a, b)))));
    assertFalse(KeyOrder.ordersGroups(salted, OperatorSpecs.of(List.of(groupBy(a)))));
  }

  @Test
  void columnsAreFollowedThroughFiltersAndProjections() {
    Operator filter = Plans.filter(Plans.call(Function.IS_NULL, SqlType.BOOLEAN, v));
    Operator swap = Plans.project(v, b, a);
    Expression swapped = Plans.column(2, SqlType.STRING);
    assertTrue(orders(filter, swap, groupBy(swapped)));
    assertTrue(orders(swap, filter, groupBy(Plans.column(1, SqlType.INT), swapped)));
    assertFalse(orders(swap, groupBy(Plans.column(1, SqlType.INT))));
    Operator computed = Plans.project(a, Plans.call(Function.NEGATE, SqlType.INT, b));
    assertTrue(orders(computed, groupBy(a)));
    assertFalse(orders(computed, groupBy(a, b)));
  }

  @Test
  void otherOperatorsBetweenEndTheOrder() {
    assertFalse(orders(Plans.limit(5), groupBy(a)));
  }

  @Test
  void orderedGroupsLeaveInFramesOfRowsAndEachGroupOnce() throws IOException {
    for (int i = 0; i < 1000; i++) {
      table.add(String.format("%04d", i / 4), i, i);
    }
    CompiledSubPlan plan = Plans.compile(table, groupBy(a));
    RunBounds bounds = new RunBounds(40, 1 << 20, 1 << 30, Long.MAX_VALUE / 4, 10, 1);
    EngineRun run = EngineRun.of(plan, new InMemoryRowSource(plan, table.rows()), bounds);
    assertTrue(run.emissions().size() > 5);
    assertTrue(run.emissions().stream().allMatch(emission -> emission.rowCount() <= 50));
    long rows = run.rows().stream().mapToLong(row -> (Long) row.get(1)).sum();
    assertEquals(1000, rows);
    // A group is split only where a frame ends.
    assertTrue(run.rows().size() <= 250 + run.emissions().size());
  }

  private Operator groupBy(Expression... keys) {
    return Plans.aggregate(List.of(keys), Plans.countRows());
  }

  private boolean orders(Operator... operators) {
    return KeyOrder.ordersGroups(table.toMessage(), OperatorSpecs.of(List.of(operators)));
  }
}
