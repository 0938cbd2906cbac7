package org.apache.spark.sql.hbase.engine.operator.topn;

import java.util.List;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;
import org.apache.spark.sql.hbase.engine.operator.PipelineBuilder;
import org.apache.spark.sql.hbase.engine.operator.RowLimitSpec;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.SortKey;
import org.apache.spark.sql.hbase.wire.proto.TopN;

/** Keeps the first rows of an order. */
public record TopNSpec(TopN topN) implements RowLimitSpec {
  @Override
  public void addFootprint(BatchFootprint to, int inputCount) {
    keys().forEach(to::addKept);
  }

  private List<Expression> keys() {
    return topN.getKeysList().stream().map(SortKey::getExpression).toList();
  }

  @Override
  public void start(PipelineBuilder pipeline) {
    List<VectorExpression> keys = pipeline.compile(keys());
    keys.forEach(TopNSpec::check);
    if (topN.getRows() == 0) {
      pipeline.limits(0, false);
    }
    pipeline.sink(
        new TopNOperator(
            Math.max(1, topN.getRows()),
            pipeline.types(),
            keys,
            new RowOrder(topN.getKeysList()),
            pipeline.account()));
  }

  /** The order of nested values is that of their parts, not that of their bytes. */
  private static void check(VectorExpression key) {
    if (key.type().isNested()) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FUNCTION,
          "The engine does not order by nested values. Order in Spark, or by their fields.",
          "type",
          key.type());
    }
  }
}
