package org.apache.spark.sql.hbase.engine.operator.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.aggregate.PartialAggregate;
import org.apache.spark.sql.hbase.engine.aggregate.PartialAggregates;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;
import org.apache.spark.sql.hbase.engine.operator.KeyParts;
import org.apache.spark.sql.hbase.engine.operator.OperatorSpec;
import org.apache.spark.sql.hbase.engine.operator.OutputSchema;
import org.apache.spark.sql.hbase.engine.operator.PipelineBuilder;
import org.apache.spark.sql.hbase.engine.operator.ReferencedColumns;
import org.apache.spark.sql.hbase.engine.operator.RowUses;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Aggregate;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/** Makes one row per group, with the states of aggregate functions, to be merged. */
public record AggregateSpec(Aggregate aggregate) implements OperatorSpec {
  public List<Expression> groupBy() {
    return aggregate.getGroupByList();
  }

  private List<SqlType> stateTypes() {
    return aggregate.getCallsList().stream()
        .flatMap(call -> call.getStateTypesList().stream())
        .map(SqlTypes::of)
        .toList();
  }

  @Override
  public OutputSchema output(OutputSchema input) {
    return input.of(groupBy()).with(stateTypes());
  }

  @Override
  public int outputCount(int inputCount) {
    return groupBy().size() + stateCount();
  }

  private int stateCount() {
    return aggregate.getCallsList().stream().mapToInt(AggregateCall::getStateTypesCount).sum();
  }

  @Override
  public void addReferences(ReferencedColumns to) {
    to.addAll(groupBy());
    for (AggregateCall call : aggregate.getCallsList()) {
      to.addAll(call.getArgumentsList());
      if (call.hasFilter()) {
        to.add(call.getFilter());
      }
    }
  }

  @Override
  public boolean hasOwnColumns() {
    return true;
  }

  @Override
  public Optional<KeyParts> keyParts(KeyParts input) {
    return Optional.empty();
  }

  /** Nothing but a Limit stands behind it. Where memory is short, each row becomes a group. */
  @Override
  public void addFootprint(BatchFootprint to, int inputCount) {
    to.beginGroups(outputCount(inputCount), inputCount);
    groupBy().forEach(to::addKept);
    for (AggregateCall call : aggregate.getCallsList()) {
      call.getArgumentsList().forEach(to::addKept);
      if (call.hasFilter()) {
        to.addTested(call.getFilter());
      }
    }
  }

  @Override
  public void addUse(RowUses to) {
    to.group(aggregate);
  }

  @Override
  public long heldBytes() {
    return 0;
  }

  @Override
  public void start(PipelineBuilder pipeline) {
    List<VectorExpression> groups = pipeline.compile(groupBy());
    groups.forEach(AggregateSpec::check);
    List<BoundAggregate> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getCallsList()) {
      calls.add(bound(call, pipeline));
    }
    pipeline.sink(
        pipeline.groupsAreOrdered()
            ? AggregateOperator.ofOrderedGroups(groups, calls, pipeline.account())
            : AggregateOperator.ofAnyOrder(
                groups, calls, pipeline.account(), pipeline.groupingSampleRows()));
  }

  private BoundAggregate bound(AggregateCall call, PipelineBuilder pipeline) {
    VectorExpression filter = call.hasFilter() ? pipeline.compile(call.getFilter()) : null;
    PartialAggregate function =
        aggregate.getGroupByCount() == 0
            ? PartialAggregates.ofAllRows(call)
            : PartialAggregates.ofGroups(call);
    return new BoundAggregate(
        function, pipeline.compile(PartialAggregates.rowArguments(call)), filter);
  }

  /** Equal nested values need not have equal bytes: -0.0, structs written with fewer fields. */
  private static void check(VectorExpression group) {
    if (group.type().isNested()) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FUNCTION,
          "The engine does not group by nested values. Group in Spark, or by their fields.",
          "type",
          group.type());
    }
  }
}
