package org.apache.spark.sql.hbase.engine.operator.join;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;
import org.apache.spark.sql.hbase.engine.operator.KeyParts;
import org.apache.spark.sql.hbase.engine.operator.OperatorSpec;
import org.apache.spark.sql.hbase.engine.operator.OutputSchema;
import org.apache.spark.sql.hbase.engine.operator.PipelineBuilder;
import org.apache.spark.sql.hbase.engine.operator.ReferencedColumns;
import org.apache.spark.sql.hbase.engine.operator.RowUses;
import org.apache.spark.sql.hbase.wire.proto.BroadcastJoin;
import org.apache.spark.sql.hbase.wire.proto.JoinType;

/**
 * Joins each row with the build rows of the same keys, which travel in the sub-plan. The matches of
 * a row follow each other, so rows stay in their order.
 *
 * @param build the rows of the message, made once for all that run the sub-plan
 */
public record BroadcastJoinSpec(BroadcastJoin join, BuildRows build) implements OperatorSpec {
  public static BroadcastJoinSpec of(BroadcastJoin join) {
    return new BroadcastJoinSpec(join, BuildRows.of(join));
  }

  private boolean givesBuildColumns() {
    return join.getType() == JoinType.INNER || join.getType() == JoinType.LEFT_OUTER;
  }

  /** Build columns stand behind those of the input. */
  @Override
  public OutputSchema output(OutputSchema input) {
    return input.with(build.valueTypes());
  }

  @Override
  public int outputCount(int inputCount) {
    return inputCount + join.getBuildValuesCount();
  }

  @Override
  public void addReferences(ReferencedColumns to) {
    to.addAll(join.getKeysList());
  }

  @Override
  public boolean hasOwnColumns() {
    return false;
  }

  @Override
  public Optional<KeyParts> keyParts(KeyParts input) {
    return Optional.of(input.withOthers(join.getBuildValuesCount()));
  }

  @Override
  public void addFootprint(BatchFootprint to, int inputCount) {
    if (givesBuildColumns()) {
      to.addMatches(Math.max(1, build.maxMatches()), inputCount, build::longestValue);
    }
    to.dropFrom(inputCount);
    join.getKeysList().forEach(to::addTested);
  }

  @Override
  public void addUse(RowUses to) {
    to.other();
  }

  @Override
  public long heldBytes() {
    return build.heldBytes();
  }

  @Override
  public void start(PipelineBuilder pipeline) {
    List<VectorExpression> keys = pipeline.compile(join.getKeysList());
    if (givesBuildColumns()) {
      pipeline.multiplies(build.maxMatches());
    }
    pipeline.add(
        new BroadcastJoinOperator(join.getType(), keys, build),
        Stream.concat(pipeline.types().stream(), build.valueTypes().stream()).toList());
    pipeline.filters();
  }
}
