package org.apache.spark.sql.hbase.engine.operator.filter;

import java.util.Optional;
import org.apache.spark.sql.hbase.engine.expression.PredicateEvaluator;
import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;
import org.apache.spark.sql.hbase.engine.operator.KeyParts;
import org.apache.spark.sql.hbase.engine.operator.OperatorSpec;
import org.apache.spark.sql.hbase.engine.operator.OutputSchema;
import org.apache.spark.sql.hbase.engine.operator.PipelineBuilder;
import org.apache.spark.sql.hbase.engine.operator.ReferencedColumns;
import org.apache.spark.sql.hbase.engine.operator.RowUses;
import org.apache.spark.sql.hbase.wire.proto.Filter;

/** Keeps the rows for which a condition is TRUE, in their order. */
public record FilterSpec(Filter filter) implements OperatorSpec {
  @Override
  public OutputSchema output(OutputSchema input) {
    return input;
  }

  @Override
  public int outputCount(int inputCount) {
    return inputCount;
  }

  @Override
  public void addReferences(ReferencedColumns to) {
    to.add(filter.getPredicate());
  }

  @Override
  public boolean hasOwnColumns() {
    return false;
  }

  @Override
  public Optional<KeyParts> keyParts(KeyParts input) {
    return Optional.of(input);
  }

  @Override
  public void addFootprint(BatchFootprint to, int inputCount) {
    to.addTested(filter.getPredicate());
  }

  @Override
  public void addUse(RowUses to) {
    to.test(filter.getPredicate());
  }

  @Override
  public long heldBytes() {
    return 0;
  }

  @Override
  public void start(PipelineBuilder pipeline) {
    PredicateEvaluator predicate = pipeline.predicate(filter.getPredicate());
    pipeline.add(
        filter.getOptional()
            ? new OptionalFilterOperator(predicate)
            : new FilterOperator(predicate));
    pipeline.filters();
  }
}
