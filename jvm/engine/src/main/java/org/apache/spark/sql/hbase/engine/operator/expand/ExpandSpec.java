package org.apache.spark.sql.hbase.engine.operator.expand;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;
import org.apache.spark.sql.hbase.engine.operator.KeyParts;
import org.apache.spark.sql.hbase.engine.operator.OperatorSpec;
import org.apache.spark.sql.hbase.engine.operator.OutputSchema;
import org.apache.spark.sql.hbase.engine.operator.PipelineBuilder;
import org.apache.spark.sql.hbase.engine.operator.ReferencedColumns;
import org.apache.spark.sql.hbase.engine.operator.RowUses;
import org.apache.spark.sql.hbase.wire.proto.Expand;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/** Makes one row per projection of each row; rows of one projection stand together. */
public record ExpandSpec(Expand expand) implements OperatorSpec {
  /** The first projection of a ROLLUP, CUBE or GROUPING SETS has all columns. */
  private List<Expression> first() {
    return expand.getProjections(0).getExpressionsList();
  }

  @Override
  public OutputSchema output(OutputSchema input) {
    return input.of(first());
  }

  @Override
  public int outputCount(int inputCount) {
    return first().size();
  }

  @Override
  public void addReferences(ReferencedColumns to) {
    expand.getProjectionsList().forEach(projection -> to.addAll(projection.getExpressionsList()));
  }

  @Override
  public boolean hasOwnColumns() {
    return true;
  }

  @Override
  public Optional<KeyParts> keyParts(KeyParts input) {
    return Optional.empty();
  }

  /** The rows stand in columns of their own. */
  @Override
  public void addFootprint(BatchFootprint to, int inputCount) {
    to.addCopies(expand.getProjectionsCount());
    to.addProjections(expand.getProjectionsList(), inputCount);
  }

  @Override
  public void addUse(RowUses to) {
    to.other();
  }

  @Override
  public long heldBytes() {
    return 0;
  }

  /** Projections that compute the same share the expression, and so its result. */
  @Override
  public void start(PipelineBuilder pipeline) {
    Map<Expression, VectorExpression> compiled = new HashMap<>();
    List<List<VectorExpression>> projections =
        expand.getProjectionsList().stream()
            .map(
                projection ->
                    projection.getExpressionsList().stream()
                        .map(e -> compiled.computeIfAbsent(e, pipeline::compile))
                        .toList())
            .toList();
    pipeline.multiplies(projections.size());
    pipeline.add(
        new ExpandOperator(projections),
        projections.get(0).stream().map(VectorExpression::type).toList());
  }
}
