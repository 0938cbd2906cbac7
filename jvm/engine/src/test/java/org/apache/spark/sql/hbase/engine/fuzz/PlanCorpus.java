package org.apache.spark.sql.hbase.engine.fuzz;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.SqlTypes;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.PlanException;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * Plans that the engine runs, which together use every function and operator: what mutations start
 * from.
 */
final class PlanCorpus {
  private static final int CALLS_PER_FUNCTION = 6;

  private final List<SubPlan> plans = new ArrayList<>();
  private int unfitAggregates;
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
    if (SqlTypes.of(call.getType()).equals(SqlType.BOOLEAN)) {
      plans.add(
          Plans.plan(
              table,
              Plans.filter(call),
              Plans.project(Plans.column(table, 1), Plans.column(table, 9)),
              Plans.limit(5)));
      plans.add(
          Plans.plan(table, Plans.aggregate(List.of(), Plans.where(Plans.countRows(), call))));
    }
  }

  private void addAggregates(FixtureTable table) {
    for (AggregateFunction function : AggregateFunction.values()) {
      for (int i = 0; i < FuzzTable.TYPES.size(); i++) {
        addAggregate(table, function, Plans.column(table, i), Plans.column(table, 9));
      }
    }
  }

  /** Adds nothing where the function has no meaning for the argument. */
  private void addAggregate(
      FixtureTable table, AggregateFunction function, Expression argument, Expression group) {
    try {
      AggregateCall call = Plans.aggregateCall(function, arguments(function, argument));
      Plans.compile(table, Plans.aggregate(List.of(group), call));
      plans.add(Plans.plan(table, Plans.aggregate(List.of(group), call)));
      plans.add(Plans.plan(table, Plans.aggregate(List.of(), call, Plans.countRows())));
    } catch (PlanException | IllegalArgumentException e) {
      unfitAggregates++;
    }
  }

  private static Expression[] arguments(AggregateFunction function, Expression argument) {
    return switch (function) {
      case MIN_BY, MAX_BY, COVARIANCE, CORRELATION, REGRESSION ->
          new Expression[] {argument, argument};
      case APPROX_COUNT_DISTINCT -> new Expression[] {argument, Plans.integer(9, SqlType.INT)};
      default -> new Expression[] {argument};
    };
  }

  /** Functions for which no valid call was found. */
  Set<Function> missing() {
    return missing;
  }

  SubPlan any(Random random) {
    return plans.get(random.nextInt(plans.size()));
  }

  @Override
  public String toString() {
    return plans.size()
        + " plans; "
        + unfitAggregates
        + " aggregates of unfit types; none for "
        + missing;
  }
}
