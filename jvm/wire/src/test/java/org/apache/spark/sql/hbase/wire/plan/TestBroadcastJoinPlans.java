package org.apache.spark.sql.hbase.wire.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import java.util.Collections;
import java.util.function.Consumer;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.BroadcastJoin;
import org.apache.spark.sql.hbase.wire.proto.BuildColumn;
import org.apache.spark.sql.hbase.wire.proto.JoinType;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.Values;
import org.junit.jupiter.api.Test;

/** Tests the contract's rules for a BroadcastJoin. */
class TestBroadcastJoinPlans {

  @Test
  void itNeedsATypeAndAKey() {
    assertRefused(ErrorCode.INVALID_PLAN, join -> join.setType(JoinType.JOIN_TYPE_UNSPECIFIED));
    assertRefused(ErrorCode.UNSUPPORTED_FEATURE, join -> join.setTypeValue(99));
    assertRefused(ErrorCode.INVALID_PLAN, join -> join.clearKeys().clearBuildKeys());
    assertRefused(ErrorCode.INVALID_PLAN, BroadcastJoin.Builder::clearKeys);
    assertRefused(ErrorCode.INVALID_PLAN, BroadcastJoin.Builder::clearBuildKeys);
  }

  @Test
  void keysHaveTheTypesOfTheirBuildColumns() {
    assertRefused(
        ErrorCode.INVALID_PLAN,
        join -> join.setKeys(0, PlanFixtures.column(0, PlanFixtures.STRING)));
    assertRefused(
        ErrorCode.INVALID_PLAN, join -> join.getBuildKeysBuilder(0).setType(PlanFixtures.BIGINT));
  }

  @Test
  void keysAreNotNull() {
    assertRefused(ErrorCode.INVALID_PLAN, join -> join.getBuildKeysBuilder(0).addNulls(2));
    assertRefused(
        ErrorCode.INVALID_PLAN,
        join -> join.getBuildKeysBuilder(0).getValuesBuilder().setHasNull(true));
  }

  @Test
  void buildColumnsAreEquallyLong() {
    assertRefused(
        ErrorCode.INVALID_PLAN,
        join -> join.getBuildKeysBuilder(0).getValuesBuilder().addIntegers(5));
    assertRefused(ErrorCode.INVALID_PLAN, join -> join.getBuildValuesBuilder(0).clearNulls());
    assertRefused(ErrorCode.INVALID_PLAN, join -> join.getBuildValuesBuilder(0).clearValues());
    parse(
        join ->
            join.setBuildValues(
                0, build(Values.newBuilder().addBinaries(ByteString.EMPTY)).addNulls(0)));
  }

  @Test
  void nullsAreAscendingPositionsOfRows() {
    Values.Builder none = Values.newBuilder();
    parse(join -> join.setBuildValues(0, build(none).addNulls(0).addNulls(1)));
    for (int[] nulls : new int[][] {{1, 0}, {0, 0}, {0, 2}, {-1, 0}}) {
      assertRefused(
          ErrorCode.INVALID_PLAN,
          join -> join.setBuildValues(0, build(none).addNulls(nulls[0]).addNulls(nulls[1])));
    }
  }

  @Test
  void valuesAreThoseOfTheirType() {
    Values.Builder integers = Values.newBuilder().addIntegers(1);
    assertRefused(
        ErrorCode.INVALID_PLAN, join -> join.setBuildValues(0, build(integers).addNulls(1)));
    assertRefused(
        ErrorCode.INVALID_PLAN,
        join -> join.getBuildKeysBuilder(0).getValuesBuilder().setIntegers(0, 1L << 31));
    assertRefused(
        ErrorCode.INVALID_PLAN,
        join ->
            join.setBuildValues(
                0,
                PlanFixtures.build(NestedFixtures.POINT, Values.newBuilder())
                    .addNulls(0)
                    .addNulls(1)));
  }

  @Test
  void onlyJoinsThatAddColumnsHaveThem() {
    for (JoinType type : new JoinType[] {JoinType.LEFT_SEMI, JoinType.LEFT_ANTI}) {
      assertRefused(ErrorCode.INVALID_PLAN, join -> join.setType(type));
    }
    parse(join -> join.setType(JoinType.LEFT_OUTER));
  }

  @Test
  void buildRowsAreLimited() {
    Consumer<BroadcastJoin.Builder> most = rows(PlanLimits.MAX_BUILD_ROWS);
    parse(most);
    assertRefused(ErrorCode.PLAN_TOO_LARGE, rows(PlanLimits.MAX_BUILD_ROWS + 1));
  }

  private static Consumer<BroadcastJoin.Builder> rows(int count) {
    return join -> {
      join.getBuildKeysBuilder(0)
          .getValuesBuilder()
          .clearIntegers()
          .addAllIntegers(Collections.nCopies(count, 1L));
      join.getBuildValuesBuilder(0).clearNulls();
      join.getBuildValuesBuilder(0)
          .getValuesBuilder()
          .clearBinaries()
          .addAllBinaries(Collections.nCopies(count, ByteString.EMPTY));
    };
  }

  @Test
  void itStandsBelowExpandsAggregatesAndLimits() {
    Operator join = PlanFixtures.broadcastJoin().getOperators(0);
    Operator expand = PlanFixtures.expand().getOperators(0);
    Operator count = PlanFixtures.expand().getOperators(1);
    SubPlans.parse(plan(join, expand, count).toByteArray());
    SubPlans.parse(plan(join, PlanFixtures.limit(3)).toByteArray());
    for (SubPlan plan :
        new SubPlan[] {
          plan(PlanFixtures.limit(3), join), plan(expand, join, count), plan(count, join)
        }) {
      assertEquals(
          ErrorCode.INVALID_PLAN,
          assertThrows(PlanException.class, () -> SubPlans.parse(plan.toByteArray())).code());
    }
  }

  private static SubPlan plan(Operator... operators) {
    return PlanFixtures.plan(PlanFixtures.packedLayout(), operators);
  }

  private static BuildColumn.Builder build(Values.Builder values) {
    return PlanFixtures.build(PlanFixtures.STRING, values);
  }

  private static SubPlan edited(Consumer<BroadcastJoin.Builder> change) {
    SubPlan.Builder plan = PlanFixtures.broadcastJoin().toBuilder();
    change.accept(plan.getOperatorsBuilder(0).getBroadcastJoinBuilder());
    return plan.build();
  }

  private static void parse(Consumer<BroadcastJoin.Builder> change) {
    SubPlans.parse(edited(change).toByteArray());
  }

  private static void assertRefused(ErrorCode code, Consumer<BroadcastJoin.Builder> change) {
    byte[] bytes = edited(change).toByteArray();
    PlanException e = assertThrows(PlanException.class, () -> SubPlans.parse(bytes));
    assertEquals(code, e.code(), e.getMessage());
  }
}
