package org.apache.spark.sql.hbase.engine.fuzz;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.BroadcastJoins;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.BuildColumn;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.JoinType;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * Plans that the engine runs, which together use every function and operator: what mutations start
 * from.
 */
final class PlanCorpus {
  private static final int CALLS_PER_FUNCTION = 6;

  /** The STRING column that aggregations are grouped by. */
  private static final int GROUP = 9;

  private static final BuildColumn BUILD_KEYS = BroadcastJoins.column(SqlType.BIGINT, 1L, 2L, 1L);
  private static final BuildColumn BUILD_NAMES =
      BroadcastJoins.column(SqlType.STRING, "a", null, "b");

  private final List<SubPlan> plans = new ArrayList<>();
  private final Set<AggregateFunction> missingAggregates = EnumSet.noneOf(AggregateFunction.class);
  private int unfit;
  private final Set<Function> missing = EnumSet.noneOf(Function.class);

  PlanCorpus(FixtureTable table, Random random) {
    ValidCalls calls = new ValidCalls(table, random);
    for (Function function : Function.values()) {
      if (function != Function.FUNCTION_UNSPECIFIED && function != Function.UNRECOGNIZED) {
        List<Expression> valid = calls.of(function, CALLS_PER_FUNCTION);
        valid.forEach(call -> addPlans(table, call));
        if (valid.isEmpty()) {
          missing.add(function);
        }
      }
    }
    addAggregates(table);
  }

  private void addPlans(FixtureTable table, Expression call) {
    plans.add(Plans.plan(table, Plans.project(call, Plans.column(table, 0))));
    plans.add(Plans.plan(table, Plans.aggregate(List.of(call), Plans.countRows())));
    addIfLegal(table, Plans.topN(3, Plans.descending(call), Plans.ascending(key(table))));
    addIfLegal(
        table,
        BroadcastJoins.join(JoinType.LEFT_OUTER, key(table), BUILD_KEYS, BUILD_NAMES),
        Plans.filter(Plans.call(Function.IS_NOT_NULL, SqlType.BOOLEAN, call)));
    Operator project = Plans.project(call, key(table));
    addIfLegal(
        table,
        Plans.expand(project, project),
        Plans.aggregate(List.of(Plans.column(1, SqlType.BIGINT)), Plans.countRows()));
    if (SqlTypes.of(call.getType()).equals(SqlType.BOOLEAN)) {
      plans.add(
          Plans.plan(
              table,
              Plans.filter(call),
              Plans.project(Plans.column(table, 1), Plans.column(table, GROUP)),
              Plans.limit(5)));
      plans.add(
          Plans.plan(table, Plans.aggregate(List.of(), Plans.where(Plans.countRows(), call))));
    }
  }

  private void addAggregates(FixtureTable table) {
    for (AggregateFunction function : AggregateFunction.values()) {
      int before = plans.size();
      for (int i = 0; i < FuzzTable.TYPES.size(); i++) {
        Expression value = Plans.column(table, i);
        addAggregate(table, function, value);
        addAggregate(table, function, value, value);
        addAggregate(table, function, value, key(table));
        addAggregate(table, function, value, Plans.integer(9, SqlType.INT));
      }
      boolean isKnown =
          function != AggregateFunction.AGGREGATE_FUNCTION_UNSPECIFIED
              && function != AggregateFunction.UNRECOGNIZED;
      if (isKnown && plans.size() == before) {
        missingAggregates.add(function);
      }
    }
  }

  /** Adds nothing where the function has no meaning for the arguments. */
  private void addAggregate(
      FixtureTable table, AggregateFunction function, Expression... arguments) {
    AggregateCall call;
    try {
      call = Plans.aggregateCall(function, arguments);
    } catch (RuntimeException e) {
      // The fixtures do not know the state of such a call either.
      unfit++;
      return;
    }
    addIfLegal(table, Plans.aggregate(List.of(Plans.column(table, GROUP)), call));
    addIfLegal(table, Plans.aggregate(List.of(), call, Plans.countRows()));
  }

  private void addIfLegal(FixtureTable table, Operator... operators) {
    try {
      Plans.compile(table, operators);
      plans.add(Plans.plan(table, operators));
    } catch (PlanException e) {
      unfit++;
    }
  }

  private static Expression key(FixtureTable table) {
    return Plans.column(table, 0);
  }

  /** Functions for which no valid call was found. */
  Set<Function> missing() {
    return missing;
  }

  Set<AggregateFunction> missingAggregates() {
    return missingAggregates;
  }

  SubPlan any(Random random) {
    return plans.get(random.nextInt(plans.size()));
  }

  @Override
  public String toString() {
    return plans.size() + " plans; " + unfit + " candidates were unfit; none for " + missing;
  }
}
