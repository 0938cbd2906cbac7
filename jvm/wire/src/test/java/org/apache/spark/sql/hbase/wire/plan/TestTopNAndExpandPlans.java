package org.apache.spark.sql.hbase.wire.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.NullOrder;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.SortDirection;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TopN;
import org.junit.jupiter.api.Test;

/** Tests the contract's rules for TopN and Expand. */
class TestTopNAndExpandPlans {
  private static final Operator TOP_N = PlanFixtures.topN().getOperators(0);
  private static final Operator EXPAND = PlanFixtures.expand().getOperators(0);
  private static final Operator COUNT = PlanFixtures.expand().getOperators(1);

  @Test
  void zeroRowsAreLegalAndMoreThanALongHoldsAreNot() {
    SubPlans.parse(edited(topN -> topN.setRows(0)).toByteArray());
    assertRefused(ErrorCode.INVALID_PLAN, edited(topN -> topN.setRows(-1)));
  }

  @Test
  void aSortKeyIsWhole() {
    assertRefused(ErrorCode.INVALID_PLAN, edited(TopN.Builder::clearKeys));
    assertRefused(ErrorCode.INVALID_PLAN, edited(topN -> topN.getKeysBuilder(0).clearExpression()));
    assertRefused(
        ErrorCode.INVALID_PLAN,
        edited(
            topN -> topN.getKeysBuilder(0).setDirection(SortDirection.SORT_DIRECTION_UNSPECIFIED)));
    assertRefused(
        ErrorCode.INVALID_PLAN,
        edited(topN -> topN.getKeysBuilder(0).setNulls(NullOrder.NULL_ORDER_UNSPECIFIED)));
    assertRefused(
        ErrorCode.INVALID_PLAN,
        edited(
            topN ->
                topN.getKeysBuilder(0).setExpression(PlanFixtures.column(9, PlanFixtures.STRING))));
  }

  @Test
  void unknownDirectionsAreRefused() {
    assertRefused(
        ErrorCode.UNSUPPORTED_FEATURE,
        edited(topN -> topN.getKeysBuilder(0).setDirectionValue(99)));
    assertRefused(
        ErrorCode.UNSUPPORTED_FEATURE, edited(topN -> topN.getKeysBuilder(0).setNullsValue(99)));
  }

  @Test
  void operatorsStandInTheirOrder() {
    Operator limit = PlanFixtures.limit(1);
    Operator project = PlanFixtures.project(PlanFixtures.integer(PlanFixtures.INT, 1));
    for (List<Operator> operators :
        List.of(
            List.of(TOP_N, limit),
            List.of(TOP_N, TOP_N),
            List.of(limit, TOP_N),
            List.of(TOP_N, project))) {
      assertRefused(
          ErrorCode.INVALID_PLAN,
          PlanFixtures.plan(PlanFixtures.columnsLayout(), operators.toArray(Operator[]::new)));
    }
    for (List<Operator> operators :
        List.of(
            List.of(EXPAND),
            List.of(EXPAND, limit),
            List.of(EXPAND, EXPAND, COUNT),
            List.of(EXPAND, project),
            List.of(EXPAND, TOP_N),
            List.of(EXPAND, project, EXPAND, COUNT),
            List.of(COUNT, EXPAND, COUNT),
            List.of(limit, EXPAND, COUNT))) {
      assertRefused(
          ErrorCode.INVALID_PLAN,
          PlanFixtures.plan(PlanFixtures.packedLayout(), operators.toArray(Operator[]::new)));
    }
  }

  @Test
  void filtersAndProjectsMayStandBetweenAnExpandAndItsAggregate() {
    Operator same = PlanFixtures.project(PlanFixtures.column(0, PlanFixtures.STRING));
    Expression isTrue =
        PlanFixtures.literal(PlanFixtures.BOOLEAN, Literal.newBuilder().setBoolean(true));
    Operator where = PlanFixtures.filter(isTrue);
    Operator[] operators = {EXPAND, where, same, where, PlanFixtures.count()};
    SubPlans.parse(PlanFixtures.plan(PlanFixtures.packedLayout(), operators).toByteArray());
  }

  @Test
  void projectionsOfAnExpandHaveTheSameTypes() {
    Expression carrier = PlanFixtures.column(0, PlanFixtures.STRING);
    Expression one = PlanFixtures.integer(PlanFixtures.BIGINT, 1);
    Operator projection = PlanFixtures.project(carrier, one);
    assertRefused(ErrorCode.INVALID_PLAN, expanded(projection, PlanFixtures.project(one, carrier)));
    assertRefused(ErrorCode.INVALID_PLAN, expanded(projection, PlanFixtures.project(carrier)));
    assertRefused(ErrorCode.INVALID_PLAN, expanded());
    Operator[] projections = new Operator[PlanLimits.MAX_PROJECTIONS + 1];
    Arrays.fill(projections, projection);
    assertRefused(ErrorCode.PLAN_TOO_LARGE, expanded(projections));
    SubPlans.parse(expanded(Arrays.copyOf(projections, PlanLimits.MAX_PROJECTIONS)).toByteArray());
  }

  private static SubPlan expanded(Operator... projections) {
    return PlanFixtures.plan(PlanFixtures.packedLayout(), PlanFixtures.expand(projections), COUNT);
  }

  private static SubPlan edited(Consumer<TopN.Builder> change) {
    SubPlan.Builder plan = PlanFixtures.topN().toBuilder();
    change.accept(plan.getOperatorsBuilder(0).getTopNBuilder());
    return plan.build();
  }

  private static void assertRefused(ErrorCode code, SubPlan plan) {
    PlanException e = assertThrows(PlanException.class, () -> SubPlans.parse(plan.toByteArray()));
    assertEquals(code, e.code(), e.getMessage());
  }
}
