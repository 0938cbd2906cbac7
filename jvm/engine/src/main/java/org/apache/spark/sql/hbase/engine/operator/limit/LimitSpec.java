package org.apache.spark.sql.hbase.engine.operator.limit;

import java.util.Optional;
import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;
import org.apache.spark.sql.hbase.engine.operator.KeyParts;
import org.apache.spark.sql.hbase.engine.operator.OperatorSpec;
import org.apache.spark.sql.hbase.engine.operator.OutputSchema;
import org.apache.spark.sql.hbase.engine.operator.PipelineBuilder;
import org.apache.spark.sql.hbase.engine.operator.ReferencedColumns;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Limit;

/** Lets the first rows of the region pass, or the last ones. */
public record LimitSpec(Limit limit) implements OperatorSpec {
  @Override
  public OutputSchema output(OutputSchema input) {
    return input;
  }

  @Override
  public int outputCount(int inputCount) {
    return inputCount;
  }

  /** Looks at no column that is not in its output. */
  @Override
  public void addReferences(ReferencedColumns to) {}

  @Override
  public boolean hasOwnColumns() {
    return false;
  }

  /** Nothing stands above it that asks. */
  @Override
  public Optional<KeyParts> keyParts(KeyParts input) {
    return Optional.empty();
  }

  @Override
  public void addFootprint(BatchFootprint to, int inputCount) {}

  @Override
  public long heldBytes() {
    return 0;
  }

  /** A group that was cut off in one frame could go on in the next, and its state would be lost. */
  @Override
  public void start(PipelineBuilder pipeline) {
    if (pipeline.hasSink()) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FEATURE,
          "A Limit over an Aggregate is not supported: groups continue in later frames. Limit the merged groups.",
          "rows",
          limit.getRows());
    }
    pipeline.limits(limit.getRows(), limit.getFromEnd());
  }
}
