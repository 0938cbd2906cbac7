package org.apache.spark.sql.hbase.engine.analysis;

import java.util.List;
import org.apache.spark.sql.hbase.engine.operator.OperatorSpec;
import org.apache.spark.sql.hbase.engine.operator.aggregate.AggregateSpec;
import org.apache.spark.sql.hbase.engine.operator.expand.ExpandSpec;
import org.apache.spark.sql.hbase.engine.operator.filter.FilterSpec;
import org.apache.spark.sql.hbase.engine.operator.join.BroadcastJoinSpec;
import org.apache.spark.sql.hbase.engine.operator.limit.LimitSpec;
import org.apache.spark.sql.hbase.engine.operator.project.ProjectSpec;
import org.apache.spark.sql.hbase.engine.operator.topn.TopNSpec;
import org.apache.spark.sql.hbase.wire.proto.Operator;

/** The one list of the operators that the engine runs. */
public final class OperatorSpecs {
  private OperatorSpecs() {}

  /** The specs of the operators of a validated sub-plan, in their order. */
  public static List<OperatorSpec> of(List<Operator> operators) {
    return operators.stream().map(OperatorSpecs::of).toList();
  }

  private static OperatorSpec of(Operator operator) {
    return switch (operator.getNodeCase()) {
      case FILTER -> new FilterSpec(operator.getFilter());
      case PROJECT -> new ProjectSpec(operator.getProject());
      case AGGREGATE -> new AggregateSpec(operator.getAggregate());
      case LIMIT -> new LimitSpec(operator.getLimit());
      case TOP_N -> new TopNSpec(operator.getTopN());
      case EXPAND -> new ExpandSpec(operator.getExpand());
      case BROADCAST_JOIN -> BroadcastJoinSpec.of(operator.getBroadcastJoin());
      case NODE_NOT_SET ->
          throw new IllegalStateException("A validated sub-plan has no empty operator.");
    };
  }
}
