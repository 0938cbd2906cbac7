package org.apache.spark.sql.hbase.engine.operator.limit;

import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;
import org.apache.spark.sql.hbase.engine.operator.PipelineBuilder;
import org.apache.spark.sql.hbase.engine.operator.RowLimitSpec;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Limit;

/** Lets the first rows of the region pass, or the last ones. */
public record LimitSpec(Limit limit) implements RowLimitSpec {
  @Override
  public void addFootprint(BatchFootprint to, int inputCount) {}

  /** A group that was cut off in one frame could go on in the next, and its state would be lost. */
  @Override
  public void start(PipelineBuilder pipeline) {
    if (pipeline.hasSink()) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FEATURE,
          "A Limit over an Aggregate is not supported: groups continue in later frames. Limit the"
              + " merged groups.",
          "rows",
          limit.getRows());
    }
    pipeline.limits(limit.getRows(), limit.getFromEnd());
  }
}
