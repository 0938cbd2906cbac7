package org.apache.spark.sql.hbase.wire.plan;

import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.NullOrder;
import org.apache.spark.sql.hbase.wire.proto.SortDirection;
import org.apache.spark.sql.hbase.wire.proto.SortKey;
import org.apache.spark.sql.hbase.wire.proto.TopN;

/** Checks a TopN and its sort keys. */
final class TopNChecks {
  private TopNChecks() {}

  /** Returns the types of the output columns: those of the input. */
  static List<DataType> check(TopN topN, List<DataType> input, String path) {
    PlanChecks.knownFields(topN, path);
    PlanChecks.require(topN.getRows() >= 0, path, "rows are above 2^63 - 1");
    PlanChecks.atMost(topN.getKeysCount(), PlanLimits.MAX_EXPRESSIONS, path + ".keys");
    PlanChecks.require(topN.getKeysCount() > 0, path, "has no sort key");
    for (int i = 0; i < topN.getKeysCount(); i++) {
      check(topN.getKeys(i), input, path + ".keys[" + i + "]");
    }
    return input;
  }

  private static void check(SortKey key, List<DataType> input, String path) {
    PlanChecks.knownFields(key, path);
    PlanChecks.require(key.hasExpression(), path, "has no expression");
    new ExpressionChecks(input, path).check(key.getExpression());
    if (key.getDirection() == SortDirection.UNRECOGNIZED) {
      throw PlanChecks.unsupportedValue(path + ".direction", key.getDirectionValue());
    }
    if (key.getNulls() == NullOrder.UNRECOGNIZED) {
      throw PlanChecks.unsupportedValue(path + ".nulls", key.getNullsValue());
    }
    boolean isDirected = key.getDirection() != SortDirection.SORT_DIRECTION_UNSPECIFIED;
    PlanChecks.require(isDirected, path, "has no direction");
    PlanChecks.require(
        key.getNulls() != NullOrder.NULL_ORDER_UNSPECIFIED, path, "does not say where NULL stands");
  }
}
