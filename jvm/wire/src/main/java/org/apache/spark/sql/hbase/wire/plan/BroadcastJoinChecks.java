package org.apache.spark.sql.hbase.wire.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.wire.proto.BroadcastJoin;
import org.apache.spark.sql.hbase.wire.proto.BuildColumn;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.JoinType;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.Values;

/** Checks a BroadcastJoin and its build rows. */
final class BroadcastJoinChecks {
  private BroadcastJoinChecks() {}

  /** Returns the types of the output columns. */
  static List<DataType> check(BroadcastJoin join, List<DataType> input, String path) {
    PlanChecks.knownFields(join, path);
    if (join.getType() == JoinType.UNRECOGNIZED) {
      throw PlanChecks.unsupportedValue(path + ".type", join.getTypeValue());
    }
    PlanChecks.require(
        join.getType() != JoinType.JOIN_TYPE_UNSPECIFIED, path, "does not say how to join");
    List<DataType> keys = ExpressionChecks.checkAll(join.getKeysList(), input, path + ".keys");
    PlanChecks.require(!keys.isEmpty(), path, "has no key");
    PlanChecks.require(
        keys.size() == join.getBuildKeysCount(), path, "has not one build column per key");
    int rows = valueCount(join.getBuildKeys(0).getValues());
    PlanChecks.atMost(rows, PlanLimits.MAX_BUILD_ROWS, path + ".build_keys");
    for (int i = 0; i < keys.size(); i++) {
      BuildColumn column = join.getBuildKeys(i);
      String at = path + ".build_keys[" + i + "]";
      check(column, rows, at);
      PlanChecks.require(column.getNullsCount() == 0, at, "NULL among the keys matches nothing");
      PlanChecks.require(column.getType().equals(keys.get(i)), at, "has not the type of its key");
    }
    return outputTypes(join, input, rows, path);
  }

  private static List<DataType> outputTypes(
      BroadcastJoin join, List<DataType> input, int rows, String path) {
    boolean isWider = join.getType() == JoinType.INNER || join.getType() == JoinType.LEFT_OUTER;
    PlanChecks.require(
        isWider || join.getBuildValuesCount() == 0, path, "has build_values that it does not use");
    PlanChecks.atMost(
        join.getBuildValuesCount(), PlanLimits.MAX_EXPRESSIONS, path + ".build_values");
    List<DataType> output = new ArrayList<>(input);
    for (int i = 0; i < join.getBuildValuesCount(); i++) {
      check(join.getBuildValues(i), rows, path + ".build_values[" + i + "]");
      output.add(join.getBuildValues(i).getType());
    }
    return output;
  }

  private static void check(BuildColumn column, int rows, String path) {
    PlanChecks.knownFields(column, path);
    TypeChecks.check(column.getType(), path);
    TypeKind kind = column.getType().getKind();
    boolean isNested = kind == TypeKind.STRUCT || kind == TypeKind.ARRAY || kind == TypeKind.MAP;
    PlanChecks.require(!isNested, path, "a build column is not nested");
    ExpressionChecks.checkValues(column.getValues(), column.getType(), path);
    PlanChecks.require(!column.getValues().getHasNull(), path, "NULL stands in nulls");
    PlanChecks.require(
        (long) valueCount(column.getValues()) + column.getNullsCount() == rows,
        path,
        "has more or fewer values than there are build rows");
    int previous = -1;
    for (int position : column.getNullsList()) {
      PlanChecks.require(
          position > previous && position < rows, path, "nulls are not ascending positions");
      previous = position;
    }
  }

  /** Counts values of one type, which all stand in one list. */
  private static int valueCount(Values values) {
    return values.getIntegersCount()
        + values.getFloatingsCount()
        + values.getBinariesCount()
        + values.getDecimalsCount();
  }
}
