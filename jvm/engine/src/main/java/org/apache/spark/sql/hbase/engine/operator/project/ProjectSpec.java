package org.apache.spark.sql.hbase.engine.operator.project;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;
import org.apache.spark.sql.hbase.engine.operator.KeyParts;
import org.apache.spark.sql.hbase.engine.operator.OperatorSpec;
import org.apache.spark.sql.hbase.engine.operator.OutputSchema;
import org.apache.spark.sql.hbase.engine.operator.PipelineBuilder;
import org.apache.spark.sql.hbase.engine.operator.ReferencedColumns;
import org.apache.spark.sql.hbase.engine.operator.RowUses;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Project;

/** Replaces the columns by the values of expressions; rows stay in their order. */
public record ProjectSpec(Project project) implements OperatorSpec {
  private List<Expression> expressions() {
    return project.getExpressionsList();
  }

  @Override
  public OutputSchema output(OutputSchema input) {
    return input.of(expressions());
  }

  @Override
  public int outputCount(int inputCount) {
    return expressions().size();
  }

  @Override
  public void addReferences(ReferencedColumns to) {
    to.addAll(expressions());
  }

  @Override
  public boolean hasOwnColumns() {
    return true;
  }

  @Override
  public Optional<KeyParts> keyParts(KeyParts input) {
    return Optional.of(input.of(expressions()));
  }

  @Override
  public void addFootprint(BatchFootprint to, int inputCount) {
    to.addProjections(List.of(project), inputCount);
  }

  @Override
  public void addUse(RowUses to) {
    to.replace(expressions());
  }

  @Override
  public long heldBytes() {
    return 0;
  }

  @Override
  public void start(PipelineBuilder pipeline) {
    List<VectorExpression> values = pipeline.compile(expressions());
    pipeline.add(new ProjectOperator(values), values.stream().map(VectorExpression::type).toList());
  }
}
